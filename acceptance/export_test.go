//go:build mpi

package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/report"
)

// exportedRun runs the program of the tests of log export, and returns the folder of its log.
func exportedRun(t *testing.T, m *MPI, args ...string) string {
	t.Helper()
	root, preload, _ := setup(t)
	dir := t.TempDir()
	bin := filepath.Join(dir, "export")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "export.c"), bin))
	o := m.Run(Launch{Binary: bin, Args: args, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
	require.Zero(t, o.Exit, o.Output)
	return dir
}

// exportOf returns the output of log export for the log in a folder.
func exportOf(t *testing.T, dir string, args ...string) string {
	t.Helper()
	_, _, gomarmot := setup(t)
	cmd := exec.Command(gomarmot, append([]string{"log", "export", filepath.Join(dir, "run.log")}, args...)...)
	var failed strings.Builder
	cmd.Stderr = &failed
	out, err := cmd.Output()
	require.NoError(t, err, "%s", failed.String())
	return string(out)
}

// record is a line of JSON Lines.
type record map[string]any

func recordsOf(t *testing.T, text string) []record {
	t.Helper()
	var out []record
	for line := range strings.Lines(text) {
		var r record
		require.NoError(t, json.Unmarshal([]byte(line), &r), "%s", line)
		out = append(out, r)
	}
	require.NotEmpty(t, out)
	assert.Equal(t, "gomarmot-export/1", out[0]["schema"])
	assert.Equal(t, "end", out[len(out)-1]["record"])
	return out
}

func (r record) is(kind string) bool { return r["record"] == kind }

// TestExport: under both MPIs the records of a run are those of testdata/export.jsonl, except for values that differ between runs.
// GOMARMOT_TEST_WRITE=1 writes that file.
func TestExport(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	file := filepath.Join(root, "acceptance", "testdata", "export.jsonl")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := exportedRun(t, m)
			all := recordsOf(t, exportOf(t, dir))
			inOrder(t, all)
			got := likeness(t, all)
			if os.Getenv("GOMARMOT_TEST_WRITE") != "" && i == 0 {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o600))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// inOrder holds that the calls of each rank follow each other, that none ends before it begins, and that receives are
// complete after their messages were sent.
func inOrder(t *testing.T, all []record) {
	t.Helper()
	last := map[any]float64{}
	for _, r := range all {
		switch {
		case r.is("call"):
			entered := r["entered"].(float64)
			thread := fmt.Sprint(r["rank"], ".", r["thread"])
			assert.GreaterOrEqual(t, entered, last[thread], "%v", r)
			last[thread] = entered
			if returned, ok := r["returned"].(float64); ok {
				assert.GreaterOrEqual(t, returned, entered, "%v", r)
				assert.Equal(t, "returned", r["ended"])
			}
		case r.is("match") && r["kind"] == "message":
			calls := r["calls"].([]any)
			sent, received := calls[0].(map[string]any), calls[1].(map[string]any)
			assert.GreaterOrEqual(t, received["completed"], sent["entered"], "%v", r)
		case r.is("state"):
			assert.GreaterOrEqual(t, r["end"], r["begin"], "%v", r)
		}
	}
	assert.NotEmpty(t, last)
}

// TestExportRoles: the calls of each finding have the roles that the JSON report gives them.
func TestExportRoles(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	m := &MPIs[0]
	dir := t.TempDir()
	bin := filepath.Join(dir, "fence")
	require.NoError(t, m.Compile(filepath.Join(root, "examples", "buggy", "FENCE002", "bug.c"), bin))
	m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute}) // the program is wrong, and may fail
	r, _, err := ReadReport(gomarmot, filepath.Join(dir, "run.log"))
	require.NoError(t, err)
	var want, got []string
	var list func([]report.Finding)
	list = func(found []report.Finding) {
		for _, f := range found {
			for _, s := range f.Sites {
				want = append(want, fmt.Sprint(f.RuleID, " fault ", s.Rank, " ", s.Event))
			}
			for _, x := range f.Related {
				want = append(want, fmt.Sprint(f.RuleID, " ", x.Role, " ", x.Rank, " ", x.Event))
			}
			list(f.Consequences)
		}
	}
	list(r.Findings)
	for _, f := range recordsOf(t, exportOf(t, dir)) {
		if !f.is("finding") {
			continue
		}
		for _, c := range f["calls"].([]any) {
			c := c.(map[string]any)
			got = append(got, fmt.Sprint(f["rule"], " ", c["role"], " ", c["rank"], " ", c["number"]))
		}
	}
	assert.Equal(t, want, got)
	assert.True(t, slices.ContainsFunc(got, func(s string) bool { return !strings.Contains(s, " fault ") }), "a related call: %v", got)
}

// unlike are the fields that differ between runs, or that other tests are about.
var unlike = []string{"entered", "returned", "completed", "begin", "end", "id", "started", "log", "mpi", "command", "hosts", "says", "advice",
	"citation", "fingerprint", "comm_keyval"}

// likeness is an export without values that differ between runs or MPIs. Numbers of records become those of calls: so each
// call that a match or a finding names is there.
func likeness(t *testing.T, all []record) string {
	t.Helper()
	numbers, calls := map[string]string{}, map[any]int{}
	for _, r := range all {
		if r.is("call") {
			calls[r["rank"]]++
			numbers[fmt.Sprint(r["rank"], " ", r["number"])] = fmt.Sprintf("call %d", calls[r["rank"]])
		}
	}
	var first, rest []string
	for _, r := range all {
		text, err := json.Marshal(likened(t, map[string]any(r), numbers))
		require.NoError(t, err)
		line := regexp.MustCompile(`0x[0-9a-f]+`).ReplaceAllString(string(text), "0x")
		if r.is("match") || r.is("state") {
			rest = append(rest, line) // their order is that of the check
			continue
		}
		first = append(first, line)
	}
	slices.Sort(rest)
	return strings.Join(append(first, rest...), "\n") + "\n"
}

