package source

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

func TestCPlusPlus(t *testing.T) {
	for _, opt := range []string{"-O0", "-O2"} {
		b := &build{t: t, dir: t.TempDir()}
		b.exe = filepath.Join(b.dir, "app")
		b.command("g++", "-std=c++11", "-g", opt, "-fno-optimize-sibling-calls", "-o", b.exe, "testdata/lambda.cpp")
		checkCalls(t, b.run(), "lambda.cpp", map[string]string{
			"member": "solver::Grid::exchange", "template": "solver::twice<int>", "apply": "apply<",
			"lambda": "operator()", "local class": "run", "main": "main", // no linkage name inside main
		})
	}
}

func TestFortran(t *testing.T) {
	for _, opt := range []string{"-O0", "-O2"} {
		b := &build{t: t, dir: t.TempDir()}
		b.exe = filepath.Join(b.dir, "app")
		b.command("gfortran", "-g", opt, "-J", b.dir, "-o", b.exe, "testdata/contained.f90", "testdata/here.c")
		checkCalls(t, b.run(), "contained.f90", map[string]string{
			"module procedure": "step", "contained": "inner", "program": "app",
		})
	}
}

// checkCalls compares the places of calls in one file; funcs gives the
// beginning of each function's name: compilers write template arguments in
// several ways.
func checkCalls(t *testing.T, p *process, file string, funcs map[string]string) {
	t.Helper()
	r := &Resolver{}
	for call, fn := range funcs {
		want := fmt.Sprintf("%s:%d", file, lineOf(t, file, call))
		if got := p.resolve(r, call); got.String() != want || !strings.HasPrefix(got.Func, fn) {
			t.Errorf("%s: %s in %q, want %s in %q", call, got, got.Func, want, fn)
		}
	}
	if n := r.Notes(); n != nil {
		t.Errorf("notes %q", n)
	}
}
