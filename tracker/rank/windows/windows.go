package windows

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Windows are a rank's windows.
type Windows struct {
	reading *reading.Reading
	flavour *calls.Flavour

	table     object.Table[*Win]
	unknown   reading.Unknowns
	count     int     // windows that the rank has created so far
	numbers   int32   // highest Win.Number so far
	spare     []int32 // numbers of windows that are gone, to be reused
	locking   []*Win  // windows on which the rank holds locks of single targets
	held      held
	lockedAll *op.LockedAll // windows on which the rank holds a lock of all targets
	exposed   exposed       // the windows' memory
	gone      gonePieces    // memory of freed windows
	Named     []int32       // reused
}

// Begin makes the part ready for the first event.
func (ws *Windows) Begin(d *reading.Reading) { ws.reading, ws.flavour = d, d.Flavour }

// Window returns the window of a handle: alive, MPI_WIN_NULL, or the window last freed under that handle value; nil if
// it was not created by a recorded call.
func (ws *Windows) Window(h int64) *Win { return ws.table.Get(h) }

// Living returns the windows that have not been freed, in order of creation.
func (ws *Windows) Living() []*Win { return ws.table.Living() }

// Predefined takes the handle of MPI_WIN_NULL.
func (ws *Windows) Predefined(p *calls.Predef, h int64) {
	ws.table.Put(h, &Win{Header: object.Predefined(p), Label: p.Name})
}

// Forget discards the state of all windows, as calls on them are missing.
func (ws *Windows) Forget() {
	for _, w := range ws.table.Living() {
		w.Origin = object.Lost
		ws.spareNumber(w)
	}
	ws.table.Forget(func(w *Win) bool { return !w.Alive() })
	ws.table.DropAll()
}

// MemoryAt returns window memory that overlaps [lo, hi), nil if there is none.
func (ws *Windows) MemoryAt(lo, hi int64) *Exposure { return ws.exposed.find(lo, hi) }

// MemoryNear reports whether window memory may overlap [lo, hi).
func (ws *Windows) MemoryNear(lo, hi int64) bool { return ws.exposed.from(lo, hi) >= 0 }

// MemoryIn calls f, in order of address, for window memory that begins before hi and may overlap [lo, hi).
func (ws *Windows) MemoryIn(lo, hi int64, f func(*Exposure)) {
	list := ws.exposed.list
	for i := ws.exposed.from(lo, hi); i >= 0 && i < len(list) && list[i].Lo < hi; i++ {
		if list[i].Win != nil {
			f(&list[i])
		}
	}
}

// Parts calls f, in order of address, for the parts [from, to) of [lo, hi) that lie in window memory, each byte once.
func (ws *Windows) Parts(lo, hi int64, f func(e *Exposure, from, to int64)) {
	ws.MemoryIn(lo, hi, func(e *Exposure) {
		if to := min(hi, e.Hi); lo < to && e.Win.Place() != nil {
			f(e, max(lo, e.Lo), to)
			lo = to
		}
	})
}

// Share reports whether processes share window memory.
func (ws *Windows) Share() bool { return ws.exposed.shared > 0 }

// LostMemoryAt returns the time, in ticks, at which a window last lost memory.
func (ws *Windows) LostMemoryAt() uint64 { return ws.exposed.hidden }

// NewTouch returns the number of a new touch of window memory, LastTouch the number of the last touch.
func (ws *Windows) NewTouch() int64 {
	ws.exposed.made++
	return ws.exposed.made
}

func (ws *Windows) LastTouch() int64 { return ws.exposed.made }

// HaveMemory reports whether there is any window memory.
func (ws *Windows) HaveMemory() bool { return len(ws.exposed.list) > ws.exposed.gone }