// likened is a value of JSON without parts that differ between runs.
func likened(t *testing.T, v any, numbers map[string]string) any {
	t.Helper()
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = likened(t, v[i], numbers)
		}
	case map[string]any:
		if n, ok := v["number"].(string); ok && n != "" {
			require.Contains(t, numbers, fmt.Sprint(v["rank"], " ", n))
			v["number"] = numbers[fmt.Sprint(v["rank"], " ", n)]
		}
		if file, ok := v["file"].(string); ok {
			v["file"] = filepath.Base(file)
		}
		for key, x := range v {
			if slices.Contains(unlike, key) && (key != "end" || v["record"] == "state") {
				delete(v, key)
				continue
			}
			v[key] = likened(t, x, numbers)
		}
	}
	return v
}

// TestExportWhere: a condition leaves out calls, and matches without a call that fits.
func TestExportWhere(t *testing.T) {
	t.Parallel()
	dir := exportedRun(t, &MPIs[0])
	all := recordsOf(t, exportOf(t, dir))
	count := func(list []record, fits func(record) bool) (n int) {
		for _, r := range list {
			if fits(r) {
				n++
			}
		}
		return n
	}
	isCall := func(r record) bool { return r.is("call") }
	sends := func(r record) bool {
		return r.is("call") && strings.HasSuffix(strings.ToLower(r["call"].(string)), "send")
	}
	some := recordsOf(t, exportOf(t, dir, "--where", "call=MPI_*send"))
	assert.Equal(t, count(all, sends), count(some, isCall))
	assert.Equal(t, count(all, sends), count(some, sends))
	assert.Equal(t, 3, count(some, func(r record) bool { return r.is("match") }), "two exchanges, one to the wrong datatype")
	assert.Equal(t, 2, count(some, func(r record) bool { return r.is("finding") }), "of the wrong datatype, of the message that is not received")

	of1 := recordsOf(t, exportOf(t, dir, "--where", "rank=1", "--where", "call=*wait*"))
	assert.Equal(t, count(all, func(r record) bool {
		return r.is("call") && r["rank"] == 1.0 && strings.Contains(strings.ToLower(r["call"].(string)), "wait")
	}), count(of1, isCall))

	entered := slices.IndexFunc(all, func(r record) bool { return r.is("call") && r["rank"] == 1.0 && r["call"] == "MPI_Allreduce" })
	at := all[entered]["entered"].(float64) / 1e9
	late := recordsOf(t, exportOf(t, dir, "--where", fmt.Sprintf("time=%.9f-", at)))
	assert.Equal(t, count(all, func(r record) bool {
		return r.is("call") && r["entered"].(float64) >= all[entered]["entered"].(float64)
	}),
		count(late, isCall))
	assert.Equal(t, 0, count(recordsOf(t, exportOf(t, dir, "--where", "time=-0", "--where", "call=MPI_Send")), isCall))
}

// TestExportThreads: calls of each thread are in order, with a number that log events takes.
func TestExportThreads(t *testing.T) {
	t.Parallel()
	_, _, gomarmot := setup(t)
	for i := range MPIs {
		t.Run(MPIs[i].Name, func(t *testing.T) {
			dir := exportedRun(t, &MPIs[i], "threads")
			all := recordsOf(t, exportOf(t, dir))
			inOrder(t, all)
			n := 0
			for _, r := range all {
				if r.is("call") && r["call"] == "MPI_Sendrecv" {
					n++
					assert.Equal(t, 1.0, r["thread"])
					out, err := exec.Command(gomarmot, "log", "events", "--rank", fmt.Sprint(r["rank"]), "--around", r["number"].(string),
						"--count", "0", filepath.Join(dir, "run.log")).CombinedOutput()
					require.NoError(t, err, "%s", out)
					assert.Contains(t, string(out), "MPI_Sendrecv(")
				}
			}
			assert.Equal(t, 20, n)
		})
	}
}

// TestExportRunning: a call that has not returned says so, in the log of a running job and after the job was killed.
func TestExportRunning(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	m := &MPIs[0]
	dir := t.TempDir()
	bin := filepath.Join(dir, "export")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "export.c"), bin))
	ended := make(chan Outcome)
	go func() {
		ended <- m.Run(Launch{Binary: bin, Args: []string{"threads", "hang"}, Ranks: 2, Dir: dir, Preload: preload, Timeout: 20 * time.Second})
	}()
	waits := func(text string) bool {
		return strings.Count(text, `"call":"MPI_Recv"`) > 1 && strings.Count(text, `"ended":"never"`) == 2 && strings.Contains(text, `"record":"end"`)
	}
	require.Eventually(t, func() bool {
		out, _ := exec.Command(gomarmot, "log", "export", filepath.Join(dir, "run.log")).Output() // there may be no log yet
		return waits(string(out))
	}, 15*time.Second, 300*time.Millisecond)
	o := <-ended
	require.True(t, o.TimedOut, o.Output)
	text := exportOf(t, dir)
	assert.True(t, waits(text), "%s", text)
	for _, r := range recordsOf(t, text) {
		if r.is("call") && r["ended"] == "never" {
			assert.Nil(t, r["returned"])
		}
	}
	sound(t, exportOf(t, dir, "--format", "perfetto"))
}
