package tracker

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Flavor is the way a window was made.
type Flavor uint8

// The flavors of windows.
const (
	Created   Flavor = iota + 1 // MPI_Win_create
	Allocated                   // MPI_Win_allocate
	Shared                      // MPI_Win_allocate_shared
	Dynamic                     // MPI_Win_create_dynamic
)

// Region is memory attached to a dynamic window.
type Region struct {
	Base, Size int64
	Site       Site
}

// Win is one window as one rank sees it: its local memory, and the epochs the
// rank has opened on it.
//
//	          ┌ Fence ─ opened by fence without NOSUCCEED, used once RMA is issued
//	access    ├ Start ─ start … complete
//	epochs    ├ Locks ─ lock … unlock, one per target
//	          └ LockAll ─ lock_all … unlock_all
//	exposure  ─ Post ─ post … wait, or test with flag = true
type Win struct {
	Handle int64
	ID     uint64 // the same on all ranks of the window
	Label  string
	Null   bool // MPI_WIN_NULL
	// Foreign: made past the interception. Its history is unknown; Made is the
	// first call on it then.
	Foreign bool

	Flavor   Flavor
	Comm     *Comm
	Members  []int32 // the window's group, ranks in MPI_COMM_WORLD
	MyRank   int     // this rank in the window's group
	Base     int64
	Size     int64
	DispUnit int64
	Info     map[string]string
	Mapped   int64 // MPI_Win_create: 1 memory was mapped, 0 not, -1 unknown
	AllocMem bool  // MPI_Win_create: memory of MPI_Alloc_mem
	Made     Site
	Freed    Site // zero while alive

	Fence   FenceState
	Start   StartEpoch
	Post    PostEpoch
	Locks   []Lock
	LockAll Lock
	// Unlocked is the last unlock or unlock_all.
	Unlocked Site
	// lockSlack counts locks refused or made twice, see unsure.
	lockSlack int

	Attached []Region
	Detached []Region // regions detached, oldest first, at most maxDetached
	Refused  []int64  // base addresses whose attach failed
	Pending  int      // requests of RMA calls not yet complete
	accs     []accUse // where info promises something of accumulates

	world map[int32]int32 // rank in MPI_COMM_WORLD to rank in the group
}

const maxDetached = 1 << 12

// String names the window in messages.
func (w *Win) String() string {
	if w == nil {
		return "an unknown window"
	}
	return w.Label
}

// Alive reports whether the window exists now.
func (w *Win) Alive() bool { return !w.Null && w.Freed.IsZero() }

// Contains reports whether target is a rank of the window's group.
func (w *Win) Contains(target int64) bool { return target >= 0 && target < int64(len(w.Members)) }

// WorldOf returns the rank in MPI_COMM_WORLD of a rank of the window's group,
// -1 if it is none.
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
func (w *Win) RankName(target int64) string {
	if !w.Contains(target) {
		return fmt.Sprintf("rank %d of the window", target)
	}
	if int64(w.Members[target]) == target {
		return fmt.Sprintf("rank %d", target)
	}
	return fmt.Sprintf("rank %d (rank %d of the window)", w.Members[target], target)
}

// newWin registers the window that a creation call returned.
func (r *Rank) newWin(c *Call) {
	w := &Win{Made: c.Site, Comm: c.Comm, Mapped: -1, Handle: c.OutWord(0)}
	switch c.Kind {
	case calls.WinCreate:
		w.Flavor, w.Base, w.Size, w.DispUnit = Created, c.Arg("base"), c.Arg("size"), c.Arg("disp_unit")
		if len(c.Out) > 1 {
			w.Mapped = c.Out[1]
		}
		w.AllocMem = r.InAllocMem(w.Base, w.Size)
	case calls.WinAllocate, calls.WinAllocateShared:
		w.Flavor = Allocated
		if c.Kind == calls.WinAllocateShared {
			w.Flavor = Shared
		}
		w.Base, w.Handle = c.OutWord(0), c.OutWord(1)
		w.Size, w.DispUnit = c.Arg("size"), c.Arg("disp_unit")
	case calls.WinCreateDynamic:
		w.Flavor, w.DispUnit = Dynamic, 1
	}
	if i := r.info(c.Arg("info")); i != nil && len(i.KV) > 0 {
		w.Info = make(map[string]string, len(i.KV))
		for k, v := range i.KV {
			w.Info[k] = v
		}
	}
	r.winCount++
	if cm := c.Comm; cm != nil {
		cm.madeWins++
		w.ID = hashID("win", cm.ID, cm.madeWins)
		if r.Gaps() {
			w.ID = 0 // windows made before may be missing
		}
		w.Members, w.MyRank = cm.Members, cm.MyRank
		w.Label = fmt.Sprintf("window %d of %s", cm.madeWins, cm.Label)
	} else {
		w.Label = fmt.Sprintf("window %d", r.winCount)
	}
	r.addWin(w)
}

// foreignWin registers a window that the MPI library knows although no
// recorded call made it.
func (r *Rank) foreignWin(h int64) {
	r.winCount++
	r.addWin(&Win{Handle: h, Foreign: true, Mapped: -1,
		Label: fmt.Sprintf("window %d (made past the interception)", r.winCount)})
}

func (r *Rank) addWin(w *Win) {
	r.wins[w.Handle] = w
	r.lastWin = w
	r.AllWins = append(r.AllWins, w)
	r.unknown.drop(w.Handle)
}

// freeWin marks the window freed; its handle keeps leading to it until a new
// window gets the same handle value.
func (r *Rank) freeWin(c *Call) {
	w := c.Win
	if w == nil || !w.Alive() {
		return
	}
	w.Freed = c.Site
	for _, k := range r.keyvals {
		delete(k.wins, w)
	}
	open := w.Start.Open || w.Post.Open || w.Passive()
	w.Start, w.Post, w.LockAll = StartEpoch{}, PostEpoch{}, Lock{}
	w.Locks, w.Attached, w.Detached, w.lockSlack = nil, nil, nil, 0
	for _, q := range r.PendingRequests() {
		if q.Win == w && !q.Idle {
			q.WinFreed, q.Open = c.Site, open
		}
	}
	r.forgetWin(w)
}

// forgetWin takes the window off the list of windows to be freed.
func (r *Rank) forgetWin(w *Win) {
	for i, x := range r.AllWins {
		if x == w {
			r.AllWins = append(r.AllWins[:i], r.AllWins[i+1:]...)
			return
		}
	}
}

func (w *Win) attach(c *Call) {
	w.Attached = append(w.Attached, Region{Base: c.Arg("base"), Size: c.Arg("size"), Site: c.Site})
}

func (w *Win) detach(c *Call) {
	base := c.Arg("base")
	for i, g := range w.Attached {
		if g.Base != base {
			continue
		}
		w.Attached = append(w.Attached[:i], w.Attached[i+1:]...)
		if len(w.Detached) == maxDetached {
			w.Detached = append(w.Detached[:0], w.Detached[1:]...)
		}
		g.Site = c.Site
		w.Detached = append(w.Detached, g)
		return
	}
}

// setInfo applies MPI_Win_set_info.
func (w *Win) setInfo(i *Info) {
	if i == nil || len(i.KV) == 0 {
		return
	}
	kv := make(map[string]string, len(w.Info)+len(i.KV))
	for k, v := range w.Info {
		kv[k] = v
	}
	for k, v := range i.KV {
		kv[k] = v
	}
	w.Info = kv
}
