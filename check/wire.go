package check

import (
	"errors"
	"time"

	"github.com/gomarmot/gomarmot/check/plain"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// The first bytes of messages between the processes of a report.
const (
	msgSees    = iota // to the first process: what of the log there is; logSeen
	msgBatches        // to the first process: a letter, see serve.go; for each of some ranks its number, a length, and batches
	msgStart          // from the first process
	msgRoom           // from the first process: ranks of which it has taken a message with batches
	msgWants          // from the first process: the rank that it waits for
	msgEnd            // from the first process: nothing more is needed
)

// logSeen is what a process sees of the log.
type logSeen struct {
	Err   string // why it cannot be used; the rest is empty then
	Run   string // names the run
	Ranks []int32
	Host  string
}

// outcome is how a batch ends.
type outcome struct {
	Last  bool
	Fault *Fault // filling it panicked
	Err   string // why the stream ended early
	File  *segment.FileError
	Found []*rules.Finding
	Tail  *tail
}

var (
	seenCodec    plain.Codec[logSeen]
	outcomeCodec plain.Codec[outcome]
)

func init() {
	plain.Share[op.Place]()
	plain.Custom(func(e *plain.Encoder, r *rules.Rule) { e.String(r.ID) }, func(d *plain.Decoder) *rules.Rule {
		return rules.ByID(d.String()) // both processes are the same program
	})
	plain.Custom(func(e *plain.Encoder, t time.Time) {
		if t.IsZero() {
			e.Uint(0)
			return
		}
		e.Uint(1)
		e.Int(t.UnixNano())
	}, func(d *plain.Decoder) time.Time {
		if d.Uint() == 0 {
			return time.Time{}
		}
		return time.Unix(0, d.Int())
	})
	plain.Custom(writeError, readError)
	seenCodec, outcomeCodec = plain.Of[logSeen](), plain.Of[outcome]()
}

// writeError writes the text of an error only.
func writeError(e *plain.Encoder, err error) {
	if err == nil {
		e.String("")
		return
	}
	e.String(err.Error())
}

func readError(d *plain.Decoder) error {
	if s := d.String(); s != "" {
		return errors.New(s)
	}
	return nil
}

// outcomeOf is how a batch ends.
func outcomeOf(b *batch) outcome {
	o := outcome{Last: b.last, Found: b.found, Fault: b.fault}
	if b.err != nil && !errors.As(b.err, &o.File) {
		o.Err = b.err.Error()
	}
	return o
}

// into gives it to a batch.
func (o *outcome) into(b *batch) {
	b.last, b.found = o.Last, o.Found
	switch {
	case o.Fault != nil:
		b.fault = o.Fault
	case o.File != nil:
		b.err = o.File
	case o.Err != "":
		b.err = errors.New(o.Err)
	}
}

// plain reports whether there is nothing to say of how a batch ends.
func (o *outcome) plain() bool { return !o.Last && o.Found == nil && o.Fault == nil }
