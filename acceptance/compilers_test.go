//go:build mpi && compilers

package acceptance

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A compilation is a way of gomarmot cc, with the compiler that it is for.
type compilation struct {
	name, how string
	c, cxx    string // the compilers that MPI's wrappers run; "": their default
	// blind are programs whose accesses the hooks do not report: clang has no hooks for elements and members of local
	// variables, gcc has none for local variables of Fortran, and both lack hooks for some fences. For x += 1, gcc has
	// two hooks at two places, so the load is reported besides the store.
	blind    []string
	noOpenMP bool // Debian has the run time library of one version of clang only
}

var compilations = []compilation{
	{name: "plugin", how: "plugin"},
	{name: "clang-16", how: "llvm", c: "clang-16", cxx: "clang++-16"},
	{name: "clang-14", how: "llvm", c: "clang-14", cxx: "clang++-14", noOpenMP: true},
	{name: "hooks of gcc", how: "hooks", blind: []string{"buggy/RACE004/bug_update", "buggy/RACE007/bug_barrier", "fortran/RACE/bug_host", "fortran/RACE/bug_local", "fortran/RACE/bug_masked"}},
	{name: "hooks of clang", how: "hooks", c: "clang-16", cxx: "clang++-16", blind: []string{"buggy/RACE006/bug", "buggy/RACE006/bug_receive",
		"buggy/RACE006/bug_member", "buggy/RACE007/bug_barrier", "buggy/SPLIT009/bug_load", "buggy/SPLIT009/bug_store"}},
}

// TestEachWay: the programs that are compiled for their loads and stores have the findings that they want, however they
// are compiled. Hooks know no declared types.
func TestEachWay(t *testing.T) {
	root, _, _ := setup(t)
	var all []*Program
	for _, pattern := range []string{"buggy/*/*.c*", "fortran/*/*.f90", "silent/*.c"} {
		for _, p := range programs(t, root, pattern) {
			if p.How != "" {
				all = append(all, p)
			}
		}
	}
	require.NotEmpty(t, all)
	for _, w := range compilations {
		t.Run(w.name, func(t *testing.T) {
			if w.c != "" {
				for _, mpi := range []string{"OMPI", "MPICH"} {
					t.Setenv(mpi+"_CC", w.c)
					t.Setenv(mpi+"_CXX", w.cxx)
				}
			}
			for _, p := range all {
				if slices.Contains(w.blind, p.Name()) || w.c != "" && isFortran(p.Path) || w.noOpenMP && slices.Contains(p.Flags, "-fopenmp") {
					continue
				}
				t.Run(p.Name(), func(t *testing.T) { inThisWay(t, root, w, p) })
			}
		})
	}
}

func inThisWay(t *testing.T, root string, w compilation, p *Program) {
	as := *p
	as.How = w.how
	if w.c != "" { // clang does not know all of gcc's warnings
		as.Flags = append(slices.Clone(p.Flags), "-Wno-unknown-warning-option")
	}
	if w.how == "hooks" {
		as.Wants = slices.DeleteFunc(slices.Clone(p.Wants), func(x Want) bool {
			return x.Rule == "OBJ008" || x.Rule == "OBJ010" || x.Rule == "OBJ013" || x.Rule == "OBJ014"
		})
	}
	r := newRecorder(root, t.TempDir(), nil)
	m := &MPIs[0]
	for name := range p.Skip {
		if strings.HasPrefix(name, m.Name) { // perhaps it cannot run there
			m = &MPIs[1]
		}
	}
	bin, err := r.binary(m, &as)
	require.NoError(t, err)
	run := m.Run(launchOf(&as, bin, t.TempDir(), r.preload, patient))
	require.False(t, run.TimedOut, "%s", run.Output)
	found, err := judge(filepath.Join(run.Dir, "run.log"))
	require.NoError(t, err, "%s", run.Output)
	if wrong := as.Compare(found); len(wrong) > 0 {
		t.Errorf("%s\n%s", strings.Join(wrong, "\n"), run.Output)
	}
}