// Stored notes a store to window memory [lo, hi), and reports whether the memory is this rank's own.
func (ws *Windows) Stored(at tracker.Site, lo, hi int64, b *datatype.Buffer) (any bool) {
	ws.MemoryIn(lo, hi, func(e *Exposure) {
		own := datatype.Buffer{Addr: e.Lo, Count: e.Hi - e.Lo, Type: datatype.Memory}
		if !e.Own() {
			return
		}
		any = true
		if w := e.Win; w.Stored.IsZero() && own.Overlaps(b) {
			w.Stored = at
		}
	})
	return any
}

// WindowIn returns a created or dynamic window of this rank that has memory in the freed block [lo, hi); nil if there
// is none.
func (ws *Windows) WindowIn(lo, hi int64) *Win {
	for i := ws.exposed.from(lo, hi); i >= 0 && i < len(ws.exposed.list) && ws.exposed.list[i].Lo < hi; i++ {
		e := &ws.exposed.list[i]
		if w := e.Win; w != nil && e.Hi > lo && e.Own() && w.Alive() && w.Known() &&
			(w.Flavor == op.Created || w.Flavor == op.Dynamic) {
			return w
		}
	}
	return nil
}

// Create registers and returns the window that a creation call made. Its communicator and its info object may be nil.
func (ws *Windows) Create(c *record.Call, on *objects.Comm, i *objects.Info) *Win {
	w := &Win{comm: on, Mapped: -1, Model: ws.modelOf(c)}
	w.Born(c.Site, c.End)
	switch c.Kind {
	case calls.WinCreate:
		w.Flavor, w.Base, w.Size, w.DispUnit = op.Created, c.Arg("base"), c.Arg("size"), c.Arg("disp_unit")
		if len(c.Out) > 1 {
			w.Mapped = c.Out[1]
		}
	case calls.WinAllocate, calls.WinAllocateShared:
		w.Flavor = op.Allocated
		if c.Kind == calls.WinAllocateShared {
			w.Flavor = op.Shared
		}
		w.Base = c.OutWord(0)
		w.Size, w.DispUnit = c.Arg("size"), c.Arg("disp_unit")
	case calls.WinCreateDynamic:
		w.Flavor, w.DispUnit = op.Dynamic, 1
	}
	if i != nil && len(i.KV) > 0 {
		w.Info = maps.Clone(i.KV)
	}
	ws.count++
	if on != nil {
		on.MadeWins++
		w.ID = object.HashID("win", on.ID, on.MadeWins)
		if ws.reading.Gaps() {
			w.ID = 0 // windows created before may be missing
		}
		w.Members, w.MyRank = on.Members, on.MyRank
		w.Label = fmt.Sprintf("window %d of %s", on.MadeWins, on.Label)
	} else {
		w.Label = fmt.Sprintf("window %d", ws.count)
	}
	ws.add(c.Made(), w)
	ws.exposed.expose(w, w.MyRank, exposedAt(c, w), w.Size)
	return w
}

// exposedAt returns the address of the memory that other ranks access; 0: a dynamic window has none yet. For
// MPI_Win_create it is what the program has passed: a tool behind gomarmot may have passed the library another address
// of the same memory, as with memory of a GPU.
func exposedAt(c *record.Call, w *Win) int64 {
	if c.Kind == calls.WinCreate {
		return w.Base
	}
	return cmp.Or(c.Placed(), w.Base)
}

// modelOf returns the memory model that the library reports for a new window. Logs of earlier versions lack it.
func (ws *Windows) modelOf(c *record.Call) op.Model {
	if i := c.Sem.LeaveWord("model"); i >= 0 && i < len(c.Out) {
		switch c.Out[i] {
		case ws.flavour.WinSeparate:
			return op.Separate
		case ws.flavour.WinUnified:
			return op.Unified
		}
	}
	return op.UnknownModel
}

// Strange registers a window whose handle the MPI library knows, although its creation is unrecorded.
func (ws *Windows) Strange(h int64) *Win {
	ws.count++
	w := &Win{Header: object.Header{Origin: object.Elsewhere}, Mapped: -1,
		Label: fmt.Sprintf("window %d (created by a call that gomarmot did not see)", ws.count)}
	ws.add(h, w)
	return w
}

