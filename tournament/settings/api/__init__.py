"""The API: URLs, views, serializers."""
