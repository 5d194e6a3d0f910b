"""Values of our own kinds, such as ranks and half-points, as fields.

``models`` has the columns, each with its limits; ``forms`` and ``serializers`` have the page and
API field for each, which take their limits from the column.
"""
