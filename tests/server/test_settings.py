"""Settings: where they come from, which one wins, and what is said of bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.config import BadSettings, Settings, read_settings


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hall.toml"
    file.write_text('port = 1\nhost = "::1"\nmax_rooms = 7\norigins = ["https://a.example"]\n')
    monkeypatch.setenv("CUEHALL_PORT", "2")
    monkeypatch.setenv("CUEHALL_HOST", "0.0.0.0")
    settings = read_settings(file, port=3, host=None)
    assert (settings.port, settings.host, settings.max_rooms) == (3, "0.0.0.0", 7)
    assert settings.origins == ("https://a.example",)


def test_every_setting_can_stand_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUEHALL_TRUSTED_PROXIES", '["10.0.0.1"]')
    monkeypatch.setenv("CUEHALL_LOG_JSON", "true")
    monkeypatch.setenv("CUEHALL_DATA", "/tmp/somewhere")
    settings = read_settings(None)
    assert settings.trusted_proxies == ("10.0.0.1",)
    assert settings.log_json
    assert settings.data == Path("/tmp/somewhere")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("port = 70000", "port: Input should be less than or equal to 65535"),
        ('port = "x"', "port: Input should be a valid integer"),
        ("no_such = 1", "no_such: Extra inputs are not permitted"),
        ("ping_seconds = nan", "ping_seconds: Input should be"),
        ("ping_seconds = 0", "ping_seconds: Input should be greater than 0"),
        ('metrics_token = "short"', "metrics_token: String should have at least 16 characters"),
        ("port = ", "config: "),
    ],
)
def test_a_bad_setting_is_named_with_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "hall.toml"
    file.write_text(text)
    with pytest.raises(BadSettings) as bad:
        read_settings(file)
    assert told in str(bad.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"config: cannot read .*hall\.toml"):
        read_settings(tmp_path / "hall.toml")


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ({}, "http://127.0.0.1:8800"),
        ({"host": "0.0.0.0"}, "http://127.0.0.1:8800"),
        ({"host": "::1", "port": 1}, "http://[::1]:1"),
        ({"public_url": "https://hall.example/"}, "https://hall.example"),
    ],
)
def test_the_hall_knows_how_people_reach_it(given: dict[str, object], url: str) -> None:
    assert Settings.model_validate(given).url == url


def test_every_setting_is_explained_to_operators() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    missing = [name for name in Settings.model_fields if f"`{name}`" not in page]
    assert missing == []
    for name, setting in Settings.model_fields.items():
        if isinstance(setting.default, int | float) and not isinstance(setting.default, bool):
            assert f"`{name}` | {setting.default:g} |" in page, name
