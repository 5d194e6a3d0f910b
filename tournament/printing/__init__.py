"""Pairing lists, result slips, badges: pages for paper and PDF."""
