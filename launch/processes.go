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

// adoptOrphans makes orphaned processes children of this one, so that the ranks
// of a killed launcher can be found. The kernel may refuse; then only those are
// found whose parents are alive.
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

// parentOf reads the parent of a process that is not a zombie.
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

// killDescendants ends all processes below this one, including those created
// meanwhile.
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

// awaitDescendants gives the processes below this one some time to end.
func awaitDescendants(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if len(descendants(os.Getpid())) == 0 {
			return
		}
	}
}
