"""The REST API: a shell over the services and selectors that the pages use, too."""
