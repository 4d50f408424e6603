package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Budgets of a hook, in nanoseconds: on memory of no interest, and where it logs
// the access.
const (
	idleHookBudget  = 1.3
	firstHookBudget = 3
)

// accessKernels are the kernels of access.c.
var accessKernels = []string{"triad", "jacobi", "updates"}

// measureAccess measures what a program pays for having its loads and stores
// seen, compiled with hooks.
func measureAccess(b *bench) error {
	binary, err := b.accessProgram()
	if err != nil {
		return err
	}
	repeats := b.pick(41, 11)
	for _, hook := range []struct {
		how, what string
		budget    float64
	}{
		{"empty", "access tracking: a call of the library that does nothing", 0},
		{"idle", "access tracking: hook on memory of no interest", idleHookBudget},
		{"first", "access tracking: hook that logs the access", firstHookBudget},
	} {
		times, err := runAccess(binary, hook.how, repeats, 1)
		if err != nil {
			return err
		}
		r := row{hook.what, "", times[0].String() + " ns", ""}
		if hook.budget > 0 {
			r.budget, r.verdict = fmt.Sprintf("≤ %g ns", hook.budget), verdict(times[0].median(), hook.budget)
		}
		b.add(r)
	}
	detail := table{title: "Kernels with hooks, in the cache, no memory of interest: nanoseconds per element",
		header: []string{"kernel", "without", "with", "ratio"}}
	for _, k := range accessKernels {
		times, err := runAccess(binary, k, repeats, 2)
		if err != nil {
			return err
		}
		var ratio sample
		for i := range times[0] {
			ratio = append(ratio, times[1][i]/times[0][i])
		}
		detail.rows = append(detail.rows, []string{k, times[0].String(), times[1].String(), ratio.String()})
	}
	b.details = append(b.details, detail)
	return nil
}

// accessProgram builds access.c with its kernels in both forms; -fno-plt, as gomarmot cc does.
func (b *bench) accessProgram() (string, error) {
	lib := filepath.Join(b.root, "build")
	source, hooked := b.source("access_kernels.c"), filepath.Join(b.tmp, "hooked.o")
	if err := compile(hooked, source, "-c", "-fsanitize=thread", "-fno-plt", "-DNAME(k)=k##_hooked"); err != nil {
		return "", err
	}
	binary := filepath.Join(b.tmp, "access")
	return binary, compile(binary, b.source("access.c"), source, hooked, "-fno-plt", "-rdynamic", "-I"+filepath.Join(b.root, "access"), "-L"+lib, "-lgomarmot-access",
		"-Wl,-rpath,"+lib, "-Wl,-z,now")
}

// runAccess returns the columns that the program prints.
func runAccess(binary, how string, repeats, columns int) ([]sample, error) {
	out, err := exec.Command(binary, how, strconv.Itoa(repeats)).Output()
	if err != nil {
		return nil, fmt.Errorf("access %s: %w", how, err)
	}
	all := make([]sample, columns)
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) != columns {
			return nil, fmt.Errorf("access %s printed %q", how, line)
		}
		for i, f := range fields {
			x, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return nil, fmt.Errorf("access %s: %w", how, err)
			}
			all[i] = append(all[i], x)
		}
	}
	return all, nil
}
