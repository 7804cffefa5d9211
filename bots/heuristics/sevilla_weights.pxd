"""The weights of the heuristic, in the order of the vector. Points are victory points; `left` is the part of all rounds
that is still to come after the present one."""

cdef enum:
    SHARPNESS           # factor of all scores of actions: an inverse temperature, 0 makes every action alike
    BID_SHARPNESS       # a further factor for secret bids, which must not be foreseen
    # Room. A quarter of room costs ROOM * (1 + x / sqrt(1 + x * x)) / 2 points, where x is the shortage of quarters
    # expected at the end over SHORTAGE_SCALE: load of the pile * LOAD + rounds to come * LOAD_LEFT - capacity.
    ROOM
    LOAD
    LOAD_LEFT
    # What a card is worth: the points that it and the pile make together, less the room that it takes.
    FUTURE              # part of the cards still to come in equal shares that its owner will have to go with it
    CREW_LEFT           # crew cards, officers or boys that each round to come adds, for cards that count them
    SHIPS_LEFT          # ships likewise
    MISSING             # part of the chance of a condition that each missing title takes away
    COINS_CHANCE        # the chance that a purse is large enough at the end
    SET_CHANCE          # the chance of a first carpentry set, times left
    PIECE_1             # part of a set that a piece is worth if one is missing then, times left
    PIECE_2             # if two are missing
    PIECE_3
    HELM                # points of the Helm, times left
    # Money: the points of a coin are
    COIN                # at the end,
    COIN_LEFT           # times left: what is added to it,
    COIN_RICH           # and for each coin that the purse is below the mean of all
    # Bids. A bid scores the chance to win with it times what the lot is worth less its coins.
    BID_BACK            # coins that count as bid for each coin of the best ready patron
    BID_SPREAD          # coins about which the best rival is uncertain
    BID_HIGH            # coins of the best rival,
    BID_HIGH_WORTH      # per point that the lot is worth to him,
    BID_HIGH_MONEY      # per coin of his purse over the lots,
    BID_HIGH_DISC       # per coin that the false player's discs have on average
    BID_DENY            # part of what the lot is worth to that rival, over the number of others
    BID_HELM            # coins that the Helm counts for: its holder may rebid last
    # Money m that is left is worth BID_BUDGET * later * m / (m + BID_SAVE * n) for the n lots still to be bid on, worth
    # `later` points.
    BID_BUDGET
    BID_SAVE
    BID_SOME            # 1 for any bid at all
    FALSE_COIN          # each false coin
    FALSE_EMPTY         # each false coin where no coin lies
    # Rebids. The chance that a later contender beats a total is (1 + x / (1 + |x|)) / 2, x the sum of
    BEAT                # 1
    BEAT_WORTH          # what he would gain
    PATRON              # coins of income lost: a factor of their points
    PATRON_LATER        # points for each lot to come in the round
    REBID_DENY          # part of what the lot is worth to the contender who gains most, over the number of others
    LAST                # 1 for rebidding last
    LAST_LEAD           # own coins more than any other contender's
    # Other choices
    GIVE                # part of the harm of a rebel to the seat that gets it
    GIVE_LEADER         # and for each coin and card that this seat has more than the mean
    TOLL                # 1 for paying
    SWAP                # 1 for a swap
    SELL                # 1 for selling
    # Evaluation: points that a seat may still expect, and how sharply points decide
    EVALUATE_COIN       # points of a coin,
    EVALUATE_COIN_LEFT  # left: what is added to them
    EVALUATE_LEAD       # part of what the highest bidder of a lot gains
    EVALUATE_CARD       # points of each card that found no room, times left
    EVALUATE_SHARP      # factor of points at the end
    EVALUATE_SHARP_LEFT # left: what is added to it
    WEIGHTS
