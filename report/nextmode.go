package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/words"
)

// Next is the mode that would show more about the failure.
type Next struct {
	Mode    rules.Mode `json:"mode"`
	Why     string     `json:"why"` // "rank 1 died of SIGSEGV"
	Command string     `json:"command"`
}

// does describes, after "to", the effect of a mode and how the command achieves it.
var does = map[rules.Mode]string{
	rules.Heap:     "compare buffers with the heap blocks they lie in, run",
	rules.Compiled: "see the program's own stores, and compare buffers with its variables, compile with",
}

// sentence returns the reason and the effect of the mode, and ends with the command.
func (n *Next) sentence() string { return fmt.Sprintf("%s; to %s: %s", n.Why, does[n.Mode], n.Command) }

// modes holds the modes that a run used or could not use, and the command that started the run.
type modes struct {
	known, heap, compiled bool
	watchedHeap, gpu      bool   // the run used the options --heap and --gpu of gomarmot run
	onGPU                 bool   // work on GPUs was recorded
	lends                 bool   // MPI uses memory of the program while the program computes
	failed                bool   // the launcher ended with an exit status that shows a failure
	command               string // in a shell's syntax; "" if it is unknown
	again                 string // the command of gomarmot that made the run, "provoke --again 7"; "": run
	compiler              string
}

// modesOf returns the modes of a job.
func modesOf(j *check.Job) modes {
	m := modes{known: true, command: commandOf(j.Log), compiler: "mpicc"}
	m.watchedHeap, m.gpu, m.onGPU = j.WatchedHeap(), j.WatchedGPU(), j.OnGPU()
	m.heap, m.compiled, m.lends = j.WatchedHeap(), j.Accesses() != "", j.Lends()
	if j.Sanitized() || j.Python() { // a sanitizer watches the heap; Python code is not compiled
		m.compiled = true
		m.heap = m.heap || j.Sanitized()
	}
	if slices.ContainsFunc(j.Bindings, func(b event.Binding) bool { return b != event.BindingC }) {
		m.compiler = "mpif90"
	}
	return m
}

// mostCommand bounds the length of a command that is shown, in bytes.
const mostCommand = 1000

// commandOf returns a command that starts the job with any mpiexec, since the log does not name the launcher; "" if the
// log lacks ranks, or if another job has spawned the processes.
func commandOf(l *logdir.Log) string {
	type part struct {
		n    int
		argv []string
	}
	if logdir.Spawned(l.Dir) {
		return ""
	}
	var parts []part
	for _, r := range l.Ranks() {
		if r.Header == nil || len(r.Header.Args) == 0 || len(l.Missing) > 0 {
			return ""
		}
		if k := len(parts) - 1; k >= 0 && slices.Equal(parts[k].argv, r.Header.Args) {
			parts[k].n++
			continue
		}
		parts = append(parts, part{1, r.Header.Args})
	}
	if l.Size == 1 && len(parts) == 1 {
		return quoted(parts[0].argv)
	}
	var out []string
	for _, p := range parts {
		out = append(out, fmt.Sprintf("-n %d %s", p.n, quoted(p.argv)))
	}
	return "mpiexec " + strings.Join(out, " : ")
}

// quoted returns a command in a shell's syntax.
func quoted(argv []string) string {
	var out []string
	for _, a := range argv {
		out = append(out, foreign.Shell(a))
	}
	return strings.Join(out, " ")
}

// StartedBy tells the report which command started the run, launcher included; nil: unknown.
func (r *Report) StartedBy(argv []string) {
	if argv != nil {
		r.modes.command = quoted(argv)
	}
}

// Failed tells the report that the launcher ended with an exit status that says that the program failed.
func (r *Report) Failed() { r.modes.failed = true }

// OnGPU reports whether work on GPUs was recorded.
func (r *Report) OnGPU() bool { return r.modes.onGPU }

// gaveUp reports whether the program itself ended the run as failed: no signal or MPI error ended a rank.
func (r *Report) gaveUp() bool {
	ended, finalized := false, 0
	for _, e := range r.Ends {
		switch {
		case e.Signal != "" || e.How == Failed:
			return false
		case e.How == Aborted, e.How == Exited && r.modes.failed:
			ended = true
		case e.How == Finalized:
			finalized++
		}
	}
	return ended || r.modes.failed && finalized == len(r.Ends)
}

// corrupt lists the signals that kill processes whose memory was overwritten.
var corrupt = []string{"SIGSEGV", "SIGBUS", "SIGABRT"}

// next returns the mode that would show more; nil if no mode fits the failure, or if the run used the mode.
func (r *Report) next() *Next {
	if !r.modes.known {
		return nil
	}
	why := died(r.Ends)
	switch {
	case why == "":
	case !r.modes.heap:
		return r.nextFor(rules.Heap, why)
	case !r.modes.compiled && r.Worst() < rules.Warning: // otherwise the findings may explain the failure
		return r.nextFor(rules.Compiled, why)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.counts() && (f.lacks == rules.Heap && !r.modes.heap || f.lacks == rules.Compiled && !r.modes.compiled) {
			return r.nextFor(f.lacks, f.RuleID+" does not name the line that changes the buffer")
		}
	}
	if r.modes.lends && !r.modes.compiled && r.Worst() < rules.Warning && r.gaveUp() {
		return r.nextFor(rules.Compiled, "the program failed although no rule is broken")
	}
	return nil
}

func (r *Report) nextFor(m rules.Mode, why string) *Next {
	n := &Next{Mode: m, Why: why, Command: "gomarmot cc -- " + r.modes.compiler + " -g"}
	if m == rules.Heap {
		command := r.modes.command
		if command == "" || len(command) > mostCommand {
			command = "mpiexec ..."
		}
		n.Command = "gomarmot run --heap -- " + command
	}
	return n
}

// died names the ranks that died of a signal in corrupt; "" if none did.
func died(ends []RankEnd) string {
	var ranks []int
	var signals []string
	for _, e := range ends {
		if slices.Contains(corrupt, e.Signal) {
			ranks = append(ranks, e.Rank)
			signals = append(signals, e.Signal)
		}
	}
	if len(ranks) == 0 {
		return ""
	}
	slices.Sort(signals)
	return words.Ranks(ranks) + " died of " + strings.Join(slices.Compact(signals), " and ")
}
