"""Cases: how they arise, who works on them, what is said in them."""
