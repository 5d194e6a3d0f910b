"""The kinds of values of our own, such as ranks and half-points, as fields.

``models`` are the columns, each with its limits; ``forms`` and ``serializers`` hold the field of a
page and of the API for each, which take their limits from the column.
"""
