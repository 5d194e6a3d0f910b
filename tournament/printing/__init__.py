"""Pairing lists, result slips and badges: pages for paper and PDF."""
