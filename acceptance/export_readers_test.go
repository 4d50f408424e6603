//go:build mpi && readers

package acceptance

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// node runs a script of testdata/readers, with the packages that make test-readers has installed.
func node(t *testing.T, root, script string, args ...string) string {
	t.Helper()
	modules := filepath.Join(root, "build", "readers", "node_modules")
	require.DirExists(t, modules, "run make test-readers")
	cmd := exec.Command("node", append([]string{filepath.Join(root, "acceptance", "testdata", "readers", script), modules}, args...)...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// query answers a query on the tables of a folder, by DuckDB.
func query(t *testing.T, root, dir, sql string) []record {
	t.Helper()
	var out []record
	text := node(t, root, "duckdb.mjs", dir, sql)
	require.NoError(t, json.Unmarshal([]byte(text), &out), "%s", text)
	return out
}

// TestExportDuckDB: DuckDB reads the same records from the tables as from JSON Lines, and answers the queries of docs/export.md.
func TestExportDuckDB(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	doc, err := os.ReadFile(filepath.Join(root, "docs", "export.md"))
	require.NoError(t, err)
	queries := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(doc), -1)
	require.Len(t, queries, 3)
	for i := range MPIs {
		t.Run(MPIs[i].Name, func(t *testing.T) {
			dir := exportedRun(t, &MPIs[i])
			tables := filepath.Join(dir, "tables")
			exportOf(t, dir, "--format", "parquet", "--output", tables)
			all := recordsOf(t, exportOf(t, dir))
			for kind, table := range map[string]string{"call": "calls", "match": "matches", "state": "states", "finding": "findings"} {
				sameRows(t, all, kind, query(t, root, tables, "SELECT * FROM '"+table+".parquet'"))
				meta := query(t, root, tables, "SELECT decode(value) AS value FROM parquet_kv_metadata('"+table+".parquet') WHERE decode(key) = 'gomarmot.schema'")
				require.Len(t, meta, 1)
				assert.Equal(t, "gomarmot-export/1", meta[0]["value"])
			}
			dest := query(t, root, tables, "SELECT DISTINCT arguments->>'dest' AS dest FROM 'calls.parquet' WHERE call = 'MPI_Send'")
			require.Len(t, dest, 1)
			assert.Equal(t, "1", dest[0]["dest"])

			perCall := query(t, root, tables, queries[0][1])
			assert.Len(t, perCall, 20)
			assert.Positive(t, perCall[0]["seconds"])
			largest := query(t, root, tables, queries[1][1])
			assert.Len(t, largest, 7)
			assert.Equal(t, "800", largest[0]["bytes"])
			assert.Equal(t, "export.c", filepath.Base(largest[0]["file"].(string)))
			late := query(t, root, tables, queries[2][1])
			assert.NotEmpty(t, late)
			var calls []string
			for _, r := range late {
				calls = append(calls, r["call"].(string))
				assert.Contains(t, []any{"0", "1"}, r["rank"])
			}
			assert.Contains(t, calls, "MPI_Allreduce")
		})
	}
}

// sameRows requires that a table has the records of a kind, in their order, with the same values.
func sameRows(t *testing.T, all []record, kind string, rows []record) {
	t.Helper()
	n := 0
	for _, r := range all {
		if !r.is(kind) {
			continue
		}
		require.Less(t, n, len(rows))
		delete(r, "record")
		want, err := json.Marshal(plain(map[string]any(r)))
		require.NoError(t, err)
		got, err := json.Marshal(plain(map[string]any(rows[n])))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
		n++
	}
	assert.Len(t, rows, n, kind)
	assert.Positive(t, n, kind)
}

// plain returns a value with numbers as texts, as DuckDB writes large numbers in JSON, and with texts that hold JSON as
// values.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			if text, ok := x.(string); ok && (key == "arguments" || key == "results") {
				var object any
				if json.Unmarshal([]byte(text), &object) == nil {
					x = object
				}
			}
			v[key] = plain(x)
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case float64:
		text, _ := json.Marshal(v) // a number
		return string(text)
	}
	return v
}

// TestExportTraceEngine: the engine of Chrome's DevTools reads ranks, threads, calls within calls, and arrows from a trace.
func TestExportTraceEngine(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	for i := range MPIs {
		t.Run(MPIs[i].Name, func(t *testing.T) {
			dir := exportedRun(t, &MPIs[i], "threads")
			file := filepath.Join(dir, "trace.json")
			exportOf(t, dir, "--format", "perfetto", "--output", file)
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			f := sound(t, string(text))
			var got struct {
				Processes map[string]string
				Threads   map[string]struct {
					Name  string
					Calls int
					Depth map[string]int
				}
				Arrows [][]string
			}
			require.NoError(t, json.Unmarshal([]byte(node(t, root, "trace.mjs", file)), &got))
			require.Len(t, got.Processes, 2)
			assert.True(t, strings.HasPrefix(got.Processes["1"], "rank 0"), got.Processes)
			require.Len(t, got.Threads, 4)
			calls := map[string]int{}
			for _, e := range f.Events {
				if e.Ph == "X" {
					calls[e.thread()]++
				}
			}
			for thread, x := range got.Threads {
				assert.Equal(t, calls[thread], x.Calls, thread)
				if x.Name == "thread 0" {
					assert.Equal(t, x.Depth["MPI_Comm_delete_attr"]+1, x.Depth["MPI_Comm_size"])
				}
			}
			assert.ElementsMatch(t, atStarts(f), got.Arrows)
			assert.NotEmpty(t, got.Arrows)
		})
	}
}

// atStarts returns the arrows that lead from the start of a call to the start of another call, the only arrows that the
// engine shows.
func atStarts(f *traceFile) [][]string {
	starts, from := map[string]string{}, map[string]string{}
	at := func(e *traceEvent) string { return e.thread() + " " + jsonOf(e.Ts) }
	for i := range f.Events {
		if e := &f.Events[i]; e.Ph == "X" {
			starts[at(e)] = e.Name
		}
	}
	out := [][]string{}
	for i := range f.Events {
		switch e := &f.Events[i]; e.Ph {
		case "s":
			from[e.ID] = at(e)
		case "f":
			if begin := from[e.ID]; starts[begin] != "" && starts[at(e)] != "" && begin != at(e) {
				out = append(out, []string{starts[begin], starts[at(e)]})
			}
		}
	}
	return out
}

func jsonOf(v any) string {
	text, _ := json.Marshal(v) // a number
	return string(text)
}
