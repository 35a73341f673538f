"""What balls and darts do: tables, balls, strokes, the compiled event loop, exact traces. Knows numbers, no players."""
