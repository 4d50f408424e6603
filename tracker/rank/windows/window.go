package windows

import (
	"maps"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// Win is a window as one rank sees it: its local memory, and the epochs the
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
	comm     *objects.Comm
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

	regions

	Accs   []accUse // incomplete accumulates, where info promises something about their operations
	Number int32    // number within the rank, from 1 on, reused when a window is gone; 0: this window is gone
	// Stored is the first load, store or buffer use of this rank that has changed the window's memory since its last
	// synchronization.
	Stored tracker.Site
	// Synced is the last synchronization call, if it succeeded; zero before the first.
	Synced tracker.Site
	// GivenBack is the call by which the program freed the window's memory, or part of it.
	GivenBack tracker.Site

	world     map[int32]int32 // rank in MPI_COMM_WORLD to rank in the group
	LastPlace *op.Place       // created on first use
}

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

// Place returns this rank's place in the window; nil if the rank's calls cannot be compared with the calls of other
// ranks: groups of ranks of several jobs are not known.
func (w *Win) Place() *op.Place {
	if w == nil || !w.Alive() || !w.Known() || w.ID == 0 {
		return nil
	}
	if w.comm == nil || w.comm.Inter || w.comm.Spans || !w.comm.Comparable() {
		return nil
	}
	if w.LastPlace == nil {
		w.LastPlace = w.comm.PlaceIn(w.Object())
	}
	return w.LastPlace
}

func (w *Win) Rename(label string) {
	w.Label, w.LastPlace = label, nil
	w.Place() // creates LastPlace, which is needed after the window has been freed
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
	if w.Contains(int64(world)) && w.Members[world] == world { // the usual case
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

// Hint applies hints that the program gives for a window.
func (w *Win) Hint(hints map[string]string) {
	kv := maps.Clone(w.Info) // a clone, because ops still compare the old map
	if kv == nil {
		kv = map[string]string{}
	}
	maps.Copy(kv, hints)
	w.Info = kv
}

// accUse is an accumulate that may not be complete at its target.
type accUse struct {
	site   tracker.Site
	target int32 // rank in the window's group
	disp   int64
	count  int64
	typ    *datatype.Type
	op     *calls.Predef
}
