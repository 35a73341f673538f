"""Russian pyramid: free, combined and classic, by the rules of the sources (R1 to R37) and by today's."""