func (ws *Windows) add(h int64, w *Win) {
	ws.table.Add(h, w)
	ws.numberOf(w)
	ws.unknown.Drop(h)
}

// numberOf gives a window a number.
func (ws *Windows) numberOf(w *Win) {
	if n := len(ws.spare); n > 0 {
		w.Number, ws.spare = ws.spare[n-1], ws.spare[:n-1]
		return
	}
	ws.numbers++
	w.Number = ws.numbers
}

// drop removes a window from the table.
func (ws *Windows) drop(w *Win) {
	ws.table.Drop(w)
	ws.spareNumber(w)
}

// spareNumber makes the number of a window that is gone available again.
func (ws *Windows) spareNumber(w *Win) {
	if w.Number > 0 {
		ws.spare, w.Number = append(ws.spare, w.Number), 0
	}
}

// End marks the window freed. Its handle still leads to it until a new window has the same handle value.
func (ws *Windows) End(w *Win, at tracker.Site) {
	w.Freed = at
	w.Start, w.Post, w.LockAll = StartEpoch{}, PostEpoch{}, Lock{}
	w.Locks, w.regions, w.lockSlack = nil, regions{}, 0
	ws.keepLocking(w)
	ws.gone.keep(&ws.exposed, w)
	ws.exposed.hide(w, 0, ws.reading.LastTime)
	ws.drop(w)
}

// GoneAt returns the memory of a freed window at an address; nil if there is none, or a window has the address now.
func (ws *Windows) GoneAt(at int64) *Gone {
	if ws.exposed.find(at, at+1) != nil {
		return nil
	}
	return ws.gone.at(at)
}

// Doubt notes that it is uncertain whether a window still exists.
func (ws *Windows) Doubt(w *Win) {
	w.Origin = object.Lost
	ws.exposed.hide(w, 0, ws.reading.LastTime)
	ws.drop(w)
}

// Attach applies MPI_Win_attach.
func (ws *Windows) Attach(c *record.Call, w *Win) {
	if w != nil {
		w.regions.attach(Region{Base: c.Arg("base"), Size: c.Arg("size"), Site: c.Site})
		ws.exposed.expose(w, w.MyRank, c.Arg("base"), c.Arg("size"))
	}
}

// SharedQuery applies MPI_Win_shared_query: it exposes the memory of another rank in this process.
func (ws *Windows) SharedQuery(c *record.Call, w *Win) {
	rank := c.Arg("rank")
	if w == nil || !w.Alive() || !w.Known() || w.Flavor != op.Shared {
		return
	}
	switch {
	case rank == ws.flavour.ProcNull:
		ws.exposed.expose(w, op.FirstWithMemory, c.OutWord(2), c.OutWord(0))
	case w.Contains(rank) && rank != int64(w.MyRank):
		ws.exposed.expose(w, int(rank), c.OutWord(2), c.OutWord(0))
	}
}

// Segment applies an event.Segment: it exposes the memory of another rank in a shared window.
func (ws *Windows) Segment(e *event.Event) {
	w := ws.table.Get(e.A[0])
	if w != nil && e.N >= 4 && w.Alive() && w.Known() && w.Flavor == op.Shared && w.Contains(e.A[1]) {
		ws.exposed.expose(w, int(e.A[1]), e.A[2], e.A[3])
	}
}

// RefuseAttach applies an MPI_Win_attach that failed.
func (ws *Windows) RefuseAttach(c *record.Call, w *Win) {
	if w != nil && w.Alive() && w.Known() && len(w.Refused) < maxDetached {
		w.Refused = append(w.Refused, c.Arg("base"))
	}
}

// Detach applies MPI_Win_detach.
func (ws *Windows) Detach(c *record.Call, w *Win) {
	if w == nil {
		return
	}
	base := c.Arg("base")
	ws.exposed.hide(w, base, ws.reading.LastTime)
	w.regions.detach(base, c.Site)
}

