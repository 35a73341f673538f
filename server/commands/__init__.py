"""One module per command of `cuehall`; each imports what it needs inside its function, so that help is quick."""
