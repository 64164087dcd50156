# SPDX-License-Identifier: Apache-2.0
# The command menu. `make site` and `make test` are the whole set-up; workflows only call what is here.

PYTHON ?= python3
BIN := .venv/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
APT := $(SUDO) apt-get install -y --no-install-recommends
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup site serve test check lint bench verify schema lock chromium workflows clean

help: ## Show this menu
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.ready node_modules/.ready ## Install what is missing (Python and npm packages)

# A fresh Debian lacks venv; a failed attempt leaves a folder without pip behind, so it is cleared.
.venv/.ready: generator/requirements.txt generator/pyproject.toml
	@echo "Installing Python packages …"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@[ -x $(BIN)/pip ] || $(PYTHON) -m venv --clear .venv > /dev/null || { $(SUDO) apt-get update && $(APT) python3-venv && $(PYTHON) -m venv --clear .venv; }
	@$(BIN)/pip install --quiet --require-hashes --requirement generator/requirements.txt
	@$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable generator
	@touch $@

node_modules/.ready: package-lock.json package.json
	@echo "Installing npm packages …"
	@npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

site: setup ## Build the site into public/
	@$(BIN)/benchtrail build

serve: site ## Build the site and show it at http://127.0.0.1:8000/, with the headers it is published with
	@$(BIN)/benchtrail serve

test: setup chromium site check ## Run every check

check: lint workflows ## Run every check on a site that is built already
	@$(BIN)/benchtrail verify
	@$(BIN)/benchtrail audit public
	@$(BIN)/python -m pytest generator/tests

lint: setup
	@$(BIN)/ruff check --quiet generator
	@$(BIN)/ruff format --check --quiet generator

verify: setup ## Recompute every value from its artifact
	@$(BIN)/benchtrail verify

bench: setup ## Measure the generator's speed, as ratios against plain floors
	@$(BIN)/python generator/bench/bench.py

schema: setup ## Write data/schema/run.schema.json from the types
	@$(BIN)/benchtrail schema > data/schema/run.schema.json.new && mv data/schema/run.schema.json.new data/schema/run.schema.json

lock: setup ## Renew generator/requirements.txt from pyproject.toml (needs uv)
	@uv pip compile --quiet --extra dev --generate-hashes --no-emit-index-url --no-header generator/pyproject.toml --output-file generator/requirements.txt

# Any Chromium will do; BENCHTRAIL_CHROMIUM names one. Where the distribution has none, Playwright's own is taken.
chromium:
	@[ -x "$$BENCHTRAIL_CHROMIUM" ] || command -v chromium > /dev/null || command -v google-chrome > /dev/null || { \
	  echo "Installing Chromium …"; \
	  { $(SUDO) apt-get update -qq && $(APT) -qq chromium > /dev/null && command -v chromium > /dev/null; } || \
	  $(BIN)/playwright install --with-deps chromium; }

# Workflows are checked by the tools made for them; both work without a network once installed.
workflows: setup
	@go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 -shellcheck= -pyflakes=
	@$(BIN)/zizmor --offline --quiet --pedantic .github

clean: ## Remove what was made (not what was installed)
	@rm -rf build public build.new public.new build.old public.old resources .build.lock
