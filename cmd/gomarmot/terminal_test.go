package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// pty creates a terminal with some columns.
func pty(t *testing.T, columns uint16) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = master.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = slave.Close() })
	require.NoError(t, unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: columns}))
	return master, slave
}

// TestDress: color and width depend on the output.
func TestDress(t *testing.T) {
	_, slave := pty(t, 100)
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer file.Close()
	for _, c := range []struct {
		flag, noColor, term string
		w                   *os.File
		color               bool
		width               int
	}{
		{"auto", "", "xterm", slave, true, 100},
		{"auto", "1", "xterm", slave, false, 100},
		{"auto", "", "dumb", slave, false, 100},
		{"auto", "", "xterm", file, false, 0},
		{"always", "1", "dumb", file, true, 0},
		{"never", "", "xterm", slave, false, 100},
	} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		got := (&app{color: colorFlag(c.flag)}).dress(report.Options{}, c.w)
		assert.Equal(t, c.color, got.Color, "%+v", c)
		assert.Equal(t, c.width, got.Width, "%+v", c)
	}
	for columns, want := range map[uint16]int{0: 0, 20: minWidth, 500: maxWidth} {
		_, slave := pty(t, columns)
		assert.Equal(t, want, (&app{}).dress(report.Options{}, slave).Width)
	}
}

func TestColorFlag(t *testing.T) {
	assert.Contains(t, call(found(rules.Error), "report", "run.log", "--color", "always").out, "\x1b[1;31mERROR")
	assert.Contains(t, call(nil, "explain", "LOCK003", "--color=always").out, "\x1b[1")
	assert.NotContains(t, call(found(rules.Error), "report", "run.log").out, "\x1b")
	r := call(found(), "report", "run.log", "--color", "red")
	assert.Equal(t, exitFailed, r.code)
	assert.Contains(t, r.err, "choose one of auto, always, never")
	dir := t.TempDir()
	r = call(found(rules.Error), "report", "run.log", "--color", "always", "-o", dir+"/out.txt")
	require.Equal(t, exitFindings, r.code, r.err)
	text, err := os.ReadFile(dir + "/out.txt")
	require.NoError(t, err)
	assert.NotContains(t, string(text), "\x1b", "files have none")
}

// TestBar: the bar appears on a terminal when reading takes long, and disappears.
func TestBar(t *testing.T) {
	t.Setenv("TERM", "xterm")
	master, slave := pty(t, 80)
	b := newBar(slave)
	b.at(10, 100)
	assert.Nil(t, b.bar, "it has only begun")
	b.start = time.Now().Add(-2 * barDelay)
	b.at(20, 0)
	assert.Nil(t, b.bar, "nothing is known of the size")
	b.at(50<<20, 100<<20)
	buf := make([]byte, 4096)
	n, err := master.Read(buf)
	require.NoError(t, err)
	assert.Contains(t, string(buf[:n]), "reading the log")
	assert.Contains(t, string(buf[:n]), "50 %")
	b.clear()
	b.clear()
	require.NoError(t, slave.Close())
	rest, _ := io.ReadAll(master) // ends in an error: the terminal has no other side
	const up, erase = "\x1b[1A", "\x1b[J"
	assert.True(t, strings.HasSuffix(string(rest), up+erase), "%q: the bar is erased in the end", rest)

	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer file.Close()
	b = newBar(file)
	b.start = time.Now().Add(-2 * barDelay)
	b.at(50, 100)
	b.clear()
	info, err := file.Stat()
	require.NoError(t, err)
	assert.Zero(t, info.Size())
}

func TestRulesJSON(t *testing.T) {
	r := call(nil, "rules", "--json")
	require.Equal(t, exitClean, r.code, r.err)
	var got struct {
		Schema string
		Rules  []map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(r.out), &got))
	assert.Equal(t, report.RulesSchema, got.Schema)
	require.Len(t, got.Rules, len(rules.All))
	for i, rule := range rules.All {
		assert.Equal(t, rule.ID, got.Rules[i]["id"])
		assert.Equal(t, rule.Says, got.Rules[i]["says"])
		assert.NotNil(t, got.Rules[i]["silent"])
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range shells {
		r := call(nil, "completion", shell)
		require.Equal(t, exitClean, r.code, r.err)
		assert.Contains(t, r.out, "gomarmot")
		assert.Greater(t, strings.Count(r.out, "\n"), 50, shell)
	}
	r := call(nil, "completion", "tcsh")
	assert.Equal(t, exitFailed, r.code)
	assert.Contains(t, r.err, `no completion for the shell "tcsh"; choose one of bash, zsh, fish, powershell`)
	for args, want := range map[string]string{
		"explain fence00": "FENCE001\t", "report --fail-on ": "never\n", "run --format s": "sarif\n",
		"completion ": "fish\n", "rules --color ": "always\n", "log ": "events\t", "do": "doctor\t",
	} {
		words := strings.Split(args, " ")
		assert.Contains(t, call(nil, append([]string{"__complete"}, words...)...).out, want, args)
	}
}

// TestMan: a page for each command and for the environment.
func TestMan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "man")
	r := call(nil, "man", dir)
	require.Equal(t, exitClean, r.code, r.err)
	assert.Empty(t, r.out)
	for page, want := range map[string]string{
		"gomarmot": "gomarmot-run(1)", "gomarmot-run": `hang-after`, "gomarmot-log-events": "--around", "gomarmot-environment": "GOMARMOT_RING_SLOTS",
		"gomarmot-doctor": "Exit code: 0", "gomarmot-completion": "source <(gomarmot completion bash)",
	} {
		text, err := os.ReadFile(filepath.Join(dir, page+".1"))
		require.NoError(t, err)
		assert.Contains(t, strings.ReplaceAll(string(text), `\-`, "-"), want, page)
	}
	assert.NoFileExists(t, filepath.Join(dir, "gomarmot-man.1"))
	r = call(nil, "man", "/dev/null/x")
	assert.Equal(t, exitFailed, r.code)
	assert.Contains(t, r.err, "create the directory for manual pages: ")
}
