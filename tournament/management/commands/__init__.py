"""The commands of ``manage.py``: they translate; services and the core do the work."""
