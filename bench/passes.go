package main

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
)

// Budgets for the time of instrumented code over the same compiler's code without instrumentation, at -O2.
const (
	kernelBudget = 2.0
	meanBudget   = 1.4
	updateBudget = 4.0
)

// kernel is a loop of programs/kernels.c.
type kernel struct {
	name, label string
	budget      float64 // for the slower of idle and armed memory; 0: no budget
	loop        bool    // it counts for the geometric mean
}

var kernels = []kernel{
	{"jacobi", "Jacobi sweep, 1000 × 1000", kernelBudget, true},
	{"triad-memory", "triad in memory", kernelBudget, true},
	{"triad-cache", "triad in cache", kernelBudget, true},
	{"blocks", "5 × 5 blocks times vectors", kernelBudget, true},
	{"forces", "Lennard-Jones forces", kernelBudget, true},
	{"chase", "pointer chase", kernelBudget, true},
	{"updates-cache", "random updates in cache", updateBudget, false},
	{"updates-memory", "random updates of 64 MiB", 0, false},
}

// instrumented is a compiler with the way in which gomarmot cc instruments its code.
type instrumented struct{ compiler, way string }

var instrumentedBy = []instrumented{{"gcc", "plugin"}, {"clang-16", "llvm"}}

// measurePasses compares loops compiled by gomarmot cc with the same loops compiled by the compiler alone.
func measurePasses(b *bench) error {
	for _, by := range instrumentedBy {
		if err := b.kernels(by); err != nil {
			return fmt.Errorf("%s: %w", by.compiler, err)
		}
	}
	return nil
}

func (b *bench) kernels(by instrumented) error {
	plain, tested := filepath.Join(b.tmp, by.compiler), filepath.Join(b.tmp, by.compiler+"-"+by.way)
	if err := b.buildKernels(plain, by.compiler); err != nil {
		return err
	}
	if err := b.buildKernels(tested, b.command(), "cc", "--how", by.way, "--", by.compiler); err != nil {
		return err
	}
	product, loops := 1.0, 0
	for _, k := range kernels {
		var without, idle, armed sample
		for range b.pick(7, 3) {
			var one [3]float64
			for i, run := range []struct{ binary, armed string }{{plain, "0"}, {tested, "0"}, {tested, "1"}} {
				nano, err := b.runKernel(run.binary, k.name, run.armed, i > 0)
				if err != nil {
					return err
				}
				one[i] = nano
			}
			without = append(without, one[0])
			idle, armed = append(idle, one[1]/one[0]), append(armed, one[2]/one[0])
		}
		if k.loop {
			product, loops = product*idle.median()*armed.median(), loops+2
		}
		worst := idle
		if armed.median() > idle.median() {
			worst = armed
		}
		r := row{label: k.label + ", " + by.compiler, figure: worst, detail: fmt.Sprintf("idle %s, armed %s, of %s ns",
			short(idle.median()), short(armed.median()), short(without.median()))}
		if k.budget > 0 {
			r.budget = atMost(k.budget)
		}
		b.add(r)
	}
	b.add(row{label: "geometric mean of the loops, " + by.compiler, figure: sample{math.Pow(product, 1/float64(loops))},
		budget: atMost(meanBudget)})
	return nil
}

// buildKernels compiles kernels.c with the command, and passes.c, which runs the kernels, with cc. Each loop begins
// at a multiple of 64 bytes: otherwise a loop of few instructions may take twice as long by the chance of its
// alignment, instrumented or not.
func (b *bench) buildKernels(binary string, command ...string) error {
	harness := binary + ".o"
	if err := run("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-I"+filepath.Join(b.root, "access"), "-c", "-o", harness,
		b.source("passes.c")); err != nil {
		return err
	}
	return run(command[0], append(command[1:], "-O2", "-falign-loops=64", "-g", "-o", binary, b.source("kernels.c"),
		harness, "-lm", "-rdynamic")...)
}

// runKernel returns nanoseconds for an iteration. tracked: the binary must have been linked with
// libgomarmot-access.so.
func (b *bench) runKernel(binary, kernel, armed string, tracked bool) (float64, error) {
	out, err := exec.Command(binary, kernel, armed, "3").Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", kernel, err)
	}
	var nano float64
	var is int
	if n, _ := fmt.Sscanf(string(out), "nano %f %d", &nano, &is); n != 2 {
		return 0, fmt.Errorf("%s printed %q", kernel, out)
	}
	if tracking := is != 0; tracking != tracked {
		return 0, fmt.Errorf("%s: with libgomarmot-access.so: %v", kernel, tracking)
	}
	return nano, nil
}
