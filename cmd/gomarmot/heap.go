package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/peers"
)

// When garbage is collected. gcPercent makes collections more frequent than usual, so that a log of thousands of ranks
// takes less memory. While the heap is small, they would then come every few milliseconds: the ballast, which is never
// touched and so takes no memory, counts as heap, and lets the heap grow by 32 MB before each collection, or by 64 MB
// on several cores: while a collection goes on, these take longer for each pointer that they store. Several
// processes that check a log together collect sooner, since there may be many of them on a node; the process that
// matches, which needs more memory, collects soonest.
const (
	gcPercent      = 50
	ballast        = 64 << 20
	ballastCores   = 128 << 20
	gcPercentMany  = 27
	gcPercentOther = 42
	ballastMany    = 32 << 20
)

// collectSeldom returns the ballast, which counts as long as something refers to it.
func collectSeldom() []byte {
	switch {
	case os.Getenv("GOGC") != "":
		return nil
	case peers.Started():
		debug.SetGCPercent(gcPercentMany)
		return make([]byte, ballastMany)
	}
	debug.SetGCPercent(gcPercent)
	if runtime.GOMAXPROCS(0) > 1 {
		return make([]byte, ballastCores)
	}
	return make([]byte, ballast)
}

const (
	hugePage = 2 << 20   // bytes
	hugeHeap = 256 << 20 // bytes of the heap in huge pages
)

// useHugePages has the next hugeHeap bytes of the heap lie in huge pages, where the kernel leaves that to programs: a
// report touches new memory all the time, and follows pointers through it. The memory is mapped here, but neither
// touched nor kept. A limit on the address space is left for what is needed.
var useHugePages = sync.OnceFunc(markHugePages)

func markHugePages() {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil || limit.Cur != unix.RLIM_INFINITY {
		return
	}
	b := make([]byte, hugeHeap)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) & (hugePage - 1))
	_ = unix.Madvise(b[skip:skip+(len(b)-skip)&^(hugePage-1)], unix.MADV_HUGEPAGE) // without it, a report takes longer
	runtime.KeepAlive(b)
	b = nil
	runtime.GC()
}
