package main

// #cgo LDFLAGS: -Wl,--wrap=sigaction -Wl,--wrap=mmap -Wl,--wrap=pthread_create -Wl,--wrap=abort
// #include <stdlib.h>
// #include "../pmpi/base/core_abi.h"
//
// static const struct gm_thread_info *thread_at(const struct gm_boot *b, uint32_t i)
// {
// 	return b->thread(i);
// }
// static uint32_t idle(const struct gm_boot *b) { return b->idle(); }
// static int release(const struct gm_boot *b, uint32_t i, int over) { return b->release(i, over); }
// static void gm_sleep(const struct gm_boot *b, uint32_t us, int doze) { b->sleep(us, doze); }
// static void answer(const struct gm_boot *b, uint32_t done) { b->answer(done); }
// static uint64_t ticks(const struct gm_boot *b) { return b->ticks(); }
// static void write_line(const struct gm_boot *b, const char *line, size_t n)
// {
// 	b->write_line(line, n);
// }
// static void become(const struct gm_boot *b, uint32_t state) { b->become(state); }
import "C"

import (
	"cmp"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// boot is what libgomarmot.so passed to the core: C memory that never moves. Its
// methods may be called only from the drain's thread.
type boot struct{ c *C.struct_gm_boot }

// ring returns the memory of the ring with index i; nil if there is none at
// present.
func (b boot) ring(i int) []byte {
	info := C.thread_at(b.c, C.uint32_t(i))
	if info == nil {
		return nil
	}
	size := int(C.GM_RING_HEADER) + (int(info.mask)+1)*int(C.GM_SLOT)
	return unsafe.Slice((*byte)(unsafe.Pointer(info.ring)), size)
}

// rings returns how many rings the process has created so far.
func (b boot) rings() uint32 { return atomic.LoadUint32(word(&b.c.control.rings)) }

// idleRings returns how many rings of ended threads were free throughout the time since the last call of idleRings.
func (b boot) idleRings() int { return int(C.idle(b.c)) }

// releaseRing removes the file and the memory of the ring with index i if its thread has ended and the ring has
// been read to its end. It reports whether it removed the ring.
func (b boot) releaseRing(i int) bool { return C.release(b.c, C.uint32_t(i), 0) != 0 }

// dropRing removes the file of the ring with index i at the end of the recording, and the ring's memory if its
// thread has ended.
func (b boot) dropRing(i int) { C.release(b.c, C.uint32_t(i), 1) }

// sleep waits until an application thread wakes the drain, at most for d. A thread wakes the drain when its ring
// fills; with doze, by its next call.
func (b boot) sleep(d time.Duration, doze bool) {
	how := C.int(0)
	if doze {
		how = 1
	}
	C.gm_sleep(b.c, C.uint32_t(d.Microseconds()), how)
}

// nap is sleep for short times. The thread makes the system call without leaving Go: if it left, a thread of the Go
// runtime would look for work every 20 µs after each wake, and cost a busy program more than the drain itself.
func (b boot) nap(d time.Duration) {
	c := b.c.control
	wake, sleeping := word(&c.wake), word(&c.sleeping)
	seen := atomic.LoadUint32(wake)
	atomic.StoreUint32(sleeping, 1)
	if atomic.LoadUint32(word(&c.want)) == atomic.LoadUint32(word(&c.done)) {
		t := unix.NsecToTimespec(d.Nanoseconds())
		_, _, _ = syscall.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(wake)), futexWaitPrivate, uintptr(seen),
			uintptr(unsafe.Pointer(&t)), 0, 0) // a wake, a timeout and an error are the same here
	}
	atomic.StoreUint32(sleeping, 0)
}

const futexWaitPrivate = 128 // FUTEX_WAIT | FUTEX_PRIVATE_FLAG

// ticks reads the processor's counter, the clock of Event.Time.
func (b boot) ticks() uint64 { return uint64(C.ticks(b.c)) }

// writeLine writes a whole line to the application's error stream. A write to Go's os.Stderr would end the process
// if nothing reads the stream.
func (b boot) writeLine(line string) {
	C.write_line(b.c, (*C.char)(unsafe.Pointer(unsafe.StringData(line))), C.size_t(len(line)))
}

// become tells the application's side the state of the core.
func (b boot) become(state uint32) { C.become(b.c, C.uint32_t(state)) }

// The states of the core.
const (
	coreRuns    = uint32(C.GM_CORE_RUNS)
	coreFailed  = uint32(C.GM_CORE_FAILED)
	coreClosing = uint32(C.GM_CORE_CLOSING)
	coreClosed  = uint32(C.GM_CORE_CLOSED)
)

func word(p *C.uint32_t) *uint32 { return (*uint32)(unsafe.Pointer(p)) }

// wanted returns the number of the last flush requested, and why.
func (b boot) wanted() (flush uint32, reason uint32) {
	flush = atomic.LoadUint32(word(&b.c.control.want))
	return flush, atomic.LoadUint32(word(&b.c.control.reason))
}

// answer tells waiting threads that all flushes up to number flush are done.
func (b boot) answer(flush uint32) { C.answer(b.c, C.uint32_t(flush)) }

// switchOff makes every wrapper pass its calls through from now on.
func (b boot) switchOff() { atomic.StoreUint32(word(&b.c.control.state), C.GM_OFF) }

// unrecorded returns how many calls came from threads that got no ring.
func (b boot) unrecorded() uint32 { return atomic.LoadUint32(word(&b.c.control.unrecorded)) }

// getenv reads the process's current environment; Go's own copy is older.
func getenv(name string) string {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return C.GoString(C.getenv(c)) // "" for NULL
}

// process is this rank, copied from the C side once.
type process struct {
	rank, size  int
	leader      bool
	sessions    bool // started by MPI_Session_init
	run         uint64
	log, dir    string // "" if nothing can be written
	flavour     string
	library     string
	standard    [2]int
	threadLevel int
	watched     calls.Family
	tagUB       int64
	ticks       segment.Calibration
	unseen      []segment.Taker
	described   *segment.Header // see header
}

func (b boot) process() process {
	p := process{
		rank: int(b.c.rank), size: int(b.c.size), leader: b.c.leader != 0, sessions: b.c.sessions != 0,
		run: uint64(b.c.run_id),
		log: C.GoString(b.c.log_path), dir: C.GoString(b.c.dir_path),
		flavour: C.GoString(b.c.flavour), library: C.GoString(b.c.mpi_version),
		standard:    [2]int{int(b.c.standard[0]), int(b.c.standard[1])},
		threadLevel: int(b.c.thread_level),
		watched:     calls.Family(b.c.watched), tagUB: int64(b.c.tag_ub),
		ticks: segment.Calibration{
			Tick0: uint64(b.c.start_ticks), Unix0: int64(b.c.start_unix_nano),
			PerSecond: float64(b.c.ticks_per_second),
		},
	}
	p.unseen = takers(C.GoString(b.c.unseen), p.exe())
	return p
}

// takers parses gm_boot.unseen: a line for each file, its path and the functions, separated by tabs. An empty path
// stands for the program, exe.
func takers(text, exe string) []segment.Taker {
	var out []segment.Taker
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		out = append(out, segment.Taker{Path: cmp.Or(f[0], exe), Calls: f[1:]})
	}
	return out
}
