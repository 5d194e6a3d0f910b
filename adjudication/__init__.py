"""The adjudication: game records sent in, the jobs that judge them and the verdicts."""
