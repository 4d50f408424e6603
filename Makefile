# gomarmot: "make build" puts everything into build/.

CC      ?= cc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
BUILD   := build
WARN    := -std=gnu11 -Wall -Wextra -Werror
C_SRC   := $(wildcard pmpi/*.c)
C_HDR   := $(wildcard pmpi/*.h)
STUB    := $(wildcard pmpi/stubmpi/*stub.c) pmpi/stubmpi/stub.h

.PHONY: all build generate lint test bench demo check-api install clean deps

all: build

# What comes out as it was stays as it is, with its time, by which Go's test
# cache knows it. New files come by a rename: a program may have the old ones
# mapped. Programs are linked in a folder of their own, so that several makes do
# not meet.
replace = { cmp -s $(1)/$(2) $(BUILD)/$(2) || mv $(1)/$(2) $(BUILD)/$(2); } && rm -rf $(1)

# .began: sources that are newer have perhaps not been built (acceptance/identity.go).
build: began wrappers core cli
	@mv $(BUILD)/.began.new $(BUILD)/.began

.PHONY: began wrappers core cli
began:
	@mkdir -p $(BUILD)
	@touch $(BUILD)/.began.new

wrappers core cli: | began
wrappers: $(if $(wildcard $(BUILD)/libgomarmot.so),$(BUILD)/.wrappers,remake-wrappers)
remake-wrappers:
	@rm -f $(BUILD)/.wrappers
	@$(MAKE) --no-print-directory $(BUILD)/.wrappers

$(BUILD)/.wrappers: $(C_SRC) $(C_HDR)
	@mkdir -p $(BUILD)
	new=$$(mktemp -d $(BUILD)/new.XXXXXX) && \
		$(CC) $(WARN) $(CFLAGS) -fPIC -fvisibility=hidden -shared -o $$new/libgomarmot.so $(C_SRC) -ldl -lpthread && \
		$(call replace,$$new,libgomarmot.so)
	@touch $@

# Go knows best what is out of date, but for headers outside of the package: their
# checksum is an argument.
core:
	new=$$(mktemp -d $(BUILD)/new.XXXXXX) && \
		CGO_ENABLED=1 CGO_CFLAGS="-O2 -g -DCORE_ABI=$$(cksum <pmpi/core_abi.h | cut -d' ' -f1)" go build -buildmode=c-shared -ldflags "-s -w -X=runtime.godebugDefault=asyncpreemptoff=1,containermaxprocs=0" \
		-o $$new/libgomarmot-core.so ./runtime && $(call replace,$$new,libgomarmot-core.so)

cli:
	new=$$(mktemp -d $(BUILD)/new.XXXXXX) && go build -o $$new/gomarmot ./cmd/gomarmot && $(call replace,$$new,gomarmot)

$(BUILD)/libstubmpi.so: $(STUB)
	@mkdir -p $(BUILD)
	$(CC) $(WARN) $(CFLAGS) -fPIC -fvisibility=hidden -shared -Wl,-soname,libstubmpi.so \
		-o $@ $(filter %.c,$(STUB))

generate:
	go run ./pmpi/gen
	go run ./rules/catalogue

# The Forum's machine-readable description of the standard; not part of this
# repository.
API_JSON ?= ../shared/spec/mpi-4.1-apis.json
check-api:
	go run ./pmpi/calls/apicheck $(API_JSON)

# Of the tests all, whatever target runs them.
TAGS := mpi,apps,threads,aarch64
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
HAND_C      := $(filter-out pmpi/zz_%,$(C_SRC) $(C_HDR)) $(filter-out pmpi/stubmpi/zz_%,$(wildcard pmpi/stubmpi/*))

lint: deps-lint build
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
		[ -z "$$unformatted" ] || { echo "gofmt: $$unformatted"; exit 1; }
	go mod tidy -diff || { echo "go.mod: run go mod tidy"; exit 1; }
	go vet -tags $(TAGS) ./...
	go run $(STATICCHECK) -tags $(TAGS) ./...
	go run ./words/prose
	clang-format --dry-run -Werror $(HAND_C)
	for f in $(HAND_C:%.h=); do $(CC) $(WARN) -O2 -fPIC -fsyntax-only $$f || exit 1; done

# Everything, under both MPIs, see docs/testing.md. The programs run in one lane and
# the rest in the other: of an MPI job, and of the tests of the wrappers, half is
# waiting. At the end come notes of the tests, and how long each stage took.
STAGES := programs wrappers packages fuzz lint
NOTES  := $(BUILD)/.notes
test: deps deps-lint build $(BUILD)/libstubmpi.so
	@rm -f $(NOTES) $(BUILD)/.stages
	@start=$$(date +%s); $(MAKE) -j2 --output-sync=target --no-print-directory $(STAGES:%=stage-%); code=$$?; \
		for f in $(NOTES) $(BUILD)/.stages; do [ ! -e $$f ] || cat $$f; done; \
		echo "all stages took $$(( $$(date +%s) - start )) s"; exit $$code

# A stage is a command that says in the end how long it took. What it runs is not
# a part of this make.
stage = @start=$$(date +%s); (unset MAKEFLAGS MFLAGS MAKELEVEL; GOMARMOT_TEST_NOTES=$(CURDIR)/$(NOTES); export GOMARMOT_TEST_NOTES; \
	$(2)) && how=passed || how=failed; \
	echo "$(1) $$how after $$(( $$(date +%s) - start )) s" >>$(BUILD)/.stages; [ $$how = passed ]

.PHONY: $(STAGES:%=stage-%)
# -parallel 4: an MPI job waits for half of its time, on two cores.
stage-programs:
	$(call stage,programs,go test -tags mpi -parallel 4 -timeout 30m ./acceptance)
stage-wrappers:
	$(call stage,wrappers,go test -tags mpi -timeout 30m ./pmpi/wrappertest)
stage-packages:
	$(call stage,packages,go test -tags mpi -p 1 -timeout 30m $$(go list ./... | grep -v -e /acceptance$$ -e /pmpi/wrappertest$$))
stage-fuzz: $(BUILD)/.fuzzed
stage-lint:
	$(call stage,lint,make --no-print-directory lint)

# What has been fuzzed need not be again before it changes.
$(BUILD)/.fuzzed: $(wildcard pmpi/event/*.go pmpi/calls/*.go runtime/segment/*.go foreign/*.go) go.mod
	$(call stage,fuzz,make --no-print-directory fuzz)
	@touch $@

# That the program never notices: every case under every MPI.
.PHONY: test-harm
test-harm: deps build $(BUILD)/libstubmpi.so
	GOMARMOT_TEST_HARM=1 go test -tags mpi -p 1 -count 1 -timeout 30m ./acceptance ./pmpi/wrappertest \
		-run 'Signal|Fork|Thread|Limit|Launcher|Inert|Fault|Behaviour'

# The same programs under the MPIs of newer Debian releases; as root, and slow.
.PHONY: test-newer
test-newer: deps build
	@command -v debootstrap >/dev/null || { $(call apt,debootstrap); }
	sh acceptance/newer.sh

# Debian's MPI libraries and applications, with and without gomarmot; not part
# of "make test". The table of docs/applications.md comes out anew in build/.
.PHONY: test-apps deps-apps
test-apps: deps deps-apps build
	go test -tags apps -count 1 -timeout 60m -v ./apps

# A short run of each fuzz target. Counts, not times: the same everywhere.
FUZZ := pmpi/event:FuzzDecoder:50000 pmpi/event:FuzzRoundTrip:30000 pmpi/event:FuzzParse:50000 pmpi/event:FuzzStacks:20000 \
	runtime/segment:FuzzReader:10000 runtime/segment:FuzzRing:10000 foreign:FuzzLine:20000
.PHONY: fuzz
fuzz:
	@for f in $(FUZZ); do \
		set -- $$(echo $$f | tr : ' '); \
		echo "fuzz $$2"; \
		go test ./$$1 -run xxx -fuzz "^$$2$$" -fuzztime $${3}x -fuzzminimizetime 1x || exit 1; \
	done

# Data races: the C side under ThreadSanitizer, the Go side with -race.
.PHONY: test-threads
test-threads: deps build
	go vet -tags threads ./pmpi/wrappertest
	go test -tags threads -count 1 -run TestNoDataRaces ./pmpi/wrappertest
	go test -race -timeout 30m ./runtime/... ./source ./tracker/... ./launch ./cmd/gomarmot
	go test -race -run "TestCores|TestWorkerPanics|TestStreamFails" ./check

# The recorder on aarch64, cross-compiled and under qemu.
.PHONY: test-aarch64
test-aarch64: deps build build/libstubmpi.so
	@command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null || \
		{ $(call apt,gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user); }
	go vet -tags aarch64 ./pmpi/wrappertest
	go test -tags aarch64 -count 1 -timeout 30m -run TestARM ./pmpi/wrappertest

# Kills at 100 random moments of a busy run, under each MPI.
.PHONY: test-kills
test-kills: deps build
	GOMARMOT_TEST_KILLS=100 go test -tags mpi -timeout 60m -count 1 -run '^TestKillAnywhere$$' ./acceptance

# make rule ID=LOCK014 NAME=lock_during_post
.PHONY: rule
rule:
	go run ./rules/scaffold "$(ID)" "$(NAME)"

bench: deps deps-bench build $(BUILD)/libstubmpi.so
	go run ./bench

demo: deps build
	sh examples/demo/demo.sh

# Manual pages and completion scripts, made from the commands themselves.
.PHONY: man
man: cli
	rm -rf $(BUILD)/man
	$(BUILD)/gomarmot man $(BUILD)/man
	for shell in bash zsh fish; do $(BUILD)/gomarmot completion $$shell >$(BUILD)/completion.$$shell || exit 1; done

SHARE := $(DESTDIR)$(PREFIX)/share
install: build man
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
		$(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 $(BUILD)/gomarmot $(DESTDIR)$(PREFIX)/bin/
	install -m 755 $(BUILD)/libgomarmot.so $(BUILD)/libgomarmot-core.so $(DESTDIR)$(PREFIX)/lib/
	install -m 644 $(BUILD)/man/*.1 $(SHARE)/man/man1/
	install -m 644 $(BUILD)/completion.bash $(SHARE)/bash-completion/completions/gomarmot
	install -m 644 $(BUILD)/completion.zsh $(SHARE)/zsh/site-functions/_gomarmot
	install -m 644 $(BUILD)/completion.fish $(SHARE)/fish/vendor_completions.d/gomarmot.fish

clean:
	rm -rf $(BUILD)

# Installs on Debian what is missing.
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
apt = $(SUDO) apt-get update -q && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -qy $(1)
.PHONY: deps-lint deps-bench
APPS := libhdf5-openmpi-dev libhdf5-mpich-dev python3-h5py-mpi libnetcdf-mpi-dev libpnetcdf-dev \
	libadios-openmpi-dev libadios-mpich-dev libadios-bin libbz2-dev libaec-dev zlib1g-dev \
	libcoarrays-openmpi-dev libcoarrays-mpich-dev libpetsc-real-dev libglobalarrays-dev libarmci-mpi-dev \
	nwchem-openmpi nwchem-mpich cp2k lammps libp4est-dev libsuperlu-dist-dev libptscotch-dev \
	libscalapack-openmpi-dev libscalapack-mpich-dev libmumps-dev libhypre-dev libfftw3-mpi-dev libboost-mpi-dev \
	hpcc quantum-espresso quantum-espresso-data gromacs
deps:
	@command -v cc >/dev/null && command -v mpicc.openmpi >/dev/null && command -v mpiexec.openmpi >/dev/null && \
		command -v mpicc.mpich >/dev/null && command -v mpiexec.mpich >/dev/null && \
		command -v g++ >/dev/null && command -v gfortran >/dev/null && command -v strip >/dev/null && \
		command -v chromium >/dev/null && /usr/bin/python3 -c 'import mpi4py' 2>/dev/null || \
		{ $(call apt,gcc libc6-dev openmpi-bin libopenmpi-dev mpich libmpich-dev g++ gfortran binutils chromium \
			python3-mpi4py); }

deps-lint:
	@command -v clang-format >/dev/null || { $(call apt,clang-format); }

deps-bench:
	@command -v valgrind >/dev/null || { $(call apt,valgrind); }

deps-apps:
	@[ "$$(dpkg-query -Wf '$${db:Status-Status}\n' $(APPS) 2>/dev/null | grep -cx installed)" = $(words $(APPS)) ] || \
		{ $(call apt,--no-install-recommends pkg-config $(APPS)); }
