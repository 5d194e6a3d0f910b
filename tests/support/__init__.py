"""What the tests share: real services, a real worker, a real browser, the shared data."""
