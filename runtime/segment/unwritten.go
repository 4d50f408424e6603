package segment

import (
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// missed counts the events that a Writer could not write, and keeps the metas.
type missed struct {
	records uint64
	of      map[uint16]uint64 // by thread
	time    uint64            // of the last event
	metas   [][]byte          // to be written later
}

func (m *missed) add(e *event.Event) {
	n := uint64(1)
	if e.Kind == event.Lost {
		n = uint64(max(e.A[0], 1))
	}
	if m.of == nil {
		m.of = map[uint16]uint64{}
	}
	m.of[e.Thread] += n
	m.records += n
	m.time = e.Time
}

// addFrame adds the events of a frame.
func (m *missed) addFrame(raw []byte) {
	var dec event.Decoder
	dec.Reset(raw)
	for e := (event.Event{}); dec.Next(&e); {
		m.add(&e)
	}
}

// resume tries to write again after a failure: Lost events for the threads
// whose events are missing, and then the metas.
func (w *Writer) resume() {
	threads := slices.Sorted(maps.Keys(w.missed.of))
	for _, t := range threads {
		e := event.Event{Kind: event.Lost, N: 1, Thread: t, Time: w.missed.time}
		e.A[0] = int64(w.missed.of[t])
		w.raw = w.enc.Append(w.raw, &e)
	}
	var err error
	if len(threads) > 0 {
		err = w.write(frame{kind: frameEvents, records: uint32(len(threads))}, w.raw)
	}
	w.raw = w.raw[:0]
	w.enc.Reset()
	if err != nil {
		return
	}
	w.records += uint64(len(threads))
	metas := w.missed.metas
	w.missed, w.failed = missed{}, false
	for i, text := range metas {
		if w.write(frame{kind: frameMeta}, text) != nil {
			w.missed.metas = metas[i:]
			return
		}
	}
}
