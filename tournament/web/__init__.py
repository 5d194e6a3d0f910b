"""The pages: they translate between HTTP and the services and selectors."""
