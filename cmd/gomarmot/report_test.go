package main

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

// project creates a source tree with one file and its git directory, changes to a
// directory in it and returns its root.
func project(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	put(t, filepath.Join(root, "src", "halo.c"), "void halo(void)\n{\n\tMPI_Win_lock(kind, 1, 0, win);\n\tMPI_Put(a);\n}\n")
	require.NoError(t, os.Mkdir(filepath.Join(root, ".git"), 0o700))
	t.Chdir(filepath.Join(root, "src"))
	return root
}

func put(t *testing.T, file, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
}

// at is a finding of LOCK003 or another rule at a line of halo.c.
func at(root, rule string, line int) report.Finding {
	return report.Finding{
		RuleID: rule, Title: "broken", Severity: rules.Error, Ranks: []int{0}, Count: 1, Message: "rank 0 broke it",
		Sites: []report.Site{{Call: "MPI_Put", Place: source.Place{File: filepath.Join(root, "src", "halo.c"), Line: line, Func: "halo"}}},
	}
}

func checker(fs ...report.Finding) func(string) (*report.Report, error) {
	return func(path string) (*report.Report, error) {
		return &report.Report{Complete: true, Ranks: 1, LogPath: path, Findings: append([]report.Finding{}, fs...)}, nil
	}
}

func TestPathsCountFromTheSourceRoot(t *testing.T) {
	root := project(t)
	check := checker(at(root, "LOCK003", 3))
	assert.Contains(t, call(check, "report", "run.log").out, "MPI_Put, src/halo.c:3 in halo")
	assert.Contains(t, call(check, "report", "run.log", "--source-root", ".").out, "MPI_Put, halo.c:3 in halo")
	require.NoError(t, os.Remove(filepath.Join(root, ".git")))
	assert.Contains(t, call(check, "report", "run.log").out, "MPI_Put, halo.c:3 in halo", "without git: the current directory")
}

// TestOutputs writes every format that has a suffix, all at once.
func TestOutputs(t *testing.T) {
	root := project(t)
	args := []string{"report", "run.log"}
	for _, suffix := range report.Suffixes() {
		args = append(args, "-o", "out"+suffix)
	}
	r := call(checker(at(root, "LOCK003", 3)), args...)
	assert.Equal(t, exitFindings, r.code, r.err)
	assert.Contains(t, r.out, "ERROR LOCK003", "the output stays text")
	for _, suffix := range report.Suffixes() {
		data, err := os.ReadFile("out" + suffix)
		require.NoError(t, err)
		assert.Contains(t, string(data), "LOCK003")
		switch suffix {
		case ".json", ".sarif":
			assert.True(t, json.Valid(data))
		case ".xml":
			assert.NoError(t, xml.Unmarshal(data, new(any)))
		}
	}
	left, err := filepath.Glob(".*")
	require.NoError(t, err)
	assert.Empty(t, left, "no temporary file stays")
}

// TestOutputFailures: one sentence, exit code 2, nothing on the output, and an
// earlier file left unchanged.
func TestOutputFailures(t *testing.T) {
	root := project(t)
	require.NoError(t, os.Symlink("/dev/full", "full.json"))
	require.NoError(t, os.Mkdir("directory.json", 0o700))
	put(t, "bad-base.json", "{\n\"schema\": 3}")
	put(t, "old-base.json", `{"schema": "gomarmot-baseline/0"}`)
	put(t, "bad-suppressions", "[[suppress]]\nrule = \"LOCK003\"\n")
	for args, want := range map[string]string{
		"-o none/out.json":                "write none/out.json: no such file or directory",
		"-o full.json":                    "write full.json: no space left on device",
		"-o directory.json":               "write directory.json: is a directory",
		"-o run.log":                      `no format for the file "run.log": its name must end in one of .txt .json`,
		"--baseline none.json":            "read baseline none.json: no such file or directory",
		"--baseline bad-base.json":        "bad-base.json:2: not a baseline: ",
		"--baseline old-base.json":        `old-base.json is not a baseline for this version of gomarmot: its schema is "gomarmot-baseline/0"`,
		"--suppressions none":             "read suppressions none: no such file or directory",
		"--suppressions bad-suppressions": "bad-suppressions:1: the suppression has no reason",
		"--source-root none":              "--source-root: none is not a directory",
		"--source-root halo.c":            "--source-root: halo.c is not a directory",
	} {
		r := call(checker(at(root, "LOCK003", 3)), append([]string{"report", "run.log"}, strings.Fields(args)...)...)
		assert.Equal(t, exitFailed, r.code, args)
		assert.Empty(t, r.out, args)
		assert.Contains(t, r.err, want)
		assert.Equal(t, 1, strings.Count(r.err, "\n"), r.err)
	}
	target, err := os.Readlink("full.json")
	require.NoError(t, err)
	assert.Equal(t, "/dev/full", target)
}

// TestWriteFileReplaces: through a link, with the permissions of the file.
func TestWriteFileReplaces(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "real.json", "old and longer")
	require.NoError(t, os.Symlink("real.json", "link.json"))
	require.NoError(t, writeFile("link.json", []byte("new")))
	data, err := os.ReadFile("real.json")
	require.NoError(t, err)
	assert.Equal(t, "new", string(data))
	info, err := os.Lstat("real.json")
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	info, err = os.Lstat("link.json")
	require.NoError(t, err)
	assert.Equal(t, os.ModeSymlink, info.Mode().Type())
}

