"""The REST API: one shell over the services and selectors that the pages use too."""
