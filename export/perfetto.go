package export

import (
	"encoding/json"
	"fmt"
	"io"
)

// trace writes the JSON format of Chrome's trace viewer, which Perfetto reads. Ranks become processes, calls
// slices, messages arrows, epochs and operations of requests tracks of their own, findings instants.
type trace struct {
	to      io.Writer
	any     bool // an event has been written
	hosts   []string
	named   map[int]bool
	threads map[thread]int
	next    int64 // number of the last arrow or track
	undrawn int64 // messages without an arrow
	err     error
}

// thread is a thread of a rank.
type thread struct{ rank, number int }

// NewPerfetto returns a sink that writes a trace for Perfetto.
func NewPerfetto(to io.Writer) Sink {
	return &trace{to: to, named: map[int]bool{}, threads: map[thread]int{}}
}

// traceEvent is an event of a trace. Times are microseconds.
type traceEvent struct {
	Phase    string         `json:"ph"`
	Name     string         `json:"name"`
	Category string         `json:"cat,omitempty"`
	Process  int            `json:"pid"`
	Thread   int            `json:"tid"`
	Time     float64        `json:"ts"`
	Duration *float64       `json:"dur,omitempty"`
	ID       string         `json:"id,omitempty"`
	Bind     string         `json:"bp,omitempty"` // e: an arrow ends at the slice around it
	Scope    string         `json:"s,omitempty"`  // of an instant: t for its thread, p for its process
	Args     map[string]any `json:"args,omitempty"`
}

// categoryCall is the category of calls and messages: some readers draw an arrow only between slices of its
// category.
const categoryCall = "call"

// micro converts nanoseconds to microseconds.
func micro(ns int64) float64 { return float64(ns) / 1000 }

// Job begins the trace.
func (t *trace) Job(j *jobRecord) error {
	t.hosts = j.Hosts
	about, err := json.Marshal(j)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.to, "{\"displayTimeUnit\":\"ns\",\"otherData\":%s,\"traceEvents\":[\n", about)
	return err
}

// write writes an event.
func (t *trace) write(e *traceEvent) {
	if t.err != nil {
		return
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.err = err
		return
	}
	if t.any {
		text = append([]byte(",\n"), text...)
	}
	t.any = true
	_, t.err = t.to.Write(text)
}

// on returns an event of a thread of a rank, and writes names of rank and thread before their first event. Rank n
// is process n+1, because readers take process 0 for the idle process. The rank's first thread has the number of
// the process, as on Linux.
func (t *trace) on(rank, number int) *traceEvent {
	pid := rank + 1
	if !t.named[rank] {
		t.named[rank] = true
		name := fmt.Sprintf("rank %d", rank)
		if rank < len(t.hosts) && t.hosts[rank] != "" {
			name += " on " + t.hosts[rank]
		}
		t.write(&traceEvent{Phase: "M", Name: "process_name", Process: pid, Thread: pid,
			Args: map[string]any{"name": name}})
		t.write(&traceEvent{Phase: "M", Name: "process_sort_index", Process: pid, Thread: pid,
			Args: map[string]any{"sort_index": rank}})
	}
	at := thread{rank, number}
	if t.threads[at] == 0 {
		t.threads[at] = pid
		if number > 0 {
			t.threads[at] = len(t.hosts) + 1 + len(t.threads)
		}
		t.write(&traceEvent{Phase: "M", Name: "thread_name", Process: pid, Thread: t.threads[at],
			Args: map[string]any{"name": fmt.Sprintf("thread %d", number)}})
	}
	return &traceEvent{Process: pid, Thread: t.threads[at]}
}

