"""Work that is done a little later: the job table, who does what, and the sweeper."""
