package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/spell"
)

const logEventsHelp = `Lists recorded calls of one rank in time order, with their arguments, results
and source lines. A call that may block has two records: one from when it was
entered, one from when it returned.

Findings show the number to pass to --around. It counts the records of a
thread; a thread that starts after another one has ended counts on from there.
Records of threads that run beside the first one have the number of the thread
in front, as in 2:1234. Without --around, the last records of the rank are
listed; with --all each of its records, one a line.`

// eventsFlags are the flags of log events.
type eventsFlags struct {
	rank, count int
	around      string
	all         bool
}

func (a *app) logEventsCommand() *cobra.Command {
	var f eventsFlags
	c := &cobra.Command{
		Use:   "events PATH",
		Short: "list recorded calls of one rank",
		Long:  logEventsHelp,
		Example: "  gomarmot log events --rank 2 --around 1234 run.log\n" +
			"  gomarmot log events --all run.log | grep MPI_Win_",
		Args: oneArg("the path of run.log or run.log.d"),
		RunE: func(_ *cobra.Command, args []string) error { return a.logEvents(args[0], &f) },
	}
	c.Flags().IntVar(&f.rank, "rank", 0, "`RANK` in MPI_COMM_WORLD (default 0)")
	c.Flags().StringVar(&f.around, "around", "", "list the records before and after `NUMBER`")
	c.Flags().IntVar(&f.count, "count", 10, "list `N` records before and N after it")
	c.Flags().BoolVar(&f.all, "all", false, "list all records of the rank")
	c.MarkFlagsMutuallyExclusive("all", "around")
	c.MarkFlagsMutuallyExclusive("all", "count")
	return c
}

// eventID is the record that --around names.
type eventID struct {
	thread uint16
	seq    uint32
}

func parseEventID(s string) (eventID, error) {
	thread, seq, ok := strings.Cut(s, ":")
	if !ok {
		thread, seq = "0", s
	}
	t, errT := strconv.ParseUint(thread, 10, 16)
	n, errN := strconv.ParseUint(seq, 10, 32)
	if err := errors.Join(errT, errN); err != nil {
		return eventID{}, fmt.Errorf("--around: %q is not a record number; findings show such numbers, "+
			"such as 1234 or 2:1234", s)
	}
	return eventID{uint16(t), uint32(n)}, nil
}

func (a *app) logEvents(path string, f *eventsFlags) error {
	if f.count < 0 {
		return errors.New("--count must be a number of records, 0 or more")
	}
	w := &eventWindow{count: f.count}
	if f.around != "" {
		id, err := parseEventID(f.around)
		if err != nil {
			return err
		}
		w.around = &id
	}
	l, r, err := openRank(path, f.rank)
	if err != nil {
		return err
	}
	defer l.Close() // only read
	if f.all {
		return w.stream(a.out, path, r)
	}
	if err := w.read(r); err != nil {
		return err
	}
	if len(w.events) == 0 {
		return fmt.Errorf("rank %d of %s has no records", f.rank, path)
	}
	return w.write(a.out, r, a.textOptions(a.out).Width)
}

func openRank(path string, rank int) (*logdir.Log, *logdir.RankLog, error) {
	l, err := logdir.Open(path)
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(l.Ranks(), func(r *logdir.RankLog) bool { return r.Rank == rank })
	if i < 0 {
		_ = l.Close() // only read
		return nil, nil, fmt.Errorf("%s has no rank %d; its ranks are 0 to %d", path, rank, l.Size-1)
	}
	return l, l.Ranks()[i], nil
}

// eventWindow keeps the records around a given record, or the last records.
type eventWindow struct {
	count  int
	around *eventID // nil: keep the last records
	names  *spell.Names
	stacks event.Stacks
	events []event.Event
	at     int // index of the requested record; -1: not found
	after  int // records since it
	found  bool
}

func (w *eventWindow) read(r *logdir.RankLog) error {
	w.names = namesOf(r)
	w.at = -1
	var last event.Event
	err := eachEvent(r, func(e *event.Event) bool {
		last.Time, last.Seq = e.Time, e.Seq
		if w.learn(e) {
			return true
		}
		if !w.found {
			w.take(e)
			return true
		}
		if w.after < w.count {
			w.after++
			w.keep(e)
		}
		// The map of modules may come late: read on until it has arrived.
		return w.after < w.count || !w.located(r)
	})
	for _, late := range lateCalls(r, &last) {
		switch {
		case !w.found:
			w.take(&late)
		case w.after < w.count:
			w.after++
			w.keep(&late)
		}
	}
	return err
}

