package wrappertest

import (
	"encoding/binary"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// compileMirror builds testdata/mirror.c with the mirror library that it reads from, which has the handles of one MPI.
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
				m, end := reflect(t, program, mpi.name, calls.FamilyAll, c.start, c.end)
				assert.Equal(t, c.state, end.State)
				assert.Len(t, m.seen, recordedFunctions()+2, "and those of the start and the end")
			})
		}
	}
}

// GOMARMOT_WATCH: with every choice of families, the calls of these families are recorded, and nothing else changes.
func TestWatchedFamilies(t *testing.T) {
	t.Parallel()
	for _, mpi := range mpis {
		program := compileMirror(t, mpi.name)
		for f := range calls.FamilyAll {
			if f == calls.FamilyBase || mpi.name == "openmpi" && f%3 != 0 { // every choice once is enough
				continue
			}
			t.Run(mpi.name+"/"+strings.Join(f.Names(), ","), func(t *testing.T) {
				m, _ := reflect(t, program, mpi.name, f, "MPI_Init", "MPI_Finalize")
				assert.Less(t, len(m.seen), recordedFunctions())
			})
		}
	}
}

// An unknown name in GOMARMOT_WATCH is reported in a sentence; the others count.
func TestWatchUnknown(t *testing.T) {
	program := compileMirror(t, "mpich")
	for _, c := range []struct {
		value, says string
		families    calls.Family
	}{
		{"rma,oi", unknownFamily("oi"), calls.FamilyRMA},
		{"IO", unknownFamily("IO"), calls.FamilyAll},
		{"all", "", calls.FamilyAll},
		{"all,io", "", calls.FamilyAll},
		{"", "", calls.FamilyAll},
		{",io,", "", calls.FamilyIO},
	} {
		t.Run(c.value, func(t *testing.T) {
			dir := t.TempDir()
			r := launch(t, dir, append(preload(t), "MIRROR_STUB="+built(t, "libstubmpi.so"), "GOMARMOT_WATCH="+c.value),
				program, "MPI_Init", "MPI_Finalize")
			require.Zero(t, r.exit, r.stderr)
			assert.Equal(t, c.says, r.stderr)
			l, err := logdir.Open(filepath.Join(dir, logdir.Default))
			require.NoError(t, err)
			defer l.Close()
			assert.Equal(t, c.families, calls.Families(l.Ranks()[0].Header.Watched))
		})
	}
}

func unknownFamily(name string) string {
	return "gomarmot: GOMARMOT_WATCH: there is no family \"" + name + "\"; families are " +
		strings.Join(calls.FamilyNames[:len(calls.FamilyNames)-1], ", ") + ", objects, and all\n"
}

// reflect runs the mirror program with the records of some families and compares the log
// with the calls that the program prints.
func reflect(t *testing.T, program, mpi string, watched calls.Family, start, end string) (*model, segment.End) {
	t.Helper()
	dir := t.TempDir()
	env := append(preload(t), "MIRROR_STUB="+built(t, "libstubmpi.so"), "GOMARMOT_WATCH="+strings.Join(watched.Names(), ","))
	r := launch(t, dir, env, program, start, end)
	require.Zero(t, r.exit, r.stderr)
	assert.Empty(t, r.stderr)
	got, last := events(t, dir, 0)
	assert.Empty(t, last.Damage)
	m := &model{narrow: mpi == "mpich", flavour: flavour(t, mpi), watched: watched, seen: map[string]bool{}}
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	for _, line := range lines {
		m.call(parseMade(t, line))
	}
	assert.Greater(t, len(lines), 6000)
	compareRecords(t, m.want, got)
	return m, last
}

// beginOrEnd are the calls that recording begins or ends with.
var beginOrEnd = regexp.MustCompile(`^MPI_(Init|Init_thread|Session_init|Finalize|Session_finalize|Abort)$`)

func flavour(t *testing.T, name string) *calls.Flavour {
	t.Helper()
	i := slices.IndexFunc(calls.Flavours, func(f calls.Flavour) bool { return f.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return &calls.Flavours[i]
}

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
		if r.HasX() {
			n++
		}
	}
	return n
}

// made is a call as the program saw it.
type made struct {
	row    *calls.Row
	symbol string
	large  bool
	rc     int64
	args   []argument
}

// argument is the word passed, the value at that address before and after the
// call, and the word that the library got.
type argument struct{ word, before, after, arrived int64 }

