package rules_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

func TestTool001Window(t *testing.T) {
	j := replay.New(t, 2)
	const w = 77
	j.Each(func(r *replay.Rank) { r.Event(event.Probe, int64(calls.ClassWin), w, 1) })
	r := j.Rank(0)
	bad := replay.Here() + 1
	r.Put(w, 1, 0, 4)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Do("MPI_Win_free", w)
	j.Finalize()
	f := found(t, j, "TOOL001", "MPI_Put on a window")
	assert.Equal(t, bad, line(f))
	assert.Equal(t, rules.Warning, f.Severity)
}

func TestTool001Datatype(t *testing.T) {
	l := newLab(t)
	l.put(4, intType, 1, 99)
	l.get(4, 99, 1, intType)
	found(t, l.end(), "TOOL001", "target datatype of MPI_Put")
}

func TestTool001FetchIgnoresOrigin(t *testing.T) {
	l := newLab(t)
	l.getAccumulate(0, 99, 1, intType, 1, intType, noOp)
	l.end().Silent()
}

func TestTool002(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(1)
	r.Event(event.Lost, 12)
	r.Event(event.Lost, 5)
	r.Put(w, 0, 100, 4) // no epoch, outside of the window: no longer checked
	r.Do("MPI_Barrier", replay.World)
	j.Rank(0).Do("MPI_Win_free", w)
	j.Finalize()
	f := found(t, j, "TOOL002", "17 events of rank 1")
	assert.Equal(t, []int{1}, f.Ranks)
}

// ends returns the note on the run's end.
func ends(t *testing.T, j *replay.Job) *rules.Finding {
	t.Helper()
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "TOOL003" {
			assert.Equal(t, rules.Note, f.Severity)
			return f
		}
	}
	require.Fail(t, "no note on the end")
	return nil
}

func TestTool003Exit(t *testing.T) {
	j := replay.New(t, 2)
	last := replay.Here() + 1
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	j.Rank(0).Do("MPI_Finalize")
	j.Rank(1).Exit()
	f := ends(t, j)
	assert.Equal(t, "rank 0 called MPI_Finalize; rank 1 ended without MPI_Finalize", f.Message)
	assert.Equal(t, []int{1}, f.Ranks)
	assert.Equal(t, last, line(f))
}

// A program that exits with status 0 means to end well.
func TestTool003Success(t *testing.T) {
	for status, severity := range map[int64]rules.Severity{0: rules.Warning, 3: rules.Note} {
		j := replay.New(t, 2)
		j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
		j.Rank(0).Event(event.End, int64(event.EndExit), 0, status+1)
		j.Rank(1).Event(event.End, int64(event.EndExit), 0, status+1)
		found := j.Check().Findings
		require.Len(t, found, 1)
		assert.Equal(t, "TOOL003", found[0].Rule.ID)
		assert.Equal(t, severity, found[0].Severity)
	}
}

// MPI_Finalize does not return where the program has damaged its memory.
func TestTool003Finalizing(t *testing.T) {
	j := replay.New(t, 2)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	j.Rank(0).Stuck("MPI_Finalize")
	j.Rank(1).Stuck("MPI_Finalize")
	f := ends(t, j)
	assert.Regexp(t, "^ranks 0, 1 were killed in MPI_Finalize$", f.Message)
	assert.Equal(t, []int{0, 1}, f.Ranks)
}

func TestTool003Abort(t *testing.T) {
	j := replay.New(t, 3)
	bad := replay.Here() + 1
	j.Rank(0).Do("MPI_Abort", replay.World, 2)
	j.Rank(0).Event(event.End, int64(event.EndAbort))
	j.Rank(1).Stuck("MPI_Barrier", replay.World)
	j.Rank(2).Stuck("MPI_Barrier", replay.World)
	f := ends(t, j)
	assert.Regexp(t, "rank 0 called MPI_Abort; ranks 1, 2 were killed in an MPI call .MPI_Barrier., which wait for MPI_Barrier from rank 0", f.Message)
	assert.Equal(t, bad, line(f))
	assert.Equal(t, []int{0, 1, 2}, f.Ranks)
}

func TestTool003Silent(t *testing.T) {
	j := replay.New(t, 2)
	j.Finalize()
	j.Silent()
}

