package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/words"
)

// Bounds of lists on the page.
const (
	maxHTMLMarks = 4000
	maxHTMLLanes = 512 // rows of the table of ranks
)

// htmlTimeline is the part of a timeline that the page shows.
type htmlTimeline struct {
	About     string
	Notes     []string
	Hosts     bool
	Columns   []string // of the table of ranks, after the fixed ones
	Lanes     []htmlLane
	MoreLanes string
	Calls     []htmlCall
	Messages  bool
	Streams   bool
	Data      template.JS
}

type htmlLane struct {
	Rank                  int
	Host, Calls, Accesses string
	Start, End            string
	Times                 []string
}

type htmlCall struct{ Name, Count, Total, Longest, Rank string }

// categoryNames are the page's words for the categories.
var categoryNames = [timeline.Categories]string{
	"Fence epoch", "Start to complete", "Lock", "Lock all", "Post to wait", "Split collective I/O",
	"In an MPI call", "RMA call",
}

// workNames are the page's words for the kinds of work on GPUs.
var workNames = [timeline.WorkKinds]string{
	"Copy", "Fill", "Kernel", "Graph or other work", "Event recorded", "Wait for an event", "Host function",
	"Stream waited for", "Event waited for", "Device waited for",
}

func newHTMLTimeline(tl *timeline.Timeline, fs []htmlFinding, ranks int, loc locator, dir string) *htmlTimeline {
	out := &htmlTimeline{Hosts: tl.Clocks > 1, Messages: len(tl.Messages.Kept) > 0,
		Streams: tl.WorkKept > 0}
	marks, all := htmlMarks(fs)
	out.About = fmt.Sprintf("%s on %s, %s from the first call to the last.",
		words.Count(recorded(tl), "recorded call"), words.Count(ranks, "rank"), duration(tl.Span))
	if len(marks) > 0 {
		out.About += " A diamond, triangle or circle is a finding and links to its text."
	}
	out.Notes = timelineNotes(tl, len(marks), all, ranks)
	out.table(tl)
	for _, c := range tl.Calls {
		h := htmlCall{Name: c.Name, Count: words.Thousands(c.Count)}
		if c.Rank >= 0 {
			h.Total, h.Longest, h.Rank = duration(c.Seconds), duration(c.Longest), fmt.Sprint(c.Rank)
		}
		out.Calls = append(out.Calls, h)
	}
	out.Data = template.JS(foreign.JSON(pageData(tl, marks, ranks, loc, dir)))
	return out
}

func recorded(tl *timeline.Timeline) int64 {
	n := int64(0)
	for i := range tl.Lanes {
		n += tl.Lanes[i].Calls
	}
	return n
}

// timelineNotes says how much of the run the picture leaves out.
func timelineNotes(tl *timeline.Timeline, marks, all, ranks int) []string {
	var out []string
	note := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	some := func(seen int64, kept int, what, how string) {
		if int64(kept) < seen {
			note("Of %s %s, %s are %s.", words.Thousands(seen), what, words.Thousands(kept), how)
		}
	}
	if tl.Aggregated && len(tl.Lanes) > 0 {
		note("Aggregated: the run is too long to show single calls. Each lane is cut into bins, on rank %d of %s; "+
			"the color shows what share of a bin was spent in a state.", tl.Lanes[0].Rank,
			duration(tl.Lanes[0].Bins.Width))
	}
	some(tl.Rows.Seen, len(tl.Rows.Kept), "collective calls that match on all their ranks", "joined by lines")
	some(tl.Pairs.Seen, len(tl.Pairs.Kept), "matches of a start and a post", "joined by lines")
	some(tl.WorkSeen, tl.WorkKept, "pieces of work on streams, events and waits", "shown")
	some(tl.Messages.Seen, len(tl.Messages.Kept), "messages that have met their receives", "shown as lines")
	if marks < all {
		note("%s of %s places of findings are marked.", words.Thousands(marks), words.Thousands(all))
	}
	if n := ranks - len(tl.Lanes); n > 0 {
		note("%s left no calls and has no lane.", words.Count(n, "rank"))
	}
	if tl.Clocks > 1 {
		note("The ranks' times come from %d clocks, one for each host, which are aligned by time of day: "+
			"across hosts, a call may be shown before another one that it followed.", tl.Clocks)
	}
	return out
}

// table fills the table of ranks with the states that occur in the run.
func (t *htmlTimeline) table(tl *timeline.Timeline) {
	var have []timeline.Category
	for c := range timeline.Access {
		if slices.ContainsFunc(tl.Lanes, func(l timeline.Lane) bool { return l.Seconds[c] > 0 }) {
			have = append(have, c)
			t.Columns = append(t.Columns, categoryNames[c])
		}
	}
	for i := range tl.Lanes {
		if i == maxHTMLLanes {
			t.MoreLanes = words.More(len(tl.Lanes) - i)
			return
		}
		l := &tl.Lanes[i]
		row := htmlLane{Rank: l.Rank, Host: foreign.Line(l.Host),
			Calls: words.Thousands(l.Calls), Accesses: words.Thousands(l.Accesses), Start: duration(l.Start),
			End: duration(l.End)}
		for _, c := range have {
			row.Times = append(row.Times, duration(l.Seconds[c]))
		}
		t.Lanes = append(t.Lanes, row)
	}
}

