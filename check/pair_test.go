package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// madeJob is a made-up job. Times are in seconds.
type madeJob struct {
	name  string // of its log
	size  int
	start float64 // when MPI_Init has returned
	host  string
	ahead float64 // by how much the host's clock is wrong
	short bool    // the last rank has no log
	links []madeLink
}

// madeLink is a call that links jobs.
type madeLink struct {
	call     string
	from, to float64
	size     int   // of the other job
	ranks    []int // that make the call
	port     string
}

func spawns(size int, from, to float64, ranks ...int) madeLink {
	return madeLink{"MPI_Comm_spawn", from, to, size, ranks, ""}
}

func accepts(port string, from, to float64) madeLink {
	return madeLink{"MPI_Comm_accept", from, to, 1, []int{0}, port}
}

func connects(port string, from, to float64) madeLink {
	return madeLink{"MPI_Comm_connect", from, to, 1, []int{0}, port}
}

const ticksPerSecond = 1e9

// tick is the time of a host in ticks; each host has booted at another time.
func (m *madeJob) tick(at float64) uint64 {
	return uint64((at + float64(1000*(1+len(m.host)))) * ticksPerSecond)
}

// write writes the log of the job, and returns its path.
func (m *madeJob) write(t *testing.T, dir string) string {
	t.Helper()
	j := replay.New(t, m.size)
	for _, l := range m.links {
		m.make(j, l)
	}
	j.Finalize()
	j.Silent()
	log := filepath.Join(dir, m.name)
	f, err := logdir.Create(log, logdir.Run{ID: m.name, Size: m.size, Flavour: "openmpi", Standard: "3.1"})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.NoError(t, os.WriteFile(logdir.MarkName(logdir.Dir(log)), fmt.Appendf(nil, "run %s rank 0 job GOMARMOT_JOB=7\n", m.name), 0o600))
	for rank := range m.size {
		if m.short && rank == m.size-1 {
			continue
		}
		start := time.Unix(1_700_000_000, int64((m.start+m.ahead)*1e9))
		w, err := segment.Create(logdir.SegmentName(logdir.Dir(log), rank), segment.Header{
			Run: m.name, Rank: rank, Size: m.size, Flavour: "openmpi", Standard: "3.1", Host: m.host, Start: start,
			ThreadLevel: "MPI_THREAD_SINGLE",
			Ticks:       segment.Calibration{Tick0: m.tick(m.start), Unix0: start.UnixNano(), PerSecond: ticksPerSecond},
		})
		require.NoError(t, err)
		for _, e := range m.timed(rank, j.Rank(rank).Events()) {
			require.NoError(t, w.Append(&e))
		}
		require.NoError(t, w.SetState(segment.Finalized))
		require.NoError(t, w.Close())
	}
	return log
}

// make has ranks make a call.
func (m *madeJob) make(j *replay.Job, l madeLink) {
	var members, others []int64
	for _, rank := range l.ranks {
		members = append(members, int64(rank))
	}
	for range l.size {
		others = append(others, -1)
	}
	inter, over := j.Handle(), int64(replay.World)
	if len(members) < m.size {
		over = replay.Self
	}
	for me, rank := range l.ranks {
		r, made := j.Rank(rank), replay.Words(members, others)
		if l.port == "" {
			r.With(l.call, nil, made, 0, 0, int64(l.size), replay.InfoNull, 0, over, inter, 0, 1, int64(me))
			continue
		}
		r.With(l.call, replay.Strings(l.port), made, 0, replay.InfoNull, 0, over, inter, 1, int64(me))
	}
}

// timed returns the records of a rank with their times.
func (m *madeJob) timed(rank int, events []event.Event) []event.Event {
	links := slices.DeleteFunc(slices.Clone(m.links), func(l madeLink) bool { return !slices.Contains(l.ranks, rank) })
	now := m.tick(m.start)
	for i := range events {
		e := &events[i]
		now++
		if len(links) > 0 && e.Kind == calls.ByName(links[0].call).Kind {
			now = m.tick(links[0].from)
			if e.Phase == event.Leave {
				now = m.tick(links[0].to)
				links = links[1:]
			}
		}
		e.Time = now
	}
	return events
}

