"""The rules core: a game record and a rule set in, findings and a verdict out.

Pure Python: values in, values out, no Django, no input or output. The modules, from the inside:

- ``colours``, ``points``, ``grid``: what a board is made of; ``kernel``: playing moves on it
- ``repetition``, ``cycles``, ``turns``, ``replay``: what happened in a game
- ``rulesets`` (the options) and ``presets`` (the rule sets), each option with its article
- ``scoring``: regions, area, territory; ``counting`` applies them as a rule set asks;
  ``marks``: dead stones as people give them
- ``record``, ``sgf`` (the one module that uses sgfmill), ``sgf_bytes``, ``sgf_limits``,
  ``charsets``, ``header``
- ``findings``, ``sentences``, ``illegal_moves``, ``claims``, ``verdicts``; ``case``,
  ``remarks`` and, on top, ``adjudicate``
- ``phases``: stop, resumption, confirmation and end under the Japanese rules
- ``pairing_check``: a record against the game that was paired; ``comparing``: two records
"""
