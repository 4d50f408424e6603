package export

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/gpu"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// maxLate bounds how many messages wait for their receives to be complete.
const maxLate = 1 << 16

// watcher writes matches and states while the log is checked.
type watcher struct {
	*exporter
	rings  map[ringOf]*recent
	states *timeline.States
	seen   map[int]*rank.Rank
	late   map[site][]*matchRecord // messages whose receives are not complete, by receive
	waits  int                     // messages in late
	waited int64                   // messages that have been in late
	pins   map[named]siteRecord    // threads and times of calls that findings name
	err    error
}

// ringOf identifies a ring, site a call, named a call by the number that reports print.
type (
	ringOf struct {
		rank int32
		ring uint16
	}
	site struct {
		ringOf
		seq uint32
	}
	named struct {
		rank   int
		number string
	}
)

func siteOf(s *tracker.Site) site { return site{ringOf{s.Rank, s.Ring}, s.Seq} }

func newWatcher(x *exporter) *watcher {
	w := &watcher{exporter: x, rings: map[ringOf]*recent{}, seen: map[int]*rank.Rank{}, late: map[site][]*matchRecord{},
		pins: map[named]siteRecord{}}
	w.states = timeline.NewStates(x.size, w.epoch)
	return w
}

// at returns the moment of a call; nil if it is no longer kept.
func (w *watcher) at(s *tracker.Site) *moment {
	if r := w.rings[ringOf{s.Rank, s.Ring}]; r != nil {
		return r.at(s.Seq)
	}
	return nil
}

// Call implements check.Watcher.
func (w *watcher) Call(r *rank.Rank, c *call.Call, m record.Moment) {
	w.seen[r.World] = r
	w.states.Call(r, c, m)
	if m == record.Entered {
		key := ringOf{c.Site.Rank, c.Site.Ring}
		if w.rings[key] == nil {
			w.rings[key] = newRecent(w.size)
		}
		w.rings[key].add(moment{seq: c.Site.Seq, thread: c.Site.Thread, entered: c.Time})
		return
	}
	if at := w.at(&c.Site); at != nil {
		at.returned = c.End
		if !starts(c.Sem) {
			w.done(c.Site, at, c)
		}
	}
	if c.Sem.Completes != calls.CompletesNone {
		w.completed(r, c)
	}
}

// starts reports whether a call returns while its operation goes on.
func starts(s *calls.Sem) bool { return s.StartsOut >= 0 || s.Step == calls.RequestActivate }

// completed writes the operations that a call has completed.
func (w *watcher) completed(r *rank.Rank, c *call.Call) {
	for d := r.CompletedBy(c); d.Next(); {
		q := d.Request
		begun := w.at(&q.Begun)
		if begun == nil {
			w.end.Untimed++
			continue
		}
		w.request(q, begun, c.End, false)
		w.done(q.Begun, begun, c)
	}
}

// request writes the operation of a request.
func (w *watcher) request(q *requests.Request, begun *moment, end uint64, open bool) {
	s := &q.Begun
	w.state(&stateRecord{Kind: kindRequest, Rank: int(s.Rank), Thread: int(begun.thread),
		Number: report.EventNumber(s.Ring, s.Seq),
		Call:   s.Call.String(), Object: q.Object().Label, Open: open}, begun.entered, end)
}

// done notes that the return of the call by has completed the operation of the call s; both may be the same call.
func (w *watcher) done(s tracker.Site, at *moment, by *call.Call) {
	at.done, at.doneThread, at.doneEntered, at.doneCall = by.End, by.Site.Thread, by.Time, by.Kind
	key := siteOf(&s)
	for _, m := range w.late[key] {
		w.writeCompleted(m, at)
		w.waits--
	}
	delete(w.late, key)
}

// epoch writes an epoch, or a split collective operation, that has ended.
func (w *watcher) epoch(s *timeline.State) {
	out := &stateRecord{Kind: s.Category.String(), Rank: s.Rank, Thread: s.Thread, Call: s.Call, Object: s.On,
		Open: s.Open}
	if s.Peer >= 0 {
		out.Peer = &s.Peer
	}
	w.state(out, s.Start, s.End)
}

// state writes a state that lasted from tick from to tick to.
func (w *watcher) state(s *stateRecord, from, to uint64) {
	s.Record, s.Object = "state", clean(s.Object)
	s.Begin, s.End = w.clocks.At(s.Rank, from), w.clocks.At(s.Rank, to)
	if w.err != nil || !w.opt.Where.fits(s.Rank, s.Call, &s.Begin) {
		return
	}
	w.end.States++
	w.err = w.sink.State(s)
}

// fits reports whether the second pass has exported a call that was entered at a tick. The log of a running job may
// have grown since that pass.
func (w *watcher) fits(rank int, call string, entered uint64) bool {
	r := w.ranks[rank]
	if r == nil || entered > r.exported {
		return false
	}
	ns := w.clocks.At(rank, entered)
	return w.opt.Where.fits(rank, call, &ns)
}

// GPU implements check.Watcher.
func (w *watcher) GPU(*rank.Rank, *gpu.Step) {}

