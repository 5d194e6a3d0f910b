"""Events played out before or while they are played: who may win, and which format serves best."""
