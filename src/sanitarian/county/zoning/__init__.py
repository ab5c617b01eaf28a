"""Where every parcel lies: municipality, lake frontage, distance to mean high water, watershed, flood zone.

The way of a determination: ``register`` reads parcels and the current layers from the database, ``engine`` finds for
each parcel what it meets (``overlay``) and how far the shore is (``shore``), and draws the facts from that with the
tolerances of ``tolerances``; ``evidence`` writes down why, ``explain`` says it in plain English. All but ``register``
are pure functions on arrays of shapes and know no database.
"""
