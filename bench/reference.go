package main

import (
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gomarmot/gomarmot/acceptance"
)

// The references: commits that report and drain, and the recorder, are compared with.
const (
	reportReference   = "8489dad4"
	recorderReference = "b279224"
)

// drainBenchmark is compiled in this tree and in the tree of the reference.
const drainBenchmark = "bench/drain_bench_test.go"

// reference returns a folder with "gomarmot" and "drain.test" of the reference, and builds them unless they are
// kept from an earlier run.
func (b *bench) reference() (folder string, err error) {
	source, err := os.ReadFile(filepath.Join(b.root, drainBenchmark))
	if err != nil {
		return "", err
	}
	kept := filepath.Join(b.kept, fmt.Sprintf("report-%08x", crc32.ChecksumIEEE(source)))
	return acceptance.BuiltAt(b.root, reportReference, kept, func(tree, into string) error {
		fmt.Printf("  building %s\n", reportReference)
		if err := os.WriteFile(filepath.Join(tree, drainBenchmark), source, 0o600); err != nil {
			return err
		}
		if err := acceptance.BuildCommand(tree, into); err != nil {
			return err
		}
		return buildTest(tree, filepath.Join(into, "drain.test"))
	})
}

// buildTest compiles the tests of this package in a tree.
func buildTest(tree, binary string, options ...string) error {
	cmd := exec.Command("go", append(append([]string{"test", "-c"}, options...), "-o", binary, "./bench")...)
	cmd.Dir = tree
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the tests of ./bench: %w: %s", err, out)
	}
	return nil
}

// recorder returns the path of libgomarmot.so of recorderReference, and builds it unless it is kept from an earlier
// run.
func (b *bench) recorder() (library string, err error) {
	folder, err := acceptance.BuiltAt(b.root, recorderReference, filepath.Join(b.kept, "recorder"),
		func(tree, into string) error {
			fmt.Printf("  building %s\n", recorderReference)
			if err := run("make", "-s", "-C", tree, "build/libgomarmot.so", "core"); err != nil {
				return err
			}
			for _, name := range []string{"libgomarmot.so", "libgomarmot-core.so"} {
				if err := os.Rename(filepath.Join(tree, "build", name), filepath.Join(into, name)); err != nil {
					return err
				}
			}
			return nil
		})
	return filepath.Join(folder, "libgomarmot.so"), err
}

// run runs a command, and returns its output only in an error.
func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// compile compiles a C program.
func compile(binary, source string, flags ...string) error {
	return run("cc", append([]string{"-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", binary, source},
		flags...)...)
}
