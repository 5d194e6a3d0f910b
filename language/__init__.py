"""Messages of the cores: an English text with parameters, for a gettext catalogue to translate."""
