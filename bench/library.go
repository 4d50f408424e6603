package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/gomarmot/gomarmot/acceptance"
)

// measureLibrary is measureRecord with MPI_Put called by a library, so that each
// record has a stack; then the same for calls that Python code makes.
func measureLibrary(b *bench) error {
	stub, err := b.stub()
	if err != nil {
		return err
	}
	library, binary := filepath.Join(b.tmp, "libcallcost.so"), filepath.Join(b.tmp, "library")
	rpath := "-Wl,-rpath," + b.tmp + ",-rpath," + b.build
	if err := compile(library, b.source("callcost.c"), stub, "-Dmain=bench_main", "-fPIC", "-shared", rpath,
		"-lpthread"); err != nil {
		return err
	}
	if err := compile(binary, b.source("library.c"), library, rpath, "-Wl,-rpath-link,"+b.build); err != nil {
		return err
	}
	c, err := b.callCosts(binary, puts, 1, b.pick(400, 100), []string{b.preload()})
	if err != nil {
		return err
	}
	b.add(row{label: "one record of a call that a library makes, ns", figure: c[0]})
	return b.measurePython()
}

// measurePython times mpi4py calls: without gomarmot, with gomarmot but without Python lines, and with both.
func (b *bench) measurePython() error {
	var without, native, python sample
	for range b.pick(5, 3) {
		for _, run := range []struct {
			to  *sample
			env []string
		}{
			{&without, nil},
			{&native, []string{"LD_PRELOAD=" + b.preload(), "GOMARMOT_PYTHON=0"}},
			{&python, []string{"LD_PRELOAD=" + b.preload()}},
		} {
			nano, err := b.runBarriers(run.env)
			if err != nil {
				return err
			}
			*run.to = append(*run.to, nano)
		}
	}
	var line sample
	for i := range python {
		line = append(line, python[i]-native[i])
	}
	b.add(row{label: "the Python line of a call, ns of processor time", figure: line,
		detail: fmt.Sprintf("an MPI_Barrier of mpi4py: %s ns, without gomarmot %s", short(python.median()),
			short(without.median()))})
	return nil
}

func (b *bench) runBarriers(env []string) (float64, error) {
	dir, err := os.MkdirTemp(b.tmp, "python")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("/usr/bin/python3", b.source("barrier.py"))
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), acceptance.MPIs[0].Env...), append(env, noSummary)...)
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("barrier.py: %w", err)
	}
	var nano float64
	if n, _ := fmt.Sscanf(string(out), "nano %f", &nano); n != 1 {
		return 0, fmt.Errorf("barrier.py printed %q", out)
	}
	return nano, nil
}
