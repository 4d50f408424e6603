package windows

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Windows are a rank's windows.
type Windows struct {
	reading *reading.Reading
	flavour *calls.Flavour

	table     object.Table[*Win]
	unknown   reading.Unknowns
	count     int           // windows that the rank has made so far
	numbers   int32         // given to windows: Win.number
	spare     []int32       // of these, numbers of windows that are gone
	locking   []*Win        // those of which it holds locks of single targets
	lockedAll *op.LockedAll // those of which it has locked all targets
	exposed   exposed       // their memory
	Named     []int32       // reused
	Holding   []op.LockRef  // reused
}

// Begin makes the part ready for the first event.
func (ws *Windows) Begin(d *reading.Reading) { ws.reading, ws.flavour = d, d.Flavour }

// Window returns the window of a handle: alive, MPI_WIN_NULL, or the last one
// freed under that handle value; nil if it was not created by a recorded call.
func (ws *Windows) Window(h int64) *Win { return ws.table.Get(h) }

// Living returns the windows that have not been freed, in order of creation.
func (ws *Windows) Living() []*Win { return ws.table.Living() }

// Predefined takes the handle of MPI_WIN_NULL.
func (ws *Windows) Predefined(p *calls.Predef, h int64) {
	ws.table.Put(h, &Win{Header: object.Predefined(p), Label: p.Name})
}

// Forget takes back what is known of windows, as calls on them are missing.
func (ws *Windows) Forget() {
	for _, w := range ws.table.Living() {
		w.Origin = object.Lost
		ws.spareNumber(w)
	}
	ws.table.Forget(func(w *Win) bool { return !w.Alive() })
	ws.table.DropAll()
}

// MemoryAt returns memory of a window that has bytes of [lo, hi), nil if there is none.
func (ws *Windows) MemoryAt(lo, hi int64) *Exposure { return ws.exposed.find(lo, hi) }

// MemoryNear reports whether memory of a window may have bytes of [lo, hi).
func (ws *Windows) MemoryNear(lo, hi int64) bool { return ws.exposed.from(lo, hi) >= 0 }

// MemoryIn calls f for the memory of windows that begins before hi and may have bytes of [lo, hi), by its address.
func (ws *Windows) MemoryIn(lo, hi int64, f func(*Exposure)) {
	list := ws.exposed.list
	for i := ws.exposed.from(lo, hi); i >= 0 && i < len(list) && list[i].Lo < hi; i++ {
		if list[i].Win != nil {
			f(&list[i])
		}
	}
}

// Share reports whether processes share memory of a window.
func (ws *Windows) Share() bool { return ws.exposed.shared > 0 }

// LostMemoryAt returns when a window has lost memory last, in ticks.
func (ws *Windows) LostMemoryAt() uint64 { return ws.exposed.hidden }

// NewTouch returns the number of a new touch of the memory of windows, lastTouch that of the last one.
func (ws *Windows) NewTouch() int64 {
	ws.exposed.made++
	return ws.exposed.made
}

func (ws *Windows) LastTouch() int64 { return ws.exposed.made }

// HaveMemory reports whether there is memory of windows.
func (ws *Windows) HaveMemory() bool { return len(ws.exposed.list) > ws.exposed.gone }

// Stored notes a store to memory of windows. It reports whether the rank's own memory is there.
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

// WindowIn returns a window whose memory a block has that is given back; nil if there is none.
func (ws *Windows) WindowIn(lo, hi int64) *Win {
	for i := ws.exposed.from(lo, hi); i >= 0 && i < len(ws.exposed.list) && ws.exposed.list[i].Lo < hi; i++ {
		e := &ws.exposed.list[i]
		if w := e.Win; w != nil && e.Hi > lo && e.Own() && w.Alive() && w.Known() && (w.Flavor == op.Created || w.Flavor == op.Dynamic) {
			return w
		}
	}
	return nil
}
