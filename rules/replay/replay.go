// Package replay builds small logs by hand and checks them, so that every
// rule is tested without MPI. A call's program counter is the line of the test
// that makes the call, so findings can be compared with lines.
//
//	j := replay.New(t, 2)
//	w := j.Allocate(64, 8)            // a window on MPI_COMM_WORLD, all ranks
//	r := j.Rank(0)
//	r.Do("MPI_Win_lock", r.Exclusive(), 1, 0, w)
//	r.Do("MPI_Win_free", w)
//	j.Finalize()
//	j.Want(replay.Finding{Rule: "LOCK010", Rank: 0, Line: ...})
package replay

import (
	"encoding/binary"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/machine"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Handles of objects that New predefines.
const (
	World     = 1000
	Self      = 1001
	CommNull  = 1002
	WinNull   = 1003
	InfoNull  = 1004
	GroupNone = 1005 // MPI_GROUP_NULL
	Empty     = 1006 // MPI_GROUP_EMPTY

	AnySource = -1 // in the first of calls.Flavours

	Session = 1007 // the session that InSessions opens
)

// Job is a log under construction.
type Job struct {
	t       testing.TB
	Flavour *calls.Flavour
	Std     int
	Hosts   []string
	// ThreadLevel is the level that the MPI library provides; "": unknown.
	ThreadLevel string
	Unseen      []reading.Taker // calls that may be missing from the log
	// Declared returns the types that compilers noted for the buffers of a call.
	Declared func(tracker.Site) []datatype.Noted
	// Leaks: objects never freed are reported, too. Most tests leave objects behind.
	Leaks bool
	// Races: accesses to the same bytes that nothing orders are reported, too. Most tests use the same bytes again and
	// again.
	Races   bool
	ranks   []*Rank
	next    int64 // handle
	checked *check.Result
}

// Rank is a rank's part of the log. Calls go to thread 0 unless Thread is
// set.
type Rank struct {
	j      *Job
	world  int
	Thread int
	// Variable is the address at which calls store the requests that they return; 0: each request has a variable of its
	// own.
	Variable int64
	// InLibrary: a library makes the calls.
	InLibrary bool
	events    []event.Event
	seq       map[int]uint32
	time      uint64
	group     int64 // the group of MPI_COMM_WORLD; 0 until it is needed
	last      end.Seen
}

// New returns a job of n ranks that uses the constants of Open MPI. All predefined handles exist, and MPI_Init has been
// called.
func New(t testing.TB, n int) *Job {
	j := newJob(t, n)
	j.Each(func(r *Rank) { r.Do("MPI_Init", 0, 0) })
	return j
}

// InSessions is like New, for processes that do not call MPI_Init: each process is in Session.
func InSessions(t testing.TB, n int) *Job {
	j := newJob(t, n)
	j.Each(func(r *Rank) { r.Do("MPI_Session_init", InfoNull, Type("MPI_ERRORS_ARE_FATAL"), Session) })
	return j
}

func newJob(t testing.TB, n int) *Job {
	j := &Job{t: t, Flavour: calls.FlavourByName("openmpi"), Std: 31, next: 100000}
	for i := range n {
		r := &Rank{j: j, world: i, seq: map[int]uint32{}}
		j.ranks = append(j.ranks, r)
		r.predefine()
	}
	return j
}

// Rank returns rank i.
func (j *Job) Rank(i int) *Rank { return j.ranks[i] }

// Each runs a function for every rank.
func (j *Job) Each(f func(*Rank)) {
	for _, r := range j.ranks {
		f(r)
	}
}

// Handle returns a fresh handle value.
func (j *Job) Handle() int64 {
	j.next++
	return j.next
}

// Type returns the handle of the predefined datatype or operation with the
// given C name.
func Type(name string) int64 {
	p := calls.PredefByName(name)
	if p == nil {
		panic("replay: no predefined handle " + name)
	}
	return 2000 + int64(p.ID)
}

var sizes = map[string]int64{"MPI_CHAR": 1, "MPI_BYTE": 1, "MPI_INT": 4, "MPI_FLOAT": 4, "MPI_DOUBLE": 8,
	"MPI_LONG": 8, "MPI_INT64_T": 8, "MPI_INT32_T": 4, "MPI_UNSIGNED": 4, "MPI_SHORT": 2, "MPI_2INT": 8,
	"MPI_DOUBLE_INT": 12, "MPI_AINT": 8, "MPI_C_BOOL": 1, "MPI_UNSIGNED_LONG": 8}

// defaultSize returns a plausible size for types that tests rarely use.
var defaultSize = map[calls.TypeGroup]int64{calls.CharType: 1, calls.IntType: 8, calls.FloatType: 8,
	calls.ComplexType: 16, calls.LogicalType: 4, calls.MultiType: 8, calls.PairType: 12, calls.PackedType: 1}

// predefine writes the records of predefined handles.
func (r *Rank) predefine() {
	fixed := map[string]int64{"MPI_COMM_WORLD": World, "MPI_COMM_SELF": Self, "MPI_COMM_NULL": CommNull,
		"MPI_WIN_NULL": WinNull, "MPI_INFO_NULL": InfoNull, "MPI_GROUP_NULL": GroupNone, "MPI_GROUP_EMPTY": Empty}
	for i := range calls.Predefs {
		p := &calls.Predefs[i]
		h, ok := fixed[p.Name]
		if !ok {
			h = 2000 + int64(p.ID)
		}
		w := []int64{int64(p.Class), h, int64(p.ID)}
		if p.Class == calls.ClassDatatype {
			n := sizes[p.Name]
			if n == 0 {
				n = defaultSize[p.Group]
			}
			w = append(w, n, 0, n, 0, n)
		}
		r.Event(event.Predef, w...)
	}
}

// Event appends a record that is not a call.
func (r *Rank) Event(k calls.Kind, words ...int64) {
	r.add(event.Event{Kind: k}, words, nil)
}

func (r *Rank) add(e event.Event, words []int64, blob []byte) {
	if r.InLibrary {
		e.PC |= 1 << 48 // the number of a stack
	}
	r.time++
	e.Time, e.Thread = r.time, uint16(r.Thread)
	e.Seq = r.seq[r.Thread]
	r.seq[r.Thread]++
	e.N = uint8(copy(e.A[:], words))
	e.Blob = blob
	r.events = append(r.events, e)
}

// Do makes a call that succeeds. Arguments are given in the order of the C
// prototype; omitted arguments are zero. Values of scalar OUT arguments, which
// the leave record returns, are taken from args too: r.Do("MPI_Win_test", win, 1)
// returns flag = 1.
func (r *Rank) Do(name string, args ...int64) { r.do(name, 0, args, nil, nil) }

// Fail makes a call that returns an error code.
func (r *Rank) Fail(name string, args ...int64) { r.do(name, 1, args, nil, nil) }

// FailAs is like Fail, with an error code of the MPI library.
func (r *Rank) FailAs(rc int64, name string, args ...int64) { r.do(name, rc, args, nil, nil) }

// Ignored is like FailAs, for a program that overwrites the return code without looking at it.
func (r *Rank) Ignored(rc int64, name string, args ...int64) {
	r.code(line(), 0x31, 0xc0) // xor eax, eax
	r.do(name, rc, args, nil, nil)
}

// code records the machine code at the address that a call returns to.
func (r *Rank) code(pc uint64, code ...byte) {
	blob := binary.LittleEndian.AppendUint64(nil, 1)
	r.add(event.Event{Kind: event.Code, PC: pc}, []int64{int64(machine.X8664), int64(pc)},
		append(blob, append(code, make([]byte, 8-len(code))...)...))
}

// Refuse is like Fail, with blobs captured before the call.
func (r *Rank) Refuse(name string, in []byte, args ...int64) { r.do(name, 1, args, in, nil) }

// RefuseAs is like Refuse, with an error code.
func (r *Rank) RefuseAs(rc int64, name string, in []byte, args ...int64) {
	r.do(name, rc, args, in, nil)
}

// Load and Store make a load and a store of n bytes by the program.
func (r *Rank) Load(addr, n int64)  { r.Runs(0, addr, n, 1, 0) }
func (r *Rank) Store(addr, n int64) { r.Runs(event.AccessWrites, addr, n, 1, 0) }

// Runs makes loads or stores of n bytes each, stride bytes apart.
func (r *Rank) Runs(does event.AccessFlags, addr, n, times, stride int64) {
	r.add(event.Event{Kind: event.Access, PC: line()}, []int64{addr, n, times, stride, int64(does)}, nil)
}

// Bits makes loads or stores of the units of bytes whose bits are set.
func (r *Rank) Bits(does event.AccessFlags, addr, unit int64, bits ...int64) {
	r.add(event.Event{Kind: event.AccessBits, PC: line()}, append([]int64{addr, unit, int64(does)}, bits...), nil)
}

// GivesBack frees a block of the heap that MPI uses, as libgomarmot-heap.so says.
func (r *Rank) GivesBack(block, size int64) {
	r.add(event.Event{Kind: event.Memory, PC: line()}, []int64{int64(event.MemoryGivenBack), 0, block, block + size,
		block, size}, nil)
}

// Heap records the state of the memory [lo, hi) of an argument of the next call.
func (r *Rank) Heap(what event.MemoryState, arg, lo, hi, block, size int64) {
	r.Event(event.Memory, int64(what), arg, lo, hi, block, size)
}

// With makes a call with blobs: in is captured before the call, out after it.
func (r *Rank) With(name string, in, out []byte, args ...int64) { r.do(name, 0, args, in, out) }

// Stuck makes a call that never returns.
func (r *Rank) Stuck(name string, args ...int64) { r.stuck(name, args, nil) }

// StuckWith is like Stuck, with blobs captured before the call.
func (r *Rank) StuckWith(name string, in []byte, args ...int64) { r.stuck(name, args, in) }

func (r *Rank) stuck(name string, args []int64, in []byte) {
	row := calls.ByName(name)
	r.add(event.Event{Kind: row.Kind, Phase: event.Enter, PC: line()}, r.words(row, args), in)
}

// Begin enters a call from which End returns: other threads may make calls in
// between.
func (r *Rank) Begin(name string, args ...int64) { r.stuck(name, args, nil) }

// End returns from a call that Begin entered; out are the handles that the call returns.
func (r *Rank) End(name string, out ...int64) {
	words := append([]int64{0}, out...)
	r.add(event.Event{Kind: calls.ByName(name).Kind, Phase: event.Leave, PC: line()}, words, nil)
}

// InCall records that the rank was last seen in a call that has no record.
func (r *Rank) InCall(name string) {
	r.last.Now = append(r.last.Now, tracker.Site{Rank: int32(r.world), Call: calls.ByName(name).Kind, PC: line()})
}

// StaysIn records that the rank was last seen in its last call, which has a single record.
func (r *Rank) StaysIn() {
	e := &r.events[len(r.events)-1]
	r.last.Now = append(r.last.Now, tracker.Site{Rank: int32(r.world), Call: e.Kind, Ring: e.Thread, PC: e.PC})
}

func (r *Rank) do(name string, rc int64, args []int64, in, out []byte) {
	row := calls.ByName(name)
	if row == nil {
		panic("replay: no call " + name)
	}
	pc := line()
	words := r.words(row, args)
	if row.Rec == calls.Local {
		r.add(event.Event{Kind: row.Kind, PC: pc}, words, in)
		return
	}
	r.add(event.Event{Kind: row.Kind, Phase: event.Enter, PC: pc}, words, in)
	leave := []int64{rc}
	i := 0
	for _, a := range row.Args() {
		if a.LargeOnly {
			continue
		}
		if a.Scalar() {
			v := int64(0)
			if i < len(args) {
				v = args[i]
			}
			leave = append(leave, v)
		}
		i++
	}
	leave = append(leave, r.extra(row, args, i)...)
	r.add(event.Event{Kind: row.Kind, Phase: event.Leave, PC: pc}, leave, out)
}

// more returns the words that follow the arguments in the enter record of a call. Each has the value for "unknown",
// unless the test gives arguments beyond the prototype's.
func more(row *calls.Row) []int64 {
	var out []int64
	for _, name := range strings.Fields(row.Enter) {
		if name == "mapped" {
			out = append(out, -1)
		} else {
			out = append(out, 0)
		}
	}
	return out
}

// somewhere is the address of functions and captured arrays for which a test gives no address.
const somewhere = 0x6000

// words returns the words of the enter record: the arguments, padded with zeros.
func (r *Rank) words(row *calls.Row, args []int64) []int64 {
	w := []int64{}
	for i, a := range row.Params(false) {
		v := int64(0)
		if i < len(args) {
			v = args[i]
		}
		if v == 0 && (a.Capture && a.Array != "" || strings.HasSuffix(a.Type, "_function")) {
			v = somewhere
		}
		w = append(w, v)
	}
	n := len(w)
	w = append(w, more(row)...)
	if len(args) > n {
		copy(w[n:], args[n:])
	}
	if at := calls.Of(row.Kind).StartsArg; at >= 0 && r.Variable != 0 {
		w[at] = r.Variable
	}
	return w
}

// extra returns the words after the scalars in the leave record: arguments beyond the prototype's, unless these are in
// the enter record.
func (r *Rank) extra(row *calls.Row, args []int64, n int) []int64 {
	n += len(more(row))
	if len(args) <= n {
		return nil
	}
	return args[n:]
}

// line returns the line of the test that made the call.
func line() uint64 {
	for i := 2; i < 12; i++ {
		_, file, n, ok := runtime.Caller(i)
		if ok && len(file) > 8 && file[len(file)-8:] == "_test.go" {
			return uint64(n)
		}
	}
	return 1
}

// Words renders captured arrays as a blob.
func Words(arrays ...[]int64) []byte {
	var b []byte
	for _, a := range arrays {
		b = binary.LittleEndian.AppendUint64(b, uint64(len(a)))
		for _, v := range a {
			b = binary.LittleEndian.AppendUint64(b, uint64(v))
		}
	}
	return b
}

// Strings renders captured strings as a blob.
func Strings(ss ...string) []byte {
	var b []byte
	for _, s := range ss {
		b = binary.LittleEndian.AppendUint64(b, uint64(len(s)))
		b = append(b, s...)
		for len(b)%8 != 0 {
			b = append(b, 0)
		}
	}
	return b
}

// Allocate creates a window on MPI_COMM_WORLD with MPI_Win_allocate on every
// rank; the handle is the same everywhere.
func (j *Job) Allocate(size, unit int64) int64 {
	w := j.Handle()
	j.Each(func(r *Rank) { r.Do("MPI_Win_allocate", size, unit, InfoNull, World, 0x10000, w) })
	return w
}

// Create creates a window on MPI_COMM_WORLD with MPI_Win_create on every rank.
func (j *Job) Create(base, size, unit int64) int64 {
	w := j.Handle()
	j.Each(func(r *Rank) { r.Do("MPI_Win_create", base, size, unit, InfoNull, World, w, 1) })
	return w
}

// Group creates a group of the given ranks of MPI_COMM_WORLD.
func (r *Rank) Group(members ...int64) int64 {
	if r.group == 0 {
		r.group = r.j.Handle()
		all := make([]int64, len(r.j.ranks))
		for i := range all {
			all[i] = int64(i)
		}
		r.With("MPI_Comm_group", nil, Words(all), World, r.group)
	}
	g := r.j.Handle()
	r.With("MPI_Group_incl", Words(members), Words(members), r.group, int64(len(members)), 0x6000, g)
	return g
}

// Info creates an info object; kv alternates keys and values.
func (r *Rank) Info(kv ...string) int64 {
	h := r.j.Handle()
	r.Do("MPI_Info_create", h)
	for i := 0; i+1 < len(kv); i += 2 {
		r.With("MPI_Info_set", Strings(kv[i], kv[i+1]), nil, h)
	}
	return h
}

// Put puts n ints to the target at displacement disp.
func (r *Rank) Put(w, target, disp, n int64) {
	r.Do("MPI_Put", 0x5000, n, Type("MPI_INT"), target, disp, n, Type("MPI_INT"), w)
}

// Get gets n ints from the target at displacement disp.
func (r *Rank) Get(w, target, disp, n int64) {
	r.Do("MPI_Get", 0x45000, n, Type("MPI_INT"), target, disp, n, Type("MPI_INT"), w)
}

// Rput puts an int to the target with MPI_Rput, and waits for the request.
func (r *Rank) Rput(w, target int64) {
	r.Do("MPI_Rput", 0x5000, 1, Type("MPI_INT"), target, 0, 1, Type("MPI_INT"), w, 0x7777)
	r.Do("MPI_Wait", 0x7777, 0)
}

// Fence calls fence on every rank.
func (j *Job) Fence(assert, w int64) {
	j.Each(func(r *Rank) { r.Do("MPI_Win_fence", assert, w) })
}

// Free frees the window on every rank.
func (j *Job) Free(w int64) { j.Each(func(r *Rank) { r.Do("MPI_Win_free", w) }) }

// Finalize ends every rank properly.
func (j *Job) Finalize() {
	j.Each((*Rank).Finalize)
}

// Finalize ends the rank properly.
func (r *Rank) Finalize() {
	if r.group != 0 {
		r.Do("MPI_Group_free", r.group)
	}
	r.Do("MPI_Finalize")
	r.Event(event.End, int64(event.EndFinalized))
}

// EndSession finalizes a session; last says that no other session is open.
func (r *Rank) EndSession(session int64, last bool) {
	r.Do("MPI_Session_finalize", session)
	if last {
		r.Event(event.End, int64(event.EndFinalized))
	}
}

// Exit ends the rank without MPI_Finalize.
func (r *Rank) Exit() { r.Event(event.End, int64(event.EndExit)) }

// LoseEnd ends the rank with a full log: its last n events are lost, and only the state of the log says how the rank
// ended.
func (r *Rank) LoseEnd(n int64, how event.EndReason) {
	r.Event(event.Lost, n)
	r.last.Ended = how
}

const ticksPerSecond = 1000

// Lives sets how many seconds the rank was alive after its last record, on thread 0, and how many seconds before its
// end it last made a call without a record.
func (r *Rank) Lives(seconds, called float64) {
	alive := r.time + uint64(seconds*ticksPerSecond)
	r.last.Rate = ticksPerSecond
	r.last.Beats = []end.Beat{{Alive: alive, Began: alive - uint64(called*ticksPerSecond)}}
}

// Pauses lets seconds pass before the next record of the rank.
func (r *Rank) Pauses(seconds float64) { r.time += uint64(seconds * ticksPerSecond) }

// Fetched records the element that the last call, which has a single record, has fetched.
func (r *Rank) Fetched(value int64) { r.Event(event.Fetched, int64(r.seq[r.Thread]-1), value) }

// Ends sets when the rank was last seen alive.
func (r *Rank) Ends(at time.Time) { r.last.Alive = at }

// Dies records that a signal has killed the rank: in the call of InCall or StaysIn, if one of these was called before.
func (r *Rank) Dies(s syscall.Signal) {
	r.last.Signal = s
	if n := len(r.last.Now); n > 0 {
		r.last.In = r.last.Now[n-1]
	}
}

// DiesAt is like Dies, for a signal that an access to memory has caused.
func (r *Rank) DiesAt(s syscall.Signal, address int64) {
	r.Dies(s)
	r.last.Fault.Address = address + 1
}

// DiesBy is DiesAt by a load of the program.
func (r *Rank) DiesBy(s syscall.Signal, address int64) {
	r.DiesAt(s, address)
	r.last.Fault.By = tracker.Site{Rank: int32(r.world), Call: calls.Load, PC: line()}
}

type stream struct {
	events []event.Event
	next   int
}

func (s *stream) Next(e *event.Event) error {
	if s.next == len(s.events) {
		return io.EOF
	}
	*e = s.events[s.next]
	s.next++
	return nil
}

// Hide removes the records of a call, and returns the remaining calls.
func (j *Job) Hide(k calls.Kind) []calls.Kind {
	var left []calls.Kind
	for _, r := range j.ranks {
		r.events = slices.DeleteFunc(r.events, func(e event.Event) bool { return e.Kind == k })
		for i := range r.events {
			if e := r.events[i].Kind; e < calls.MaxKind && !slices.Contains(left, e) {
				left = append(left, e)
			}
		}
	}
	return left
}

// Check runs all rules over the log.
func (j *Job) Check() *check.Result {
	if j.checked != nil {
		return j.checked
	}
	res, err := check.Run(j.Inputs(), j.rules(), check.Options{}, nil)
	if err != nil {
		j.t.Fatalf("replay: %v", err)
	}
	j.checked = res
	if Twice {
		j.withoutSigns()
	}
	return res
}

// Twice makes Check check each job a second time with rules that see all calls, whatever signs they ask for.
var Twice bool

// withoutSigns checks again with rules that see all calls: they must have the same findings.
func (j *Job) withoutSigns() {
	set := j.rules()
	for i, r := range set {
		if r.If != 0 {
			all := *r
			all.If, set[i] = 0, &all
		}
	}
	again, err := check.Run(j.Inputs(), set, check.Options{}, nil)
	if err != nil {
		j.t.Fatalf("replay: %v", err)
	}
	text := func(all []*rules.Finding) (out []string) {
		for _, f := range all {
			out = append(out, f.Rule.ID+" "+f.Message)
		}
		return out
	}
	if some, all := text(j.checked.Findings), text(again.Findings); !slices.Equal(some, all) {
		j.t.Errorf("replay: found %q, and %q by rules that see calls without signs, too", some, all)
	}
}

func (j *Job) rules() []*rules.Rule {
	return slices.DeleteFunc(slices.Clone(rules.All), func(r *rules.Rule) bool {
		return r == rules.Unfreed && !j.Leaks || (r == rules.AccessRace || r == rules.AccumulateRace ||
			r == rules.FileConflict) && !j.Races
	})
}

// declared implements reading.Noted.
type declared func(tracker.Site) []datatype.Noted

func (d declared) Any() bool { return true }

func (d declared) Of(at tracker.Site) []datatype.Noted { return d(at) }

func (j *Job) noted() reading.Noted {
	if j.Declared == nil {
		return nil
	}
	return declared(j.Declared)
}

// Inputs returns the log in the form that the check takes.
func (j *Job) Inputs() []check.Input {
	var in []check.Input
	for i, r := range j.ranks {
		in = append(in, check.Input{
			Config: reading.Config{World: i, Size: len(j.ranks), Flavour: j.Flavour, Std: j.Std, Hosts: j.Hosts,
				ThreadLevel: j.ThreadLevel, Unseen: j.Unseen, Noted: j.noted()},
			Stream: &stream{events: r.events},
			Last:   func() end.Seen { return r.last },
		})
	}
	return in
}

// Finding is a finding that a test expects: a rule, and the rank and line of the finding's first site.
type Finding struct {
	Rule string
	Rank int
	Line int
}

// Found returns the findings, without the note on how the run ended.
func (j *Job) Found() []Finding {
	var out []Finding
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "TOOL003" || f.Cause != nil {
			continue
		}
		x := Finding{Rule: f.Rule.ID}
		if len(f.Sites) > 0 {
			x.Rank, x.Line = int(f.Sites[0].Rank), int(f.Sites[0].PC)
		}
		out = append(out, x)
	}
	return out
}