// Meet handles a call on a window handle whose creation is unrecorded. If the call succeeds, the window exists: Meet
// registers and returns it.
func (ws *Windows) Meet(c *record.Call, handle int64) *Win {
	switch {
	case c.Once:
		ws.unknown.Add(handle, c.Site)
	case c.Ok():
		w := ws.Strange(handle)
		w.Made = c.Site
		return w
	}
	return nil
}

// UnknownWindows lists the window handles that calls with one record used, and that are still unknown.
func (ws *Windows) UnknownWindows() []reading.Unknown { return ws.unknown }

// held is the locks on single targets that the rank holds, without MPI_MODE_NOCHECK.
type held struct {
	known bool         // now is up to date
	now   *op.Locked   // nil: none
	last  *op.Locked   // the last value of now that was not nil
	list  []op.LockRef // reused
}

// Held returns the locks on single targets that the rank holds, without MPI_MODE_NOCHECK; nil if there are none.
func (ws *Windows) Held() *op.Locked {
	if ws.held.known {
		return ws.held.now
	}
	list := ws.held.list[:0]
	for _, x := range ws.locking {
		if x.ID == 0 {
			continue
		}
		for i := range x.Locks {
			if l := &x.Locks[i]; l.Assert == 0 {
				list = append(list, op.LockRef{Window: x.ID, Target: l.Target, Exclusive: l.Exclusive})
			}
		}
	}
	ws.held.list, ws.held.known, ws.held.now = list, true, nil
	switch {
	case len(list) == 0:
	case slices.Equal(list, ws.held.last.List()): // a loop takes the same locks again and again
		ws.held.now = ws.held.last
	default:
		ws.held.last = op.NewLocked(list)
		ws.held.now = ws.held.last
	}
	return ws.held.now
}

// add takes a lock that the rank has got.
func (h *held) add(x op.LockRef) {
	if h.now == nil && len(h.last.List()) == 1 && h.last.List()[0] == x { // as in a loop of short epochs
		h.now = h.last
		return
	}
	h.now = h.now.With(x)
	h.last = h.now
}

// HeldBeside returns the locks that Held returns; nil if the rank holds no other lock than the lock of target of w.
func (ws *Windows) HeldBeside(w *Win, target int64) *op.Locked {
	if len(ws.locking) == 1 && ws.locking[0] == w && len(w.Locks) == 1 && int64(w.Locks[0].Target) == target {
		return nil // mostly
	}
	l := ws.Held()
	if list := l.List(); len(list) == 1 && list[0].Window == w.ID && int64(list[0].Target) == target {
		return nil
	}
	return l
}

// HeldOfAll returns the windows on which the rank has locked all targets; nil if there are none.
func (ws *Windows) HeldOfAll() *op.LockedAll { return ws.lockedAll }

// keepLock updates the locks that the rank holds after a lock of a target of w. Before, the rank held n locks of w.
func (ws *Windows) keepLock(w *Win, n int) {
	known := ws.held.known
	ws.keepLocking(w)
	if !known || w.ID == 0 || len(w.Locks) != n+1 {
		return
	}
	if l := &w.Locks[n]; l.Assert == 0 {
		ws.held.add(op.LockRef{Window: w.ID, Target: l.Target, Exclusive: l.Exclusive})
	}
	ws.held.known = true
}

// keepLocking updates the lists of locked windows for w.
func (ws *Windows) keepLocking(w *Win) {
	ws.held.known = false
	if all := w.LockAll.Held && w.LockAll.Assert == 0; all != ws.lockedAll.Has(w.ID) {
		if ws.lockedAll = ws.lockedAll.Without(w.ID); all {
			ws.lockedAll = ws.lockedAll.With(w.ID)
		}
	}
	i := slices.Index(ws.locking, w)
	switch {
	case i < 0 && len(w.Locks) > 0:
		ws.locking = append(ws.locking, w)
	case i >= 0 && len(w.Locks) == 0:
		ws.locking = slices.Delete(ws.locking, i, i+1)
	}
}