// pageMark is a mark in the form that the script gets.
type pageMark struct {
	ID       string         `json:"id"`
	Severity rules.Severity `json:"severity"`
	Text     string         `json:"text"`
	Rank     int            `json:"rank"`
	Stream   int            `json:"stream,omitempty"` // the number of the stream, from 1; 0: the rank's own lane
	Time     int64          `json:"time"`
}

// htmlMarks lists the marks of all findings, and says how many there are.
func htmlMarks(fs []htmlFinding) ([]pageMark, int) {
	out, all := []pageMark{}, 0
	var look func([]htmlFinding)
	look = func(fs []htmlFinding) {
		for i := range fs {
			f := &fs[i]
			for j, m := range f.marks {
				if all++; len(out) < maxHTMLMarks || j == 0 { // every finding keeps its first mark
					out = append(out, pageMark{f.ID, f.Severity, f.Rule + " " + f.Title, m.rank, m.stream,
						nano(m.time)})
				}
			}
			look(f.Follows)
		}
	}
	look(fs)
	slices.SortStableFunc(out, func(a, b pageMark) int { return cmp.Compare(a.Time, b.Time) })
	return out, all
}

// nano turns seconds into whole nanoseconds, the unit of the page's data.
func nano(seconds float64) int64 { return int64(math.Round(seconds * 1e9)) }

// laneData is a lane in the form that the script gets. Bars holds seven numbers for each
// bar: start after that of the bar before, length, category, call, object,
// peer and flags (1 open, 2 times the thread).
type laneData struct {
	Rank  int      `json:"rank"`
	Start int64    `json:"start"`
	End   int64    `json:"end"`
	Clock int      `json:"clock"`
	Bars  []int64  `json:"bars,omitempty"`
	Bins  *binData `json:"bins,omitempty"`
	// Streams are the streams of GPUs, by number.
	Streams []streamData `json:"streams,omitempty"`
}

// streamData is a stream in the form that the script gets. Work holds five numbers for each piece of work or moment:
// start after that of the work before, length, kind, text, and flags (1 open, 2 times the text of the place).
type streamData struct {
	Name string  `json:"name"`
	Work []int64 `json:"work"`
}

// binData holds, for each category, a digit of shareDigits per bin: the category's share of the bin's
// time, from none (the first digit) to all (the last). An empty text means none in any bin.
type binData struct {
	Start int64    `json:"start"`
	Width float64  `json:"width"`
	Share []string `json:"share"`
	Calls []uint32 `json:"calls"`
}

type rowData struct {
	Call  int     `json:"call"`
	On    int     `json:"on"`
	Ranks []int   `json:"ranks,omitempty"`
	Times []int64 `json:"times"`
}

// texts gives each text a number.
type texts struct {
	list []string
	of   map[string]int
}

func (t *texts) number(s string) int {
	s = foreign.Line(s)
	n, ok := t.of[s]
	if !ok {
		n = len(t.list)
		t.list = append(t.list, s)
		t.of[s] = n
	}
	return n
}

// pageData is the timeline as JSON, times in nanoseconds. The encoder escapes
// characters that could end a script element.
func pageData(tl *timeline.Timeline, marks []pageMark, ranks int, loc locator, dir string) []byte {
	t := &texts{of: map[string]int{}}
	d := struct {
		Span       int64      `json:"span"`
		Ranks      int        `json:"ranks"`
		Aggregated bool       `json:"aggregated"`
		Names      []string   `json:"names"`
		Lanes      []laneData `json:"lanes"`
		Rows       []rowData  `json:"rows"`
		Pairs      []int64    `json:"pairs"` // five numbers each
		Work       []string   `json:"work"`  // names of the kinds of work on GPUs
		Marks      []pageMark `json:"marks"`
		Messages   []int64    `json:"messages"` // messageNumbers each
		Texts      []string   `json:"texts"`
	}{
		Span: max(nano(tl.Span), 1), Ranks: ranks, Aggregated: tl.Aggregated, Names: categoryNames[:],
		Work: workNames[:], Marks: marks,
		Lanes: []laneData{}, Rows: []rowData{}, Pairs: []int64{},
	}
	p := newCallPlaces(loc, dir)
	for i := range tl.Lanes {
		l := laneOf(&tl.Lanes[i], t)
		for k := range tl.Lanes[i].Streams {
			l.Streams = append(l.Streams, streamOf(&tl.Lanes[i].Streams[k], t, p))
		}
		d.Lanes = append(d.Lanes, l)
	}
	for _, r := range tl.Rows.Kept {
		row := rowData{Call: t.number(r.Call), On: t.number(r.On), Ranks: r.Ranks}
		for _, s := range r.Times {
			row.Times = append(row.Times, nano(s))
		}
		d.Rows = append(d.Rows, row)
	}
	for _, p := range tl.Pairs.Kept {
		d.Pairs = append(d.Pairs, int64(p.Origin), int64(p.Target), nano(p.Start), nano(p.Post), int64(t.number(p.On)))
	}
	d.Messages = messageData(tl, t, p)
	d.Texts = t.list
	b, err := json.Marshal(d)
	if err != nil {
		panic("report: " + err.Error()) // numbers and texts always encode
	}
	return b
}