// namesOf returns the Names that spell the records of a rank.
func namesOf(r *logdir.RankLog) *spell.Names {
	if r.Header == nil {
		return spell.New("")
	}
	return spell.New(r.Header.Flavour)
}

// lateCalls are records of the calls after MPI_Finalize.
func lateCalls(r *logdir.RankLog, last *event.Event) []event.Event {
	var out []event.Event
	for _, c := range r.Late {
		out = append(out, c.Record(last))
	}
	return out
}

// learn takes a record that explains other records; it returns false for a record to list.
func (w *eventWindow) learn(e *event.Event) bool {
	switch e.Kind {
	case event.Predef:
		w.names.Learn(e)
	case event.Stack, event.Python: // its calls show it
		w.stacks.Take(e)
	default:
		return false
	}
	return true
}

// stream writes all records of a rank. It reads them twice, as records that explain others, such as the map of modules,
// may come late.
func (w *eventWindow) stream(to io.Writer, path string, r *logdir.RankLog) error {
	w.names = namesOf(r)
	if err := eachEvent(r, func(e *event.Event) bool { w.learn(e); return true }); err != nil {
		return err
	}
	l, again, err := openRank(path, r.Rank)
	if err != nil {
		return err
	}
	defer l.Close() // only read
	out := bufio.NewWriter(to)
	var resolver source.Resolver
	var last event.Event
	line := func(e *event.Event) bool {
		last.Time, last.Seq = e.Time, e.Seq
		text := foreign.Line(w.names.Line(e) + w.place(e, r, &resolver))
		_, err := fmt.Fprintf(out, "%10s  %12s  %s\n", report.EventNumber(e.Thread, e.Seq), w.seconds(e, r),
			foreign.Mute(text))
		return err == nil
	}
	if err := again.Each(func(e *event.Event) bool { return w.learn(e) || line(e) }); err != nil {
		return err
	}
	for _, late := range lateCalls(r, &last) {
		line(&late)
	}
	return out.Flush()
}

// take keeps the last records until it has found the requested record.
func (w *eventWindow) take(e *event.Event) {
	most := w.count
	if w.around == nil {
		most = 2*w.count + 1
	}
	if w.around != nil && e.Thread == w.around.thread && e.Seq >= w.around.seq && e.Kind != event.Lost {
		// A call that left no record has the number of the next record.
		w.found = true
		if e.Seq == w.around.seq {
			w.at = len(w.events)
		}
		w.keep(e)
		return
	}
	w.keep(e)
	if extra := len(w.events) - most; extra > 0 {
		w.events = slices.Delete(w.events, 0, extra)
	}
}

func (w *eventWindow) keep(e *event.Event) {
	kept := *e
	kept.Blob = bytes.Clone(e.Blob)
	w.events = append(w.events, kept)
}

// located reports whether the places of all records kept are known.
func (w *eventWindow) located(r *logdir.RankLog) bool {
	return !slices.ContainsFunc(w.events, func(e event.Event) bool {
		_, ok := r.Module(event.Address(e.PC))
		return e.PC != 0 && !ok
	})
}

func (w *eventWindow) write(out io.Writer, r *logdir.RankLog, width int) error {
	var resolver source.Resolver
	var rows [][]string
	for i := range w.events {
		e := &w.events[i]
		mark := ""
		if i == w.at {
			mark = ">"
		}
		rows = append(rows, []string{mark, report.EventNumber(e.Thread, e.Seq), w.seconds(e, r),
			foreign.Line(w.names.Line(e) + w.place(e, r, &resolver))})
	}
	if width == 0 {
		width = 80
	}
	return report.Table(out, width, []string{"", "number", "seconds", "record"}, rows)
}

// seconds is the time since the rank started to record.
func (w *eventWindow) seconds(e *event.Event, r *logdir.RankLog) string {
	if r.Ticks.PerSecond <= 0 || e.Time < r.Ticks.Tick0 {
		return ""
	}
	return fmt.Sprintf("%.6f", float64(e.Time-r.Ticks.Tick0)/r.Ticks.PerSecond)
}

// place is " at heat.c:27 in exchange"; for a call that returned, the enter
// record shows it.
func (w *eventWindow) place(e *event.Event, r *logdir.RankLog, resolver *source.Resolver) string {
	if e.PC == 0 || e.Phase == event.Leave {
		return ""
	}
	if _, ok := r.Module(event.Address(e.PC)); !ok {
		return ""
	}
	t := check.Trace(r, &w.stacks, resolver, e.PC)
	p := t.Own()
	text := " at " + p.String()
	if p.Func != "" {
		text += " in " + p.Func
	}
	if t.User > 0 {
		text += " through " + t.Places[0].Module
	}
	return text
}
