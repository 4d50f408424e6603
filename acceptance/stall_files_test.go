package acceptance

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/report"
)

// stall is a mode of testdata/stall.c that does not end well, and the statements of the report about it. Lines are
// named by their comments.
type stall struct {
	how     string
	hangs   bool   // under each MPI; otherwise the run may end or not
	rule    string // the fault, "" where there is none
	message string // of the fault
	sites   map[int]string
	related string // line of the call that keeps rank 1 away
	ends    string // the text of the note on the ends of the ranks
	line    string // a call that this note shows
}

var stalls = []stall{
	{
		how: "mixed", rule: "SPLIT008",
		message: `^ranks 0, 2 call MPI_File_write_all where rank 1 calls MPI_File_write_all_begin, .*does not match the blocking call$`,
		sites:   map[int]string{0: "blocking", 1: "split", 2: "blocking"},
	},
	{
		how: "receiving", hangs: true, rule: "HANG001",
		message: `^ranks 0, 1 wait for each other: rank 0 in MPI_File_close waits for MPI_File_close from rank 1, which is in MPI_Recv; ` +
			`rank 1 in MPI_Recv waits for a message with tag 0 on MPI_COMM_WORLD from rank 0.*\. Rank 2 waits for these`,
		sites: map[int]string{0: "close", 1: "receive"},
		ends:  `killed .*MPI_File_close.*MPI_Recv`, line: "receive",
	},
	{
		how:  "aborted",
		ends: `MPI_File_write_all.* wait for MPI_File_write_all from rank 1, which called MPI_Abort`, line: "waits",
	},
	{
		how:  "killed",
		ends: `MPI_File_write_ordered.* wait for MPI_File_write_ordered from rank 1, which was killed outside of recorded MPI calls`,
		line: "ordered",
	},
}

// TestStallFiles: a run that hangs, aborts or is killed in calls on a file:
// the report says who waits for whom, and where.
func TestStallFiles(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "stall.c")
	for _, m := range withRomio() {
		t.Run(m.Name, func(t *testing.T) {
			for _, s := range stalls {
				t.Run(s.how, func(t *testing.T) {
					t.Parallel()
					p := &Program{Path: source, Ranks: 3, Args: []string{s.how}, Hang: s.rule != ""}
					j := launchFor(t, &m, p, patient, false)
					if s.hangs {
						require.True(t, j.TimedOut, j.Output)
					}
					s.check(t, j.report, j.Outcome)
				})
			}
		})
	}
}

func (s *stall) check(t *testing.T, r *report.Report, o Outcome) {
	t.Helper()
	var faults, ends []report.Finding
	for _, f := range r.Findings {
		if f.RuleID == "TOOL003" {
			ends = append(ends, f)
		} else {
			faults = append(faults, f)
		}
		for _, c := range f.Consequences {
			if c.RuleID == "TOOL003" {
				ends = append(ends, c)
			}
		}
	}
	if s.rule == "" {
		require.Empty(t, faults, "the program itself ended the run")
		require.NotZero(t, o.Exit)
		require.False(t, o.TimedOut)
	} else {
		require.Len(t, faults, 1)
		require.Equal(t, s.rule, faults[0].RuleID)
		require.Regexp(t, s.message, faults[0].Message)
		for rank, tag := range s.sites {
			require.True(t, slices.ContainsFunc(faults[0].Sites, func(x report.Site) bool { return at(t, x, rank, tag) }), "no rank %d at %q in %+v", rank, tag, faults[0].Sites)
		}
		if s.related != "" {
			require.True(t, slices.ContainsFunc(faults[0].Related, func(x report.Related) bool { return at(t, x.Site, 1, s.related) }),
				"%+v", faults[0].Related)
		}
	}
	require.Equal(t, !r.Complete, len(ends) == 1, "a run without a proper end has one note on it")
	if s.ends != "" {
		require.Len(t, ends, 1)
		require.Regexp(t, s.ends, ends[0].Message)
		require.True(t, slices.ContainsFunc(ends[0].Sites, func(at report.Site) bool { return at.Line == lineOf(t, at.File, s.line) }),
			"%+v", ends[0].Sites)
	}
}

// at reports whether it is a site of the rank, at the line with the comment.
func at(t *testing.T, s report.Site, rank int, tag string) bool {
	t.Helper()
	return s.Rank == rank && s.Line == lineOf(t, s.File, tag)
}

// lineOf returns the number of the line of a program that ends in the comment.
func lineOf(t *testing.T, path, comment string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	n := 0
	for line := range strings.Lines(string(text)) {
		if n++; strings.HasSuffix(line, " // "+comment+"\n") {
			return n
		}
	}
	t.Fatalf("no line with %q in %s", comment, path)
	return 0
}
