"""The report of a load run, as text and as JSON, and whether it passed."""

from __future__ import annotations

from dataclasses import asdict

from loadtest.measures import Measures
from loadtest.scenarios import Load

LAST_RECEIVER = "shot to last receiver"


def summarize(load: Load, measures: Measures, seconds: float, cpu_seconds: float) -> dict[str, object]:
    """Everything that was asked and measured, ready for JSON."""
    shots = measures.counts["shots sent"]
    return {
        "load": asdict(load),
        "seconds": round(seconds, 2),
        "counts": dict(sorted(measures.counts.items())),
        "per_second": {
            "shots": round(shots / seconds, 1),
            "notices": round(measures.counts["notices"] / seconds, 1),
        },
        "latency_ms": {kind: found.summary() for kind, found in sorted(measures.latencies.items())},
        "refusals": dict(measures.refusals.most_common()),
        "violations": {"count": measures.violation_count, "first": measures.violations},
        "load_cpu_seconds": round(cpu_seconds, 2),
    }


def has_passed(measures: Measures, p99_ms: float | None) -> bool:
    """No violation, and the shots reached their last receiver in time, where a limit is set."""
    if measures.violation_count:
        return False
    found = measures.latencies.get(LAST_RECEIVER)
    return p99_ms is None or (found is not None and 1000 * found.percentile(0.99) <= p99_ms)


def write_text(load: Load, measures: Measures, seconds: float, cpu_seconds: float) -> str:
    """The report for people."""
    asked = (
        f"{load.scenario}: {load.rooms} rooms, {load.watchers} watchers each, {load.rate:g} shots/s a room, "
        f"{', '.join(load.games)}; {seconds:.1f} s, {cpu_seconds:.1f} s CPU of the load itself"
    )
    lines = [
        asked,
        "",
        f"{'latency, ms':<26}{'count':>9}{'p50':>9}{'p90':>9}{'p99':>9}{'p99.9':>9}{'max':>9}",
    ]
    for kind, found in sorted(measures.latencies.items()):
        row = found.summary()
        cells = "".join(f"{row[name]:>9.1f}" for name in ("p50", "p90", "p99", "p99.9", "max"))
        lines.append(f"{kind:<26}{found.count:>9}{cells}")
    lines.append("")
    rate = measures.counts["shots sent"] / seconds
    lines.append(f"{rate:.1f} shots/s, {measures.counts['notices'] / seconds:.1f} notices/s received")
    lines += [f"{name}: {number}" for name, number in sorted(measures.counts.items())]
    lines += [f"refused {code}: {number}" for code, number in measures.refusals.most_common()]
    lines.append(f"violations: {measures.violation_count}")
    lines += [f"  {text}" for text in measures.violations]
    return "\n".join(lines) + "\n"
