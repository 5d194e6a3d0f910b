"""The API: addresses, views, serializers."""
