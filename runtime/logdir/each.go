package logdir

import (
	"errors"
	"fmt"
	"io"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Each calls f with the records of a rank until f returns false. Arrays of requests are whole. An error names the
// rank.
func (r *RankLog) Each(f func(*event.Event) bool) error {
	var e event.Event
	var arrays event.WholeArrays
	for {
		switch err := r.Next(&e); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("rank %d: %w", r.Rank, err)
		}
		arrays.Take(&e)
		if !f(&e) {
			return nil
		}
	}
}

// Record returns the call as a record; last is the last record of the rank.
func (c *LateCall) Record(last *event.Event) event.Event {
	e := event.Event{Kind: event.Stray, PC: c.pc, N: 2, Time: last.Time, Seq: last.Seq + 1}
	e.A[0], e.A[1] = int64(c.Kind), 1
	if c.open {
		e.N, e.A[2], e.A[3] = 4, 1, int64(c.signal)
	}
	return e
}
