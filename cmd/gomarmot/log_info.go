package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/words"
)

const logInfoHelp = `Shows what was run, how its ranks ended, how many calls were recorded, how many
messages and bytes were sent on which communicator, and how much disk space the
log takes. Reads the whole log, but applies no rules.`

func (a *app) logInfoCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "info PATH",
		Short:   "show what was run, and how much was recorded",
		Long:    logInfoHelp,
		Example: "  gomarmot log info run.log",
		Args:    oneArg("the path of run.log or run.log.d"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.logInfo(args[0]) },
	}
}

func (a *app) logInfo(path string) error {
	l, err := logdir.Open(path)
	if err != nil {
		return err
	}
	defer l.Close() // only read
	job := check.NewJob(l)
	s := &logSummary{log: l, calls: map[calls.Kind]int64{}, sent: check.NewSent(job), job: job}
	for _, r := range l.Ranks() {
		if err := s.read(r); err != nil {
			return err
		}
	}
	return s.write(a.out, a.textOptions(a.out).Width)
}

// logSummary is the data that log info shows.
type logSummary struct {
	log     *logdir.Log
	ranks   []rankSummary
	calls   map[calls.Kind]int64
	sent    *check.Sent
	job     *check.Job
	polls   int64 // tests that found nothing and have no record of their own
	odd     []string
	records int64
}

// rankSummary is a row of the table of ranks, before equal rows are joined.
type rankSummary struct {
	rank        int
	host, state string
	records     int64
	length      time.Duration
}

// read counts the records of a rank.
func (s *logSummary) read(r *logdir.RankLog) error {
	var n int64
	var first, last uint64
	send := s.sent.Rank(r)
	err := eachEvent(r, func(e *event.Event) bool {
		send(e)
		if e.Kind == event.Polls {
			s.polls += e.A[0]
		}
		if !e.Gap() {
			n++
		}
		if first == 0 {
			first = e.Time
		}
		last = max(last, e.Time)
		if e.Kind < calls.MaxKind && e.Phase != event.Leave {
			s.calls[e.Kind]++
		}
		return true
	})
	if err != nil {
		return err
	}
	x := rankSummary{rank: r.Rank, state: rankState(r), records: n}
	if r.Header != nil {
		x.host = r.Header.Host
	}
	if r.Ticks.PerSecond > 0 {
		x.length = time.Duration(float64(last-first) / r.Ticks.PerSecond * 1e9)
	}
	s.ranks = append(s.ranks, x)
	s.records += n
	if r.Err != nil {
		s.odd = append(s.odd, fmt.Sprintf("rank %d: %v", r.Rank, r.Err))
	}
	for _, d := range r.End().Damage {
		s.odd = append(s.odd, fmt.Sprintf("rank %d: %s", r.Rank, d))
	}
	return nil
}

// rankState says how a rank ended, as far as its own part of the log shows.
func rankState(r *logdir.RankLog) string {
	end := r.End()
	if end.Killed() {
		return "running or killed"
	}
	if end.State == segment.Off {
		return "gomarmot was off"
	}
	switch end.Reason {
	case event.EndExit:
		return "exit without MPI_Finalize"
	case event.EndAbort:
		return "MPI_Abort"
	}
	return "MPI_Finalize"
}

