"""What is sent to the rating officer of a federation: made, kept, compared with what is now."""
