package main

// #include "../pmpi/base/core_abi.h"
import "C"

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/gomarmot/gomarmot/foreign"
)

// Limits on what the core may use of the application's machine.
const (
	memoryLimit = 256 << 20
	maxStack    = 64 << 20 // of a goroutine
	gcPercent   = 50
)

// main is never called: the package is a C library.
func main() {}

// gm_core_main drains this process's rings until recording has ended. It is
// called once, on a thread that libgomarmot.so created for it.
//
//export gm_core_main
func gm_core_main(b *C.struct_gm_boot) {
	runtime.LockOSThread()
	runtime.GOMAXPROCS(1)
	debug.SetMemoryLimit(memoryLimit)
	debug.SetGCPercent(gcPercent)
	debug.SetMaxStack(maxStack)
	debug.SetTraceback("crash") // makes Go end with SIGABRT, which pmpi/guest/fault.c handles
	boot := boot{b}
	stderr = boot
	if boot.c.abi != C.GM_ABI {
		note("libgomarmot.so and libgomarmot-core.so have different versions; install both from one build")
		boot.become(coreFailed)
		return
	}
	c := &core{boot: boot, proc: boot.process()}
	c.guard(c.open)
	if !c.opened {
		boot.become(coreFailed)
		return
	}
	boot.become(coreRuns)
	c.guard(c.run)
	if !c.finished {
		c.off()
	}
}

// stderr is set once, before the first note.
var stderr boot

// note prints a line on the application's error stream.
func note(format string, args ...any) {
	stderr.writeLine("gomarmot: " + foreign.Line(fmt.Sprintf(format, args...)) + "\n")
}
