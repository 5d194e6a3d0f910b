"""What every call goes through: tokens, doors, limits, keys, pages, tags and problems."""
