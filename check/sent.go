package check

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Sent counts the messages that ranks have sent, by communicator, without any rules.
// Communicators with the same name are counted together.
type Sent struct {
	job    *Job
	unseen []reading.Taker
	of     map[string]*SentOn
	ops    op.Ops
	kinds  op.Kinds
}

// SentOn counts the messages sent on a communicator.
type SentOn struct {
	Comm            string
	Messages, Bytes int64
	Unsized         int64 // messages among them with an unknown datatype
}

// NewSent counts the messages of a job.
func NewSent(j *Job) *Sent {
	s := &Sent{job: j, unseen: j.unseen(), of: map[string]*SentOn{}}
	s.kinds.Sends.To(s.count)
	return s
}

// Rank returns a function that takes the records of a rank in their order.
func (s *Sent) Rank(r *logdir.RankLog) func(*event.Event) {
	view := rank.NewRank(s.job.config(r, nil, s.unseen))
	return func(e *event.Event) {
		if !plausible(e) {
			return
		}
		if call, m := view.Feed(e); m != record.NoCall {
			s.ops.Reset()
			view.Apply(call, m, &s.ops)
			for i := range s.ops.Len() {
				s.kinds.Take(int32(r.Rank), &s.ops, i)
			}
		}
	}
}

func (s *Sent) count(_ int32, x *op.Send) {
	if x.Partitioned {
		return
	}
	on := s.of[x.On.Label]
	if on == nil {
		on = &SentOn{Comm: x.On.Label}
		s.of[on.Comm] = on
	}
	on.Messages++
	if n := x.Data.Bytes(); n >= 0 {
		on.Bytes += n
	} else {
		on.Unsized++
	}
}

// List returns the communicators with messages, by descending number of bytes.
func (s *Sent) List() []SentOn {
	var out []SentOn
	for _, x := range s.of {
		out = append(out, *x)
	}
	slices.SortFunc(out, func(a, b SentOn) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(b.Messages, a.Messages), cmp.Compare(a.Comm, b.Comm))
	})
	return out
}