// Call writes a slice. Its length is 0 if the time of the return is not known; the slice of a call that never
// returned lasts until the rank was last known to be alive.
func (t *trace) Call(c *callRecord) error {
	e := t.on(c.Rank, c.Thread)
	until := c.Entered
	if c.Returned != nil {
		until = *c.Returned
	}
	if c.Ended == endedNever {
		until = max(until, c.seen)
	}
	length := micro(until) - micro(c.Entered)
	e.Phase, e.Name, e.Category, e.Time, e.Duration = "X", c.Call, categoryCall, micro(c.Entered), &length
	e.Args = map[string]any{"number": c.Number, "ended": c.Ended, "arguments": c.Arguments, "results": c.Results}
	if c.File != "" {
		e.Args["at"] = fmt.Sprintf("%s:%d", c.File, c.Line)
		e.Args["function"] = c.Function
	}
	if c.Error != nil && *c.Error != 0 {
		e.Args["error"] = *c.Error
	}
	t.write(e)
	return t.err
}

// Match draws the arrow of a message if both slices, of send and receive, were exported.
func (t *trace) Match(m *matchRecord) error {
	if m.Kind != kindMessage {
		return nil
	}
	send, receive := &m.Calls[0], &m.Calls[1]
	if send.from == nil || receive.to == nil || !send.selected || !receive.selected || receive.to.at < send.from.at {
		t.undrawn++
		return nil
	}
	t.next++
	args := map[string]any{"on": m.Object, "tag": m.Tag, "bytes": m.Bytes, "datatype": m.Datatype, "send": send.Number,
		"receive": receive.Number}
	for _, x := range []struct {
		phase, bind string
		rank        int
		at          *end
		args        map[string]any
	}{{"s", "", send.Rank, send.from, args}, {"f", "e", receive.Rank, receive.to, nil}} {
		e := t.on(x.rank, x.at.thread)
		e.Phase, e.Bind, e.Name, e.Category, e.Time, e.Args = x.phase, x.bind, "message", categoryCall, micro(x.at.at),
			x.args
		e.ID = fmt.Sprint(t.next)
		t.write(e)
	}
	return t.err
}

// State writes a track for the state.
func (t *trace) State(s *stateRecord) error {
	t.next++
	name, args := s.Kind, map[string]any{"call": s.Call, "on": s.Object, "open": s.Open}
	if s.Kind == kindRequest {
		name = s.Call
	}
	if s.Peer != nil {
		name += fmt.Sprintf(" to rank %d", *s.Peer)
	}
	for _, x := range []struct {
		phase string
		at    int64
		args  map[string]any
	}{{"b", s.Begin, args}, {"e", max(s.Begin, s.End), nil}} {
		e := t.on(s.Rank, s.Thread)
		e.Phase, e.Name, e.Category, e.Time, e.Args, e.ID = x.phase, name, s.Kind, micro(x.at), x.args,
			fmt.Sprint(t.next)
		t.write(e)
	}
	return t.err
}

// Finding writes an instant for each call at fault, at time 0 if the time of the call is not known.
func (t *trace) Finding(f *findingRecord) error {
	args := map[string]any{"severity": f.Severity, "title": f.Title, "message": f.Message, "advice": f.Advice,
		"citation": f.Citation, "ranks": f.Ranks}
	written := false
	for i := range f.Calls {
		if s := &f.Calls[i]; s.Role == roleFault {
			t.instant(f, s.Rank, s.Thread, s.Entered, args)
			written = true
		}
	}
	if !written && len(f.Ranks) > 0 {
		t.instant(f, f.Ranks[0], nil, nil, args)
	}
	return t.err
}

func (t *trace) instant(f *findingRecord, rank int, number *int, at *int64, args map[string]any) {
	e := t.on(rank, 0)
	e.Scope = "p"
	if number != nil && at != nil {
		e = t.on(rank, *number)
		e.Scope, e.Time = "t", micro(*at)
	}
	e.Phase, e.Name, e.Category, e.Args = "i", f.Rule+" "+f.Title, "finding", args
	t.write(e)
}

// End ends the trace.
func (t *trace) End(e *End) error {
	if t.err != nil {
		return t.err
	}
	e.Undrawn = t.undrawn
	about, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.to, "\n],\"end\":%s}\n", about)
	return err
}
