"""An installation under load: real servers as processes, a lean client beside them."""
