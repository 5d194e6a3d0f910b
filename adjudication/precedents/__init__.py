"""Earlier rulings, without people's names."""
