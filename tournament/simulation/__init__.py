"""Simulated events, before or during the real one: who may win, and which format works best."""
