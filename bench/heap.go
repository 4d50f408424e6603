package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/gomarmot/gomarmot/acceptance"
)

// sentBudget bounds the time of a loop of sends with the default digests over the time without digests.
const sentBudget = 1.02

// measureHeap measures what watching the heap adds to malloc and free.
func measureHeap(b *bench) error {
	binary := filepath.Join(b.tmp, "heap")
	if err := compile(binary, b.source("heap.c"), "-fno-builtin"); err != nil {
		return err
	}
	var without, watched sample
	for range b.pick(11, 5) {
		plain, err := nanoseconds(exec.Command(binary), "")
		if err != nil {
			return err
		}
		with, err := nanoseconds(exec.Command(binary), filepath.Join(b.build, "libgomarmot-heap.so"))
		if err != nil {
			return err
		}
		without, watched = append(without, plain), append(watched, with)
	}
	b.add(row{label: "malloc and free with the heap watched", figure: watched.over(without),
		detail: fmt.Sprintf("%s → %s ns", short(without.median()), short(watched.median()))})
	return nil
}

// measureSent compares loops of sends with the default digests, with digests of all messages, and without digests.
func measureSent(b *bench) error {
	for i := range acceptance.MPIs {
		m := &acceptance.MPIs[i]
		binary := filepath.Join(b.tmp, "sends-"+m.Name)
		if err := m.Compile(b.source("sends.c"), binary, "-O2"); err != nil {
			return err
		}
		for _, bytes := range []int{1 << 10, 4 << 10, 64 << 10} {
			if err := b.sends(m.Name, binary, bytes); err != nil {
				return err
			}
		}
	}
	return nil
}

// sends measures messages of a size, which a process sends to itself.
func (b *bench) sends(mpi, binary string, bytes int) error {
	var off, some, all sample
	times := strconv.Itoa(b.pick(2_000_000, 400_000) / max(1, bytes>>14))
	for range b.pick(11, 5) {
		var one [3]float64
		for i, digest := range []string{"off", "", "64K"} {
			cmd := exec.Command(binary, strconv.Itoa(bytes), times)
			cmd.Env = append(os.Environ(), noSummary, "GOMARMOT_LIVE=0", "GOMARMOT_DIGEST="+digest,
				"GOMARMOT_LOG="+filepath.Join(b.tmp, "sends.log"))
			nano, err := nanoseconds(cmd, filepath.Join(b.build, "libgomarmot.so"))
			if err != nil {
				return err
			}
			one[i] = nano
		}
		off, some, all = append(off, one[0]), append(some, one[1]/one[0]), append(all, one[2]/one[0])
	}
	b.add(row{label: fmt.Sprintf("digests of what is sent, messages of %d KiB, %s", bytes>>10, mpi), figure: some,
		budget: atMost(sentBudget),
		detail: fmt.Sprintf("of %s ns; if all are digested %s times", short(off.median()), short(all.median()))})
	return nil
}

// nanoseconds runs a program that prints a time in nanoseconds. preload is a library to preload, or "".
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
