"""Every address and every page, room by room: the tables that hold for all of them."""