func TestSuppressionsGate(t *testing.T) {
	root := project(t)
	check := checker(at(root, "LOCK003", 3))
	put(t, filepath.Join(root, report.SuppressionsFile), "[[suppress]]\nrule = \"LOCK003\"\nfile = \"src/*.c\"\nreason = \"known\"\n")
	r := call(check, "report", "run.log")
	assert.Equal(t, exitClean, r.code, r.err)
	assert.NotContains(t, r.out, "src/halo.c")
	assert.Contains(t, r.out, "no further finding (1 rank, 0 records); 1 suppressed.")
	r = call(check, "report", "run.log", "--show-suppressed")
	assert.Equal(t, exitClean, r.code)
	assert.Contains(t, r.out, "SUPPRESSED ERROR LOCK003  broken")
	assert.Contains(t, r.out, "why     known [.gomarmot-suppressions:1]")
	put(t, "none", "")
	assert.Equal(t, exitFindings, call(check, "report", "run.log", "--suppressions", "none").code)
	r = call(check, "report", "run.log", "--source-root", ".")
	assert.Equal(t, exitFindings, r.code, "the file stands in the source root")
	put(t, filepath.Join(root, report.SuppressionsFile), "rule = 3\n")
	assert.Equal(t, exitFailed, call(check, "report", "run.log").code)
}

func TestBaselineGate(t *testing.T) {
	root := project(t)
	old := checker(at(root, "LOCK003", 3), at(root, "RMA005", 4))
	r := call(old, "baseline", "run.log", "-o", "base.json")
	require.Equal(t, exitClean, r.code, r.err)
	assert.Equal(t, "gomarmot: 2 findings recorded as known in base.json.\n", r.out)
	printed := call(old, "baseline", "run.log")
	kept, err := os.ReadFile("base.json")
	require.NoError(t, err)
	assert.Equal(t, string(kept), printed.out)

	r = call(old, "report", "run.log", "--baseline", "base.json")
	assert.Equal(t, exitClean, r.code, r.err)
	assert.Contains(t, r.out, "no further finding (1 rank, 0 records); 2 known.")

	// The lines move, one finding disappears and another appears.
	put(t, "halo.c", "// moved\nvoid halo(void)\n{\n\tMPI_Win_lock( kind, 1, 0, win );\n\tMPI_Get(a);\n}\n")
	r = call(checker(at(root, "LOCK003", 4), at(root, "RMA001", 5)), "report", "run.log", "--baseline", "base.json")
	assert.Equal(t, exitFindings, r.code, r.err)
	assert.Contains(t, r.out, "ERROR RMA001")
	assert.NotContains(t, r.out, "ERROR LOCK003")
	assert.Contains(t, r.out, "In the baseline, but no longer found\n  - RMA005 MPI_Put, src/halo.c:4 in halo\n")
	assert.Contains(t, r.out, "gomarmot: 1 new error; 1 known, 1 vanished.")
}

// TestFullOutput: a report that cannot be written fails the command.
func TestFullOutput(t *testing.T) {
	root := project(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	read := checker(at(root, "LOCK003", 3))
	for _, name := range report.FormatNames() {
		var errs strings.Builder
		a := &app{out: full, err: &errs, check: func(paths []string, _ []*rules.Rule, _ check.Options) (*report.Report, error) { return read(paths[0]) }}
		assert.Equal(t, exitFailed, a.run([]string{"report", "run.log", "--format", name}))
		assert.Equal(t, "gomarmot: write "+name+" report: write /dev/full: no space left on device\n", errs.String())
	}
}

// TestSpawned: the findings of jobs that this job has spawned count, the findings of other jobs do not.
func TestSpawned(t *testing.T) {
	root := project(t)
	mark := func(log, job string) {
		put(t, filepath.Join(log+".d", "job"), "run 00000000cafe0001 rank 0 job GOMARMOT_JOB="+job+" host=a\nname "+log+"\n")
	}
	mark("run.log", "A")
	mark("run.log-spawned-00000001", "A")
	mark("run.log-spawned-00000002", "B")
	check := func(path string) (*report.Report, error) {
		if filepath.Base(path) == "run.log" || filepath.Base(path) == "run.log.d" {
			return checker()(path)
		}
		return checker(at(root, "LOCK003", 3))(path)
	}
	r := call(check, "report", "run.log")
	assert.Equal(t, exitFindings, r.code)
	assert.Equal(t, 1, strings.Count(r.out, "ERROR LOCK003"), r.out)
	assert.Contains(t, strings.Join(strings.Fields(r.out), " "), "with 1 error: gomarmot report run.log-spawned-00000001")
	assert.NotContains(t, r.out, "00000002")
	assert.Equal(t, exitFindings, call(check, "report", "--format", "json", "run.log.d").code)
	assert.Equal(t, 1, strings.Count(call(check, "report", "run.log-spawned-00000001").out, "ERROR LOCK003"))
	assert.Equal(t, exitClean, call(check, "baseline", "-o", "base.json", "run.log").code)
	r = call(check, "report", "--baseline", "base.json", "run.log")
	assert.Equal(t, exitClean, r.code, r.out+r.err)
	assert.NotContains(t, r.out, "vanished")
}
