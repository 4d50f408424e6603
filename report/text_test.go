package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

func textOf(t *testing.T, r *Report, opt Options) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("text")).Write(&out, r, opt))
	return out.String()
}

// sourceFile writes a file of n lines, some of them given, and returns its
// directory.
func sourceFile(t *testing.T, name string, n int, lines map[int]string) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString(lines[i] + "\n")
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o600))
	return dir
}

// quotedReport has one finding with two places in halo.c.
func quotedReport(dir string) *Report {
	site := func(call string, line int, event string) Site {
		return Site{Rank: 1, Call: call, Place: source.Place{File: filepath.Join(dir, "halo.c"), Line: line, Func: "update"}, Event: event}
	}
	return &Report{
		Complete: true, Ranks: 2, Records: 10, LogPath: "run.log", MPI: "MPICH 4.0.2",
		Findings: []Finding{{
			RuleID: "LOCK003", Title: "second lock", Severity: rules.Error, Ranks: []int{1}, Count: 1,
			Message: "rank 1 locks rank 0 again", Says: "No second lock.", Cite: "MPI-4.1, Lock", Advice: "Unlock first.",
			Sites:   []Site{site("MPI_Win_lock", 12, "1:34")},
			Related: []Related{{Site: site("MPI_Win_lock", 10, "1:30"), Note: "the lock it holds"}},
		}},
	}
}

// TestTextQuotesTheSource with the lines marked as the calls are listed, and
// the command that shows the calls around.
func TestTextQuotesTheSource(t *testing.T) {
	dir := sourceFile(t, "halo.c", 20, map[int]string{
		9: "\tif (rank)", 10: "\t\tMPI_Win_lock(x, 0);", 12: "\t\tMPI_Win_lock(y, 0); // " + strings.Repeat("long ", 20),
		13: "\tdone();",
	})
	assert.Equal(t, `run.log: 2 ranks, MPICH 4.0.2, 10 records

ERROR LOCK003  second lock
  rank 1 locks rank 0 again

  at      rank 1: MPI_Win_lock, halo.c:12 in update
  see     rank 1: MPI_Win_lock, halo.c:10 in update - the lock it holds

          halo.c, lines 9-13
             9 | if (rank)
  see       10 |     MPI_Win_lock(x, 0);
            11 |
  at      > 12 |     MPI_Win_lock(y, 0); // long long long long long long lo ...
            13 | done();

  rule    No second lock. [MPI-4.1, Lock]
  fix     Unlock first.
  more    gomarmot explain LOCK003
  calls   gomarmot log events --rank 1 --around 1:34 run.log

 rule     severity  places  times  ranks  fault
------------------------------------------------------
 LOCK003  error     1       1      1      second lock

gomarmot: 1 error.
`, textOf(t, quotedReport(dir), Options{Dir: dir}))
}

// TestTextWidth: text keeps within the width, except for longer words and
// commands, which are not broken.
func TestTextWidth(t *testing.T) {
	for _, width := range []int{40, 60, 100, 132} {
		out := textOf(t, sampleReport(), Options{Dir: "/home/ada/halo", Width: width})
		for line := range strings.Lines(out) {
			line = strings.TrimRight(line, "\n")
			words := strings.Fields(line)
			if !strings.HasPrefix(line, "  calls ") && len(words) > 1 && !strings.Contains(line, "---") && !strings.Contains(out[strings.Index(out, " rule  "):], line) {
				assert.LessOrEqual(t, len(line), width, line)
			}
		}
		assert.Contains(t, out, "table/update.c:41")
	}
}

// TestTextColor: color adds codes and changes nothing else.
func TestTextColor(t *testing.T) {
	dir := sourceFile(t, "halo.c", 20, map[int]string{12: "lock(y);"})
	plain := textOf(t, quotedReport(dir), Options{Dir: dir})
	colored := textOf(t, quotedReport(dir), Options{Dir: dir, Color: true})
	assert.NotContains(t, plain, "\x1b")
	assert.Contains(t, colored, "\x1b[1;31mERROR LOCK003")
	assert.Equal(t, plain, regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, ""))
}

// TestTextObeysNoCodes: names chosen by the program are never printed to a
// terminal unchanged.
func TestTextObeysNoCodes(t *testing.T) {
	r := quotedReport("/x\x1b[2J")
	r.Command, r.LogPath = "./app \x1b]0;title\a", "a\x1b[1mb.log"
	r.Findings[0].Message += " \x1b[31m" + string(rune(0x202e))
	r.Findings[0].Object = "file \x07"
	r.Coverage = []string{"\x1b[0m"}
	out := textOf(t, r, Options{})
	assert.NotContains(t, out, "\x1b")
	assert.NotContains(t, out, "\a")
	assert.NotContains(t, out, string(rune(0x202e)))
}

// TestTextLongCommand: a command line of thousands of arguments is cut.
func TestTextLongCommand(t *testing.T) {
	r := quotedReport("/x")
	r.Command = "./app" + strings.Repeat(" argument", 10000)
	assert.Less(t, len(textOf(t, r, Options{})), 5000)
}

// TestTextEndOfTheRun: the note on the end of the run lists the ranks, and no
// second list follows.
func TestTextEndOfTheRun(t *testing.T) {
	r := sampleReport()
	r.Findings = []Finding{{RuleID: "TOOL003", Title: "run did not end in MPI_Finalize", Severity: rules.Note,
		Ranks: []int{0, 1, 2, 3}, Count: 1, Message: "all at once", Sites: []Site{{Call: "MPI_Win_fence", Event: "7"}}}}
	out := textOf(t, r, sampleOptions)
	assert.Contains(t, out, `NOTE TOOL003  run did not end in MPI_Finalize
  rank 0     killed in MPI_Win_start, exchange.c:57 in exchange; waits for a
             post by rank 1
  ranks 1,2  killed in MPI_Win_fence, main.c:112 in main; wait for rank 0 to
             reach the same fence
  rank 3     called MPI_Abort

  more    gomarmot explain TOOL003
`)
	assert.NotContains(t, out, "How the ranks ended")
	assert.NotContains(t, out, "all at once")
	assert.NotContains(t, out, "log events")
}

