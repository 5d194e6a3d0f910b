"""Roles of PostgreSQL: who owns the tables, and who only works with them."""
