"""What darts do: the board's geometry and the flight of a dart. Values and plain arithmetic."""