// TestTextThousandsOfRanks stays short.
func TestTextThousandsOfRanks(t *testing.T) {
	const ranks = 4096
	f := Finding{RuleID: "RMA005", Title: "outside", Severity: rules.Error, Count: 10 * ranks, Message: "rank 0 puts outside", Object: "window 1"}
	r := &Report{Ranks: ranks, LogPath: "run.log"}
	for i := range ranks {
		f.Ranks = append(f.Ranks, i)
		f.Sites = append(f.Sites, Site{Rank: i, Call: "MPI_Put", Place: source.Place{File: "/s/halo.c", Line: 7 + i%2}, Event: fmt.Sprint(i)})
		e := RankEnd{Rank: i, How: Killed, In: &Site{Rank: i, Call: "MPI_Win_fence", Place: source.Place{File: "/s/halo.c", Line: 9}}, Waiting: "waits for rank 17"}
		if i == 17 {
			e = RankEnd{Rank: i, How: Exited}
		}
		r.Ends = append(r.Ends, e)
	}
	r.Findings = []Finding{f}
	out := textOf(t, r, Options{Dir: "/s"})
	assert.Less(t, strings.Count(out, "\n"), 40, out)
	assert.Contains(t, out, "ranks 0,2,4,6 and 2,044 more: MPI_Put, halo.c:7\n")
	assert.Contains(t, out, "  ranks 0-16,18-4095  killed in MPI_Win_fence, halo.c:9; wait for rank 17\n")
	assert.Contains(t, out, "  rank 17             exited without MPI_Finalize\n")
	assert.Contains(t, out, "40,960 times on 4,096 ranks")
	for line := range strings.Lines(out) {
		assert.LessOrEqual(t, len(line), 81, "%.100s", line)
	}
}

// TestTextOrder: the worst finding comes first, a cause before its consequences, and findings about the record of the
// run last.
func TestTextOrder(t *testing.T) {
	r := &Report{Findings: []Finding{
		{RuleID: "TOOL001", Severity: rules.Error}, {RuleID: "WIN001", Severity: rules.Error, Consequences: []Finding{{RuleID: "COLL002", Severity: rules.Error}}},
		{RuleID: "AAA001", Severity: rules.Note}, {RuleID: "BBB001", Severity: rules.Error}, {RuleID: "CCC001", Severity: rules.Warning},
	}}
	var ids []string
	for _, f := range prepare(r, Options{}, false).findings {
		ids = append(ids, f.RuleID)
	}
	assert.Equal(t, []string{"WIN001", "BBB001", "TOOL001", "CCC001", "AAA001"}, ids)
}

// TestTextEnds: the call that tells how a rank ended is named once.
func TestTextEnds(t *testing.T) {
	for want, e := range map[string]RankEnd{
		"reached MPI_Finalize, a.c:3 in main": {How: Finalized, In: &Site{Call: "MPI_Finalize", Place: source.Place{File: "/s/a.c", Line: 3, Func: "main"}}},
		"called MPI_Abort, a.c:3":             {How: Aborted, In: &Site{Call: "MPI_Abort", Place: source.Place{File: "/s/a.c", Line: 3}}},
		"called MPI_Abort":                    {How: Aborted},
		"killed in MPI_Recv, a.c:3; waits":    {How: Killed, In: &Site{Call: "MPI_Recv", Place: source.Place{File: "/s/a.c", Line: 3}}, Waiting: "waits"},
		"left no log":                         {How: NoLog},
	} {
		var gs grouping
		e = prepare(&Report{Ends: []RankEnd{e}}, Options{Dir: "/s"}, false).Ends[0]
		gs.add(endText(e), e.Waiting, e.Rank)
		assert.Equal(t, want, gs.list[0].says())
	}
}

// TestTextNamesTheRank: a message names its rank if several ranks share it.
func TestTextNamesTheRank(t *testing.T) {
	f := Finding{Scope: "rank", Ranks: []int{2, 3}, Message: "MPI_Put without a lock"}
	assert.Equal(t, "rank 2: MPI_Put without a lock", f.whose())
	f = Finding{Scope: "job", Ranks: []int{2, 3}, Message: "ranks 2, 3 differ"}
	assert.Equal(t, f.Message, f.whose())
	f = Finding{Scope: "rank", Ranks: []int{2}, Message: "MPI_Put without a lock"}
	assert.Equal(t, f.Message, f.whose())
}

// family is a locator of two jobs: rank 1 is rank 0 of the second job.
type family struct{ locator }

func (family) Owner(rank int32) (log string, own int) {
	if rank == 1 {
		return "other.log", 0
	}
	return "", 0
}

// TestTextNamesTheLogOfTheRank: the calls around a finding are in the log of the rank that made the call.
func TestTextNamesTheLogOfTheRank(t *testing.T) {
	for rank, want := range map[int32]string{0: "--rank 0 --around 48 run.log", 1: "--rank 0 --around 48 other.log"} {
		f := lockTwice(rank, 0x30)
		out := textOf(t, &Report{Ranks: 1, LogPath: "run.log", Findings: build([]*rules.Finding{f}, family{sampleProgram})}, Options{})
		assert.Contains(t, out, "gomarmot log events "+want+"\n")
	}
}
