"""Every counter and histogram of the hall, named in one place."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry(auto_describe=True)

_FAST = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)

CONNECTIONS = Gauge("cuehall_connections", "Open sockets.", registry=REGISTRY)
ROOMS = Gauge("cuehall_rooms", "Open rooms.", registry=REGISTRY)
MATCHES = Counter("cuehall_matches", "Matches begun.", registry=REGISTRY)
REQUESTS = Counter("cuehall_requests", "Requests read, by type.", ["type"], registry=REGISTRY)
REFUSALS = Counter("cuehall_refusals", "Requests refused, by code.", ["code"], registry=REGISTRY)
NOTICES = Counter("cuehall_notices", "Notices told to rooms.", registry=REGISTRY)
CUTS = Counter("cuehall_cuts", "Connections the server closed, by reason.", ["reason"], registry=REGISTRY)
ROOM_FAULTS = Counter("cuehall_room_faults", "Rooms ended by a fault inside them.", registry=REGISTRY)
SIMULATE_SECONDS = Histogram("cuehall_simulate_seconds", "Time to simulate one shot.", buckets=_FAST, registry=REGISTRY)
SHOT_SECONDS = Histogram(
    "cuehall_shot_seconds", "From a shot's arrival in its room until it was told.", buckets=_FAST, registry=REGISTRY
)
COMMIT_SECONDS = Histogram("cuehall_commit_seconds", "Time of one commit.", buckets=_FAST, registry=REGISTRY)
FAILED_COMMITS = Counter("cuehall_failed_commits", "Commits that failed; nothing in them was told.", registry=REGISTRY)
COMMIT_ROWS = Histogram(
    "cuehall_commit_rows", "Rows in one commit.", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512), registry=REGISTRY
)
MQTT_CONNECTED = Gauge("cuehall_mqtt_connected", "Whether the broker is there.", registry=REGISTRY)
MQTT_RECEIVED = Counter(
    "cuehall_mqtt_received", "Messages heard from the broker, by topic.", ["topic"], registry=REGISTRY
)
MQTT_PUBLISHED = Counter("cuehall_mqtt_published", "Messages that the broker took.", registry=REGISTRY)
MQTT_DROPPED = Counter("cuehall_mqtt_dropped", "Messages dropped because too many waited.", registry=REGISTRY)
BOARD_REPORTS = Counter(
    "cuehall_board_reports", "What real boards said, by what became of it.", ["outcome"], registry=REGISTRY
)
