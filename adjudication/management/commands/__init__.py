"""The commands of ``manage.py``: thin layers over the services and the core."""
