"""The carom games, and what they share. Sources: the Turkish hall rules (T), the Russian rules (R), UMB options."""
