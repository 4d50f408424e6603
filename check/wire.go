package check

import (
	"encoding/binary"
	"errors"
	"math"
	"syscall"
	"time"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/wire"
)

// The first bytes of messages between the processes of a report.
const (
	msgSees = iota // to the first process: the log as the sender sees it; logSeen
	// to the first process: batches of several ranks (see serve.go), for each rank its number, a length, and batches
	msgBatches
	msgStart // from the first process: begin to read
	msgRoom  // from the first process: ranks whose batches it has taken, so that there is room for more
	msgWants // from the first process: the rank that it waits for
	msgEnd   // from the first process: nothing more is needed
)

// logSeen describes the log as a process sees it.
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

// coder codes the messages between processes, except ops.
type coder struct {
	*wire.Coder
	ops *op.Coder
}

// writer returns a coder that appends to out.
func writer(out []byte) *coder {
	c := &coder{ops: op.NewCoder(false, nil)}
	c.Coder = c.ops.Coder
	c.Out = out
	return c
}

// reader returns a coder that reads from in. Long lists of ranks are shared, see op.NewCoder.
func reader(in []byte, share func([]int32) []int32) *coder {
	c := &coder{ops: op.NewCoder(true, share)}
	c.Coder = c.ops.Coder
	c.Feed(in)
	return c
}

// number takes a number from the bytes of another process.
func number(in []byte) (n uint64, rest []byte) {
	n, size := binary.Uvarint(in)
	return n, in[max(size, 1):]
}

// rule codes a rule by its ID: both processes are the same program.
func (c *coder) rule(l, x **rules.Rule) {
	id := ""
	if *x != nil {
		id = (*x).ID
	}
	if wire.Text(c.Coder, new(string), &id); c.Reads() {
		*x = rules.ByID(id)
	}
	*l = *x
}

func (c *coder) findings(l, x *[]*rules.Finding) {
	wire.List(c.Coder, l, x, c, func(c *coder, x **rules.Finding) {
		if c.Reads() {
			*x = &rules.Finding{}
		}
		wire.Whole(c.Coder, *x, c, (*coder).rulesFinding)
	})
}

func (c *coder) time(l, x *time.Time) {
	var none, n int64
	if !x.IsZero() {
		n = x.UnixNano()
	}
	if wire.Num(c.Coder, &none, &n); c.Reads() && n != 0 {
		*x = time.Unix(0, n)
	}
	*l = *x
}

func (c *coder) signal(l, x *syscall.Signal) { wire.Num(c.Coder, l, x) }

func (c *coder) float(l, x *float64) {
	var none uint64
	n := math.Float64bits(*x)
	wire.Num(c.Coder, &none, &n)
	*x = math.Float64frombits(n)
	*l = *x
}

func (c *coder) bytes(l, x *[]byte) { wire.Numbers(c.Coder, l, x) }

// text codes the text of an error only.
func (c *coder) text(l, x *error) {
	said := ""
	if *x != nil {
		said = (*x).Error()
	}
	if wire.Text(c.Coder, new(string), &said); c.Reads() && said != "" {
		*x = errors.New(said)
	}
	*l = *x
}

// outcomeOf returns the outcome of a batch, to be sent.
func outcomeOf(b *batch) outcome {
	o := outcome{Last: b.last, Found: b.found, Fault: b.fault}
	if b.err != nil && !errors.As(b.err, &o.File) {
		o.Err = b.err.Error()
	}
	return o
}

// into sets the outcome of a batch that another process has filled.
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

// plain reports whether the batch ends without findings or a fault, and more batches follow. A zero byte stands for
// such an outcome.
func (o *outcome) plain() bool { return !o.Last && o.Found == nil && o.Fault == nil }
