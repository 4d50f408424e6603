package wrappertest

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// compileMirror builds testdata/mirror.c with the library that it looks into,
// which has the handles of one MPI.
func compileMirror(t *testing.T, mpi string) string {
	t.Helper()
	lib := filepath.Join(t.TempDir(), "libmirror.so")
	exe := filepath.Join(filepath.Dir(lib), "mirror")
	flags := []string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror"}
	run(t, acceptance.Compiler("cc", append(flags, "-fPIC", "-shared", "-DMIRROR_"+strings.ToUpper(mpi), "-o", lib,
		"../stubmpi/mirror.c", "../stubmpi/zz_mirror.c", "-ldl")...))
	run(t, acceptance.Compiler("cc", append(flags, "-o", exe, "testdata/mirror.c", lib, "-ldl")...))
	return exe
}

// The MPI library gets every call as the program made it, and the program gets
// the library's answer: arguments bit for bit, memory, result and errno. Calls
// that the table says are recorded are in the log, with these arguments.
func TestCallsPassThroughUnchanged(t *testing.T) {
	t.Parallel()
	for _, mpi := range mpis {
		program := compileMirror(t, mpi.name)
		for _, c := range []struct {
			start, end string
			state      segment.State
		}{
			{"MPI_Init", "MPI_Finalize", segment.Finalized},
			{"MPI_Init_thread", "MPI_Abort", segment.Aborted},
			{"MPI_Session_init", "MPI_Session_finalize", segment.Finalized},
		} {
			t.Run(mpi.name+"/"+c.start, func(t *testing.T) {
				dir := t.TempDir()
				r := launch(t, dir, append(preload(t), "MIRROR_STUB="+built(t, "libstubmpi.so")), program, c.start, c.end)
				require.Zero(t, r.exit, r.stderr)
				assert.Empty(t, r.stderr)
				got, end := events(t, dir, 0)
				assert.Equal(t, c.state, end.State)
				assert.Empty(t, end.Damage)
				m := model{narrow: mpi.name == "mpich", seen: map[string]bool{}}
				lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
				for _, line := range lines {
					m.call(parseMade(t, line))
				}
				assert.Greater(t, len(lines), 6000)
				assert.Len(t, m.seen, recordedFunctions()+2, "and those of the start and the end")
				compareRecords(t, m.want, got)
			})
		}
	}
}

// beginOrEnd are the calls that recording begins or ends with.
var beginOrEnd = regexp.MustCompile(`^MPI_(Init|Init_thread|Session_init|Finalize|Session_finalize|Abort)$`)

// recordedFunctions counts the C functions that the table says are recorded
// while recording is on.
func recordedFunctions() int {
	n := 0
	for _, r := range calls.Table {
		if r.Rec == calls.None || r.Rec == calls.Now || beginOrEnd.MatchString(r.Name()) {
			continue
		}
		n++
		if r.HasLarge() {
			n++
		}
	}
	return n
}

// made is one call as the program saw it.
type made struct {
	row    *calls.Row
	symbol string
	large  bool
	rc     int64
	args   []argument
}

// argument is the word passed, and the value at that address.
type argument struct{ word, before, after int64 }

func parseMade(t *testing.T, line string) made {
	t.Helper()
	fields := strings.Fields(line)
	m := made{row: calls.ByName(fields[0]), symbol: fields[0]}
	require.NotNil(t, m.row, line)
	m.large = m.symbol != m.row.Name()
	var numbers []int64
	for _, f := range fields[1:] {
		n, err := strconv.ParseInt(f, 10, 64)
		require.NoError(t, err, line)
		numbers = append(numbers, n)
	}
	m.rc = numbers[0]
	for n := numbers[1:]; len(n) > 0; n = n[3:] {
		m.args = append(m.args, argument{n[0], n[1], n[2]})
	}
	return m
}

// params returns the arguments of the variant that was called.
func (m made) params() []calls.Arg {
	var list []calls.Arg
	for _, a := range m.row.Args() {
		if m.large {
			a.Type = a.Large
		}
		if m.large || !a.LargeOnly {
			list = append(list, a)
		}
	}
	return list
}

// enter returns the words of the record before the call; narrow: handles are
// ints (event.Event).
func (m made) enter(narrow bool) []int64 {
	words := []int64{}
	for i, p := range m.params() {
		word := m.args[i].word
		switch {
		case p.Dir == calls.InOut && p.Scalar():
			word = m.args[i].before
		case p.Pointer():
		case p.Type == "int":
			word = int64(int32(word))
		case p.IsHandle() && p.Type != "MPI_File" && narrow:
			word = int64(uint32(word))
		}
		words = append(words, word)
	}
	return words
}

// leave returns the words of the record after the call.
func (m made) leave() []int64 {
	words := []int64{m.rc}
	for i, p := range m.params() {
		if p.Scalar() {
			words = append(words, m.args[i].after)
		}
	}
	return words
}

// model says which records the calls leave (calls.Mode).
type model struct {
	narrow   bool // handles are ints
	requests bool // there is a request that is followed
	splits   bool // a split collective is active
	quiet    bool // the last record is of a test that found nothing
	want     []wanted
	seen     map[string]bool // functions with a record
}

var (
	followed = regexp.MustCompile(`^MPI_(Rput|Rget|Raccumulate|Rget_accumulate|Comm_idup|Comm_idup_with_info|File_i\w+)$`)
	tests    = regexp.MustCompile(`^MPI_(Test|Testall|Testany|Win_test|Request_get_status)$`)
)

func (m *model) call(c made) {
	switch c.row.Rec {
	case calls.Local:
		m.add(c, event.Once, c.enter(m.narrow))
	case calls.Split:
		if m.splits {
			m.add(c, event.Once, c.enter(m.narrow))
		}
	case calls.Both:
		m.both(c)
	case calls.Request:
		if m.requests {
			m.both(c)
		}
	}
	m.requests = m.requests || followed.MatchString(c.row.Name())
	m.splits = m.splits || calls.Of(c.row.Kind).IO.Half == calls.SplitBegin && c.rc == 0
}

func (m *model) both(c made) {
	nothing := false
	if tests.MatchString(c.symbol) && c.rc == 0 {
		for i, p := range c.params() {
			nothing = nothing || p.Name == "flag" && c.args[i].after == 0
		}
	}
	if nothing && m.quiet {
		return
	}
	m.add(c, event.Enter, c.enter(m.narrow))
	m.add(c, event.Leave, c.leave())
	m.quiet = nothing
}

func (m *model) add(c made, phase event.Phase, words []int64) {
	m.want = append(m.want, wanted{kind: c.row.Kind, phase: phase, large: c.large, words: words})
	m.seen[c.symbol] = true
	m.quiet = false
}

// compareRecords compares the records of calls with the wanted ones, without
// blobs and words that do not stem from an argument.
func compareRecords(t *testing.T, want []wanted, events []event.Event) {
	t.Helper()
	var got []wanted
	for _, e := range events {
		if e.Kind >= calls.MaxKind {
			continue
		}
		g := wanted{kind: e.Kind, phase: e.Phase, large: e.Large, words: e.A[:e.N]}
		if i := len(got); i < len(want) {
			g.words = g.words[:min(len(g.words), len(want[i].words))]
		}
		got = append(got, g)
	}
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i], "record %d: %s", i, want[i].kind)
	}
	require.Len(t, got, len(want))
}
