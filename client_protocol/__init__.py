"""The words on the wire: typed messages, codec, schema, and the client library that bots are built on."""
