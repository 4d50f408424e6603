package report

import (
	"time"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/timeline"
)

// Schema names the version of the JSON report. Fields may be added to a
// version; a change of meaning makes a new one.
const Schema = "gomarmot-report/1"

// Report is what all formats print. Lists are never nil after Normalize.
type Report struct {
	Schema   string    `json:"schema"`
	Complete bool      `json:"complete"` // every rank's log reaches MPI_Finalize, undamaged
	MPI      string    `json:"mpi"`      // "Open MPI 4.1.4"
	Ranks    int       `json:"ranks"`    // size of MPI_COMM_WORLD
	Records  int64     `json:"records"`  // records read, over all ranks
	Bindings []string  `json:"bindings"` // through which the ranks called MPI: "C", "mpi_f08"
	Command  string    `json:"command"`
	Started  time.Time `json:"started,omitzero"`
	LogPath  string    `json:"log"`
	Findings []Finding `json:"findings"`
	Ends     []RankEnd `json:"ends"`
	// Unseen says in sentences what evidence is missing, see package check: a
	// check of such a log has not worked, whatever it has found.
	Unseen []string `json:"unseen"`
	// Coverage says in sentences what could not be seen: what Unseen says, and
	// what else is odd about the log, its programs or their source.
	Coverage []string `json:"coverage"`
	// Suppressions tells for each entry of the suppressions file what became
	// of it.
	Suppressions []SuppressionUse `json:"suppressions"`
	// Baseline is set if the findings were compared with an earlier run.
	Baseline *BaselineResult `json:"baseline,omitempty"`

	timeline *timeline.Timeline // nil where it was not gathered
	raw      map[string]string  // by printable texts, what they were; nil in reports that are not made for people
}

// Finding is one broken rule at one place of the source.
type Finding struct {
	RuleID   string    `json:"rule"`
	Title    string    `json:"title"`
	Severity string    `json:"severity"` // "error", "warning", "note"
	Scope    string    `json:"scope"`    // "rank", "job"
	Ranks    []int     `json:"ranks"`    // in MPI_COMM_WORLD, ascending
	Count    int64     `json:"count"`    // occurrences over all ranks
	Object   string    `json:"object"`   // "window 1 on MPI_COMM_WORLD"
	Message  string    `json:"message"`
	Cite     string    `json:"citation"`
	Says     string    `json:"says"`
	Advice   string    `json:"advice"`
	Sites    []Site    `json:"sites"`
	Related  []Related `json:"related"`
	// Fingerprint is the same for the same fault in another run, see
	// Fingerprint; empty if none was made.
	Fingerprint string `json:"fingerprint"`
	// Suppressed is set if the user has chosen not to be told.
	Suppressed *Suppressed `json:"suppressed,omitempty"`
	// Known: it was in the baseline already.
	Known bool `json:"known"`
	// Consequences are the findings that only follow from this one.
	Consequences []Finding `json:"consequences"`

	marks []mark // where the timeline shows it
}

// Site is one call of one rank and its place in the source: where the user's
// code made the call, itself or through a library.
type Site struct {
	Rank     int    `json:"rank"`
	Call     string `json:"call"`                // "MPI_Put"; empty if the site is no call
	File     string `json:"file"`                // empty without debug information
	Dir      string `json:"directory,omitempty"` // where the file was compiled
	Line     int    `json:"line"`                // 0 without debug information
	Function string `json:"function"`
	Module   string `json:"module"` // the executable or shared library
	Offset   uint64 `json:"offset"` // of the call in the module
	// Event is the number of the call among those of its rank, as gomarmot log
	// events counts them; empty if it has none.
	Event string `json:"event,omitempty"`
	// Through is set if the call to MPI is in a library, Callers if it is
	// known who called the function at the place.
	Through Through `json:"through,omitzero"`
	Callers Callers `json:"callers,omitzero"`
}

// anywhere is the site without what differs between ranks.
func (s Site) anywhere() Site {
	s.Rank, s.Event = 0, ""
	return s
}

// Related is an earlier or opposite call that a finding conflicts with.
type Related struct {
	Site
	Note string `json:"note"`
}

// Counts reports whether the finding is neither suppressed nor known.
func (f *Finding) Counts() bool { return f.Suppressed == nil && !f.Known }

// Worst returns the highest severity of all findings that count, consequences
// included; 0 if there is none.
func (r *Report) Worst() rules.Severity {
	return worst(r.Findings)
}

func worst(fs []Finding) rules.Severity {
	var w rules.Severity
	for i := range fs {
		if fs[i].Counts() {
			w = max(w, severity(fs[i].Severity))
		}
		w = max(w, worst(fs[i].Consequences))
	}
	return w
}

// severity is the inverse of rules.Severity.String.
func severity(s string) rules.Severity {
	for _, v := range []rules.Severity{rules.Note, rules.Warning, rules.Error} {
		if v.String() == s {
			return v
		}
	}
	return 0
}
