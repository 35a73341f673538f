"""Settings: defaults, then a TOML file, then the environment (`CUEHALL_…`), then the command line; checked first."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

Seconds = Annotated[float, Field(gt=0, le=7 * 86400, allow_inf_nan=False)]
Rate = Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]
Port = Annotated[int, Field(ge=0, le=65535)]


def _check_url(url: SecretStr) -> SecretStr:
    from server.storage.postgres import read_url  # only where there is one: SQLAlchemy takes a while

    read_url(url.get_secret_value())
    return url


DatabaseUrl = Annotated[SecretStr, AfterValidator(_check_url)]


def _check_broker(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError("a broker is written as mqtt://host:port or mqtts://host:port")
    if parts.username is not None or parts.password is not None:
        raise ValueError("name and password have settings of their own: mqtt_username, mqtt_password")
    _ = parts.port  # out of range: ValueError
    return url


BrokerUrl = Annotated[str, AfterValidator(_check_broker)]


class BadSettings(Exception):
    """Settings that the hall cannot start with: one line a fault."""


class Settings(BaseSettings):
    """Everything that can be set. Times in seconds, sizes in bytes, rates per second and connection."""

    model_config = SettingsConfigDict(env_prefix="CUEHALL_", extra="forbid", frozen=True)

    host: str = Field("127.0.0.1", description="address to listen on")
    port: Port = Field(8800, description="port of page, sockets and health; 0 takes a free one")
    data: Path = Field(Path("hall-data"), description="folder of the embedded database, and of what the hall notes")
    database: DatabaseUrl | None = Field(None, description="PostgreSQL by URL, instead of the embedded database")
    public_url: str | None = Field(None, description="how people reach the hall, where that differs from host and port")
    static: Path = Field(Path(__file__).parent / "static", description="folder of the built page")

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = False

    metrics_token: str | None = Field(None, min_length=16, description="bearer token that opens /metrics on the port")
    metrics_host: str = "127.0.0.1"
    metrics_port: Port | None = Field(None, description="port of its own for /metrics")

    origins: tuple[str, ...] = Field((), description="origins of other sites whose pages may connect")
    trusted_proxies: tuple[str, ...] = Field((), description="addresses whose X-Forwarded-* headers are believed")

    max_connections: int = Field(20_000, ge=1)
    max_connections_per_address: int = Field(200, ge=1, description="loopback is exempt")
    max_rooms: int = Field(5_000, ge=1)
    max_rooms_per_person: int = Field(20, ge=1)
    max_bots: int = Field(20, ge=0, description="bots of the house at a time")

    outbox: int = Field(256 * 1024, ge=16 * 1024, description="bytes that may wait for one connection")
    history: int = Field(96 * 1024, ge=0, description="bytes of notices that a room keeps for who comes back")
    inbox: int = Field(128, ge=8, description="requests that may wait in one room")

    hello_seconds: Seconds = Field(10.0, description="time to say hello")
    ping_seconds: Seconds = Field(20.0, description="between pings")
    silence_seconds: Seconds = Field(60.0, description="without a sign of life before a connection is given up")
    waiting_seconds: Seconds = Field(600.0, description="an empty room waits so long for players")
    ready_seconds: Seconds = Field(120.0, description="time to say ready once every seat is taken")
    reservation_seconds: Seconds = Field(300.0, description="who is away before the match keeps the seat so long")
    grace_seconds: Seconds = Field(120.0, description="a player may be away so long without anything following")
    dart_grace_seconds: Seconds = Field(60.0, description="the same at darts")
    absence_seconds: Seconds = Field(600.0, description="a player away so long loses, while somebody waits for him")
    referee_seconds: Seconds = Field(30.0, description="a referee away so long has left, and play stops")
    substitute_seconds: Seconds = Field(
        900.0, description="a substitute for a referee who left has so long; then one side's word is enough to go on"
    )
    abandoned_seconds: Seconds = Field(3600.0, description="a match left by all is broken off after this")
    linger_seconds: Seconds = Field(300.0, description="a finished room stays so long")
    guest_seconds: Seconds = Field(2 * 86400.0, description="guests who never sat down are forgotten after this")
    drain_seconds: Seconds = Field(10.0, description="time for rooms to finish what they do at a stop")

    action_rate: Rate = 200.0
    lobby_rate: Rate = 20.0
    create_rate: Rate = 5.0
    aim_rate: Rate = 30.0
    officiate_rate: Rate = 10.0

    mqtt_url: BrokerUrl | None = Field(None, description="broker of real boards and scoreboards: mqtt:// or mqtts://")
    mqtt_username: str | None = None
    mqtt_password: SecretStr | None = None
    mqtt_ca: Path | None = Field(None, description="certificate that the broker is known by; the system's otherwise")
    mqtt_cert: Path | None = Field(None, description="certificate of the hall, where the broker asks for one")
    mqtt_key: Path | None = Field(None, description="key of that certificate")
    mqtt_client_id: str = Field("cuehall", min_length=1, max_length=64, description="one of its own for every hall")
    mqtt_scoreboards: Literal["listed", "all", "none"] = Field("listed", description="rooms whose scores are published")
    mqtt_retry_seconds: Seconds = Field(30.0, description="longest pause before the broker is tried again")

    @property
    def database_url(self) -> str | None:
        """The URL of the database with its password, for who connects to it."""
        return None if self.database is None else self.database.get_secret_value()

    @property
    def url(self) -> str:
        """Where people reach the hall."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def read_settings(config: Path | None, **given: object) -> Settings:
    """All settings from file, environment and command line (None = not given there). Raises BadSettings."""
    values = _read_file(config) if config is not None else {}

    class FileUnder(Settings):
        """Settings with the values of the file as the weakest source."""

        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
            file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return init_settings, env_settings, InitSettingsSource(settings_cls, init_kwargs=values)

    try:
        return FileUnder(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
        raise BadSettings("\n".join(faults)) from error


def _read_file(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSettings(f"config: cannot read {path}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"config: {path}: {error}") from error
