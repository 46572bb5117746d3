"""What every part stands on and which knows nothing of random features: validation, progress, threads, files, notes."""