// Silent fails the test if there are any findings.
func (j *Job) Silent() {
	j.t.Helper()
	for _, f := range j.Check().Findings {
		j.t.Errorf("%s should be silent: %s %s", f.Rule.ID, f.Message, fmt.Sprint(f.Sites))
	}
}

// Want fails the test unless exactly the given findings are reported, in any
// order, apart from consequences and the note on how the run ended.
func (j *Job) Want(want ...Finding) {
	j.t.Helper()
	left := j.Found()
	for _, w := range want {
		hit := -1
		for i, f := range left {
			if f == w {
				hit = i
			}
		}
		if hit < 0 {
			j.t.Errorf("missing %+v among %+v", w, j.describe())
			continue
		}
		left = append(left[:hit], left[hit+1:]...)
	}
	for _, f := range left {
		j.t.Errorf("surplus %+v: %v", f, j.describe())
	}
}

func (j *Job) describe() []string {
	var out []string
	for _, f := range j.Check().Findings {
		out = append(out, fmt.Sprintf("%s %v: %s", f.Rule.ID, f.Sites, f.Message))
	}
	return out
}

// Here returns the line of the caller, for Finding.Line.
func Here() int {
	_, _, n, _ := runtime.Caller(1)
	return n
}

// Exclusive and Shared are the lock types of the job's flavour.
func (r *Rank) Exclusive() int64 { return r.j.Flavour.LockExclusive }

// Shared is MPI_LOCK_SHARED.
func (r *Rank) Shared() int64 { return r.j.Flavour.LockShared }

// Events returns the rank's events so far.
func (r *Rank) Events() []event.Event { return r.events }

// World returns the rank in MPI_COMM_WORLD.
func (r *Rank) World() int { return r.world }
