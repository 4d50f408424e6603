package logdir

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// TestManyRanks: a job of 10,000 ranks on 79 nodes leaves a file for each node, and
// all of it is read.
func TestManyRanks(t *testing.T) {
	const ranks, perNode = 10_000, 128
	path := filepath.Join(t.TempDir(), Default)
	makeLog(t, path, ranks)
	for rank := range ranks {
		node := filepath.Join(Dir(path), fmt.Sprintf("%sn%03d%s", NodePrefix, rank/perNode, nodeSuffix))
		w, err := segment.Join(node, segment.Header{Run: "r1", Rank: rank, Size: ranks, Host: fmt.Sprint("n", rank/perNode)})
		require.NoError(t, err)
		for i := range 3 {
			require.NoError(t, w.Append(&event.Event{Kind: calls.Barrier, Seq: uint32(i), Time: uint64(i), PC: 0x401000}))
			require.NoError(t, w.Sync())
		}
		require.NoError(t, w.SetState(segment.Finalized))
		require.NoError(t, w.Close())
	}
	entries, err := os.ReadDir(Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, (ranks+perNode-1)/perNode)
	l, err := Open(path)
	require.NoError(t, err)
	defer l.Close()
	require.Empty(t, l.Missing)
	require.Empty(t, l.Notes)
	for rank, r := range l.Ranks() {
		require.Equal(t, rank, r.Rank)
		n := 0
		for e := (event.Event{}); ; n++ {
			if err := r.Next(&e); err == io.EOF {
				break
			}
			require.EqualValues(t, n, e.Seq)
		}
		require.Equal(t, 3, n)
		require.Equal(t, segment.Finalized, r.End().State)
	}
}

// claimOf writes the claim of a rank for a process, as pmpi/place/node.c does.
func claimOf(t *testing.T, n Node, rank, pid int) {
	t.Helper()
	space, err := os.Readlink("/proc/self/ns/pid")
	require.NoError(t, err)
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	require.NoError(t, err)
	words := strings.Fields(string(stat[strings.LastIndex(string(stat), ")")+1:]))
	require.NoError(t, os.WriteFile(n.claim(rank)+"here", fmt.Appendf(nil, "%d %s %s\n", pid, words[19], space), 0o600))
}

// TestNodeEnds: the last rank of a node to end removes the directory, but not while
// another one is alive.
func TestNodeEnds(t *testing.T) {
	dir := t.TempDir()
	n := Node{Path: filepath.Join(dir, "local"), Container: filepath.Join(dir, "node-a.log")}
	require.NoError(t, os.Mkdir(n.Path, 0o700))
	require.NoError(t, os.Symlink(n.Container, filepath.Join(n.Path, "log")))
	other := exec.Command("sleep", "600")
	require.NoError(t, other.Start())
	defer other.Process.Kill()
	claimOf(t, n, 0, os.Getpid())
	claimOf(t, n, 1, other.Process.Pid)
	require.NoError(t, os.WriteFile(filepath.Join(n.Path, "rank-00001.t000.ring"), make([]byte, 8192), 0o600))

	require.NoError(t, n.End(0))
	require.FileExists(t, filepath.Join(n.Path, "rank-00001.t000.ring"), "its rank is alive")
	require.True(t, n.busy())

	require.NoError(t, other.Process.Kill())
	_ = other.Wait() // it was killed
	require.Eventually(t, func() bool { return !n.busy() }, 10*time.Second, time.Millisecond)
	_, err := n.Salvage()
	require.NoError(t, err)
	require.NoDirExists(t, n.Path)
	_, err = n.Salvage()
	require.NoError(t, err, "once more")
}

// TestNodeIsLocked: only one process saves rings at a time.
func TestNodeIsLocked(t *testing.T) {
	dir := t.TempDir()
	n := Node{Path: filepath.Join(dir, "local"), Container: filepath.Join(dir, "node-a.log")}
	require.NoError(t, os.Mkdir(n.Path, 0o700))
	f, err := os.Open(n.Path)
	require.NoError(t, err)
	require.NoError(t, unix.Flock(int(f.Fd()), unix.LOCK_EX))
	saved, err := n.Salvage()
	require.NoError(t, err)
	assert.Zero(t, saved)
	assert.DirExists(t, n.Path)
	require.NoError(t, f.Close())
	_, err = n.Salvage()
	require.NoError(t, err)
	assert.NoDirExists(t, n.Path)
}

// TestNodeOfContainer: whether a process of another PID namespace runs cannot be seen. It counts
// as running until somebody says that the job has ended, and others are not believed to have.
func TestNodeOfContainer(t *testing.T) {
	n := Node{Path: t.TempDir()}
	require.NoError(t, os.WriteFile(n.claim(1)+"here", []byte("1 1 pid:[1]\n"), 0o600))
	require.True(t, n.busy())
	n.ended = true
	require.False(t, n.busy())
	claimOf(t, n, 2, os.Getpid())
	require.True(t, n.busy())
}
