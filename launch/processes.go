package launch

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// adoptOrphans makes orphaned descendants children of this process, so that descendants finds the ranks of a killed
// launcher. If the kernel refuses, descendants finds only processes whose parents are alive.
func adoptOrphans() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// descendants lists the living processes below pid.
func descendants(pid int) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, e := range entries {
		child, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parent, alive := parentOf(child); alive {
			children[parent] = append(children[parent], child)
		}
	}
	var out []int
	for next := []int{pid}; len(next) > 0; next = next[1:] {
		out = append(out, children[next[0]]...)
		next = append(next, children[next[0]]...)
	}
	return out
}

// parentOf returns the parent of a process; alive is false if the process is gone or a zombie.
func parentOf(pid int) (parent int, alive bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	var state byte
	// The name of the program, in parentheses, may contain anything.
	_, err = fmt.Sscanf(string(text[bytes.LastIndexByte(text, ')')+1:]), " %c %d", &state, &parent)
	return parent, err == nil && state != 'Z' && state != 'X'
}

// killDescendants kills all processes below this process, also processes that they create meanwhile.
func killDescendants() {
	for range 20 {
		pids := descendants(os.Getpid())
		if len(pids) == 0 {
			return
		}
		for _, pid := range pids {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// awaitDescendants waits until the processes below this process have ended, at most for limit.
func awaitDescendants(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if len(descendants(os.Getpid())) == 0 {
			return
		}
	}
}
