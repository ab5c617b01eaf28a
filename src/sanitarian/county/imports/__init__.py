"""Parcels from county files: read, map, check, compare with the register, show, and only then apply.

The way of a file: ``source`` opens it, ``mapping`` names its columns, ``rows`` checks every cell, ``geometry`` brings
shapes into the county's projection, ``plan`` compares with the register, ``preview`` shows what would happen, and
``apply`` writes it in one transaction.
"""
