"""The weights of the heuristic, in the order of the vector. Points are victory points; a tally is the end of a player's
turn, at which his map scores (N11)."""

cdef enum:
    SHARPNESS           # factor of all scores of actions: an inverse temperature, 0 makes every action alike
    # The map. A Successful colony counts 1 for the tally of the turn under way, and for later ones
    NEXT                # the part of it that is there at the next tally after turns of others,
    NEXT_FADE           # less this, if all others have their turns before it,
    LATER               # and for each tally after that
    MONOPOLY            # the same for the points of a monopoly: a factor
    LINE_1              # points of a first site of a region or good, times the part for later tallies
    LINE_2              # of the first two
    REACH               # added to that part for the seat whose turn it is, times cards in hand over four, at most 1
    AIM                 # part of a monopoly for two of its sites, half of that for one, while a card picks others
    BLOCK               # part of what a site would have added to others' regions and goods, for building on it
    LOSS                # points that a Struggling colony costs
    REPAIR              # part of a Successful colony that a Struggling one is still worth
    # Others: a point less for one of them counts DENY over their number, and for the best of them DENY_BEST more
    DENY
    DENY_BEST
    # Royal Support
    CARD                # points of a card more at each deal still to come
    SPACE               # points of a space more, times these deals
    # Reactions to be feared, h being h / (h + 8) of the cards in others' hands
    FATED               # part of any use that h takes away
    MARAUDED            # part of monopolies at a tally that h takes away
    REVOLTED            # points that a use costs which harms colonies, if somebody may revolt
    # What a card in hand is worth if it is not used
    KEEP                # any card, if there is another deal: a better choice then
    CHOICE              # part of a card's best other use that counts against paying for a mode with it
    HOLD_FATE           # reactions, times the part of the others who have a turn before one's own next
    HOLD_EMBARGO
    HOLD_LOYALTY
    HOLD_MARAUDERS
    HOLD_REVOLT
    HOLD_IRON           # Iron Grip, if there is another deal
    # Reacting
    SPEND               # points that a reaction must bring,
    SPEND_FATE          # and a Fate beyond that,
    SPEND_TURN          # and any, while one's own turn is to come before the next deal
    DRAW                # points of a card drawn by Embargo or Revolt
    # Single cards and choices
    ISOLATE             # part of what one's own colonies in an isolated region are worth for later tallies
    ISOLATE_RIVAL       # part of that of others, which are protected too
    ISOLATE_OPEN        # points for each site there that is empty or another's, which is out of reach now
    EXPLORE             # part of what others' colonies are worth, for opening a region
    PLAGUE              # 1 for a Plague Ship,
    PLAGUE_HIT          # times its first reduction,
    PLAGUE_LEAD         # times Successful colonies of the best rival beyond one's own
    PLEDGE              # part of the worth of one's colonies that the end of a plague saves
    PLEDGE_PART         # part of that which a pledge short of the sum brings, times its part of the sum
    ABANDON             # points for a Struggling colony less on the map, at the step for it
    MORE                # points for going on with picks that may end
    # Evaluation: points that a seat may still expect, and how sharply points decide
    EVALUATE_MAP        # factor of what the map is worth
    EVALUATE_CARD       # a card in hand whose owner's turn comes before the next deal,
    EVALUATE_CARD_DEAL  # and for each deal after that turn
    EVALUATE_KEPT       # any other card, if there is another deal
    EVALUATE_HELD       # a reaction besides
    EVALUATE_DEAL       # a card of the deals still to come
    EVALUATE_SPACE      # a space of the track, times these deals
    EVALUATE_PENDING    # part of what the card in play will do
    EVALUATE_SHARP      # factor of points at the end
    EVALUATE_SHARP_LEFT # what is added to it, times the part of the tallies that is still to come
    WEIGHTS