// TestPair: a job is paired with a linked job if it is certain which calls have linked the two. If two pairings are
// possible, nothing is paired. The first job is checked, and the others are known.
func TestPair(t *testing.T) {
	const a, b = "run.log-spawned-a", "run.log-spawned-b"
	job := func(size int, links ...madeLink) madeJob { return madeJob{name: "run.log", size: size, links: links} }
	child := func(name string, size int, start float64, links ...madeLink) madeJob {
		return madeJob{name: name, size: size, start: start, links: links}
	}
	client := func(name string, links ...madeLink) madeJob { return madeJob{name: name, size: 1, links: links} }
	on := func(host string, ahead float64, m madeJob) madeJob {
		m.host, m.ahead = host, ahead
		return m
	}
	short := func(m madeJob) madeJob {
		m.short = true
		return m
	}
	for name, c := range map[string]struct {
		jobs []madeJob
		want []string
	}{
		"spawned":                     {[]madeJob{job(2, spawns(2, 10, 12, 0, 1)), child(a, 2, 11)}, []string{a + " at 10"}},
		"not spawned":                 {[]madeJob{job(2, spawns(2, 10, 12, 0, 1)), child("other.log", 2, 11)}, nil},
		"started before":              {[]madeJob{job(1, spawns(2, 10, 12, 0)), child(a, 2, 9)}, nil},
		"of another size":             {[]madeJob{job(1, spawns(2, 10, 12, 0)), child(a, 1, 11)}, nil},
		"a rank without a log":        {[]madeJob{job(1, spawns(2, 10, 12, 0)), short(child(a, 2, 11))}, nil},
		"one after another":           {[]madeJob{job(1, spawns(2, 10, 12, 0), spawns(2, 20, 22, 0)), child(b, 2, 21), child(a, 2, 11)}, []string{a + " at 10", b + " at 20"}},
		"overlapping, of one size":    {[]madeJob{job(2, spawns(2, 10, 14, 0), spawns(2, 11, 15, 1)), child(a, 2, 12), child(b, 2, 13)}, nil},
		"overlapping, of two sizes":   {[]madeJob{job(2, spawns(2, 10, 14, 0), spawns(3, 11, 15, 1)), child(a, 2, 12), child(b, 3, 13)}, []string{a + " at 10", b + " at 11"}},
		"overlapping, one log":        {[]madeJob{job(2, spawns(2, 10, 14, 0), spawns(2, 11, 15, 1)), child(a, 2, 12)}, nil},
		"overlapping, told by time":   {[]madeJob{job(2, spawns(2, 10, 14, 0), spawns(2, 11, 15, 1)), child(a, 2, 10.5), child(b, 2, 14.5)}, []string{a + " at 10", b + " at 11"}},
		"grandchild":                  {[]madeJob{job(1, spawns(1, 10, 12, 0)), child(b, 1, 14), child(a, 1, 11, spawns(1, 13, 15, 0))}, []string{a + " at 10", b + " at 13"}},
		"grandchild without a parent": {[]madeJob{job(1, spawns(1, 10, 12, 0)), child(b, 1, 14)}, nil},
		"grandchild at once":          {[]madeJob{job(1, spawns(1, 10, 12, 0)), child(b, 1, 11.5), child(a, 1, 11, spawns(1, 11.2, 11.8, 0))}, nil},
		"clocks agree nearly":         {[]madeJob{job(1, spawns(2, 10, 12, 0)), on("n", -6, child(a, 2, 11))}, []string{a + " at 10"}},
		"clocks do not agree":         {[]madeJob{job(1, spawns(2, 10, 12, 0)), on("n", 60, child(a, 2, 11))}, nil},
		"clocks leave two calls":      {[]madeJob{job(1, spawns(2, 10, 12, 0), spawns(2, 15, 17, 0)), on("n", 0, child(a, 2, 11))}, nil},
		"clocks leave two jobs":       {[]madeJob{job(1, spawns(2, 10, 12, 0)), on("n", 0, child(a, 2, 11)), on("n", 0, child(b, 2, 16))}, nil},

		"connected":                {[]madeJob{job(1, accepts("p", 10, 20)), client("c", connects("p", 15, 19))}, []string{"c at 10"}},
		"seen by the client":       {[]madeJob{job(1, connects("p", 15, 19)), client("s", accepts("p", 10, 20))}, []string{"s at 15"}},
		"another port":             {[]madeJob{job(1, accepts("p", 10, 20)), client("c", connects("q", 15, 19))}, nil},
		"connected before":         {[]madeJob{job(1, accepts("p", 10, 20)), client("c", connects("p", 5, 9))}, nil},
		"both connect":             {[]madeJob{job(1, connects("p", 10, 20)), client("c", connects("p", 15, 19))}, nil},
		"of another number":        {[]madeJob{job(1, madeLink{"MPI_Comm_accept", 10, 20, 2, []int{0}, "p"}), client("c", connects("p", 15, 19))}, nil},
		"clients one by one":       {[]madeJob{job(1, accepts("p", 10, 12), accepts("p", 20, 22)), client("d", connects("p", 11, 22.1)), client("c", connects("p", 11, 12.1))}, []string{"c at 10", "d at 20"}},
		"the first one's log":      {[]madeJob{job(1, accepts("p", 10, 12), accepts("p", 20, 22)), client("c", connects("p", 11, 12.1))}, []string{"c at 10"}},
		"the second one's log":     {[]madeJob{job(1, accepts("p", 10, 12), accepts("p", 20, 22)), client("d", connects("p", 11, 22.1))}, nil},
		"two clients, one accept":  {[]madeJob{job(1, accepts("p", 10, 12)), client("c", connects("p", 11, 12.1)), client("d", connects("p", 11, 12.2))}, nil},
		"two servers":              {[]madeJob{job(1, connects("p", 15, 19)), client("s", accepts("p", 10, 20)), client("t", accepts("p", 11, 21))}, nil},
		"a client of a client":     {[]madeJob{job(1, accepts("p", 10, 12)), client("d", connects("q", 15, 17)), client("c", connects("p", 11, 13), accepts("q", 14, 16))}, []string{"c at 10", "d at 14"}},
		"connected, clocks nearly": {[]madeJob{job(1, accepts("p", 10, 12)), on("n", -6, client("c", connects("p", 11, 12)))}, []string{"c at 10"}},
		"connected, clocks differ": {[]madeJob{job(1, accepts("p", 10, 12)), on("n", 60, client("c", connects("p", 11, 12)))}, nil},
		"clocks leave two accepts": {[]madeJob{job(1, accepts("p", 10, 12), accepts("p", 15, 17)), on("n", 0, client("c", connects("p", 11, 12)))}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			var logs []string
			for i := range c.jobs {
				logs = append(logs, c.jobs[i].write(t, dir))
			}
			j, err := check.Log(logs[0], rules.All, check.Options{Others: logs[1:]})
			require.NoError(t, err)
			defer j.Log.Close()
			got := check.Linked(j, func(at uint64) float64 { return float64(at)/ticksPerSecond - 1000 })
			slices.Sort(got)
			assert.Equal(t, c.want, got)
		})
	}
}
