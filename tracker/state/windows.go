package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// windows are a rank's windows.
type windows struct {
	reading *reading
	flavour *calls.Flavour

	table     object.Table[*Win]
	unknown   unknowns
	count     int           // windows that the rank has made so far
	numbers   int32         // given to windows: Win.number
	spare     []int32       // of these, numbers of windows that are gone
	locking   []*Win        // those of which it holds locks of single targets
	lockedAll *op.LockedAll // those of which it has locked all targets
	exposed   exposed       // their memory
	named     []int32       // reused
	holding   []op.LockRef  // reused
}

// begin makes the part ready for the first event.
func (ws *windows) begin(d *reading) { ws.reading, ws.flavour = d, d.Flavour }

// window returns the window of a handle: alive, MPI_WIN_NULL, or the last one
// freed under that handle value; nil if it was not created by a recorded call.
func (ws *windows) window(h int64) *Win { return ws.table.Get(h) }

// living returns the windows that have not been freed, in order of creation.
func (ws *windows) living() []*Win { return ws.table.Living() }

// predefined takes the handle of MPI_WIN_NULL.
func (ws *windows) predefined(p *calls.Predef, h int64) {
	ws.table.Put(h, &Win{Header: object.Predefined(p), Label: p.Name})
}

// forget takes back what is known of windows, as calls on them are missing.
func (ws *windows) forget() {
	for _, w := range ws.table.Living() {
		w.Origin = object.Lost
		ws.spareNumber(w)
	}
	ws.table.Forget(func(w *Win) bool { return !w.Alive() })
	ws.table.DropAll()
}

// memoryAt returns memory of a window that has bytes of [lo, hi), nil if there is none.
func (ws *windows) memoryAt(lo, hi int64) *exposure { return ws.exposed.find(lo, hi) }

// memoryNear reports whether memory of a window may have bytes of [lo, hi).
func (ws *windows) memoryNear(lo, hi int64) bool { return ws.exposed.from(lo, hi) >= 0 }

// memoryIn calls f for the memory of windows that begins before hi and may have bytes of [lo, hi), by its address.
func (ws *windows) memoryIn(lo, hi int64, f func(*exposure)) {
	list := ws.exposed.list
	for i := ws.exposed.from(lo, hi); i >= 0 && i < len(list) && list[i].lo < hi; i++ {
		if list[i].win != nil {
			f(&list[i])
		}
	}
}

// share reports whether processes share memory of a window.
func (ws *windows) share() bool { return ws.exposed.shared > 0 }

// lostMemoryAt returns when a window has lost memory last, in ticks.
func (ws *windows) lostMemoryAt() uint64 { return ws.exposed.hidden }

// newTouch returns the number of a new touch of the memory of windows, lastTouch that of the last one.
func (ws *windows) newTouch() int64 {
	ws.exposed.made++
	return ws.exposed.made
}

func (ws *windows) lastTouch() int64 { return ws.exposed.made }

// haveMemory reports whether there is memory of windows.
func (ws *windows) haveMemory() bool { return len(ws.exposed.list) > ws.exposed.gone }

// UnknownWindows lists the window handles that calls with one record used and
// nothing has explained since.
func (r *Rank) UnknownWindows() []Unknown { return r.windows.unknownWindows() }

// Window returns the window of a handle: alive, MPI_WIN_NULL, or the last one
// freed under that handle value; nil if it was not created by a recorded call.
func (r *Rank) Window(h int64) *Win { return r.windows.window(h) }

// Windows returns the windows that have not been freed, in order of creation.
func (r *Rank) Windows() []*Win { return r.windows.living() }

// stored notes a store to memory of windows. It reports whether the rank's own memory is there.
func (ws *windows) stored(at tracker.Site, lo, hi int64, b *datatype.Buffer) (any bool) {
	ws.memoryIn(lo, hi, func(e *exposure) {
		own := datatype.Buffer{Addr: e.lo, Count: e.hi - e.lo, Type: datatype.Memory}
		if !e.own() {
			return
		}
		any = true
		if w := e.win; w.Stored.IsZero() && own.Overlaps(b) {
			w.Stored = at
		}
	})
	return any
}

// windowIn returns a window whose memory a block has that is given back; nil if there is none.
func (ws *windows) windowIn(lo, hi int64) *Win {
	for i := ws.exposed.from(lo, hi); i >= 0 && i < len(ws.exposed.list) && ws.exposed.list[i].lo < hi; i++ {
		e := &ws.exposed.list[i]
		if w := e.win; w != nil && e.hi > lo && e.own() && w.Alive() && w.Known() && (w.Flavor == op.Created || w.Flavor == op.Dynamic) {
			return w
		}
	}
	return nil
}