// Pin implements check.Watcher.
func (w *watcher) Pin(s tracker.Site) {
	if calls.ByKind(s.Call) == nil { // a load or store of the program, or no call
		return
	}
	at := w.at(&s)
	if at == nil {
		w.end.Untimed++
		return
	}
	ns, thread := w.clocks.At(int(s.Rank), at.entered), int(at.thread)
	w.pins[named{int(s.Rank), report.EventNumber(s.Ring, s.Seq)}] = siteRecord{Thread: &thread, Entered: &ns}
}

// Fact implements check.Watcher.
func (w *watcher) Fact(f fact.Fact) {
	switch f := f.(type) {
	case *fact.Message:
		w.message(f)
	case *fact.Matched:
		w.collective(f)
	case *fact.Pair:
		if f.Kind() == fact.OfPair {
			m := w.newMatch(kindEpoch, f.Object)
			m.Calls = []partRecord{w.part("start", f.Start.Site), w.part("post", f.Post.Site)}
			w.match(m)
		}
	}
}

func (w *watcher) newMatch(kind string, on tracker.Object) *matchRecord {
	return &matchRecord{Record: "match", Kind: kind, Object: clean(on.Label), Sure: true}
}

// part returns a call as a Part of a match.
func (w *watcher) part(role string, s tracker.Site) partRecord {
	p := partRecord{Role: role, Rank: int(s.Rank), Thread: int(s.Thread), Number: report.EventNumber(s.Ring, s.Seq),
		Call: s.Call.String()}
	if at := w.at(&s); at != nil {
		ns := w.clocks.At(p.Rank, at.entered)
		p.Entered, p.Thread = &ns, int(at.thread)
		p.selected = w.fits(p.Rank, p.Call, at.entered)
		return p
	}
	w.end.Untimed++
	p.selected = w.opt.Where.fits(p.Rank, p.Call, nil)
	return p
}

func (w *watcher) collective(f *fact.Matched) {
	m := w.newMatch(kindCollective, f.Object)
	m.Call = f.Call.String()
	for i := range f.Row {
		m.Calls = append(m.Calls, w.part("member", f.Row[i].Site))
	}
	w.match(m)
}

func (w *watcher) message(f *fact.Message) {
	m := w.newMatch(kindMessage, f.Comm)
	size := f.Send.Data.Bytes()
	if size < 0 {
		size = f.Bytes
	}
	if size >= 0 {
		m.Bytes = &size
	}
	if d := &f.Send.Data; d.Type != nil {
		count := d.Count
		m.Count, m.Datatype = &count, clean(d.Type.String())
	}
	tag := f.Tag
	m.Tag, m.Sure = &tag, !f.Unpaired
	m.Calls = []partRecord{w.part("send", f.Send.Site), w.part("receive", f.Receive.Site)}
	send, receive := w.at(&f.Send.Site), w.at(&f.Receive.Site)
	if send != nil {
		m.Calls[0].from = &end{int(send.thread), *m.Calls[0].Entered}
	}
	switch {
	case receive == nil:
		w.match(m)
	case receive.done != 0:
		w.writeCompleted(m, receive)
	default:
		w.wait(siteOf(&f.Receive.Site), m)
	}
}

// wait keeps a message until its receive is complete.
func (w *watcher) wait(at site, m *matchRecord) {
	if w.waits == maxLate {
		w.writeLate()
	}
	w.waited++
	m.order = w.waited
	w.late[at] = append(w.late[at], m)
	w.waits++
}

// writeLate writes the messages whose receives are not complete.
func (w *watcher) writeLate() {
	var all []*matchRecord
	for _, list := range w.late {
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b *matchRecord) int { return cmp.Compare(a.order, b.order) })
	for _, m := range all {
		w.match(m)
	}
	clear(w.late)
	w.waits = 0
}

// writeCompleted writes a message whose receive is complete.
func (w *watcher) writeCompleted(m *matchRecord, at *moment) {
	p := &m.Calls[1]
	ns := w.clocks.At(p.Rank, at.done)
	p.Completed = &ns
	if w.fits(p.Rank, at.doneCall.String(), at.doneEntered) {
		p.to = &end{int(at.doneThread), w.clocks.At(p.Rank, at.doneEntered)}
		if sent := m.Calls[0].Entered; sent != nil && *sent > p.to.at { // an arrow leads forward in time
			p.to.at = max(p.to.at, ns-1)
		}
	}
	w.match(m)
}

// match writes a match if one of its calls is selected.
func (w *watcher) match(m *matchRecord) {
	selected := false
	for i := range m.Calls {
		selected = selected || m.Calls[i].selected
	}
	if w.err != nil || !selected {
		return
	}
	w.end.Matches++
	m.ID = w.end.Matches
	w.err = w.sink.Match(m)
}

// finish writes the messages, epochs and operations that are not complete at the end of the log.
func (w *watcher) finish() {
	w.writeLate()
	last := make([]uint64, w.size)
	for n, r := range w.ranks {
		last[n] = r.alive
	}
	w.states.End(last)
	for n := range w.size {
		r := w.seen[n]
		if r == nil {
			continue
		}
		for _, q := range r.Requests.PendingOnes() {
			if begun := w.at(&q.Begun); begun != nil {
				w.request(q, begun, max(last[n], begun.entered), true)
			}
		}
	}
}
