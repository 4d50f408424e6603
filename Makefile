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

build: $(BUILD)/libgomarmot.so core cli

$(BUILD)/libgomarmot.so: $(C_SRC) $(C_HDR)
	@mkdir -p $(BUILD)
	$(CC) $(WARN) $(CFLAGS) -fPIC -fvisibility=hidden -shared -o $@.new $(C_SRC) -ldl -lpthread
	@mv $@.new $@  # never written over while a program has it mapped

# Go knows best what is out of date.
.PHONY: core cli
core:
	CGO_ENABLED=1 go build -buildmode=c-shared -ldflags "-s -w -X=runtime.godebugDefault=asyncpreemptoff=1" \
		-o $(BUILD)/libgomarmot-core.so.new ./runtime
	@mv $(BUILD)/libgomarmot-core.so.new $(BUILD)/libgomarmot-core.so
	@rm -f $(BUILD)/libgomarmot-core.so.h $(BUILD)/libgomarmot-core.h

cli:
	go build -o $(BUILD)/gomarmot ./cmd/gomarmot

$(BUILD)/libstubmpi.so: $(STUB)
	@mkdir -p $(BUILD)
	$(CC) $(WARN) $(CFLAGS) -fPIC -fvisibility=hidden -shared -Wl,-soname,libstubmpi.so \
		-o $@ $(filter %.c,$(STUB))

$(BUILD)/bench: pmpi/stubmpi/bench.c $(BUILD)/libstubmpi.so
	$(CC) $(WARN) $(CFLAGS) -o $@ $^ -Wl,-rpath,'$$ORIGIN'

generate:
	go run ./pmpi/gen