// streamOf describes a stream. Each piece of work has the place of the call that put it on the stream, each moment the
// place of the call that waited.
func streamOf(s *timeline.Stream, t *texts, p *callPlaces) streamData {
	out := streamData{Name: foreign.Line(s.Name), Work: []int64{}}
	before := int64(0)
	for i := range s.Work {
		w := &s.Work[i]
		start := nano(w.Start)
		flags := int64(2 * t.number(p.place(w.Site)))
		if w.Open {
			flags++
		}
		out.Work = append(out.Work, start-before, nano(w.End)-start, int64(w.Kind), int64(t.number(w.Kernel)), flags)
		before = start
	}
	return out
}

func laneOf(l *timeline.Lane, t *texts) laneData {
	out := laneData{Rank: l.Rank, Start: nano(l.Start), End: nano(l.End), Clock: l.Clock}
	before := int64(0)
	for i := range l.Bars {
		b := &l.Bars[i]
		start := nano(b.Start)
		flags := int64(2 * b.Thread)
		if b.Open {
			flags++
		}
		out.Bars = append(out.Bars, start-before, nano(b.End)-start, int64(b.Category), int64(t.number(b.Call)),
			int64(t.number(b.On)), int64(b.Peer), flags)
		before = start
	}
	if l.Bins != nil {
		out.Bins = &binData{Start: nano(l.Bins.Start), Width: l.Bins.Width * 1e9, Calls: l.Bins.Calls}
		for _, s := range l.Bins.Share {
			out.Bins.Share = append(out.Bins.Share, shares(s))
		}
	}
	return out
}

// shareDigits are the digits of base64.
const shareDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func shares(s []float32) string {
	b, any := make([]byte, len(s)), false
	for i, v := range s {
		n := int(math.Ceil(float64(v) * float64(len(shareDigits)-1))) // even a trace must show
		b[i] = shareDigits[min(max(n, 0), len(shareDigits)-1)]
		any = any || n > 0
	}
	if !any {
		return ""
	}
	return string(b)
}

// duration writes seconds with three digits in a unit that fits.
func duration(s float64) string {
	switch {
	case s <= 0:
		return "0 s"
	case s < 999.5e-9:
		return fmt.Sprintf("%.3g ns", s*1e9)
	case s < 0.9995e-3:
		return fmt.Sprintf("%.3g µs", s*1e6)
	case s < 0.9995:
		return fmt.Sprintf("%.3g ms", s*1e3)
	case s < 1000:
		return fmt.Sprintf("%.3g s", s)
	}
	return words.Thousands(int64(math.Round(s))) + " s"
}

// callPlaces finds the places of messages and of work on GPUs, and keeps them: many messages have the same place.
type callPlaces struct {
	loc  locator
	dir  string
	seen map[callPlaceKey]string
}

func newCallPlaces(loc locator, dir string) *callPlaces {
	return &callPlaces{loc: loc, dir: dir, seen: map[callPlaceKey]string{}}
}

type callPlaceKey struct {
	rank  int32
	pc    uint64
	alone bool
}

// text returns the name of the call and its place.
func (p *callPlaces) text(s tracker.Site) string { return p.find(s, false, callPlace) }

// place returns the place without the name of the call.
func (p *callPlaces) place(s tracker.Site) string { return p.find(s, true, placeInCode) }

func (p *callPlaces) find(s tracker.Site, alone bool, say func(Site) string) string {
	k := callPlaceKey{s.Rank, s.PC, alone}
	text, ok := p.seen[k]
	if !ok {
		text = say(newSite(s, p.loc).from(p.dir))
		p.seen[k] = text
	}
	return text
}

// messageNumbers is the number of numbers that describe a message in the page's data.
const messageNumbers = 10

// messageData describes messages for the script: sender, receiver, the time at which the send was entered, the time
// from then until the receive was entered, tag, bytes, and the numbers of the texts of data, communicator and both
// places.
func messageData(tl *timeline.Timeline, t *texts, p *callPlaces) []int64 {
	out := make([]int64, 0, messageNumbers*len(tl.Messages.Kept))
	for i := range tl.Messages.Kept {
		m := &tl.Messages.Kept[i]
		sent := nano(m.Sent)
		out = append(out, int64(m.From), int64(m.To), sent, nano(m.Received)-sent, int64(m.Tag), m.Bytes,
			int64(t.number(m.Data)), int64(t.number(m.On)), int64(t.number(p.text(m.Send))),
			int64(t.number(p.text(m.Receive))))
	}
	return out
}
