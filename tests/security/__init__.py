"""Attacks on the product, each as a command or a test that can be repeated."""
