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
	if w == nil || !w.Alive() || !w.Known() || w.ID == 0 || w.comm == nil || w.comm.Inter || !w.comm.Comparable() {
		return nil
	}
	if w.LastPlace == nil {
		w.LastPlace = w.comm.PlaceIn(w.Object())
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

// Hint takes hints that the program gives for a window.
func (w *Win) Hint(hints map[string]string) {
	kv := maps.Clone(w.Info) // other ranks may be compared with what was
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
