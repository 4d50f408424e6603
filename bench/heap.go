package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/gomarmot/gomarmot/acceptance"
)

// heapBudget is in nanoseconds, for a block that is allocated and freed.
const heapBudget = 20

// sentBudget is how much longer a loop of sends may take with digests of what is
// sent, by default.
const sentBudget = 1.02

// measureHeap measures what watching the heap adds to malloc and free.
func measureHeap(b *bench) error {
	binary := filepath.Join(b.tmp, "heap")
	if err := compile(binary, b.source("heap.c"), "-fno-builtin"); err != nil {
		return err
	}
	var without, more sample
	for range b.pick(11, 5) {
		plain, err := nanoseconds(exec.Command(binary), "")
		if err != nil {
			return err
		}
		watched, err := nanoseconds(exec.Command(binary), filepath.Join(b.build, "libgomarmot-heap.so"))
		if err != nil {
			return err
		}
		without, more = append(without, plain), append(more, watched-plain)
	}
	b.add(row{"malloc and free with the heap watched, more than " + short(without.median()) + " ns", fmt.Sprintf("≤ %d ns", heapBudget),
		more.String() + " ns", verdict(more.median(), heapBudget)})
	return nil
}

// measureSent compares loops of sends with digests of what is sent, as far as the
// default has them, to those without any.
func measureSent(b *bench) error {
	detail := table{title: "A send, a receive and a wait for both: processor time in ns without digests, and ratios",
		header: []string{"MPI", "bytes", "without", "by default", "all of them"}}
	for i := range acceptance.MPIs {
		m := &acceptance.MPIs[i]
		binary := filepath.Join(b.tmp, "sends-"+m.Name)
		if err := m.Compile(b.source("sends.c"), binary, "-O2"); err != nil {
			return err
		}
		for _, bytes := range []int{1 << 10, 4 << 10, digestLimit} {
			if err := b.sends(m.Name, binary, bytes, &detail); err != nil {
				return err
			}
		}
	}
	b.details = append(b.details, detail)
	return nil
}

// sends measures messages of one size, of a process that is a job of its own.
func (b *bench) sends(mpi, binary string, bytes int, detail *table) error {
	var off, some, all sample
	times := strconv.Itoa(b.pick(2_000_000, 400_000) / max(1, bytes>>14))
	for range b.pick(11, 5) {
		var one [3]float64
		for i, digest := range []string{"off", "", "64K"} {
			cmd := exec.Command(binary, strconv.Itoa(bytes), times)
			cmd.Env = append(os.Environ(), noSummary, "GOMARMOT_LIVE=0", "GOMARMOT_DIGEST="+digest, "GOMARMOT_LOG="+filepath.Join(b.tmp, "sends.log"))
			nano, err := nanoseconds(cmd, filepath.Join(b.build, "libgomarmot.so"))
			if err != nil {
				return err
			}
			one[i] = nano
		}
		off, some, all = append(off, one[0]), append(some, one[1]/one[0]), append(all, one[2]/one[0])
	}
	detail.rows = append(detail.rows, []string{mpi, size(bytes), off.String(), some.String(), all.String()})
	b.add(row{"digests of what is sent, messages of " + size(bytes) + ", " + mpi, fmt.Sprintf("≤ %g", sentBudget), some.String(),
		verdict(some.median(), sentBudget)})
	return nil
}

// nanoseconds runs a program that prints a time, with a library preloaded unless
// that is "".
func nanoseconds(cmd *exec.Cmd, preload string) (float64, error) {
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	if preload != "" {
		cmd.Env = append(cmd.Env, "LD_PRELOAD="+preload)
	}
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", filepath.Base(cmd.Path), err)
	}
	var nano float64
	if n, _ := fmt.Sscanf(string(out), "nano %f", &nano); n != 1 {
		return 0, fmt.Errorf("%s printed %q", filepath.Base(cmd.Path), out)
	}
	return nano, nil
}
