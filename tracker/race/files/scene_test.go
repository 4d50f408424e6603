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
	kinds  op.Kinds
	all    *members
	n      []int64 // records by rank
	pc     uint64  // of the last call; each call has a place of its own
	opens  uint64
	facts  []fact.Fact

	// maySignal says whether values in windows may have ordered two accesses; nil: never.
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
	s.judge.Routes(&s.kinds)
	return s
}

// handle is a rank's handle of a file.
type handle struct {
	*scene
	on     *op.Place
	rank   int32
	atomic bool
}

// begin adds the record of a call's begin, and returns the head of its op.
func (s *scene) begin(call calls.Kind, on *op.Place, rank int32) op.Head {
	s.pc++
	s.n[rank]++
	site := tracker.Site{Rank: rank, Call: call, PC: s.pc, Seq: uint32(s.n[rank])}
	return op.Head{On: on, N: s.n[rank], Site: site}
}

// end adds the record of a call's end, and gives the judge the op, which has begun with h.
func end[T any](s *scene, route op.Route[T], h *op.Head, x *T) {
	s.n[h.Site.Rank]++
	h.N = s.n[h.Site.Rank]
	route.Take(h.Site.Rank, x)
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
		x := &op.FileOpen{Head: s.begin(calls.FileOpen, on, r), Open: as}
		at = append(at, s.clocks.At(r, x.N))
		if i == len(ranks)-1 && s.opens%2 == 0 { // the judge may learn that all have met before or after the last rank's op
			s.judge.Met(on, s.clocks.Meet(at))
			at = nil
		}
		s.kinds.Opens.Take(r, x)
	}
	if at != nil {
		s.judge.Met(list[0].on, s.clocks.Meet(at))
	}
	for _, h := range list {
		x := &op.FileOpen{Head: s.begin(calls.FileOpen, h.on, h.rank), Open: as}
		end(s, s.kinds.HasOpened, &x.Head, x)
	}
	return list
}

// data is the file that most tests open.
var data = op.Open{Name: "data", Dev: 3, Ino: 4711}

// access makes a data access to [lo, hi), and returns the place of its call.
func (h *handle) access(writes bool, lo, hi int64) uint64 {
	return h.reach(writes, lo, hi, false).Site.PC
}

func (h *handle) read(lo, hi int64) uint64  { return h.access(false, lo, hi) }
func (h *handle) write(lo, hi int64) uint64 { return h.access(true, lo, hi) }

// start begins a data access; wait completes it.
func (h *handle) start(writes bool, lo, hi int64) (x *op.FileAccess, wait func()) {
	x = h.reach(writes, lo, hi, true)
	return x, func() {
		done := &op.FileAccessEnd{Head: h.begin(calls.Wait, h.on, h.rank), Began: x.Began}
		end(h.scene, h.kinds.EndsAccess, &done.Head, done)
	}
}

func (h *handle) reach(writes bool, lo, hi int64, pending bool) *op.FileAccess {
	call := calls.FileReadAt
	if writes {
		call = calls.FileWriteAt
	}
	x := &op.FileAccess{Head: h.begin(call, h.on, h.rank), Atomic: h.atomic, Pending: pending,
		Pieces: []datatype.Buffer{{Addr: lo, Count: hi - lo, Type: datatype.Bytes, Writes: writes}}}
	x.Began = x.N
	end(h.scene, h.kinds.ReachesFile, &x.Head, x)
	return x
}

// sync makes an MPI_File_sync; done is the number of its last record.
func (h *handle) sync() (done int64) {
	h.syncBy(calls.FileSync)
	return h.n[h.rank]
}

func (h *handle) close() { h.syncBy(calls.FileClose) }

func (h *handle) syncBy(call calls.Kind) {
	x := &op.FileSync{Head: h.begin(call, h.on, h.rank)}
	x.Began = x.N
	end(h.scene, h.kinds.SyncsFile, &x.Head, x)
}

// resize has all ranks of an open change the size of the file.
func resize(list []*handle, call calls.Kind, size int64) {
	for _, h := range list {
		x := &op.Resize{Head: h.begin(call, h.on, h.rank), Size: size}
		x.Began = x.N
		end(h.scene, h.kinds.Resizes, &x.Head, x)
	}
}

// seek moves the shared file pointer of an open.
func seek(list []*handle, to int64) {
	for _, h := range list {
		h.move(calls.FileSeekShared, op.SharedMove{Step: op.SharedTo, To: to})
	}
}

// move makes a call that moves the shared file pointer, and returns the place of the call.
func (h *handle) move(call calls.Kind, as op.SharedMove) uint64 {
	x := &op.MoveShared{Head: h.begin(call, h.on, h.rank), SharedMove: as}
	x.Began = x.N
	end(h.scene, h.kinds.MovesShared, &x.Head, x)
	return x.Site.PC
}

// writeOrdered makes a rank's part of an MPI_File_write_ordered.
func (h *handle) writeOrdered(bytes int64) uint64 {
	return h.move(calls.FileWriteOrdered,
		op.SharedMove{Step: op.SharedOrdered, Unit: 1, FType: datatype.Bytes, Bytes: bytes, Writes: true})
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
