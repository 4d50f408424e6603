package check_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// restart is a job in which n ranks write their blocks of a file in rounds, with views that interleave, and read the
// blocks of their neighbors after sync, barrier and sync; it has about the given number of records.
func restart(t testing.TB, n, records int) (in []check.Input, calls int) {
	j := replay.New(t, n)
	fh, double := j.Handle(), replay.Type("MPI_DOUBLE")
	for i := range n {
		r := j.Rank(i)
		me, next := int64(i), int64(i+1)%int64(n)
		r.With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, 1|8, replay.InfoNull, fh, 3, 4711)
		v, w := j.Handle(), j.Handle()
		r.Do("MPI_Type_contiguous", 8, double, v, 64, 0, 64, 0, 64)
		r.Do("MPI_Type_create_resized", v, 0, 64*int64(n), w, 64, 0, 64*int64(n), 0, 64)
		r.Do("MPI_Type_commit", w)
		r.With("MPI_File_set_view", replay.Strings("native"), nil, fh, 64*me, double, w, 0, replay.InfoNull)
		pro, body := steady(j, i, func(r *replay.Rank) {
			for k := range int64(64) {
				r.Do("MPI_File_write_at", fh, 16*k, 0x5000, 16, double)
			}
			r.Do("MPI_File_sync", fh)
			r.Do("MPI_Barrier", replay.World)
			r.Do("MPI_File_sync", fh)
			r.With("MPI_File_set_view", replay.Strings("native"), nil, fh, 64*next, double, w, 0, replay.InfoNull)
			for k := range int64(64) {
				r.Do("MPI_File_read_at", fh, 16*k, 0x5000, 16, double)
			}
			r.Do("MPI_File_sync", fh)
			r.Do("MPI_Barrier", replay.World)
			r.Do("MPI_File_sync", fh)
			r.With("MPI_File_set_view", replay.Strings("native"), nil, fh, 64*me, double, w, 0, replay.InfoNull)
		})
		times := records/(n*len(body)) + 1
		calls += times * 128
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, calls
}

// BenchmarkFiles: rank view, matching, conflicts in files and all rules; one op is one data access.
func BenchmarkFiles(b *testing.B) {
	for name, n := range map[string]int{"4": 4, "64": 64} {
		b.Run(name, func(b *testing.B) {
			in, calls := restart(b, n, 2*b.N)
			b.ReportAllocs()
			b.ResetTimer()
			r, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, f := range r.Findings {
				if f.Rule == rules.FileConflict || f.Rule == rules.AccessesForgotten {
					b.Fatal(f.Message)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/access")
		})
	}
}

// Accesses that nothing orders are forgotten in the end.
func TestFileAccessesForgotten(t *testing.T) {
	const n = 2
	j := replay.New(t, n)
	fh := j.Handle()
	var in []check.Input
	for i := range n {
		r := j.Rank(i)
		r.With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, 1|8, replay.InfoNull, fh, 3, 4711)
		pro, body := steady(j, i, func(r *replay.Rank) {
			for k := range int64(4) {
				r.Do("MPI_File_write_at", fh, 1<<20*int64(i)+16*k*k, 0x5000, 1, replay.Type("MPI_INT"))
			}
		})
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &walk{loop{prologue: pro, body: body, n: 20000}, 0}})
	}
	r, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil)
	require.NoError(t, err)
	var ids []string
	for _, f := range r.Findings {
		ids = append(ids, f.Rule.ID)
	}
	assert.Contains(t, ids, "TOOL004")
	assert.NotContains(t, ids, "FILE011")
}

// walk moves the accesses of a loop on, each time by another distance.
type walk struct {
	loop
	round int64
}

func (w *walk) Next(e *event.Event) error {
	err := w.loop.Next(e)
	if err == nil && len(w.prologue) == 0 && e.Phase == event.Enter && e.N > 1 {
		w.round++
		e.A[1] += 1 << 30 * (w.round * w.round % 1000003)
	}
	return err
}
