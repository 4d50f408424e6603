package check

import (
	"errors"
	"fmt"
	"io"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// Each calls f with the records of a rank until f returns false. Arrays of requests are whole. The error names the rank.
func Each(r *logdir.RankLog, f func(*event.Event) bool) error {
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
