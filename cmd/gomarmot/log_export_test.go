package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// exportRecords reads JSON Lines.
func exportRecords(t *testing.T, text string) map[string][]map[string]any {
	t.Helper()
	out := map[string][]map[string]any{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		var r map[string]any
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r), lines.Text())
		kind := r["record"].(string)
		out[kind] = append(out[kind], r)
	}
	require.Len(t, out["job"], 1)
	require.Len(t, out["end"], 1)
	return out
}

// TestLogExport: calls of all ranks that left a log, with the content of their records.
func TestLogExport(t *testing.T) {
	path := smallLog(t)
	r := call(nil, "log", "export", path)
	require.Equal(t, exitClean, r.code, r.err)
	assert.Contains(t, r.err, "rank 2")
	all := exportRecords(t, r.out)
	assert.Equal(t, []any{2.0}, all["job"][0]["missing"])
	assert.Equal(t, "MPICH 4.0.2", all["job"][0]["mpi"])
	assert.Len(t, all["call"], 24+5)
	assert.Equal(t, 29.0, all["end"][0]["calls"])
	assert.NotEmpty(t, all["end"][0]["unseen"])
	byNumber := map[string]map[string]any{}
	for _, c := range all["call"] {
		if c["rank"] == 0.0 {
			byNumber[c["number"].(string)] = c
		}
	}
	assert.Equal(t, map[string]any{"assert": "MPI_MODE_NOCHECK|MPI_MODE_NOPRECEDE", "win": "0x99"}, byNumber["5"]["arguments"])
	assert.Equal(t, []any{"returned", 0.0}, []any{byNumber["5"]["ended"], byNumber["5"]["error"]})
	assert.EqualValues(t, 100_000_000, byNumber["5"]["returned"].(float64)-byNumber["5"]["entered"].(float64))
	assert.Equal(t, 14.0, byNumber["7"]["error"])
	assert.Equal(t, []any{4.0, 4.0}, byNumber["3"]["arguments"].(map[string]any)["array_of_blocklengths"])
	assert.Equal(t, "a.dat", byNumber["4"]["arguments"].(map[string]any)["filename"])
	assert.Equal(t, "unknown", byNumber["1:4"]["ended"])

	r = call(nil, "log", "export", "--where", "rank=1", "--where", "call=mpi_put", path)
	some := exportRecords(t, r.out)["call"]
	require.Len(t, some, 1)
	assert.Equal(t, []any{1.0, "MPI_Put"}, []any{some[0]["rank"], some[0]["call"]})
}

// TestLogExportFiles: files come whole or not at all.
func TestLogExportFiles(t *testing.T) {
	path, dir := smallLog(t), t.TempDir()
	trace, tables := filepath.Join(dir, "run.json"), filepath.Join(dir, "tables")
	require.Equal(t, exitClean, call(nil, "log", "export", "--format", "perfetto", "-o", trace, path).code)
	var f struct{ TraceEvents []map[string]any }
	text, err := os.ReadFile(trace)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &f))
	slices := 0
	for _, e := range f.TraceEvents {
		if e["ph"] == "X" {
			slices++
		}
	}
	assert.Equal(t, 29, slices)
	require.Equal(t, exitClean, call(nil, "log", "export", "--format", "parquet", "-o", tables, path).code)
	assert.ElementsMatch(t, []string{"calls.parquet", "matches.parquet", "states.parquet", "findings.parquet"}, namesIn(t, tables))
	require.Equal(t, exitClean, call(nil, "log", "export", "--format", "parquet", "-o", tables, path).code, "again")
	before, err := os.ReadFile(trace)
	require.NoError(t, err)
	r := call(nil, "log", "export", "--where", "rank=3", "-o", trace, path)
	assert.Equal(t, exitFailed, r.code)
	after, err := os.ReadFile(trace)
	require.NoError(t, err)
	assert.Equal(t, before, after)
	assert.ElementsMatch(t, []string{"run.json", "tables"}, namesIn(t, dir))
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestLogExportEmpty: a rank that has made no call.
func TestLogExportEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.log")
	f, err := logdir.Create(path, logdir.Run{ID: "r1", Size: 1, Time: time.Unix(1e9, 0)})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	w, err := segment.Create(logdir.SegmentName(logdir.Dir(path), 0), segment.Header{Run: "r1", Size: 1})
	require.NoError(t, err)
	require.NoError(t, w.Close())
	for _, format := range exportFormats {
		out := filepath.Join(t.TempDir(), "out")
		r := call(nil, "log", "export", "--format", format, "-o", out, path)
		assert.Equal(t, exitClean, r.code, r.err)
	}
	all := exportRecords(t, call(nil, "log", "export", path).out)
	assert.Empty(t, all["call"])
	assert.Equal(t, 0.0, all["end"][0]["calls"])
}

// TestLogExportDamaged: the intact part of a damaged log is exported, and a sentence names the rest.
func TestLogExportDamaged(t *testing.T) {
	path := smallLog(t)
	name := logdir.SegmentName(logdir.Dir(path), 0)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, cut := range []int{len(data) / 4, len(data) / 2, len(data) - 3} {
		damaged := append([]byte{}, data...)
		damaged[cut] ^= 0x55
		require.NoError(t, os.WriteFile(name, damaged, 0o600))
		r := call(nil, "log", "export", path)
		if r.code == exitFailed {
			assert.Equal(t, 1, strings.Count(r.err, "\n"), r.err)
			continue
		}
		assert.Len(t, exportRecords(t, r.out)["end"], 1)
		require.NoError(t, os.WriteFile(name, data[:cut], 0o600))
		r = call(nil, "log", "export", path)
		require.Equal(t, exitClean, r.code, r.err)
		assert.NotEmpty(t, exportRecords(t, r.out)["end"][0]["unseen"])
	}
}

func TestLogExportFailures(t *testing.T) {
	path := smallLog(t)
	for args, want := range map[string]string{
		"none":                              "none: no such file",
		"":                                  "export takes the path of run.log or run.log.d",
		"--format csv LOG":                  `unknown format "csv" for --format; choose one of jsonl, parquet, perfetto`,
		"--format parquet LOG":              "name a folder for them by --output",
		"--where rank=3 LOG":                "there is no rank 3; the ranks of " + path + " are 0 to 2",
		"--where rank=x LOG":                `--where "rank=x": "x" is neither a rank nor a range of ranks; a condition is rank=0-3,7`,
		"--output /nowhere/x LOG":           "write /nowhere/x: no such file or directory",
		"--source-root nowhere LOG":         "nowhere is not a directory",
		"--format parquet --output LOG LOG": "--output: ",
	} {
		fields := strings.Fields(strings.ReplaceAll(args, "LOG", path))
		r := call(nil, append([]string{"log", "export"}, fields...)...)
		assert.Equal(t, exitFailed, r.code, args)
		assert.Empty(t, r.out, args)
		assert.Contains(t, r.err, want)
		assert.Equal(t, 1, strings.Count(r.err, "\n"), r.err)
	}
}
