package acceptance

import (
	"fmt"
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
)

// A place is a call and its line.
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

// TestFortranEveryCall: two programs make every call that both MPIs have. In every
// binding each call is recorded exactly once, in order, with its line, and the
// program prints what it prints without gomarmot.
func TestFortranEveryCall(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	names := map[string]bool{}
	for _, program := range []string{"every.F90", "everyother.F90"} {
		source := filepath.Join(root, "acceptance", "testdata", program)
		for n, b := range fortranBindings {
			want := placesIn(t, source, n+1)
			for _, p := range want {
				names[p.call] = true
			}
			for _, m := range MPIs {
				t.Run(m.Name+"/"+b.name+"/"+program, func(t *testing.T) {
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
	requireEvery(t, names)
}

var callRE = regexp.MustCompile(`(?i)^\s*(?:if \(.*\) )?call (MPI_\w+)\(`)

// placesIn returns the calls of a program that are recorded, with this value of
// BINDING.
func placesIn(t *testing.T, source string, binding int) []place {
	t.Helper()
	text, err := os.ReadFile(source)
	require.NoError(t, err)
	var all []place
	left := false // these lines are not for the binding
	for i, line := range strings.Split(string(text), "\n") {
		switch line {
		case "#if BINDING < 3":
			left = binding == 3
		case "#endif":
			left = false
		}
		m := callRE.FindStringSubmatch(line)
		if m == nil || left {
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

// notInFortran are the recorded calls that no program makes in every binding.
var notInFortran = regexp.MustCompile(`^MPI_(` + strings.Join([]string{
	"Abort|Init_thread|Comm_spawn|Comm_spawn_multiple|Comm_accept|Comm_connect|Comm_join", // begin or end something
	"Open_port|Close_port|Publish_name|Unpublish_name|Lookup_name",                        // need a server of names, or a network
	"Register_datarep",                       // Open MPI 4.1 refuses all
	"Type_hindexed|Type_hvector|Type_struct", // removed
	"Info_create_env|Info_get_string|Comm_idup_with_info|Isendrecv|Isendrecv_replace", // of MPI 4.0: Open MPI 4.1 has none
	"Session_.*|.*_from_group|.*_from_groups|Group_from_session_pset|P.*_init|Pready.*|Parrived",
	"Remove_error_.*|Buffer_i?flush|Comm_.*_buffer|Get_hw_resource_info|Type_get_value_index|Request_get_status_.+", // of MPI 4.1
	"(Neighbor_)?(?i:all|barrier|bcast|exscan|gather|reduce|scan|scatter).*_init",
}, "|") + `)$`)

// requireEvery fails if a call of the standard is missing.
func requireEvery(t *testing.T, have map[string]bool) {
	t.Helper()
	for i := range calls.Table {
		r := &calls.Table[i]
		if (r.Rec == calls.Both || r.Rec == calls.Local) && !r.Extension() && !notInFortran.MatchString(r.Name()) {
			assert.True(t, have[r.Name()], "%s is not called", r.Name())
		}
	}
}

// recorded returns the calls that a rank has recorded; a test that is repeated counts once.
func recorded(t *testing.T, log string, rank int) []place {
	t.Helper()
	j, err := check.Log(log, nil, check.Options{})
	require.NoError(t, err)
	defer j.Log.Close()
	var all []place
	eachEvent(t, log, rank, func(e *event.Event) {
		if e.Kind >= calls.MaxKind || e.Phase == event.Leave {
			return
		}
		p := place{e.Kind.String(), j.Trace(int32(rank), e.PC).Places[0].Line}
		if !calls.Of(e.Kind).Polls || len(all) == 0 || all[len(all)-1] != p {
			all = append(all, p)
		}
	})
	return all
}

// samePlaces compares the calls and lines. If all arguments of a generic procedure are variables, gfortran 12 gives the
// call no line of its own, and the call seems to be at another statement: such lines, which do not have the call, are
// not compared.
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

// printed returns the lines that the program itself has printed.
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
