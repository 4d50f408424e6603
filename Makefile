# gomarmot: "make build" puts everything into build/.

.PHONY: all build generate lint test bench profile demo check-api install clean deps

all: build

CC      ?= cc
CFLAGS  ?= -O2 -g
LDFLAGS ?=
PREFIX  ?= /usr/local
# The tag; v0.1.0-5-gabc, five commits after it, is 0.1.0+5.gabc, which sorts later, and a commit before the first tag is
# 0.0.0+gabc. Without git, in a release's archive, it is the version that runtime/version.go states.
VERSION ?= $(shell if [ -e .git ]; then \
	git describe --tags --match 'v[0-9]*' 2>/dev/null | sed 's/^v//; s/-\([0-9]*\)-g/+\1.g/' | grep . || \
	echo 0.0.0+g$$(git rev-parse --short HEAD 2>/dev/null || echo unknown); \
	else sed -n 's/^const version = "\(.*\)"$$/\1/p' runtime/version.go; fi)
BUILD   := build
WARN    := -std=gnu11 -Wall -Wextra -Werror
ROOMS   := base loaded library record guest memory detail place provoke life wrap
C_SRC   := $(wildcard $(ROOMS:%=pmpi/%/*.c))
C_HDR   := $(wildcard $(ROOMS:%=pmpi/%/*.h)) access/bridge.h heap/bridge.h gpu/bridge.h
ACCESS  := $(wildcard access/*.c access/*.h)
HEAP    := $(wildcard heap/*.c heap/*.h)
GPU     := $(wildcard gpu/*.[ch] gpu/*/*.[ch] gpu/hip/check/testdata/*.c)
GCC_PLUGIN := $(shell gcc -print-file-name=plugin 2>/dev/null)/include
PASSES  := $(if $(wildcard $(GCC_PLUGIN)/gcc-plugin.h),$(BUILD)/link/gomarmot_gcc.so) \
	$(foreach v,14 16,$(if $(wildcard /usr/lib/llvm-$(v)/include/llvm/Passes/PassPlugin.h),$(BUILD)/link/gomarmot_llvm$(v).so))
comma   := ,
STUB    := $(wildcard pmpi/stubmpi/*stub.c) pmpi/stubmpi/stub.h
# From 1.21 on Go gets the version that go.mod asks for itself. Where there is none, or
# an older one, as in Debian 12, packaging/go.sh gets it once.
ifeq ($(shell go version 2>/dev/null | grep -E 'go1\.(2[1-9]|[3-9][0-9])'),)
OWN_GO  := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/gomarmot/go$(shell sed -n 's/^go //p' go.mod)
export PATH := $(OWN_GO)/bin:$(PATH)
core cli generate check-api deps: | $(OWN_GO)
# deps.sh comes first, and says what is missing.
$(OWN_GO):
	@sh packaging/go.sh "$@"
CERTIFICATES := $(wildcard /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt)
GO_DEPS := $(if $(wildcard $(OWN_GO)),,-also "Go into $(OWN_GO)" $(if $(CERTIFICATES),,ca-certificates))
endif

# "make build" does independent parts side by side.
JOBS     ?= $(shell nproc)
parallel = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

PARTS := wrappers core cli access heap gpu courier
build:
	@$(parallel) parts

# .began: sources that are newer have perhaps not been built (acceptance/identity.go).
.PHONY: parts began $(PARTS)
parts: $(PARTS)
	@mv $(BUILD)/.began.new $(BUILD)/.began
$(PARTS): | began
began:
	@mkdir -p $(OBJ) $(LINK)
	@touch $(BUILD)/.began.new

# What comes out as it was stays as it is, with its time, by which Go's test
# cache knows it. New files come by a rename: a program may have the old ones
# mapped.
OBJ     := $(BUILD)/obj
LINK    := $(BUILD)/link
replace = cmp -s $(LINK)/$(1) $(BUILD)/$(1) || { cp $(LINK)/$(1) $(LINK)/$(1).new && mv $(LINK)/$(1).new $(BUILD)/$(1); }
# $(call link,COMPILER AND OPTIONS,NAME,LIBRARIES)
link = @echo "link    $(2)"; $(1) $(LDFLAGS) -o $(LINK)/$(2) $(filter %.o,$^) $(3) && $(call replace,$(2))

# Objects are compiled again after a change of a source, of a header, of the compiler or of its options.
compile = @echo "compile $<"; $(1) -MMD -MP -c -o $@ $<
FLAGS_NOW := $(CC) $(WARN) $(CFLAGS) $(LDFLAGS) | $(shell $(CC) --version 2>/dev/null | head -1)
$(OBJ)/.flags: force | began
	@echo '$(FLAGS_NOW)' | cmp -s - $@ || echo '$(FLAGS_NOW)' >$@
.PHONY: force
SHARED := $(CC) $(WARN) $(CFLAGS) -fPIC -fvisibility=hidden

# Wrappers of functions that programs call rarely, or that take long: they need not be compiled for speed.
COLD     := $(patsubst %,$(OBJ)/pmpi/wrap/zz_wrap_%.o,base collectives io objects)
$(COLD): SLOW := -O1
# What takes longest comes first.
C_MADE   := $(wildcard pmpi/*/zz_*)
WRAPPERS := $(patsubst %.c,$(OBJ)/%.o,$(filter $(C_MADE),$(C_SRC)) $(filter-out $(C_MADE),$(C_SRC)))
wrappers: $(LINK)/libgomarmot.so
$(LINK)/libgomarmot.so: $(WRAPPERS)
	$(call link,$(SHARED) -shared,libgomarmot.so,-ldl -lpthread)
$(OBJ)/pmpi/%.o: pmpi/%.c $(OBJ)/.flags
	@mkdir -p $(@D)
	$(call compile,$(SHARED) $(SLOW))

# What programs compiled by gomarmot cc are linked with; its tables are where only x86-64 has room for them.
# The compilers' passes come where their headers are: make deps-access installs them.
access: $(PASSES)
ifeq ($(shell $(CC) -dumpmachine 2>/dev/null | cut -d- -f1),x86_64)
access: $(LINK)/libgomarmot-access.so
	@mkdir -p $(BUILD)/gomarmot-hooks && ln -sf ../libgomarmot-access.so $(BUILD)/gomarmot-hooks/libtsan.so
endif
$(LINK)/libgomarmot-access.so: $(patsubst %.c,$(OBJ)/%.o,$(filter %.c,$(ACCESS)))
	$(call link,$(SHARED) -shared -Wl$(comma)-soname$(comma)libgomarmot-access.so -Wl$(comma)-z$(comma)now$(comma)-z$(comma)initfirst,libgomarmot-access.so,-ldl -lpthread)
$(OBJ)/access/%.o: access/%.c $(OBJ)/.flags
	@mkdir -p $(@D)
	$(call compile,$(SHARED))

# What is preloaded where the program's heap is watched. -fexceptions: operator new may throw through it.
heap: $(LINK)/libgomarmot-heap.so
$(LINK)/libgomarmot-heap.so: $(patsubst %.c,$(OBJ)/%.o,$(filter %.c,$(HEAP)))
	$(call link,$(SHARED) -shared -Wl$(comma)-soname$(comma)libgomarmot-heap.so -Wl$(comma)-z$(comma)now,libgomarmot-heap.so,-ldl -lpthread)
$(OBJ)/heap/%.o: heap/%.c $(OBJ)/.flags
	@mkdir -p $(@D)
	$(call compile,$(SHARED) -fexceptions -fno-builtin)

# What watches the program's work on GPUs: CUDA's driver loads one library, the other is preloaded in front of HIP.
gpu: $(LINK)/libgomarmot-cuda.so $(LINK)/libgomarmot-hip.so
$(LINK)/libgomarmot-%.so: $(patsubst %.c,$(OBJ)/%.o,$(wildcard gpu/*.c))
	$(call link,$(SHARED) -shared -Wl$(comma)-soname$(comma)$(@F) -Wl$(comma)-z$(comma)now,$(@F),-ldl -lpthread)
$(LINK)/libgomarmot-cuda.so: $(patsubst %.c,$(OBJ)/%.o,$(wildcard gpu/cuda/*.c))
$(LINK)/libgomarmot-hip.so: $(patsubst %.c,$(OBJ)/%.o,$(wildcard gpu/hip/*.c))
$(OBJ)/gpu/%.o: gpu/%.c $(OBJ)/.flags
	@mkdir -p $(@D)
	$(call compile,$(SHARED))

# What MPI knows of the processes of "mpiexec gomarmot report".
courier: $(LINK)/gomarmot-courier
$(LINK)/gomarmot-courier: $(OBJ)/courier/courier.o
	$(call link,$(CC) $(CFLAGS),gomarmot-courier,-ldl)
$(OBJ)/courier/%.o: courier/%.c $(OBJ)/.flags
	@mkdir -p $(@D)
	$(call compile,$(CC) $(WARN) $(CFLAGS))
-include $(wildcard $(OBJ)/*/*.d $(OBJ)/*/*/*.d)

# Each pass is compiled as one source: most of what it takes is reading the compiler's headers.
# $(call pass,FOLDER,HEADERS OF THE COMPILER)
pass = @echo "compile $(@F)"; for f in $(filter %.cc,$^); do echo "\#include \"$$f\""; done | \
	g++ -std=c++17 -Wall -Wextra -Werror -O2 -fPIC -fno-rtti -fno-exceptions -shared $(LDFLAGS) -I. -isystem $(1) -o $@ -x c++ - && \
	$(call replace,$(@F))
$(LINK)/gomarmot_gcc.so: $(wildcard access/gcc/*) access/access.h | began
	$(call pass,$(GCC_PLUGIN))
$(LINK)/gomarmot_llvm%.so: $(wildcard access/llvm/*) access/access.h | began
	$(call pass,/usr/lib/llvm-$*/include)

# Go knows best what is out of date, but for headers outside of the package: their
# checksum is an argument. Both programs are position-independent, so that they share what is
# compiled: hence one after the other.
CGO_OPTIONS = -O2 -g -DCORE_ABI=$$(cksum <pmpi/base/core_abi.h | cut -d' ' -f1)
core: | began
	@echo "go      libgomarmot-core.so"
	@CGO_ENABLED=1 CGO_CFLAGS="$(CGO_OPTIONS)" go build -buildmode=c-shared $(CORE_MODE) \
		-ldflags "-s -w -X=runtime.godebugDefault=asyncpreemptoff=1,containermaxprocs=0" \
		-o $(LINK)/libgomarmot-core.so ./runtime && $(call replace,libgomarmot-core.so)

cli: | core
	@echo "go      gomarmot"
	@CGO_ENABLED=$(CLI_CGO) CGO_CFLAGS="$(CGO_OPTIONS)" go build $(CLI_MODE) -ldflags "$(CLI_LDFLAGS)" \
		-o $(LINK)/gomarmot ./cmd/gomarmot && $(call replace,gomarmot)

$(BUILD)/libstubmpi.so: $(STUB)
	@mkdir -p $(BUILD)
	$(CC) $(WARN) $(CFLAGS) -fPIC -fvisibility=hidden -shared -Wl,-soname,libstubmpi.so \
		-o $@ $(filter %.c,$(STUB))

# make dist sets these: the command needs no C library, and has its version. Elsewhere it has a version
# that was asked for; that of git would make another command of each commit. What is installed is
# compiled with the profile of reports and drains, which takes a tenth off them, and for which Go compiles all again.
CLI_CGO     ?= 1
CLI_MODE    ?= -buildmode=pie
PROFILED    := -pgo=cmd/gomarmot/report.pgo
CLI_LDFLAGS ?= $(if $(filter file,$(origin VERSION)),,-X main.version=$(VERSION))

generate:
	go run ./pmpi/gen
	go run ./tracker/wire/gen
	go run ./rules/catalogue

# The Forum's machine-readable description of the standard; not part of this
# repository.
API_JSON ?= ../shared/spec/mpi-4.1-apis.json
check-api:
	go run ./pmpi/calls/apicheck $(API_JSON)

# Of the tests all, whatever target runs them.
TAGS := mpi,apps,threads,aarch64,compilers,hip,hosts,slurm,dist,readers
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
HAND_C      := courier/courier.c $(wildcard gputest/*.c gputest/*.h) $(ACCESS) $(HEAP) $(GPU) $(filter-out $(C_MADE) access/% heap/% gpu/%,$(C_SRC) $(C_HDR) $(wildcard pmpi/stubmpi/*))

# Imports come in blocks: the standard library, others, this module.
define IMPORTS
FNR == 1       { inside = 0 }
/^import \($$/ { inside = 1; last = -1; gap = 0; next }
/^\)/          { inside = 0 }
inside && !NF  { gap = 1 }
inside && /"/  {
	split($$0, quoted, "\"")
	kind = quoted[2] ~ /^github.com\/gomarmot\// ? 2 : quoted[2] ~ /^[^\/]*\./ ? 1 : 0
	if (last >= 0 && (kind < last || (kind > last) != gap)) { print FILENAME ":" FNR ": import in the wrong block"; bad = 1 }
	last = kind; gap = 0
}
END { exit bad }
endef
export IMPORTS

lint: deps-lint build
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
		[ -z "$$unformatted" ] || { echo "gofmt: $$unformatted"; exit 1; }
	@git ls-files '*.go' | xargs awk "$$IMPORTS"
	go mod tidy -diff || { echo "go.mod: run go mod tidy"; exit 1; }
	go vet -tags $(TAGS) ./...
	go run $(STATICCHECK) -tags $(TAGS) ./...
	go run ./words/prose
	clang-format --dry-run -Werror $(HAND_C)

# Everything, under both MPIs, see docs/testing.md. What runs, and beside what, is in acceptance/stages.
test: deps-test
	@$(MAKE) --no-print-directory build $(BUILD)/libstubmpi.so
	@rm -f $(BUILD)/.notes
	@GOMARMOT_TEST_NOTES=$(CURDIR)/$(BUILD)/.notes go run ./acceptance/stages

# Random programs and large logs, as many as take ten minutes; the stage "packages" has a part of them.
.PHONY: test-long
test-long: build
	go test -timeout 60m ./check ./report ./tracker/job

# What has been fuzzed need not be again before it changes.
.PHONY: fuzzed
fuzzed: $(BUILD)/.fuzzed
$(BUILD)/.fuzzed: $(wildcard pmpi/event/*.go pmpi/calls/*.go runtime/segment/*.go foreign/*.go) go.mod
	@$(MAKE) --no-print-directory fuzz
	@touch $@

# Every program of examples/ under every MPI.
.PHONY: test-programs
test-programs: deps deps-heap deps-plugin build
	GOMARMOT_TEST_PROGRAMS=all go test -tags mpi -parallel 4 -timeout 120m \
		-run '^Test(Buggy|Fixed|Silent|Correct|Fortran.*)$$' ./acceptance

# That a change of the analysis leaves the reports of all kept logs as they were at REF. make test-programs keeps logs.
REF ?= HEAD
.PHONY: same
same: cli
	go run ./acceptance/same $(REF)

# Programs with a rank that comes late to each of its MPI calls: what is found does not depend on who comes first.
LATE ?= 0 1
.PHONY: test-late
test-late: deps deps-heap deps-plugin build
	for rank in $(LATE); do \
		GOMARMOT_TEST_LATE=$$rank GOMARMOT_TEST_PROGRAMS=all go test -tags mpi -parallel 3 -timeout 120m \
			-run '^Test(Buggy|Fixed|Silent|Correct|Fortran.*)$$' ./acceptance || exit 1; \
	done

# What a plain run does not show: every program of examples/provoke, under every MPI.
.PHONY: test-provoke
test-provoke: deps build
	GOMARMOT_TEST_PROGRAMS=all go test -tags mpi -parallel 2 -timeout 120m -run '^TestProvoke' ./acceptance

# Correct programs behave as ever, whatever gomarmot provoke forces.
PROVOKE ?= send match order fill rma file early flag sync send,match,order,fill,rma,file,early,flag,sync
.PHONY: test-provoked
test-provoked: deps deps-heap deps-plugin build
	for kinds in $(PROVOKE); do \
		GOMARMOT_TEST_PROVOKE=$$kinds go test -tags mpi -parallel 3 -timeout 120m \
			-run '^Test(Fixed|Silent|Correct|FortranFixed|PythonFixed)$$' ./acceptance || exit 1; \
	done

# The same for applications, each with every choice of all kinds forced: those that build and run in a few seconds.
APPS_PROVOKED ?= HDF5|FFTW|ScaLAPACK|MUMPS|hypre|PT-SCOTCH|p4est|SuperLU|PnetCDF|Boost|PETSc$$|HPC
.PHONY: test-apps-provoked
test-apps-provoked: deps deps-apps build
	GOMARMOT_TEST_PROVOKE=send,match,order,fill,rma,file,early,flag,sync \
		go test -tags apps -count 1 -timeout 60m -v ./apps -run 'TestApplications/($(APPS_PROVOKED))'

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
FUZZ := pmpi/event:FuzzDecoder:30000 pmpi/event:FuzzRoundTrip:20000 pmpi/event:FuzzParse:30000 pmpi/event:FuzzStacks:15000 pmpi/event:FuzzWholeArrays:15000 \
	runtime/segment:FuzzReader:5000 runtime/segment:FuzzRing:5000 foreign:FuzzLine:10000
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
	go test -race -short -timeout 30m ./runtime/... ./source ./tracker/... ./launch ./cmd/gomarmot
	go test -race -run "TestCores|TestWorkerPanics|TestStreamFails|TestProcesses" ./check

# Jobs on several hosts, which are namespaces of this machine; as root. RUN is a
# pattern of tests.
.PHONY: test-hosts test-slurm deps-hosts deps-slurm
on_hosts = go test -tags $(1) -c -o $(BUILD)/$(1).test ./acceptance/hosts && cd acceptance/hosts && \
	sh hosts.sh run 3 $(CURDIR)/$(BUILD)/$(1).test -test.timeout 60m -test.parallel 3 -test.v -test.run '$(RUN)'
test-hosts: deps deps-hosts build
	$(call on_hosts,hosts)

# A real Slurm on these hosts: srun and sbatch.
test-slurm: deps deps-slurm build
	$(call on_hosts,slurm)

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

# The documentation and a page for each rule, as static HTML in build/site.
.PHONY: site
site:
	rm -rf $(BUILD)/site
	go run ./docs/site $(BUILD)/site

# make rule ID=LOCK014 NAME=lock_during_post
.PHONY: rule
rule:
	go run ./rules/scaffold "$(ID)" "$(NAME)"

# What each program of examples/ is an example of, for other checkers: docs/suite.md.
.PHONY: suite
suite:
	@mkdir -p $(BUILD)
	go run ./acceptance/suite/write $(BUILD)/suite.json

bench: deps deps-bench deps-access build $(BUILD)/libstubmpi.so
	$(MAKE) --no-print-directory access
	go run ./bench

# What the compiler knows of reports and drains: they take a tenth less time with it. To be made again when much has changed.
profile: build
	go run ./bench -reports cmd/gomarmot/report.pgo

demo: deps-mpi
	@$(parallel) wrappers core cli
	sh examples/demo/demo.sh

# Manual pages and completion scripts, made from the commands themselves.
.PHONY: man
man: cli
	rm -rf $(BUILD)/man
	$(BUILD)/gomarmot man $(BUILD)/man
	for shell in bash zsh fish; do $(BUILD)/gomarmot completion $$shell >$(BUILD)/completion.$$shell || exit 1; done

# What goes where is in packaging/files. LIB: lib64 where libraries are there.
LIB ?= lib
install: export CLI_MODE := $(PROFILED)
install: export CORE_MODE := $(PROFILED)
install: build man site
	sh packaging/install.sh $(BUILD) $(LIB) $(VERSION) $(DESTDIR)$(PREFIX)

# tar.gz, .deb and .rpm in build/dist, see docs/packages.md.
.PHONY: dist test-dist
dist: deps-access
	sh packaging/dist.sh $(VERSION)

# The packages in fresh Debian trees, and whether they come out the same twice; as
# root, and slow.
test-dist: dist
	@command -v debootstrap >/dev/null && command -v rpm2cpio >/dev/null && command -v cpio >/dev/null || { $(call apt,debootstrap rpm2cpio cpio); }
	sh packaging/test.sh

clean:
	rm -rf $(BUILD)

# Installs on Debian what is missing, after one line that says what (packaging/deps.sh). What programs need is listed with
# what shows that it is there.
apt = sh packaging/deps.sh $(1)
.PHONY: deps-mpi deps-test deps-lint deps-bench deps-access deps-plugin deps-heap
MPI_DEPS  := gcc=cc libc6-dev=/usr/include/stdio.h openmpi-bin=mpiexec.openmpi libopenmpi-dev=mpicc.openmpi \
	mpich=mpiexec.mpich libmpich-dev=mpicc.mpich
TEST_DEPS := $(MPI_DEPS) g++=g++ gfortran=gfortran binutils=strip chromium=chromium \
	python3-mpi4py=/usr/lib/python3/dist-packages/mpi4py/__init__.py
LINT_DEPS := clang-format=clang-format
# Other allocators, which the heap is watched with.
HEAP_DEPS := libjemalloc2 libtcmalloc-minimal4
# Declared types of buffers are only known by the plugin (examples of OBJ008). Its package is that of the compiler, which
# Debian names before it is installed.
GCC_MAJOR   = $(or $(shell gcc -dumpversion 2>/dev/null | cut -d. -f1),\
	$(shell apt-cache depends gcc 2>/dev/null | sed -n 's/^ *Depends: gcc-\([0-9]*\)$$/\1/p'),12)
PLUGIN_DEPS = gcc-$(GCC_MAJOR)-plugin-dev=$(shell gcc -print-file-name=plugin 2>/dev/null)/include/gcc-plugin.h
# What the compilers' passes are built and tested with.
PASS_DEPS := gcc-12-plugin-dev clang-16 llvm-16-dev clang-14 llvm-14-dev flang-16 libomp-16-dev dpkg-dev
# AMD's headers and library, and a compiler for its GPUs: 900 MB, so not among TEST_DEPS.
HIP_DEPS   := libamdhip64-dev=/usr/include/hip/hip_runtime_api.h clang-16=clang-16 lld-16=ld.lld-16 \
	clang-tools-16=/usr/lib/llvm-16/bin/clang-offload-bundler
HOST_DEPS  := iproute2=ip procps=pgrep
SLURM_DEPS := slurmctld=slurmctld slurmd=slurmd slurm-client=srun
APPS := libhdf5-openmpi-dev libhdf5-mpich-dev python3-h5py-mpi libnetcdf-mpi-dev libpnetcdf-dev \
	libadios-openmpi-dev libadios-mpich-dev libadios-bin libbz2-dev libaec-dev zlib1g-dev \
	libcoarrays-openmpi-dev libcoarrays-mpich-dev libpetsc-real-dev libglobalarrays-dev libarmci-mpi-dev \
	nwchem-openmpi nwchem-mpich cp2k lammps libp4est-dev libsuperlu-dist-dev libptscotch-dev \
	libscalapack-openmpi-dev libscalapack-mpich-dev libmumps-dev libhypre-dev libfftw3-mpi-dev libboost-mpi-dev \
	hpcc quantum-espresso quantum-espresso-data gromacs
# To build and to run the demo; the tests need more.
deps-mpi:
	@$(call apt,$(GO_DEPS) $(MPI_DEPS))
deps:
	@$(call apt,$(TEST_DEPS))
# All that "make test" needs, at once.
deps-test:
	@$(call apt,$(GO_DEPS) $(TEST_DEPS) $(LINT_DEPS) $(HEAP_DEPS) $(PLUGIN_DEPS))
deps-heap:
	@$(call apt,$(HEAP_DEPS))
deps-lint:
	@$(call apt,$(LINT_DEPS))
deps-hosts:
	@$(call apt,$(HOST_DEPS) faketime=faketime)
deps-slurm:
	@$(call apt,$(HOST_DEPS) $(SLURM_DEPS))
deps-bench:
	@$(call apt,valgrind=valgrind)
deps-plugin: deps
	@$(call apt,$(PLUGIN_DEPS))
deps-access:
	@$(call apt,$(PASS_DEPS))
deps-hip:
	@$(call apt,$(HIP_DEPS))

# The passes, byte by byte (access/exact), and what is found with each of them.
.PHONY: test-compilers
test-compilers: deps deps-access build
	$(MAKE) --no-print-directory access
	go test -tags compilers -count 1 -timeout 120m -v ./access/exact
	go test -tags mpi,compilers -count 1 -timeout 60m -run 'TestEachWay|TestDeclaredShapes|TestVersionNoted' ./acceptance

# HIP as gomarmot declares it, against AMD's headers and library, and code objects of clang.
.PHONY: test-hip deps-hip
test-hip: deps deps-hip build
	go test -tags hip -count 1 ./gpu/hip/check
	go test -tags mpi,hip -count 1 -run TestCompiledHIP ./acceptance

# Programs of others compute the same with the passes and without (access/projects): downloads their sources.
.PHONY: test-sources
test-sources: deps deps-access build
	$(MAKE) --no-print-directory access
	go test -tags compilers -count 1 -timeout 30m -v ./access/projects

# Exports of logs, by readers of others: DuckDB, and the engine of Chrome's DevTools. Their packages come from npm.
.PHONY: test-readers
READERS := acceptance/testdata/readers/package.json
test-readers: deps build $(BUILD)/readers/.installed
	go test -tags mpi,readers -count 1 -run 'TestExportDuckDB|TestExportTraceEngine' ./acceptance
$(BUILD)/readers/.installed: $(READERS)
	@$(call apt,nodejs=node npm=npm)
	@mkdir -p $(@D) && cp $(READERS) $(@D)
	cd $(@D) && npm install --no-audit --no-fund
	@touch $@

deps-apps:
	@$(call apt,pkg-config $(APPS))