func parseMade(t *testing.T, line string) made {
	t.Helper()
	fields := strings.Fields(line)
	m := made{row: calls.ByName(fields[0]), symbol: fields[0]}
	require.NotNil(t, m.row, line)
	m.large = strings.HasSuffix(m.symbol, "_c")
	var numbers []int64
	for _, f := range fields[1:] {
		n, err := strconv.ParseInt(f, 10, 64)
		require.NoError(t, err, line)
		numbers = append(numbers, n)
	}
	m.rc = numbers[0]
	for n := numbers[1:]; len(n) > 0; n = n[4:] {
		m.args = append(m.args, argument{n[0], n[1], n[2], n[3]})
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
		case p.Dir == calls.InOut && p.Scalar(), p.Dir == calls.In && p.IsHandle() && p.Stars == "*":
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

// param returns the position of a named argument, -1 if there is none.
func (m made) param(name string) int {
	return slices.IndexFunc(m.params(), func(a calls.Arg) bool { return a.Name == name })
}

// found reports whether the call has found a message or a complete request: whether
// a status was filled.
func (m made) found() bool {
	if m.rc != 0 {
		return false
	}
	if i := m.param("flag"); i >= 0 {
		return m.args[i].after != 0
	}
	if i := m.param("outcount"); i >= 0 {
		return m.args[i].after > 0
	}
	return true
}

// answered returns the words that the library writes at the address of argument i: a number, and text after it
// (mirror_answer). The other words are as testdata/mirror.c has filled them.
func answered(i int) [6]uint32 {
	word := 0x5a5a0000c0de0100 + uint64(i)
	rest := (0x21 + uint32(i)) * 0x01010101
	return [6]uint32{uint32(word), uint32(word >> 32), binary.LittleEndian.Uint32([]byte("answ")),
		binary.LittleEndian.Uint32([]byte("ered")), rest, rest}
}

// model says which records the calls leave (calls.Mode).
type model struct {
	narrow   bool // handles are ints
	flavour  *calls.Flavour
	watched  calls.Family
	requests bool     // there is a request that is followed
	splits   bool     // a split collective is active
	asked    bool     // statuses in arrays are kept
	polling  bool     // the last record is a test that found nothing
	synced   []wanted // the records of MPI_Win_sync, if these are the last records; else nil
	polls    int64    // the number of such tests, or of further synchronizations, since that record
	want     []wanted
	seen     map[string]bool // the functions that have a record
}

func (m *model) call(c made) {
	s := calls.Of(c.row.Kind)
	switch {
	case c.row.Rec != calls.Both && c.row.Rec != calls.Local:
		return
	case !m.watches(s):
		if m.splits && len(s.Buffers) > 0 && !s.Persistent && s.Win < 0 && s.File < 0 {
			m.add(c, event.Once, c.enter(m.narrow))
		}
		return
	case c.row.Rec == calls.Local:
		m.add(c, event.Once, c.enter(m.narrow))
	default:
		m.both(c)
	}
	m.requests = m.requests || s.Starts == calls.StartsRMA || s.Starts == calls.StartsIO || s.Starts == calls.StartsMakeComm
	m.splits = m.splits || s.IO.Half == calls.SplitBegin && c.rc == 0
}

// watches reports whether calls with this meaning are recorded. Calls that complete requests are recorded as soon as a
// recorded call of another family has created a request.
func (m *model) watches(s *calls.Sem) bool {
	return s.Family == calls.FamilyBase || m.watched&s.Family != 0 || m.requests && s.Completes != calls.CompletesNone
}

func (m *model) both(c made) {
	s := calls.Of(c.row.Kind)
	m.ask(c, s)
	nothing := s.Polls && c.rc == 0 && !c.found()
	syncs := s.Epoch == calls.EpochSync && c.rc == 0
	if nothing && m.polling || syncs && m.synced != nil {
		m.polls++
		return
	}
	m.add(c, event.Enter, c.enter(m.narrow))
	m.add(c, event.Leave, append(c.leave(), m.status(c, s)...))
	m.want[len(m.want)-1].blob = m.statuses(c, s)
	if m.polling = nothing; syncs {
		m.synced = slices.Clone(m.want[len(m.want)-2:])
	}
}

// ask notes the calls after which only the status identifies a message.
func (m *model) ask(c made, s *calls.Sem) {
	switch {
	case s.Step == calls.RequestCancel || s.Starts == calls.StartsGeneral:
		m.asked = true
	case s.StartsOut >= 0 && s.Source >= 0:
		source, tag := int32(c.args[s.Source].word), int32(c.args[s.RecvTag].word)
		m.asked = m.asked || int64(source) == m.flavour.AnySource || tag < 0
	}
}

// status returns the words that describe a call's status.
func (m *model) status(c made, s *calls.Sem) []int64 {
	if s.Got >= 0 && (c.rc != 0 || !m.narrow && c.args[s.StatusArg].word == m.flavour.StatusIgnore) {
		return []int64{-1} // the library leaves this part of gomarmot's own status as it is
	}
	if s.Got >= 0 {
		return []int64{m.statusBytes(int(s.StatusArg))}
	}
	if s.Status < 0 {
		return nil
	}
	if !c.found() {
		return []int64{0, 0, 0}
	}
	w := m.message(int(s.StatusArg))
	if s.Match == calls.MatchProbe {
		w[2] = m.statusBytes(int(s.StatusArg))
	}
	return w[:]
}

// statusBytes is the number of bytes in the status that the library left in argument i, whatever a status of Open MPI
// says about cancelled operations.
func (m *model) statusBytes(i int) int64 {
	if a := answered(i); !m.narrow {
		return int64(uint64(uint32(a[5]))<<32 | uint64(uint32(a[4])))
	}
	return m.message(i)[2]
}

// message is the message in the status that the library left in argument i.
func (m *model) message(i int) [3]int64 {
	a := answered(i)
	at := func(offset int) int64 { return int64(int32(a[offset/4])) }
	bytes := int64(-1) // Open MPI: "ered" says that it was cancelled
	if m.narrow {
		bytes = int64(uint64(a[1]>>1)<<32 | uint64(a[0]))
	}
	return [3]int64{at(m.flavour.Status.Source), at(m.flavour.Status.Tag), bytes}
}

// statuses returns the array of statuses in a blob, up to the first status. The
// library does not answer with more.
func (m *model) statuses(c made, s *calls.Sem) []int64 {
	if !s.Statuses {
		return nil
	}
	n := int64(2) // MIRROR_ELEMENTS
	if i := c.param("outcount"); i >= 0 {
		n = c.args[i].after
	}
	if !m.asked || !c.found() || n <= 0 || c.args[s.StatusArg].arrived == m.flavour.StatusIgnore {
		return []int64{0}
	}
	w := m.message(int(s.StatusArg))
	return []int64{2 * n, w[0]<<32 | int64(uint32(w[1])), w[2]}
}

func (m *model) add(c made, phase event.Phase, words []int64) {
	if m.polls > 0 {
		if m.synced != nil {
			m.polls-- // the last one has records
		}
		if m.polls > 0 {
			m.want = append(m.want, wanted{kind: event.Polls, words: []int64{m.polls}})
		}
		m.want = append(m.want, m.synced...)
		m.polls = 0
	}
	m.synced = nil
	m.want = append(m.want, wanted{kind: c.row.Kind, phase: phase, large: c.large, words: words})
	m.seen[c.symbol] = true
	m.polling = false
}

// compareRecords compares the records of calls and polls with the wanted records, without words that do not come from
// an argument. Of blobs it compares statuses.
func compareRecords(t *testing.T, want []wanted, events []event.Event) {
	t.Helper()
	var got []wanted
	for _, e := range events {
		if e.Kind >= calls.MaxKind && e.Kind != event.Polls {
			continue
		}
		g := wanted{kind: e.Kind, phase: e.Phase, large: e.Large, words: e.A[:e.N]}
		if i := len(got); i < len(want) {
			g.words = g.words[:min(len(g.words), len(want[i].words))]
			g.blob = statusesOf(e, len(want[i].blob))
		}
		got = append(got, g)
	}
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i], "record %d: %s", i, want[i].kind)
	}
	require.Len(t, got, len(want))
}

// statusesOf returns the first words of the statuses in a blob, which come last in it.
func statusesOf(e event.Event, most int) []int64 {
	if e.Phase != event.Leave || !calls.Of(e.Kind).Statuses {
		return nil
	}
	words := blobWords(e)
	for range len(calls.Of(e.Kind).LeaveBlob) - 1 {
		words = words[1+words[0]:]
	}
	return words[:min(len(words), most)]
}
