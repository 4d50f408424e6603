//go:build compilers

package exact

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// A way is a compiler with its pass.
type way struct {
	name    string
	c, cxx  []string
	fortran []string
	// The source that the Fortran compiler compiles, its optimization levels, and the options for linking.
	fortranSource string
	fortranLevels []string
	fortranRTL    []string
}

func ways(t *testing.T) []way {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	plugin := "-fplugin=" + filepath.Join(root, "build", "gomarmot_gcc.so")
	list := []way{{name: "gcc-12", c: []string{"gcc-12", plugin}, cxx: []string{"g++-12", plugin},
		fortran: []string{"gfortran-12", plugin}, fortranSource: "work.f90", fortranLevels: levels,
		fortranRTL: []string{"-lgfortran"}}}
	for _, v := range []string{"16", "14"} {
		pass := "-fpass-plugin=" + filepath.Join(root, "build", "gomarmot_llvm"+v+".so")
		w := way{name: "clang-" + v, c: []string{"clang-" + v, pass}, cxx: []string{"clang++-" + v, pass}}
		if v == "16" {
			w.fortran, w.fortranSource = []string{"flang-new-16", pass}, "common.f90"
			w.fortranLevels = flangLevels
		}
		list = append(list, w)
	}
	return list
}

var levels = []string{"-O0", "-Og", "-O1", "-O2", "-O3", "-Os", "-Ofast", "-O3 -mavx2", "-O2 -fopenmp",
	"-O3 -mavx512f -mavx512vl -mavx512bw -mavx512dq"}

// flangLevels are the levels of optimization of flang 16.
var flangLevels = []string{"-O0", "-O1", "-O2", "-O3", "-Ofast", "-O3 -mavx2", "-O2 -fopenmp"}

// runnable reports whether this processor has the instructions of the level's code.
func runnable(t *testing.T, level string) bool {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	for _, option := range strings.Fields(level) {
		if name, found := strings.CutPrefix(option, "-m"); found && !strings.Contains(string(info), name) {
			return false
		}
	}
	return true
}

func command(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%.4000s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// number returns a setting of the test.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestRandomLoops compiles random kernels in each way and language, at each level. GOMARMOT_EXACT_SEED chooses another
// seed, and GOMARMOT_EXACT_KERNELS the number of kernels.
func TestRandomLoops(t *testing.T) {
	seed, kernels := number("GOMARMOT_EXACT_SEED", 1), number("GOMARMOT_EXACT_KERNELS", 60)
	s := newSources(int64(seed), kernels)
	dir := t.TempDir()
	if keep := os.Getenv("GOMARMOT_EXACT_KEEP"); keep != "" {
		dir = keep
	}
	write(t, dir, "work.c", s.c)
	write(t, dir, "work.f90", s.fortran)
	write(t, dir, "common.f90", s.fortranCommon)
	write(t, dir, "expected.c", s.expected)
	write(t, dir, "main.c", s.main)
	include, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range []string{"expected.c", "main.c", filepath.Join(include, "record.c")} {
		command(t, dir, "gcc-12", "-O0", "-g", "-w", "-I"+include, "-c", source)
	}
	slots := make(chan struct{}, runtime.NumCPU())
	for _, w := range ways(t) {
		for _, language := range []struct {
			source string
			cmd    []string
			levels []string
		}{{"work.c", w.c, levels}, {"work.c", w.cxx, levels}, {w.fortranSource, w.fortran, w.fortranLevels}} {
			for _, level := range language.levels {
				t.Run(fmt.Sprintf("%s/%s", language.cmd[0], level), func(t *testing.T) {
					t.Parallel()
					slots <- struct{}{}
					defer func() { <-slots }()
					runKernels(t, dir, language.cmd, language.source, level, w.fortranRTL)
				})
			}
		}
	}
}

func runKernels(t *testing.T, dir string, compiler []string, source, level string, libraries []string) {
	mine := t.TempDir()
	options := strings.Fields(level)
	if strings.HasSuffix(compiler[0], "+") || strings.HasPrefix(compiler[0], "clang++") || strings.HasPrefix(compiler[0], "g++") {
		options = append(options, "-x", "c++")
	}
	args := append(append(append([]string{}, compiler...), options...), "-g", "-w", "-c", filepath.Join(dir, source),
		"-o", "work.o")
	command(t, mine, args...)
	if !runnable(t, level) {
		t.Logf("compiled only: the processor has not all of %s", level)
		return
	}
	link := []string{"gcc-12", "-o", "program", "work.o", filepath.Join(dir, "expected.o"), filepath.Join(dir, "main.o"),
		filepath.Join(dir, "record.o"), "-lm"}
	command(t, mine, append(link, libraries...)...)
	optimized := "1"
	if level == "-O0" {
		optimized = "0"
	}
	cmd := exec.Command(filepath.Join(mine, "program"), optimized)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%.3000s", err, out)
	} else if !strings.HasSuffix(string(out), " kernels\n") {
		t.Errorf("the program printed %q", out)
	}
}

// TestFeatures compiles testdata/features.c, which has features that random loops lack.
func TestFeatures(t *testing.T) {
	include, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range ways(t) {
		for _, level := range levels {
			t.Run(w.name+"/"+level, func(t *testing.T) {
				dir := t.TempDir()
				args := append(append([]string{}, w.c...), strings.Fields(level)...)
				command(t, dir, append(args, "-g", "-w", "-I"+include, "-c", filepath.Join(include, "features.c"))...)
				if !runnable(t, level) {
					t.Logf("compiled only: the processor has not all of %s", level)
					return
				}
				command(t, dir, "gcc-12", "-O1", "-I"+include, "-o", "features", "features.o", filepath.Join(include, "record.c"))
				optimized := "1"
				if level == "-O0" {
					optimized = "0"
				}
				out, err := exec.Command(filepath.Join(dir, "features"), optimized).CombinedOutput()
				if err != nil || !strings.HasSuffix(string(out), "features\n") {
					t.Errorf("%v\n%.3000s", err, out)
				}
			})
		}
	}
}

// TestValues compiles testdata/values.cpp: its results are the same at each level.
func TestValues(t *testing.T) {
	include, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range ways(t) {
		for _, level := range levels {
			t.Run(w.name+"/"+level, func(t *testing.T) {
				dir := t.TempDir()
				for _, compiler := range [][]string{w.cxx[:1], w.cxx} {
					args := append(append([]string{}, compiler...), strings.Fields(level)...)
					command(t, dir, append(args, "-std=c++17", "-g", "-w", "-c", filepath.Join(include, "values.cpp"))...)
					if !runnable(t, level) {
						t.Logf("compiled only: the processor has not all of %s", level)
						continue
					}
					command(t, dir, "gcc-12", "-O1", "-I"+include, "-c", filepath.Join(include, "record.c"))
					command(t, dir, w.cxx[0], "-o", "values", "values.o", "record.o")
					if out := command(t, dir, "./values"); out != "30921.000000\n" {
						t.Errorf("%q", out)
					}
				}
			})
		}
	}
}
