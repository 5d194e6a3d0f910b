"""Background jobs as directors and the operator see and retry them."""
