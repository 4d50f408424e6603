//go:build faulty

package main

// #include <stdlib.h>
// static void fault_in_c(void) { *(volatile int *)8 = 1; }
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// sabotage breaks the core as a bug in it could, so that tests see how the program fares. The target displacement
// of an MPI_Put selects the bug.
func sabotage(e *event.Event) {
	if e.Kind != calls.Put {
		return
	}
	switch e.A[4] { // target_disp
	case 1001:
		panic("sabotage")
	case 1002:
		var none *event.Event
		none.N++
	case 1003:
		var zero int64
		e.A[0] /= zero
	case 1004:
		c := []int{}
		c[e.A[4]]++
	case 1005:
		C.fault_in_c()
	case 1006:
		useMemory()
	case 1007:
		useThreads()
	case 1008:
		C.abort()
	case 1009:
		endless(e)
	case 1010:
		breakPoller()
	}
}

// endless overflows the stack.
func endless(e *event.Event) int { return endless(e) + len(e.Blob) }

// breakPoller closes the descriptor that the Go runtime waits on, as a program that closes all descriptors does. Of
// the process's epoll descriptors, the runtime's has the highest number.
func breakPoller() {
	last := -1
	for fd := range 1000 {
		if link, _ := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd)); link == "anon_inode:[eventpoll]" {
			last = fd
		}
	}
	_ = syscall.Close(last)
	time.Sleep(time.Second)
}

// useMemory allocates more than any limit allows.
func useMemory() {
	for kept := [][]byte{}; ; {
		kept = append(kept, make([]byte, 1<<30))
	}
}

// useThreads starts threads until there are no more.
func useThreads() {
	for range 100_000 {
		go func() {
			runtime.LockOSThread()
			select {}
		}()
		runtime.Gosched()
	}
}
