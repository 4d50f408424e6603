package acceptance

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// A place is a call and the line where it stands.
type place struct {
	call string
	line int
}

// fortranBindings are the values of BINDING in every.F90 that stand for a binding.
var fortranBindings = []struct{ name, define, reported string }{
	{"mpif.h", "-DBINDING=1", "mpif.h or use mpi"},
	{"mpi", "-DBINDING=2", "mpif.h or use mpi"},
	{"mpi_f08", "-DBINDING=3", "mpi_f08"},
}

// TestFortranEveryCall: a program makes each call on windows and files. In
// every binding each one is recorded exactly once, in order, with its line,
// and the program does what it does without gomarmot.
func TestFortranEveryCall(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "every.F90")
	want := placesIn(t, source)
	requireEvery(t, want)
	for _, m := range MPIs {
		for _, b := range fortranBindings {
			t.Run(m.Name+"/"+b.name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				bin := filepath.Join(dir, "every")
				require.NoError(t, m.Compile(source, bin, b.define, "-fallow-argument-mismatch", "-w"))
				plain := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Timeout: time.Minute})
				require.Zero(t, plain.Exit, plain.Output)
				o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
				require.Zero(t, o.Exit, o.Output)
				require.Equal(t, printed(plain), printed(o))

				log := filepath.Join(dir, "run.log")
				r, _, err := ReadReport(gomarmot, log)
				require.NoError(t, err)
				assert.Empty(t, r.Findings)
				assert.True(t, r.Complete)
				assert.Equal(t, []string{b.reported}, r.Bindings)
				for rank := range 2 {
					samePlaces(t, source, want, recorded(t, log, rank))
				}
			})
		}
	}
}

var callRE = regexp.MustCompile(`(?i)^\s*(?:if \(.*\) )?call (MPI_\w+)\(`)

// placesIn returns the calls of a program that are recorded.
func placesIn(t *testing.T, source string) []place {
	t.Helper()
	text, err := os.ReadFile(source)
	require.NoError(t, err)
	var all []place
	for i, line := range strings.Split(string(text), "\n") {
		m := callRE.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		row := calls.ByName(m[1])
		require.NotNil(t, row, m[1])
		if row.Rec == calls.Both || row.Rec == calls.Local {
			all = append(all, place{m[1], i + 1})
		}
	}
	return all
}

// requireEvery fails if a call on windows or files is missing.
func requireEvery(t *testing.T, have []place) {
	t.Helper()
	names := map[string]bool{}
	for _, p := range have {
		names[p.call] = true
	}
	for i := range calls.Table {
		r := &calls.Table[i]
		if r.Rec == calls.None {
			continue
		}
		onObject := false
		for _, a := range r.Args() {
			onObject = onObject || a.Type == "MPI_Win" || a.Type == "MPI_File"
		}
		if onObject || r.Name() == "MPI_File_delete" {
			assert.True(t, names[r.Name()], "%s is not called", r.Name())
		}
	}
}

// recorded returns the calls that a rank has recorded, those of tests that are
// repeated once.
func recorded(t *testing.T, log string, rank int) []place {
	t.Helper()
	j, err := check.Log(log, nil)
	require.NoError(t, err)
	defer j.Log.Close()
	l, err := logdir.Open(log)
	require.NoError(t, err)
	defer l.Close()
	var all []place
	var e event.Event
	for _, r := range l.Ranks() {
		for r.Rank == rank {
			err := r.Next(&e)
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			if e.Kind >= calls.MaxKind || e.Phase == event.Leave {
				continue
			}
			p := place{e.Kind.String(), j.Trace(int32(rank), e.PC).Places[0].Line}
			if e.Kind != calls.WinTest || len(all) == 0 || all[len(all)-1] != p {
				all = append(all, p)
			}
		}
	}
	return all
}

// samePlaces compares. Where a generic procedure is called with nothing but
// variables, gfortran 12 gives the call no line, and it seems to stand at some
// other statement: lines that do not have the call are passed over.
func samePlaces(t *testing.T, source string, want, have []place) {
	t.Helper()
	text, err := os.ReadFile(source)
	require.NoError(t, err)
	at := strings.Split(string(text), "\n")
	for i := range have {
		if n := have[i].line; i < len(want) && n > 0 && !strings.Contains(at[n-1], have[i].call+"(") {
			have[i].line = want[i].line
		}
	}
	assert.Equal(t, listing(want), listing(have))
}

// printed returns what the program itself has printed, line by line.
func printed(o Outcome) []string {
	all := slices.DeleteFunc(strings.Split(o.Output, "\n"), func(l string) bool { return strings.HasPrefix(l, "gomarmot: ") })
	slices.Sort(all)
	return all
}

func listing(ps []place) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "%d %s\n", p.line, p.call)
	}
	return b.String()
}
