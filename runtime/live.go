package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rankcheck"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/settings"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker"
)

// checker runs a rank's tracker and rules beside the program. The drain's thread calls all methods.
type checker interface {
	// Event is called with every event of this rank in time order. The event,
	// including its blob, is valid only during the call.
	Event(*event.Event)
	// Finish is called once after the last event.
	Finish()
	// Found returns the number of findings so far.
	Found() int
}

// maxDebugBytes bounds the debug information read inside a running rank.
const maxDebugBytes = 64 << 20

// printer shows findings on the error stream, one line each, and keeps them
// in run.log.
type printer struct {
	proc     *process
	journal  *journal
	resolver source.Resolver
	modules  *source.Map
	stacks   event.Stacks
	findings int
	most     int             // lines on the error stream
	printed  map[string]bool // keys of findings that have a line
	full     bool            // most lines were printed, and a finding was left out
}

// newChecker creates the live checker of a rank; nil if it is switched off.
func newChecker(p *process, j *journal) checker {
	if getenv(settings.Live) == "0" {
		return nil
	}
	out := &printer{proc: p, journal: j, printed: map[string]bool{},
		most: settings.Number(settings.LiveMax, getenv(settings.LiveMax))}
	out.resolver.MaxDebugBytes = maxDebugBytes
	set := rules.Select(settings.On(getenv(settings.Pedantic)))
	c := rankcheck.Config(p.rank, p.size, p.header())
	c.GoesOn = true
	return &live{rankcheck.New(c, set, out.found), out}
}

// live passes events to the rank's check, and stacks to the printer.
type live struct {
	*rankcheck.Check
	out *printer
}

// Found implements checker.
func (l *live) Found() int { return l.out.findings }

// Event implements checker.
func (l *live) Event(e *event.Event) {
	if e.Kind == event.Stack || e.Kind == event.Python {
		l.out.stacks.Take(e)
	}
	l.Check.Event(e)
}

// found prints a finding when it is first reported.
func (o *printer) found(f *rules.Finding) {
	severity, at, see := f.Severity, "", ""
	if len(f.Sites) > 0 && f.Sites[0].PC != 0 {
		t := o.trace(f.Sites[0])
		severity, at = f.SeverityIn(t.InLibrary()), " at "+place(t)
	}
	if len(f.Related) > 0 && f.Related[0].Site.PC != 0 {
		r := f.Related[0].Site
		see = fmt.Sprintf("; see %s at %s", r.Call, place(o.trace(r)))
	}
	text := fmt.Sprintf("rank %d: %s %s%s: %s%s", o.proc.rank, severity, f.Rule.ID, at, f.Message, see)
	o.journal.logger().Info("finding", slog.String("rule", f.Rule.ID), slog.String("severity", severity.String()),
		slog.String("text", text))
	o.findings++
	key := f.Rule.ID + at + see
	if at == "" {
		key += f.Message
	}
	o.print(key, text)
}

// print shows the first finding with a key: a rule and places in the source. Further findings of the rule at the
// same places, with other objects or bytes, are in the log only.
func (o *printer) print(key, text string) {
	switch {
	case o.full || o.printed[key]:
	case len(o.printed) < o.most:
		o.printed[key] = true
		note("%s", text)
	default:
		o.full = true
		note("rank %d: more findings are in the log; gomarmot report shows them", o.proc.rank)
	}
}

// place is "app.c:42", or "app.c:42 through libio.so".
func place(t source.Trace) string {
	if t.User > 0 {
		return t.Places[t.User].String() + " through " + t.Places[0].Module
	}
	return t.Places[0].String()
}

// trace finds the source lines of a call of this process. It reads the memory map again if no module contains the
// call's address.
func (o *printer) trace(s tracker.Site) source.Trace {
	pc := event.Address(s.PC)
	if o.modules == nil || !o.holds(pc) {
		if maps, err := os.Open("/proc/self/maps"); err == nil {
			o.modules = source.NewMap(source.ReadMaps(maps))
			_ = maps.Close() // only read
		}
	}
	find := func(pc uint64) *source.Module {
		if o.modules == nil {
			return nil
		}
		m, _ := o.modules.Find(pc)
		return m
	}
	return o.resolver.Trace(o.proc.exe(), find, pc, rankcheck.Callers(&o.stacks, s.PC))
}

func (o *printer) holds(pc uint64) bool {
	m, _ := o.modules.Find(pc)
	return m != nil
}
