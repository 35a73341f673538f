"""Real boards and scoreboards over MQTT: topics, what is published, the desk of the boards, the link to a broker."""
