package windows

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Win is one window as one rank sees it: its local memory, and the epochs the
// rank has opened on it.
//
//	          ┌ Fence ─ opened by fence without NOSUCCEED, used once RMA is issued
//	access    ├ Start ─ start … complete
//	epochs    ├ Locks ─ lock … unlock, one per target
//	          └ LockAll ─ lock_all … unlock_all
//	exposure  ─ Post ─ post … wait, or test with flag = true
type Win struct {
	object.Header
	ID    uint64 // the same on all ranks of the window
	Label string

	Flavor   op.Flavor
	Model    op.Model
	Comm     *objects.Comm
	Members  []int32 // the window's group, ranks in MPI_COMM_WORLD
	MyRank   int     // this rank in the window's group
	Base     int64
	Size     int64
	DispUnit int64
	Info     map[string]string
	Mapped   int64 // MPI_Win_create: 1 memory was mapped, 0 not, -1 unknown
	AllocMem bool  // MPI_Win_create: memory of MPI_Alloc_mem

	Fence   FenceState
	Start   StartEpoch
	Post    PostEpoch
	Locks   []Lock
	LockAll Lock
	// Unlocked is the last unlock or unlock_all.
	Unlocked tracker.Site
	// lockSlack counts locks that failed or were taken twice, see unsure.
	lockSlack int

	Regions

	Accs   []accUse // where info promises something about accumulates
	Number int32    // in the rank, from 1 on: a window that is gone gives it to a new one; 0: it is gone
	// Stored is the first load or store of the rank, or call with a buffer, that has changed its memory since the last
	// synchronization of the window.
	Stored tracker.Site
	// Synced is that synchronization, if it has succeeded; zero before the first one.
	Synced tracker.Site
	// GivenBack is where the program has freed its memory, or part of it.
	GivenBack tracker.Site

	world     map[int32]int32 // rank in MPI_COMM_WORLD to rank in the group
	LastPlace *op.Place       // created when it is first asked for
}

const maxDetached = 1 << 12

// String names the window in messages.
func (w *Win) String() string {
	if w == nil {
		return "an unknown window"
	}
	return w.Label
}

// Object names the window in findings.
func (w *Win) Object() tracker.Object {
	if w == nil {
		return tracker.Object{Class: calls.ClassWin, Label: w.String()}
	}
	return tracker.Object{Class: calls.ClassWin, ID: w.ID, Label: w.Label}
}

// Place returns this rank's place in the window, nil where its calls cannot be
// compared with those of other ranks.
func (w *Win) Place() *op.Place {
	if w == nil || !w.Alive() || !w.Known() || w.ID == 0 || w.Comm == nil || w.Comm.Inter || !w.Comm.Comparable() {
		return nil
	}
	if w.LastPlace == nil {
		w.LastPlace = w.Comm.PlaceIn(w.Object())
	}
	return w.LastPlace
}

func (w *Win) Rename(label string) {
	w.Label, w.LastPlace = label, nil
	w.Place() // it is needed once more when the window has been freed
}

// Contains reports whether target is a rank of the window's group.
func (w *Win) Contains(target int64) bool { return target >= 0 && target < int64(len(w.Members)) }

// WorldOf returns the rank in MPI_COMM_WORLD of a rank of the window's group,
// -1 if it is not in the group.
func (w *Win) WorldOf(target int64) int {
	if !w.Contains(target) {
		return -1
	}
	return int(w.Members[target])
}

// RankOf returns the rank in the window's group of a rank in MPI_COMM_WORLD.
func (w *Win) RankOf(world int32) (int32, bool) {
	if w.Contains(int64(world)) && w.Members[world] == world { // most windows are of this kind
		return world, true
	}
	if w.world == nil {
		w.world = make(map[int32]int32, len(w.Members))
		for i, m := range w.Members {
			w.world[m] = int32(i)
		}
	}
	i, ok := w.world[world]
	return i, ok
}

// RankName names a rank of the window's group for messages: its rank in
// MPI_COMM_WORLD, and its rank in the window beside it where they differ.
func (w *Win) RankName(target int64) string { return op.RankName(w.Members, target, calls.ClassWin) }

// Create returns the window that a creation call on a communicator, which may be nil, returned, with the hints of an info object, which may be nil.
func (ws *Windows) Create(c *record.Call, on *objects.Comm, i *objects.Info) *Win {
	w := &Win{Comm: on, Mapped: -1, Model: ws.modelOf(c)}
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
	// What others write to; a dynamic one has no memory yet.
	ws.exposed.expose(w, w.MyRank, cmp.Or(c.Placed(), w.Base), w.Size)
	return w
}

// modelOf returns the memory model that the library has given a new window. Logs of earlier
// versions do not say it.
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

// Strange registers a window that the MPI library knows although it was
// not created by a recorded call.
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

// drop takes back that a window exists.
func (ws *Windows) drop(w *Win) {
	ws.table.Drop(w)
	ws.spareNumber(w)
}

// spareNumber takes back the number of a window that is gone.
func (ws *Windows) spareNumber(w *Win) {
	if w.Number > 0 {
		ws.spare, w.Number = append(ws.spare, w.Number), 0
	}
}

// End marks the window freed; its handle keeps leading to it until a new
// window has the same handle value.
func (ws *Windows) End(w *Win, at tracker.Site) {
	w.Freed = at
	w.Start, w.Post, w.LockAll = StartEpoch{}, PostEpoch{}, Lock{}
	w.Locks, w.Regions, w.lockSlack = nil, Regions{}, 0
	ws.keepLocking(w)
	ws.exposed.hide(w, 0, ws.reading.LastTime)
	ws.drop(w)
}

// Doubt notes that it is unknown whether a window still exists.
func (ws *Windows) Doubt(w *Win) {
	w.Origin = object.Lost
	ws.exposed.hide(w, 0, ws.reading.LastTime)
	ws.drop(w)
}

// Attach applies MPI_Win_attach.
func (ws *Windows) Attach(c *record.Call, w *Win) {
	if w != nil {
		w.Regions.attach(Region{Base: c.Arg("base"), Size: c.Arg("size"), Site: c.Site})
		ws.exposed.expose(w, w.MyRank, c.Arg("base"), c.Arg("size"))
	}
}

// SharedQuery applies MPI_Win_shared_query: the memory of another rank, in this process.
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

// Segment applies what the recorder has found of a window that processes share: the memory of another rank.
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
	w.Regions.detach(base, c.Site)
}

// Hint takes hints that the program gives for a window.
func (w *Win) Hint(hints map[string]string) {
	kv := maps.Clone(w.Info) // other ranks may be compared with what was
	if kv == nil {
		kv = map[string]string{}
	}
	maps.Copy(kv, hints)
	w.Info = kv
}

// Meet takes a call on the handle of a window that was not created by a recorded call. If it succeeds, the window
// exists, which is returned: it was created by a call that gomarmot did not see.
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

// UnknownWindows lists the window handles that calls with one record used and
// nothing has explained since.
func (ws *Windows) UnknownWindows() []reading.Unknown { return ws.unknown }
