# The tasks of this repository. `make` prints the list; CONTRIBUTING.md explains them.
# They need Go, gcc, Node and npm. The tests look for what else they need and print what is missing.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
# Further flags of `millrace serve` for `make run`, such as ARGS='--listen 127.0.0.1:9000'.
ARGS ?=
# Flags of `make bench`, such as BENCH='-only tables'; `go run ./bench -h` lists them.
BENCH ?=
# Flags of `make bench-peers`, such as PEERS='-sizes 100 -rounds 1'; `go run ./bench/peers -h` lists them.
PEERS ?=
# How `make test` runs the packages with goroutines or locks: plain, or once as .ci/run does, under the race detector.
MODE ?= plain
# How many times `make kill-suite` kills a server.
N ?= 1000
# How long each fuzz target runs.
FUZZTIME ?= 30s

peers   := build/peers
tool    := go tool -modfile=tools/go.mod
# A third of the time of the linters goes to collecting garbage with Go's defaults.
collect_less := GOGC=400 GOMEMLIMIT=4GiB
go_dirs := $(wildcard api bench client cmd docs internal test)

# The web application is built when one of its files, or the list of files in a folder, is newer than what was built.
web_installed := web/node_modules/.installed
web_built     := internal/webui/dist/index.html
web_sources   := $(wildcard web/*.html web/*.json web/*.ts) $(shell find web/public web/scripts web/src -type f -o -type d 2>/dev/null)

# The version is ours to say, and a checkout that git distrusts must build too: hence no stamp from git. The linters and the tests
# use what was compiled here. With -trimpath everything would be compiled twice; `GOFLAGS=-trimpath make build` removes the paths
# of this machine from the program.
build_binary = go build -buildvcs=false -ldflags '-X main.version=$(VERSION)' -o bin/millrace ./cmd/millrace

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: run
run: build ## build everything and start the platform, with its data in ./millrace-data
	@exec bin/millrace serve $(ARGS)

.PHONY: build
build: web ## build the web application and bin/millrace
	$(build_binary)

.PHONY: build-go
build-go: ## build bin/millrace with the web application as it was built last, if ever
	$(build_binary)

.PHONY: web
web: $(web_built) ## build the web application, if something in it has changed

$(web_installed): web/package-lock.json
	npm --prefix web ci
	@touch $@

$(web_built): $(web_installed) $(web_sources)
	npm --prefix web run build
	@touch $@

.PHONY: test
test: build ## run the tests: Go with SQLite and PostgreSQL, the checks of the web application, its main journeys in the browser
	test/with-postgres test/with-ducklake test/with-fakesnow test/with-scim-tester test/run $(MODE)

.PHONY: browser
browser: build ## run all tests in the browser; make test runs those of the main journeys
	test/with-browser npm --prefix web run e2e

.PHONY: screenshots
screenshots: build ## write the pictures of the main pages to docs/images
	test/with-browser npm --prefix web run screenshots

.PHONY: race
race: ## run the tests of the packages with goroutines or locks under the race detector
	test/with-postgres test/with-ducklake test/with-fakesnow test/with-scim-tester test/run race

.PHONY: test-dbt
test-dbt: ## compare an imported dbt project with dbt's own tables; installs dbt, 350 MB
	MILLRACE_TEST_DBT_REQUIRED=1 test/with-dbt go test -count=1 -v ./test/dbt

.PHONY: test-trino
test-trino: ## run the tests that need a Trino server, which it installs and starts
	test/trino

.PHONY: test-long
test-long: ## run what takes hours, for nights and releases: the browser, all simulation seeds, 1,000 kills, fuzzing, 10,000 schedules
	$(MAKE) browser
	go test -count=1 -timeout 2h ./internal/runner -seeds 20000
	go test -count=1 -timeout 2h -race ./internal/runner -seeds 2000
	MILLRACE_TEST_LONG=1 test/with-postgres test/with-ducklake test/with-fakesnow test/with-dbt test/with-scim-tester go test -count=1 -timeout 4h -race -p 1 ./internal/... ./client ./test/...
	MILLRACE_TEST_KILLS=500 test/with-postgres go test -count=1 -timeout 2h ./test/durability
	$(MAKE) kill-suite N=1000
	$(MAKE) schedule-load N=10000
	$(MAKE) scale-day SCALE=1
	MILLRACE_TEST_LONG=1 MILLRACE_TEST_TRINO_KILLS=100 $(MAKE) test-trino
	$(MAKE) fuzz FUZZTIME=5m
	MILLRACE_TEST_OFFLINE=1 $(MAKE) vulnerabilities

.PHONY: scale-day
scale-day: ## play a day of a large deployment: make scale-day SCALE=1, about 35 minutes; see docs/scale.md
	MILLRACE_TEST_SCALE=$(or $(SCALE),0.05) test/with-postgres go test -count=1 -v -timeout 4h ./test/scale -run TestDay

.PHONY: lint
lint: $(web_installed) ## check formatting and run the linters of the Go and the web code; go vet is one of them
	@files=$$(gofmt -l $(go_dirs)); test -z "$$files" || { echo "run gofmt on: $$files" >&2; exit 1; }
	$(collect_less) $(tool) golangci-lint run
	npm --prefix web run check

.PHONY: generate
generate: ## write what is generated: server, Go client and web types from api/openapi.yaml, and docs/reference from the code
	api/generate.sh
	go run -buildvcs=false ./cmd/millrace docs write docs/reference
	npm --prefix web run generate

# A throw-away repository remembers the files as they are, so that work in progress is not taken for a difference.
.PHONY: check-generated
check-generated: ## fail when `make generate` changes something, and show what
	@memory=$$(mktemp -d); trap 'rm -rf "$$memory"' EXIT; \
	remember() { git --git-dir="$$memory" --work-tree=. "$$@"; }; \
	git init --quiet --bare "$$memory"; \
	remember add --all; \
	$(MAKE) --no-print-directory generate; \
	remember add --all --intent-to-add; \
	remember --no-pager diff --exit-code || \
		{ echo "check-generated: the files above were out of date: they are written now, commit them" >&2; exit 1; }

.PHONY: bench
bench: ## measure against the goals and print a table
	test/with-postgres --durable go run ./bench $(BENCH)

# Each peer has a Python environment of its own: what they need may differ.
$(peers)/%/.installed: bench/peers/%.txt
	rm -rf $(@D)
	python3 -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	@touch $@

.PHONY: bench-trino
bench-trino: ## measure on a Trino server, which it installs and starts
	test/with-trino go run ./bench -only trino $(BENCH)

.PHONY: bench-peers
bench-peers: build-go $(peers)/dbt/.installed $(peers)/sqlmesh/.installed ## install dbt and SQLMesh in build/peers and compare with them
	go run ./bench/peers -folder $(peers) $(PEERS)

.PHONY: bench-graph
bench-graph: build ## measure in the browser how fast graphs of 1,000 and 5,000 nodes are drawn and moved
	test/with-browser npm --prefix web run bench

.PHONY: kill-suite
kill-suite: ## kill servers N (1000) times during runs and check the data
	MILLRACE_TEST_RUN_KILLS=$(N) test/with-postgres go test -count=1 -v -timeout 6h ./test/crash

.PHONY: schedule-load
schedule-load: N = 10000
schedule-load: ## let N (10000) schedules be due in one second on two servers, and print how late they fire
	MILLRACE_TEST_SCHEDULES=$(N) test/with-postgres go test -count=1 -v -timeout 1h -run ManyAtOnce ./test/schedules

.PHONY: fuzz
fuzz: ## run each fuzz target for FUZZTIME (30s)
	@grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' $(go_dirs) | while IFS=: read -r file target; do \
		echo "$$target in $$(dirname "$$file")"; \
		go test -run '^$$' -fuzz "^$${target#func }\$$" -fuzztime $(FUZZTIME) "./$$(dirname "$$file")" </dev/null; \
	done

# What the program contains: the modules that are compiled into it, and the packages of the web application that are delivered.
.PHONY: sbom
sbom: build ## write what the program is made of to build/sbom, as CycloneDX
	@mkdir -p build/sbom
	go run ./test/sbom -output build/sbom/go.cdx.json bin/millrace
	npm --prefix web sbom --omit=dev --sbom-format=cyclonedx > build/sbom/web.cdx.json
	@ls -l build/sbom

.PHONY: vulnerabilities
vulnerabilities: $(web_installed) ## compare the dependencies with the databases of known vulnerabilities
	test/vulnerabilities

# The second call starts at the programs only, so it also finds functions that only tests call. The Go client is complete,
# whether or not our own programs call every operation; projectgen is shared by the bench and the tests.
.PHONY: deadcode
deadcode: ## fail when a function is called by nothing, or by tests alone
	@dead=$$($(collect_less) $(tool) deadcode -test ./...); test -z "$$dead" || { echo "$$dead" >&2; exit 1; }
	@dead=$$($(collect_less) $(tool) deadcode ./cmd/... ./bench/... | grep -vE '^(client|internal/projectgen)/' || true); \
		test -z "$$dead" || { echo "$$dead" >&2; echo "only tests call these: move them to a _test.go file" >&2; exit 1; }

.PHONY: clean
clean: ## remove what was built; data and installed packages stay
	rm -rf bin
	find internal/webui/dist -mindepth 1 ! -name .gitkeep -delete
