"""The weights of the heuristic, in the order of the vector. Points are victory points."""

cdef enum:
    SHARPNESS           # factor of all scores of actions: an inverse temperature, 0 makes every action alike
    # Money. The price of a unit is points still on offer / money still to be spent, times one of
    PRICE_1             # in phase I
    PRICE_2
    PRICE_3
    PRICE_RICH          # added to the factor: own money / mean money of all, less 1
    CROWN               # what a crown in hand is worth before the end, in points
    SPEND               # points that a card is worth in itself, for exact payments to come
    CARD_1              # points per money value of a card drawn in phase I or dealt at its end, besides its crowns
    CARD_2              # likewise in phase II
    CARD_3              # likewise for a card drawn in phase III
    # What spaces bring besides crowns and cards
    VETO_WORTH          # a veto
    LUCK_WORTH          # Pizarro III, side B: points
    EXCHANGE_WORTH      # an exchange
    EXPOSE              # laying the hand open
    STAY_1              # part of the crowns of a right part that counts: the ship may move on
    STAY_2
    # What a ship on a space is good for later: points of the next space, for which there are few cards, by
    NEXT_1              # factor of points to come from phase II
    NEXT_2              # factor of points to come from phase III
    NEXT_RIVAL          # each other seat with a ship there divides them further
    NEXT_SEATS          # each seat above three divides them further: their money competes as well
    NEXT_OPEN           # so does each card that may still bring a ship there
    NEXT_SPARE          # factor for a ship for which there will be no card
    # Bids. A bid scores what the win is worth less what its best payment costs.
    GAIN                # factor of the worth
    DENY                # worth of the win to the other participant who gains most, over the number of others
    JUMP                # amount above the lowest bid while others may still bid
    JUMP_RIVAL          # the same, up to what another participant may want to pay
    PASS                # 1 for passing
    PASS_LEADER         # what the highest bidder gains if he gets it for his bid
    PASS_OPEN           # 1 for passing while nobody has bid
    # Other choices
    TUCK_1              # points of a crown tucked under a stack in phase I
    TUCK_2
    TUCK_3
    VETO                # 1 for a veto
    VETO_OWN            # own worth of the card
    VETO_OTHER          # its worth to the other seat that gains most
    VETO_RICH           # own money / mean money of all, less 1
    LUCK_BEHIND         # stopping on Pizarro III below the best score known
    # Evaluation: points that a seat may still expect, and how sharply points decide
    EVALUATE_MONEY      # factor of money times its price
    EVALUATE_NEXT       # factor of what ships are good for later
    EVALUATE_DUE        # factor of cards dealt at the end of the phase
    EVALUATE_LEAD       # factor of what the highest bidder gains
    EVALUATE_SHARP      # factor of points at the end
    EVALUATE_SHARP_LEFT # part of all cards still to come: what is added to it
    WEIGHTS
