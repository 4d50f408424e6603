package report

import (
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
)

// Schema names the version of the JSON report. Adding fields keeps the
// version; a change of meaning requires a new one.
const Schema = "gomarmot-report/1"

// Report holds everything that formats print. Lists are never nil in a report of FromJob.
type Report struct {
	Schema   string    `json:"schema"`
	Complete bool      `json:"complete"`           // every rank's log reaches MPI_Finalize, undamaged
	MPI      string    `json:"mpi"`                // "Open MPI 4.1.4"
	Ranks    int       `json:"ranks"`              // size of MPI_COMM_WORLD
	Records  int64     `json:"records"`            // records read, over all ranks
	Bindings []string  `json:"bindings"`           // bindings that the ranks used: "C", "mpi_f08"
	Accesses string    `json:"accesses,omitempty"` // objects with recorded loads and stores: "2 objects by plugin"
	Command  string    `json:"command"`
	Started  time.Time `json:"started,omitzero"`
	LogPath  string    `json:"log"`
	Findings []Finding `json:"findings"`
	Ends     []RankEnd `json:"ends"`
	// Unseen says in sentences which evidence is missing, see package check. If any evidence is missing, the check
	// fails, whatever the findings.
	Unseen []string `json:"unseen"`
	// Coverage says in sentences which parts of the run could not be seen: the sentences of Unseen, and other oddities
	// of the log, of its programs or of their source.
	Coverage []string `json:"coverage"`
	// Suppressions says for each entry of the suppressions file whether it was
	// used.
	Suppressions []suppressionUse `json:"suppressions"`
	// Next is the mode that shows more about the failure; nil if nothing failed, or if all modes were used. normalized
	// sets it.
	Next *Next `json:"next,omitempty"`
	// Baseline is set if the findings were compared with an earlier run.
	Baseline *BaselineResult `json:"baseline,omitempty"`

	modes    modes              // modes of the run
	apart    bool               // see Apart
	compared []string           // see ComparedWith
	timeline *timeline.Timeline // nil if the timeline was not gathered
	locator  locator            // of the timeline's calls
}

// Finding is a broken rule at a place in the source.
type Finding struct {
	RuleID   string         `json:"rule"`
	Title    string         `json:"title"`
	Severity rules.Severity `json:"severity"`
	Scope    rules.Scope    `json:"scope"`
	Ranks    []int          `json:"ranks"`  // in MPI_COMM_WORLD, ascending
	Count    int64          `json:"count"`  // occurrences over all ranks
	Object   string         `json:"object"` // "window 1 on MPI_COMM_WORLD"
	Message  string         `json:"message"`
	Cite     string         `json:"citation"`
	Says     string         `json:"says"`
	Advice   string         `json:"advice"`
	Sites    []Site         `json:"sites"`
	Related  []Related      `json:"related"`
	// Repeat is a shell command that repeats the run and reports on it; empty if the run's command is unknown.
	// normalized sets it.
	Repeat string `json:"repeat,omitempty"`
	// Fingerprint is the same for the same fault in another run, see Report.Fingerprint; empty if it was not computed.
	Fingerprint string `json:"fingerprint"`
	// Suppressed is set if the user suppressed the finding.
	Suppressed *Suppressed `json:"suppressed,omitempty"`
	// Known is set if the finding is in the baseline.
	Known bool `json:"known"`
	// Consequences are the findings that this finding causes.
	Consequences []Finding `json:"consequences"`

	objects []tracker.Object // the objects that Object names; empty in a report that was read from a file
	marks   []mark           // the finding's marks on the timeline
	lacks   rules.Mode       // the mode that would show more; "": none
	again   string           // see rules.Finding.Repeat
}

// Site is a call of a rank and its place in the source: where the user's
// code made the call, directly or through a library.
type Site struct {
	Rank int    `json:"rank"`
	Call string `json:"call"` // "MPI_Put"; empty if the site is not a call
	source.Place
	// Event is the number of the call's record, as gomarmot log events counts
	// them; empty if it has none.
	Event string `json:"event,omitempty"`
	// Through is set if a library makes the call to MPI, Callers if the callers of the function at the place are known.
	Through through `json:"through,omitzero"`
	Callers callers `json:"callers,omitzero"`

	log     string // the log of the rank, if the rank belongs to another job
	own     int    // the number of the rank in that log
	library bool   // Through is more than a language binding
	path    string // the file, or without a file the module, as it was found; only in a sheet
}

// anywhere returns the site without the parts that differ between ranks.
func (s Site) anywhere() Site {
	s.Rank, s.Event, s.log, s.own = 0, "", "", 0
	return s
}

// Related is a call with which the call at fault conflicts: an earlier call, or
// a call of another rank.
type Related struct {
	Site
	Role rules.Role `json:"role"`
	Note string     `json:"note"`

	alike bool // see rules.Related
}

// counts reports whether the finding is neither suppressed nor known.
func (f *Finding) counts() bool { return f.Suppressed == nil && !f.Known }

// Worst returns the highest severity of all findings that count, consequences
// included; 0 if there is none.
func (r *Report) Worst() rules.Severity {
	return worst(r.Findings)
}

func worst(fs []Finding) rules.Severity {
	var w rules.Severity
	for i := range fs {
		if fs[i].counts() {
			w = max(w, fs[i].Severity)
		}
		w = max(w, worst(fs[i].Consequences))
	}
	return w
}

// Apart reports whether the launcher started each rank as a separate job, as Unseen then says.
func (r *Report) Apart() bool { return r.apart }

// ComparedWith reports whether the messages and collective calls between the job and a job that it spawned, whose log
// is given, were compared.
func (r *Report) ComparedWith(log string) bool { return slices.Contains(r.compared, log) }