// A call with a single record has no record of its return: the rank was killed in the call if it was last seen there.
func TestTool003InShortCall(t *testing.T) {
	for name, want := range map[string]string{"MPI_Info_delete": `^rank 0 was killed in an MPI call \(MPI_Info_delete\); rank 1 `, "": "^rank 0 was killed outside of recorded MPI calls, after MPI_Info_delete had returned and before any other recorded call; rank 1 "} {
		j := replay.New(t, 2)
		r := j.Rank(0)
		r.Do("MPI_Info_create", 77)
		r.With("MPI_Info_delete", replay.Strings("b"), nil, 77)
		if name != "" {
			r.InCall(name)
		}
		j.Rank(1).Stuck("MPI_Barrier", replay.World)
		assert.Regexp(t, want, findingOf(t, j, "TOOL003").Message)
	}
}

// A signal has killed a rank in a call that never blocks: the finding names the call, also for ranks that wait for the
// rank.
func TestTool003KilledInShortCall(t *testing.T) {
	j := replay.New(t, 2)
	r := j.Rank(0)
	bad := replay.Here() + 1
	r.Do("MPI_Comm_rank", replay.World)
	r.StaysIn()
	r.Dies(syscall.SIGSEGV)
	j.Rank(1).Stuck("MPI_Barrier", replay.World)
	f := ends(t, j)
	assert.Regexp(t, `^rank 0 was killed by SIGSEGV \(MPI_Comm_rank\); rank 1 .* from rank 0, which was killed by SIGSEGV in MPI_Comm_rank$`, f.Message)
	assert.Equal(t, bad, line(f))

	j = replay.New(t, 2) // elsewhere
	j.Rank(0).Do("MPI_Comm_rank", replay.World)
	j.Rank(0).Dies(syscall.SIGSEGV)
	j.Rank(1).Stuck("MPI_Barrier", replay.World)
	assert.Regexp(t, `^rank 0 was killed by SIGSEGV, after MPI_Comm_rank had returned and before any other recorded call; rank 1 `, ends(t, j).Message)
}

// A rank was killed when MPI_Init had returned, in no other call: the finding has the place of MPI_Init.
func TestTool003AfterInit(t *testing.T) {
	for _, signal := range []syscall.Signal{0, syscall.SIGSEGV} {
		j := replay.New(t, 2)
		if signal != 0 {
			j.Rank(0).Dies(signal)
		}
		j.Rank(1).Stuck("MPI_Barrier", replay.World)
		f := ends(t, j)
		assert.Regexp(t, `^rank 0 was killed .*, after MPI_Init had returned and before any other recorded call; rank 1 `, f.Message)
		assert.Equal(t, calls.Init, f.Sites[0].Call)
	}
}

// A session that begins after the last MPI_Session_finalize is not recorded: the report says so, and names the call if
// the process was killed in it.
func TestLaterSession(t *testing.T) {
	stray := func(words ...int64) func(r *replay.Rank) {
		return func(r *replay.Rank) {
			r.Event(event.Stray, append([]int64{int64(calls.SessionInit), 1}, words...)...)
		}
	}
	for _, x := range []struct {
		name, rule, message string
		later               func(r *replay.Rank)
	}{
		{"crashed", "TOOL003", `^rank 0 was killed by SIGSEGV \(MPI_Session_init\); rank 1 called MPI_Finalize$`,
			stray(1, int64(syscall.SIGSEGV))},
		{"killed", "TOOL003", `^rank 0 was killed \(MPI_Session_init\); rank 1 called MPI_Finalize$`, stray(1, 0)},
		{"returned", "TOOL001", "^MPI_Session_init begins a session after the last MPI_Session_finalize, with which " +
			"recording has ended", stray()},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.Finalize()
			x.later(j.Rank(0))
			f := findingOf(t, j, x.rule)
			assert.Regexp(t, x.message, f.Message)
			assert.Len(t, j.Check().Findings, 1)
			assert.Equal(t, rules.Note, f.Severity)
			assert.Equal(t, x.name == "crashed", strings.HasPrefix(f.Advice, "This MPI library may not support another session"))
		})
	}
}
