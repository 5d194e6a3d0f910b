"""Background jobs: the job table, the handlers of each kind of job, the worker and the sweeper."""
