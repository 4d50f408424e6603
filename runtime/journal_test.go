package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// The journal begins with the line that readers expect, and other ranks append to it. The name run.log stays free
// for the program.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.log")
	dir := logdir.Dir(path)
	require.NoError(t, os.Mkdir(dir, 0o700))
	p := process{rank: 0, size: 2, leader: true, run: 0xabc, log: path, dir: dir, flavour: "mpich", library: "MPICH", standard: [2]int{4, 0}}
	j := openJournal(&p)
	require.NotNil(t, j)
	other := openJournal(&process{rank: 1, size: 2, run: 0xabc, log: path, dir: dir})
	other.logger().Info("finding", slog.String("rule", "LOCK001"))
	j.ended("finalized", time.Second)

	require.NoFileExists(t, path)
	text, err := os.ReadFile(logdir.JournalName(dir))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	require.Len(t, lines, 3)
	var run logdir.Run
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &run))
	assert.Equal(t, "info", run.Level)
	assert.Equal(t, logdir.FirstMessage, run.Message)
	assert.Equal(t, logdir.Version, run.Format)
	assert.Equal(t, "0000000000000abc", run.ID)
	assert.Equal(t, 2, run.Size)
	assert.Equal(t, "4.0", run.Standard)
	assert.NotEmpty(t, run.Exe)
	assert.False(t, run.Time.IsZero())
	assert.Contains(t, lines[1], `"rank":1`)
	var last struct {
		Level, Msg, State string
		TS                time.Time
		Seconds           float64
	}
	require.NoError(t, json.Unmarshal([]byte(lines[2]), &last))
	assert.Equal(t, "info run ended finalized 1", fmt.Sprint(last.Level, " ", last.Msg, " ", last.State, " ", last.Seconds))
	assert.WithinDuration(t, time.Now(), last.TS, time.Minute)
	info, err := os.Stat(logdir.JournalName(dir))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// A rank appends neither to a file that has taken the journal's name, nor to a journal that has got a second name.
func TestJournalReplaced(t *testing.T) {
	for name, replace := range map[string]func(journal, mine string) error{
		"file":      func(journal, mine string) error { return os.Rename(mine, journal) },
		"hard link": func(journal, mine string) error { return errors.Join(os.Remove(journal), os.Link(mine, journal)) },
		"link":      func(journal, mine string) error { return errors.Join(os.Remove(journal), os.Symlink(mine, journal)) },
		"FIFO":      func(journal, _ string) error { return errors.Join(os.Remove(journal), unix.Mkfifo(journal, 0o600)) },
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			dir := logdir.Dir(filepath.Join(top, "run.log"))
			require.NoError(t, os.Mkdir(dir, 0o700))
			p := process{size: 2, leader: true, log: filepath.Join(top, "run.log"), dir: dir, flavour: "mpich"}
			j := openJournal(&p)
			mine := filepath.Join(top, "mine")
			require.NoError(t, os.WriteFile(mine, []byte("mine\n"), 0o600))
			require.NoError(t, replace(logdir.JournalName(dir), mine))
			j.ended("finalized", time.Second)
			openJournal(&process{rank: 1, size: 2, log: p.log, dir: dir}).logger().Info("finding")
			if name == "file" {
				mine = logdir.JournalName(dir)
			}
			text, err := os.ReadFile(mine)
			require.NoError(t, err)
			require.Equal(t, "mine\n", string(text))
		})
	}
}

// Without a journal, lines are dropped and nothing fails.
func TestNoJournal(t *testing.T) {
	var none *journal
	none.logger().Info("x")
	none.ended("exited", 0)
	assert.Nil(t, openJournal(&process{}))
	far := openJournal(&process{rank: 1, log: "/no/such/directory/run.log"})
	far.logger().Info("x")
}
