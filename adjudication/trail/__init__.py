"""Compares the tables with the audit trail: do they hold what its events say?"""
