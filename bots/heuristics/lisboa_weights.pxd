"""The weights of the heuristic, in the order of the vector. Points are wigs; "use" is the part of a gain that there is
still time to use: own turns to come / (own turns to come + TAU)."""

cdef enum:
    SHARPNESS           # factor of all scores of actions: an inverse temperature, 0 makes every action alike
    # How long the game still lasts
    TAU                 # turns to come of which half the use is left
    CUBES               # cubes that the seat with most rubble takes in a turn
    # Shadow prices
    REIS                # a real, times use, besides what it scores at the end
    INFLUENCE           # an Influence, times use
    GOOD                # a good, times use, besides its price on the market
    GOLD                # gold, times use, besides that: every Noble takes it
    MARKET              # part of the market price that counts
    OFFICIAL            # an Official in an office or plaza, times use
    CROWD               # each own one there divides the worth of a further one
    BLOCK               # an Official in an office that raises the others' price, times use
    PLAN                # a plan, times use
    PLAN_WIGS           # part of its wigs
    FAVOR               # a Royal Favor, times use, besides what it scores
    MARKER              # a rubble set marker, times use: a decree more
    ROOM                # the room of a rubble set, times use
    PART_1              # part of a rubble set's worth that one of its cubes has
    PART_2              # two of them
    LATER_SET           # factor of cubes of the set after the next one
    INCOME              # Influence in the Portfolio, per turn to come, times the price of Influence
    BENEFIT             # a real of a Treasury card's benefit, per turn to come
    HULL                # crates still to come of an own ship, per hull, times use
    CRATE               # part of a crate's wigs that counts while the ship is not full
    STORE               # goods to come of a store, times use
    SERVED              # buildings to come that serve it, times use
    TILE                # a clergy tile's power, times use
    TILE_VISIT          # factor for what visits cost less
    TILE_STORE          # factor for what stores cost less
    TILE_GAIN           # factor for Influence gained more
    TILE_BACK           # part of the wigs on its back
    # Majorities, decrees, rivals
    STREET              # factor of what a store wins or loses in the majority of its street
    STAFF               # factor of what an Official in a building does in theirs
    STAFF_EACH          # an Official in a building, times use
    HOPE                # decree: part of its wigs, times use, if one more is missing; half if two are, and so on
    HOPE_PER            # decree that pays by the piece: pieces to come, times use
    SLIP                # decree on what comes and goes: part of its wigs that a need met may still lose, times use
    DENY                # what rivals lose, shared among them
    FOLLOW              # a visit which rivals with a favor may follow
    # Cards
    KEEP                # part of a card's worth in the Portfolio that counts for keeping it, times use
    DRAW_VISIT          # part of what visiting its Noble now, or its event, would gain
    TURN                # what a turn to come brings
    # Evaluation: factors of what a seat may expect, and how sharply points decide
    EVALUATE_MONEY      # réis, Influence, goods
    EVALUATE_DECREES
    EVALUATE_RUBBLE
    EVALUATE_OFFICIALS
    EVALUATE_CARDS      # Portfolio, clergy tiles, plans
    EVALUATE_STORES     # stores and favors
    EVALUATE_SHARP      # factor of points at the end
    EVALUATE_SHARP_LEFT # times use: what is added to it
    WEIGHTS
