package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
	"github.com/gomarmot/gomarmot/words"
)

// dataText describes the data of one end of a message: "10 MPI_INT (40 bytes)".
func dataText(d *state.Data) string {
	text := fmt.Sprintf("%d of an unknown datatype", d.Count)
	if d.Type != nil {
		text = fmt.Sprintf("%d %s", d.Count, d.Type)
	}
	if n := d.Bytes(); n >= 0 {
		text += " (" + words.Count(n, "byte") + ")"
	}
	return text
}

// bothEnds is a report about a message and its receive.
func bothEnds(m *fact.Message) Report {
	r := Report{Sites: []tracker.Site{m.Receive.Site, m.Send.Site}, Object: m.Comm}
	r.Related = append(r.Related, initAt(&m.Receive, "the receive")...)
	r.Related = append(r.Related, initAt(&m.Send, "the send")...)
	r.Related = derivedAt(r.Related, "the datatype of the message", m.Send.Data.Type)
	if m.Receive.Data.Type != m.Send.Data.Type {
		r.Related = derivedAt(r.Related, "the datatype of the receive", m.Receive.Data.Type)
	}
	return r
}

// initAt says where the persistent request of one end was created.
func initAt(e *fact.End, name string) []Related {
	if e.Made.IsZero() {
		return nil
	}
	return []Related{At(e.Made, name+" was described here")}
}
