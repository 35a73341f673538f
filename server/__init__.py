"""The shell of the hall: sockets, tasks, disks, clocks, randomness and the command line."""
