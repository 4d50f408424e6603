package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// preloadBudget is in milliseconds.
const preloadBudget = 1

// measurePreload runs a program that is not an MPI program with and without the
// preloaded library, in turns.
func measurePreload(b *bench) error {
	preload := append(os.Environ(), "LD_PRELOAD="+b.preload())
	var without, with, extra sample
	for range b.pick(500, 150) {
		a, err := startAndEnd(os.Environ())
		if err != nil {
			return err
		}
		c, err := startAndEnd(preload)
		if err != nil {
			return err
		}
		without, with, extra = append(without, a), append(with, c), append(extra, c-a)
	}
	b.add(row{"a process that is not an MPI program", "≤ 1 ms more",
		fmt.Sprintf("%.2f ms (%.2f–%.2f)", extra.median(), extra.quantile(0.1), extra.quantile(0.9)),
		verdict(extra.median(), preloadBudget)})
	b.details = append(b.details, table{title: "/bin/true from start to end, milliseconds: median (first and ninth decile)",
		header: []string{"without", "with", "more"},
		rows:   [][]string{{deciles(without), deciles(with), deciles(extra)}}})
	return b.countThreads(preload)
}

func deciles(s sample) string {
	return fmt.Sprintf("%.2f (%.2f–%.2f)", s.median(), s.quantile(0.1), s.quantile(0.9))
}

// startAndEnd returns the milliseconds that /bin/true takes.
func startAndEnd(env []string) (float64, error) {
	start := time.Now()
	p, err := os.StartProcess("/bin/true", []string{"true"}, &os.ProcAttr{Env: env})
	if err != nil {
		return 0, err
	}
	state, err := p.Wait()
	took := time.Since(start)
	if err == nil && !state.Success() {
		err = fmt.Errorf("/bin/true: %v", state)
	}
	return took.Seconds() * 1e3, err
}

// countThreads asks a preloaded program how many threads it has.
func (b *bench) countThreads(env []string) error {
	binary := filepath.Join(b.tmp, "threads")
	if err := compile(binary, b.source("threads.c")); err != nil {
		return err
	}
	cmd := exec.Command(binary)
	cmd.Env = env
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("threads: %w", err)
	}
	n := strings.TrimSpace(string(out))
	v := "met"
	if n != "1" {
		v = "missed"
	}
	b.add(row{"its threads", "1", n, v})
	return nil
}

// compile builds a C program.
func compile(binary, source string, flags ...string) error {
	args := append([]string{"-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", binary, source}, flags...)
	out, err := exec.Command("cc", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("cc %s: %w\n%s", source, err, out)
	}
	return nil
}
