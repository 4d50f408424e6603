//go:build mpi

package acceptance

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// traceFile is a trace as Perfetto reads it.
type traceFile struct {
	Events []traceEvent `json:"traceEvents"`
	End    struct{ Undrawn int }
}

type traceEvent struct {
	Ph, Name, Cat, ID, Bp, S string
	Pid, Tid                 int
	Ts, Dur                  float64
	Args                     map[string]any
}

func (e *traceEvent) thread() string { return fmt.Sprint(e.Pid, ".", e.Tid) }

// sound reads a trace. It requires that slices of a thread nest, that both ends of each arrow are in slices, that
// arrows lead forward in time, and that epochs and operations begin and end.
func sound(t *testing.T, text string) *traceFile {
	t.Helper()
	var f traceFile
	require.NoError(t, json.Unmarshal([]byte(text), &f))
	slicesOf := map[string][]traceEvent{}
	last, arrows, tracks := map[string]float64{}, map[string]traceEvent{}, map[string]traceEvent{}
	for _, e := range f.Events {
		key := e.Cat + e.ID
		switch e.Ph {
		case "X":
			assert.GreaterOrEqual(t, e.Ts, last[e.thread()], "%+v", e)
			last[e.thread()] = e.Ts
			slicesOf[e.thread()] = append(slicesOf[e.thread()], e)
		case "s", "b":
			open := map[string]map[string]traceEvent{"s": arrows, "b": tracks}[e.Ph]
			require.NotContains(t, open, key)
			open[key] = e
		case "f", "e":
			open := map[string]map[string]traceEvent{"f": arrows, "e": tracks}[e.Ph]
			require.Contains(t, open, key)
			assert.GreaterOrEqual(t, e.Ts, open[key].Ts, "%+v", e)
			delete(open, key)
		case "M", "i":
		default:
			t.Errorf("unknown phase %q", e.Ph)
		}
	}
	assert.Empty(t, arrows)
	assert.Empty(t, tracks)
	for _, list := range slicesOf {
		nests(t, list)
	}
	for _, e := range f.Events {
		if e.Ph == "s" || e.Ph == "f" {
			assert.True(t, around(slicesOf[e.thread()], e.Ts), "no slice around %+v", e)
		}
	}
	return &f
}

// nests requires that no slice of a thread ends after the slice around it. The end is the sum of two rounded numbers,
// so a nanosecond is tolerated.
func nests(t *testing.T, list []traceEvent) {
	t.Helper()
	var open []traceEvent
	for _, e := range list {
		for len(open) > 0 && open[len(open)-1].Ts+open[len(open)-1].Dur <= e.Ts {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			assert.LessOrEqual(t, e.Ts+e.Dur, open[len(open)-1].Ts+open[len(open)-1].Dur+1e-3, "%+v in %+v", e, open[len(open)-1])
		}
		open = append(open, e)
	}
}

func around(list []traceEvent, ts float64) bool {
	for i := sort.Search(len(list), func(i int) bool { return list[i].Ts > ts }) - 1; i >= 0; i-- {
		if ts <= list[i].Ts+list[i].Dur {
			return true
		}
	}
	return false
}

// TestExportTrace: ranks are processes, calls slices, messages arrows, epochs and operations tracks, findings instants.
func TestExportTrace(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		t.Run(MPIs[i].Name, func(t *testing.T) {
			dir := exportedRun(t, &MPIs[i], "threads")
			f := sound(t, exportOf(t, dir, "--format", "perfetto"))
			assert.Zero(t, f.End.Undrawn)
			count := map[string]int{}
			var names, findings []string
			for _, e := range f.Events {
				count[e.Ph+" "+e.Cat]++
				switch e.Ph {
				case "M":
					names = append(names, fmt.Sprint(e.Args["name"]))
				case "i":
					id, _, _ := strings.Cut(e.Name, " ")
					findings = append(findings, id)
					assert.True(t, e.S == "t" && e.Ts > 0, "%+v", e)
				}
			}
			assert.Equal(t, 7+20, count["s call"], "messages")
			assert.Equal(t, 12, count["b request"], "two of each exchange, on each rank")
			assert.Equal(t, 1, count["b access epoch"])
			assert.Equal(t, 1, count["b exposure epoch"])
			assert.Equal(t, 2, count["b lock"])
			assert.Contains(t, names, "thread 1")
			slices.Sort(findings)
			assert.Equal(t, []string{"MSG006", "MSG007"}, slices.Compact(findings))
		})
	}
}
