# A thin shim: everything is in dev.py, which needs only Python 3.11 or newer.
PYTHON ?= python3

.PHONY: serve test check lint types fix bench lock build clean
serve test check lint types fix bench lock build clean:
	$(PYTHON) dev.py $@
