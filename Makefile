# What there is to do: `make help`. Nothing is installed outside .venv, but Chromium for the tests (see scripts/browser.sh).
# PYTHON=python3.12 make demo   picks an interpreter other than the first of 3.11 to 3.13.

BIN := .venv/bin
SHARED ?= ../shared

.PHONY: help demo test lint format train bench-extraction card fuzz picture bench-page clean environment test-environment

help: ## list these targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## /make \1	/p' Makefile | expand -t 16

demo: environment ## set up, then build the sample corpus into exports/
	$(BIN)/kg build samples -o exports
	$(BIN)/kg export exports --to jsonld
	$(BIN)/kg export exports --to graphml
	@echo
	@echo "Open exports/graph.html in a browser, or ask the graph:"
	@echo "    $(BIN)/kg query exports datasets-by-use"

test: lint ## set up, then lint and run all tests
	@sh scripts/browser.sh
	@sh scripts/engines.sh
	$(BIN)/python -m pytest

lint: test-environment ## check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/oxlint kg
	$(BIN)/oxfmt --check kg/export/page/page.js

format: test-environment ## rewrite the code in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/oxfmt kg/export/page/page.js

train: ## make the shipped model again, by kg/training/recipe.cfg and the texts and corpora in SHARED
	@sh scripts/environment.sh train
	$(BIN)/kg train "$(SHARED)/anthology/abstracts.jsonl.gz" --corpora "$(SHARED)/external/trainable" -o kg/extraction/model
	$(MAKE) card

bench-extraction: ## measure the shipped model on SHARED/corpus/dev.jsonl: quality, speed, size, memory, reliability
	@sh scripts/environment.sh benchmark
	$(BIN)/python -m kg.training.benchmark "$(SHARED)/corpus/dev.jsonl"

card: ## make the model card again, from the figures of the shipped model on the corpora in SHARED
	@sh scripts/environment.sh benchmark
	$(BIN)/python -m kg.training.card "$(SHARED)" tests/data/other_fields

fuzz: ## look for files that break a reader, for FUZZ_SECONDS (60)
	@sh scripts/environment.sh fuzz
	$(BIN)/python scripts/fuzz.py $(or $(FUZZ_SECONDS),60)

picture: test-environment ## take the README's picture of exports/graph.html again
	@sh scripts/browser.sh
	$(BIN)/python scripts/page.py picture exports/graph.html docs/graph.png

bench-page: test-environment ## measure pages of the samples and of what is in SHARED: size, and time until they are drawn
	@sh scripts/browser.sh
	$(BIN)/kg build samples -o build/bench-page/1-samples
	if [ -d "$(SHARED)/seeds" ]; then $(BIN)/kg build "$(SHARED)/seeds" -o build/bench-page/2-seeds; fi
	if [ -d "$(SHARED)/anthology/xml" ]; then \
	    $(BIN)/kg build "$(SHARED)/anthology/xml/2024.acl.xml" -o build/bench-page/3-2024.acl && \
	    $(BIN)/kg build "$(SHARED)/anthology/xml" -o build/bench-page/4-six-volumes; fi
	$(BIN)/python scripts/page.py bench build/bench-page/*

clean: ## remove the environment and all that builds and tests leave behind
	rm -rf .venv build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

environment:
	@sh scripts/environment.sh

test-environment:
	@sh scripts/environment.sh test
