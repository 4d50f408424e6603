package files_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/race/files"
	"github.com/gomarmot/gomarmot/tracker/signal"
)

// scene is ranks that use files. The test makes their ops, and advances the clocks where the ranks meet.
type scene struct {
	t      *testing.T
	size   int
	clocks *order.Clocks
	judge  *files.Judge
	all    *members
	n      []int64 // records by rank
	pc     uint64  // of the last call; each call has a place of its own
	opens  uint64
	facts  []fact.Fact

	// maySignal answers the judge that asks whether values in windows may have ordered two ranks; nil: they have not.
	maySignal func(a, b *signal.Access) bool
	asked     int // how often the judge asked for calls between two accesses
	between   fact.Between
}

// members implements order.Group.
type members []int32

func (m *members) Ranks() []int32      { return *m }
func (m *members) Has(rank int32) bool { return int(rank) < len(*m) }

// MayOrder implements files.Signals.
func (s *scene) MayOrder(a, b *signal.Access) bool { return s.maySignal != nil && s.maySignal(a, b) }

func newScene(t *testing.T, size int) *scene { return newSceneOn(t, make([]string, size)) }

// newSceneOn is newScene with a rank on each of the hosts.
func newSceneOn(t *testing.T, hosts []string) *scene {
	size := len(hosts)
	s := &scene{t: t, size: size, clocks: order.New(size), n: make([]int64, size), all: &members{}}
	for r := range int32(size) {
		*s.all = append(*s.all, r)
	}
	s.clocks.Watch()
	s.judge = files.New(files.Config{Size: size, Flavour: &calls.Flavours[0], Hosts: hosts, Clocks: s.clocks, Signals: s,
		Between: func(a, b *race.Access) func() fact.Between {
			s.asked++
			require.NotEqual(t, a.Site.Rank, b.Site.Rank)
			return func() fact.Between { return s.between }
		},
		Emit: func(f fact.Fact) { s.facts = append(s.facts, f) }})
	return s
}

// handle is a rank's handle of a file.
type handle struct {
	*scene
	on     *op.Place
	rank   int32
	atomic bool
}

// begin adds the record of a call's begin, and returns the op of the call.
func (s *scene) begin(what op.What, call calls.Kind, on *op.Place, rank int32) *op.Op {
	s.pc++
	s.n[rank]++
	site := tracker.Site{Rank: rank, Call: call, PC: s.pc, Seq: uint32(s.n[rank])}
	return &op.Op{What: what, On: on, N: s.n[rank], Count: s.n[rank], Site: site}
}

// end adds the record of a call's end, and gives the judge the op.
func (s *scene) end(x *op.Op) {
	rank := x.Site.Rank
	s.n[rank]++
	x.N = s.n[rank]
	s.judge.Routes()[x.What](rank, x)
}

// open has ranks open a file together.
func (s *scene) open(as op.Open, ranks ...int32) []*handle {
	s.opens++
	var list []*handle
	var at []order.Point
	for i, r := range ranks {
		file := tracker.Object{Class: calls.ClassFile, ID: s.opens}
		on := &op.Place{Object: file, Members: ranks, All: ranks, Me: int32(i)}
		list = append(list, &handle{scene: s, on: on, rank: r})
		x := s.begin(op.Opens, calls.FileOpen, on, r)
		x.More = &as
		at = append(at, s.clocks.At(r, x.N))
		if i == len(ranks)-1 && s.opens%2 == 0 { // the judge may learn that all have met before or after the last rank's op
			s.judge.Met(on, s.clocks.Meet(at))
			at = nil
		}
		s.judge.Routes()[x.What](r, x)
	}
	if at != nil {
		s.judge.Met(list[0].on, s.clocks.Meet(at))
	}
	for _, h := range list {
		x := s.begin(op.HasOpened, calls.FileOpen, h.on, h.rank)
		x.More = &as
		s.end(x)
	}
	return list
}

// data is the file that most tests open.
var data = op.Open{Name: "data", Dev: 3, Ino: 4711}

// access makes a data access to [lo, hi), and returns the place of its call.
func (h *handle) access(writes bool, lo, hi int64) uint64 {
	x := h.reach(writes, lo, hi, false)
	h.end(x)
	return x.Site.PC
}

func (h *handle) read(lo, hi int64) uint64  { return h.access(false, lo, hi) }
func (h *handle) write(lo, hi int64) uint64 { return h.access(true, lo, hi) }

// start begins a data access; wait completes it.
func (h *handle) start(writes bool, lo, hi int64) (x *op.Op, wait func()) {
	x = h.reach(writes, lo, hi, true)
	count := x.Count
	h.end(x)
	return x, func() {
		done := h.begin(op.EndsAccess, calls.Wait, h.on, h.rank)
		done.Count = count
		h.end(done)
	}
}

func (h *handle) reach(writes bool, lo, hi int64, pending bool) *op.Op {
	call := calls.FileReadAt
	if writes {
		call = calls.FileWriteAt
	}
	x := h.begin(op.ReachesFile, call, h.on, h.rank)
	x.More = &op.FileAccess{Atomic: h.atomic, Pending: pending,
		Pieces: []datatype.Buffer{{Addr: lo, Count: hi - lo, Type: datatype.Bytes, Writes: writes}}}
	return x
}

// sync makes an MPI_File_sync; done is the number of its last record.
func (h *handle) sync() (done int64) {
	h.end(h.begin(op.SyncsFile, calls.FileSync, h.on, h.rank))
	return h.n[h.rank]
}

func (h *handle) close() { h.end(h.begin(op.SyncsFile, calls.FileClose, h.on, h.rank)) }

// resize has all ranks of an open change the size of the file.
func resize(list []*handle, call calls.Kind, size int64) {
	for _, h := range list {
		x := h.begin(op.Resizes, call, h.on, h.rank)
		x.Data.Count = size
		h.end(x)
	}
}

// seek moves the shared file pointer of an open.
func seek(list []*handle, to int64) {
	for _, h := range list {
		x := h.begin(op.MovesShared, calls.FileSeekShared, h.on, h.rank)
		x.More = &op.SharedMove{Step: op.SharedTo, To: to}
		h.end(x)
	}
}

// writeOrdered makes a rank's part of an MPI_File_write_ordered.
func (h *handle) writeOrdered(bytes int64) uint64 {
	x := h.begin(op.MovesShared, calls.FileWriteOrdered, h.on, h.rank)
	x.More = &op.SharedMove{Step: op.SharedOrdered, Unit: 1, FType: datatype.Bytes, Bytes: bytes, Writes: true}
	h.end(x)
	return x.Site.PC
}

// barrier lets all ranks meet; entered and left are told where each rank was.
func (s *scene) barrier() (entered, left []int64) {
	at := make([]order.Point, s.size)
	for r := range at {
		s.n[r]++
		entered = append(entered, s.n[r])
		at[r] = s.clocks.At(int32(r), s.n[r])
	}
	know := s.clocks.Meet(at)
	for r := range at {
		s.n[r]++
		left = append(left, s.n[r])
		s.clocks.Join(int32(r), s.n[r], s.all, know)
	}
	return entered, left
}

// races ends the run, and returns the conflicts.
func (s *scene) races() []*fact.FileRace {
	s.judge.Finish()
	var out []*fact.FileRace
	for _, f := range s.facts {
		if x, ok := f.(*fact.FileRace); ok {
			out = append(out, x)
		}
	}
	return out
}

// only ends the run, and returns its only conflict.
func (s *scene) only() *fact.FileRace {
	s.t.Helper()
	list := s.races()
	require.Len(s.t, list, 1)
	return list[0]
}
