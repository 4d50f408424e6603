//go:build apps

package apps

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/report"
)

const (
	limit = 2 * time.Minute
	// rounds: the wall time is the smallest of this many runs.
	rounds = 2
)

// TestApplications runs every application with gomarmot and without, and
// leaves the table of docs/applications.md in build/applications.md.
func TestApplications(t *testing.T) {
	root, err := acceptance.Root()
	require.NoError(t, err)
	rows := []string{
		"| application | MPI | run | records | time | findings |",
		"|---|---|---|--:|--:|---|",
	}
	for _, a := range applications {
		t.Run(a.name, func(t *testing.T) {
			for _, m := range installations(&a) {
				t.Run(m.Name, func(t *testing.T) {
					rows = append(rows, a.try(t, root, &m)...)
				})
			}
		})
	}
	table := filepath.Join(root, "build", "applications.md")
	require.NoError(t, os.WriteFile(table, []byte(strings.Join(rows, "\n")+"\n"), 0o644))
}

// installations returns the MPIs for which the application's libraries exist; Open MPI also with its second I/O
// component, if a run asks for it.
func installations(a *application) []acceptance.MPI {
	var out []acceptance.MPI
	for _, m := range acceptance.MPIs {
		if slices.Contains(a.mpis, m.Name) {
			out = append(out, m)
		}
	}
	if slices.ContainsFunc(a.runs, func(r run) bool { return r.romio }) {
		out = append(out, acceptance.Romio)
	}
	return out
}

// library returns the name that {mpi} stands for.
func library(m *acceptance.MPI) string {
	name, _, _ := strings.Cut(m.Name, "-")
	return name
}

// try builds the application and does its runs under an MPI. It returns a row of the table for each run.
func (a *application) try(t *testing.T, root string, m *acceptance.MPI) (rows []string) {
	source := filepath.Join(root, "apps", "testdata", a.source)
	bin := filepath.Join(t.TempDir(), strings.TrimSuffix(a.source, filepath.Ext(a.source)))
	fill := strings.NewReplacer("{mpi}", library(m), "{source}", source, "{folder}", filepath.Dir(source), "{bin}", bin)
	if a.build != "" {
		build := exec.Command("sh", "-c", fill.Replace(a.build))
		build.Dir = filepath.Dir(bin)
		out, err := build.CombinedOutput()
		require.NoError(t, err, "%s\n%s", build, out)
	}
	for _, r := range a.runs {
		if m.Name == acceptance.Romio.Name && !r.romio || r.mpis != nil && !slices.Contains(r.mpis, m.Name) {
			continue
		}
		name := strings.TrimSpace(strings.Join(r.env, " ") + " " + r.args)
		t.Run(name, func(t *testing.T) {
			words := strings.Fields(fill.Replace(r.args))
			if a.build != "" && !strings.Contains(r.args, "{bin}") {
				words = append([]string{bin}, words...)
			}
			name = strings.ReplaceAll(name, "{source}", a.source)
			name = strings.ReplaceAll(name, "{mpi}", m.Name)
			rows = append(rows, fmt.Sprintf("| %s | %s | %s | %s", a.name, m.Name, code(name), a.compare(t, root, m, &r, words)))
		})
	}
	return rows
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

// compare runs the program with gomarmot and without, in turn, and returns the rest of the run's row.
func (a *application) compare(t *testing.T, root string, m *acceptance.MPI, r *run, words []string) string {
	t.Helper()
	preload, gomarmot := filepath.Join(root, "build", "libgomarmot.so"), filepath.Join(root, "build", "gomarmot")
	var walls [2]time.Duration
	var results [2][]string
	var found *report.Report
	ranks := 3
	if a.ranks > 0 {
		ranks = a.ranks
	}
	for range rounds {
		for with, library := range []string{"", preload} {
			dir := t.TempDir()
			o := m.Run(acceptance.Launch{
				Binary: words[0], Args: words[1:], Ranks: ranks, Dir: dir, Env: slices.Concat(r.env, acceptance.Provoked(dir, r.faulty)), Preload: library, Timeout: limit,
			})
			require.False(t, o.TimedOut, "printed:\n%s", o.Output)
			require.Zero(t, o.Exit, "printed:\n%s", o.Output)
			result := a.resultOf(o.Output)
			require.NotEmpty(t, result, "no result in:\n%s", o.Output)
			if results[with] != nil {
				require.Equal(t, results[with], result, "the program's own results differ from run to run")
			}
			results[with] = result
			if walls[with] == 0 || o.Wall < walls[with] {
				walls[with] = o.Wall
			}
			if with == 0 {
				continue
			}
			var err error
			found, _, err = acceptance.ReadReport(gomarmot, filepath.Join(dir, "run.log"))
			require.NoError(t, err, "printed:\n%s", o.Output)
			r.check(t, a.source, found)
		}
	}
	require.Equal(t, results[0], results[1], "the results differ with gomarmot")
	return fmt.Sprintf("%d | %.2f | %s |", found.Records, walls[1].Seconds()/walls[0].Seconds(), strings.Join(rulesOf(found), " "))
}

// resultOf returns the lines of the output that match a.result, or the group of each.
func (a *application) resultOf(output string) (lines []string) {
	for _, m := range regexp.MustCompile("(?m)"+a.result).FindAllStringSubmatch(output, -1) {
		if len(m) > 1 && m[1] != "" {
			lines = append(lines, m[1])
		} else {
			lines = append(lines, m[0])
		}
	}
	return lines
}

// check compares the report with the findings that the run is known to have.
func (r *run) check(t *testing.T, source string, rep *report.Report) {
	t.Helper()
	require.True(t, rep.Complete)
	require.Positive(t, rep.Records)
	require.Empty(t, rep.Coverage)
	found := map[string]bool{}
	for _, f := range rep.Findings {
		require.NotEmpty(t, f.Sites, f.Message)
		found[f.RuleID+" "+f.Sites[0].Call] = true
		if r.through == "" {
			continue
		}
		for _, s := range f.Sites {
			require.Contains(t, s.Through.Module, r.through, "%s: %+v", f.RuleID, s)
			require.Equal(t, source, filepath.Base(s.File), f.RuleID)
			require.Positive(t, s.Line)
		}
	}
	for _, m := range r.may {
		delete(found, m)
	}
	got := slices.Sorted(maps.Keys(found))
	if os.Getenv("GOMARMOT_TEST_PROVOKE") != "" { // if sends wait, no run gets through by buffers alone
		require.Subset(t, r.finds, got, "findings: %+v", rep.Findings)
		return
	}
	require.ElementsMatch(t, r.finds, got, "findings: %+v", rep.Findings)
}

func rulesOf(r *report.Report) []string {
	var ids []string
	for _, f := range r.Findings {
		ids = append(ids, f.RuleID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