func (s *logSummary) write(w io.Writer, width int) error {
	var b strings.Builder
	size, err := diskSize(s.log)
	if err != nil {
		return err
	}
	for _, f := range append(s.facts(),
		[2]string{"records", fmt.Sprintf("%d, %s on disk", s.records, words.Bytes(size))}) {
		fmt.Fprintf(&b, "%-9s%s\n", f[0], foreign.Line(f[1]))
	}
	b.WriteByte('\n')
	if width == 0 {
		width = 80
	}
	if err := report.Table(&b, width, []string{"ranks", "records", "seconds", "host", "end"},
		s.rankRows()); err != nil {
		return err
	}
	b.WriteByte('\n')
	if err := report.Table(&b, width, []string{"calls", "recorded"}, s.callRows()); err != nil {
		return err
	}
	if s.polls > 0 {
		fmt.Fprintf(&b, "\nFurther tests that found nothing: %d\n", s.polls)
	}
	if rows := s.sentRows(); len(rows) > 0 {
		b.WriteByte('\n')
		if err := report.Table(&b, width, []string{"messages", "bytes", "sent on"}, rows); err != nil {
			return err
		}
	}
	for _, o := range slices.Concat(s.log.Notes, s.odd, s.job.Untracked()) {
		fmt.Fprintf(&b, "\nnote: %s\n", foreign.Line(o))
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// facts are the first lines.
func (s *logSummary) facts() [][2]string {
	out := [][2]string{{"log", s.log.Path}}
	add := func(name, text string) {
		if text != "" {
			out = append(out, [2]string{name, text})
		}
	}
	add("ranks", fmt.Sprint(s.log.Size))
	i := slices.IndexFunc(s.log.Ranks(), func(r *logdir.RankLog) bool { return r.Header != nil })
	if i < 0 {
		return out
	}
	h := s.log.Ranks()[i].Header
	add("command", strings.Join(h.Args, " "))
	add("program", h.Exe)
	add("MPI", joined(check.LibraryName(h.Library), ", MPI-"+h.Standard, h.ThreadLevel))
	add("started", h.Start.Format("2006-01-02 15:04:05.000 MST"))
	add("gomarmot", h.Gomarmot)
	if a := s.job.Accesses(); a != "" {
		add("accesses", "loads and stores are recorded of "+a)
	}
	if len(h.Watched) > 0 {
		add("watched", fmt.Sprintf("%s; other calls are not recorded (GOMARMOT_WATCH)", strings.Join(h.Watched, ", ")))
	}
	return out
}

func joined(name, standard, level string) string {
	if level != "" {
		standard += ", " + level
	}
	return name + standard
}

// rankRows joins ranks that ended alike on the same host.
func (s *logSummary) rankRows() [][]string {
	type key struct{ host, state string }
	var order []key
	groups := map[key][]rankSummary{}
	for _, r := range s.ranks {
		k := key{r.host, r.state}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	var rows [][]string
	for _, k := range order {
		var ranks []int
		least, most, length := groups[k][0].records, int64(0), time.Duration(0)
		for _, r := range groups[k] {
			ranks = append(ranks, r.rank)
			least, most, length = min(least, r.records), max(most, r.records), max(length, r.length)
		}
		records := fmt.Sprint(least)
		if most > least {
			records += fmt.Sprintf("-%d", most)
		}
		rows = append(rows, []string{words.Spans(ranks), records, fmt.Sprintf("%.3f", length.Seconds()), k.host,
			k.state})
	}
	if len(s.log.Missing) > 0 {
		rows = append(rows, []string{words.Spans(s.log.Missing), "", "", "", "no log"})
	}
	return rows
}

// callRows lists the calls by how often they were recorded.
func (s *logSummary) callRows() [][]string {
	var kinds []calls.Kind
	for k := range s.calls {
		kinds = append(kinds, k)
	}
	slices.SortFunc(kinds, func(x, y calls.Kind) int {
		return cmp.Or(cmp.Compare(s.calls[y], s.calls[x]), cmp.Compare(x, y))
	})
	var rows [][]string
	for _, k := range kinds {
		rows = append(rows, []string{k.String(), fmt.Sprint(s.calls[k])})
	}
	return rows
}

// sentRows lists the messages sent on each communicator.
func (s *logSummary) sentRows() [][]string {
	var rows [][]string
	for _, x := range s.sent.List() {
		size := fmt.Sprintf("%d", x.Bytes)
		if x.Unsized > 0 {
			size += fmt.Sprintf(", and those of %s", words.Count(x.Unsized, "message")+" of unknown size")
		}
		rows = append(rows, []string{fmt.Sprint(x.Messages), size, foreign.Line(x.Comm)})
	}
	return rows
}

// diskSize is the disk space that the files of a log take.
func diskSize(l *logdir.Log) (int64, error) {
	var n int64
	add := func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // removed meanwhile: the job is running
		case err != nil:
			return err
		case !d.IsDir():
			if info, err := os.Stat(path); err == nil {
				n += info.Size()
			}
		}
		return nil
	}
	for _, path := range []string{l.Path, l.Dir} {
		if err := filepath.WalkDir(path, add); err != nil {
			return 0, err
		}
	}
	return n, nil
}
