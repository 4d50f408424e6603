package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// within runs f, which must not wait for anything; the time limit only makes a
// failing test end.
func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatal("it waits")
	}
}

// oddFiles put something other than a regular file at a path.
var oddFiles = map[string]func(path string) error{
	"pipe":      func(path string) error { return unix.Mkfifo(path, 0o600) },
	"zeros":     func(path string) error { return os.Symlink("/dev/zero", path) },
	"terminal":  func(path string) error { return os.Symlink("/dev/tty", path) },
	"kernel":    func(path string) error { return os.Symlink("/proc/kmsg", path) },
	"directory": func(path string) error { return os.Mkdir(path, 0o700) },
	"loop":      func(path string) error { return os.Symlink(path, path) },
	"dangling":  func(path string) error { return os.Symlink(path+".gone", path) },
	"pipe link": func(path string) error { _ = unix.Mkfifo(path+".pipe", 0o600); return os.Symlink(path+".pipe", path) },
	"socket": func(path string) error {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
		if err == nil {
			l.SetUnlinkOnClose(false)
			err = l.Close()
		}
		return err
	},
}

// TestOddFiles: whatever is in the place of a file, every command ends with a sentence that names the file, or with a
// report that does not need it.
func TestOddFiles(t *testing.T) {
	for kind, put := range oddFiles {
		for _, name := range []string{"", ".d", "rank-00001.seg", "rank-00000.t000.ring", "rank-00000.late", "job", "elsewhere"} {
			t.Run(kind+" "+name, func(t *testing.T) {
				log := smallLog(t)
				path := filepath.Join(log+".d", name)
				switch name {
				case "", ".d":
					path = log + name
				}
				require.NoError(t, os.RemoveAll(path))
				if len(path) > 100 && kind == "socket" { // no socket has so long a name
					require.NoError(t, unix.Mknod(path, unix.S_IFSOCK|0o600, 0))
				} else {
					require.NoError(t, put(path))
				}
				for _, args := range [][]string{{"report"}, {"log", "info"}, {"log", "events"}, {"baseline"}} {
					within(t, func() {
						r := callLog(append(args, log)...)
						assert.NotContains(t, r.err, "internal error")
						if r.code == exitFailed {
							assert.Contains(t, r.out+r.err, filepath.Base(path))
							assert.Equal(t, 1, strings.Count(r.err, "\n"), r.err)
						}
					})
				}
			})
		}
		t.Run(kind+" beside the log", func(t *testing.T) {
			log := smallLog(t)
			path := filepath.Join(t.TempDir(), "x")
			require.NoError(t, put(path))
			for _, flag := range []string{"--baseline", "--suppressions"} {
				within(t, func() {
					r := callLog("report", flag, path, log)
					assert.Equal(t, exitFailed, r.code)
					assert.Contains(t, r.err, path)
					assert.Equal(t, 1, strings.Count(r.err, "\n"), r.err)
				})
			}
		})
	}
}

// callLog calls the command with the real check.
func callLog(args ...string) result {
	var out, errs bytes.Buffer
	a := &app{out: &out, err: &errs, check: checkLog}
	code := a.run(args)
	return result{code, out.String(), errs.String()}
}

// nasty are texts that a program may use as names.
var nasty = []string{
	"\x1b[31mred\x1b]0;title\x07", "nul\x00nul", "\u202eesrever\u2066\u200f", "a\n::error::x\r\n##[error]y", "z ::error::x",
	"</script><script>alert(1)</script>", "$(id)`id`;'\"", "\u009b31m\x9b\xff\xfe", "@everyone [x](http://x) |x|", strings.Repeat("\x1bü", 12_000),
}

// nastyLog is the log of a run in which every text is nasty, and which breaks
// rules on windows with nasty names.
func nastyLog(t *testing.T, text, file string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), fileName(text)+".log")
	f, err := logdir.Create(path, logdir.Run{ID: text, Size: 2, Library: text, Exe: text, Args: []string{text}, Gomarmot: text})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	for rank := range 2 {
		w, err := segment.Create(logdir.SegmentName(logdir.Dir(path), rank), segment.Header{
			Run: text, Rank: rank, Size: 2, Host: fmt.Sprint(text, rank), Exe: text, Args: []string{"app", text}, Flavour: "mpich", Library: text,
			Standard: text, ThreadLevel: text, Gomarmot: text, Ticks: segment.Calibration{Tick0: 1, PerSecond: 1e9},
		})
		require.NoError(t, err)
		require.NoError(t, w.Meta(segment.MetaModules, []segment.Module{{Start: 0x400000, End: 0x500000, Path: "/" + text + ".so", BuildID: text}}))
		for i, e := range nastyRecords(text, file) {
			e.Seq, e.Time = uint32(i), uint64(1000*i)
			require.NoError(t, w.Append(&e))
		}
		require.NoError(t, w.Close()) // killed
	}
	require.NoError(t, os.WriteFile(logdir.ElsewhereName(path+".d"), []byte("5 "+text+" "+text+"\n"), 0o600))
	return path
}

// fileName is a text in a form that can be a file name.
func fileName(text string) string {
	return strings.NewReplacer("/", "_", "\x00", "_").Replace(text[:min(len(text), 40)])
}

func nastyRecords(text, file string) []event.Event {
	one := func(k calls.Kind, p event.Phase, blob []byte, w ...int64) event.Event {
		e := event.Event{Kind: k, Phase: p, N: uint8(len(w)), PC: 0x401000 | 1<<48, Blob: blob}
		copy(e.A[:], w)
		return e
	}
	id := func(name string) int64 { return int64(calls.PredefByName(name).ID) }
	str := func(s string) []byte {
		return append(wordsOf(int64(len(s))), append([]byte(s), make([]byte, (8-len(s)%8)%8)...)...)
	}
	return []event.Event{
		one(event.Python, event.Once, append(str(file), str(text)...), 1),
		one(event.Stack, event.Once, append(wordsOf(0), wordsOf(2, 1, 1)...), 1),
		one(event.Predef, event.Once, nil, int64(calls.ClassComm), 10, id("MPI_COMM_WORLD")),
		one(event.Predef, event.Once, nil, int64(calls.ClassDatatype), 20, id("MPI_DOUBLE"), 8, 0, 8, 0, 8),
		one(calls.WinCreate, event.Enter, nil, 0x2000, 8, 1, 0, 10),
		one(calls.WinCreate, event.Leave, nil, 0, 0x99, 1),
		one(calls.WinSetName, event.Once, str(text), 0x99, 0),
		one(calls.Put, event.Once, nil, 0x2000, 1, 20, 0, 100, 1, 20, 0x99),
		one(calls.FileOpen, event.Enter, str(text), 10, 0, 9, 0, 0),
		one(calls.FileOpen, event.Leave, nil, 0, 0x77, 0, 0),
		one(calls.CommSetName, event.Once, str(text), 10, 0),
		one(calls.WinFence, event.Enter, nil, 0, 0x99),
	}
}

// TestNastyTexts: no output contains a byte that a terminal obeys, whatever
// names the program uses.
func TestNastyTexts(t *testing.T) {
	for i, text := range nasty {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			dir := t.TempDir()
			src := filepath.Join(dir, fileName(text)+".py")
			require.NoError(t, os.WriteFile(src, []byte(strings.Replace(text, "\x00", "", -1)+"\n"), 0o600))
			log := nastyLog(t, text, src)
			sup := filepath.Join(dir, "sup")
			reason := fmt.Sprintf("[[suppress]]\nrule = \"TOOL*\"\nreason = %s\n", toml(text))
			require.NoError(t, os.WriteFile(sup, []byte(reason), 0o600))
			check := func(what string, r result) {
				t.Helper()
				harmlessOutput(t, what, r.out)
				harmlessOutput(t, what, r.err)
				assert.NotContains(t, r.err, "internal error")
			}
			for _, format := range report.FormatNames() {
				check(format, callLog("report", "--show-suppressed", "--format", format, "--suppressions", sup, "--source-root", dir, log))
			}
			check("log info", callLog("log", "info", log))
			check("log events", callLog("log", "events", log))
			check("log events", callLog("log", "events", "--all", log))
			check("baseline", callLog("baseline", log))
			for _, args := range [][]string{{"report", text}, {"log", "info", text}, {"report", "--format", text, log}, {text}, {"report", "--" + text},
				{"explain", text}, {"report", "--baseline", text, log}, {"report", "-o", text, log}, {"log", "events", "--around", text, log}} {
				check(args[0], callLog(args...))
			}
		})
	}
}

// toml writes a text as a TOML string.
func toml(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "?") {
		fmt.Fprintf(&b, `\U%08X`, r)
	}
	return `"` + b.String() + `"`
}

func harmlessOutput(t *testing.T, what, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("%s: not UTF-8", what)
	}
	for i, r := range out {
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			t.Errorf("%s holds %q: %q", what, r, out[max(0, i-40):min(len(out), i+20)])
			return
		}
	}
	for line := range strings.Lines(out) {
		text := strings.TrimLeft(line, " \t")
		command := strings.HasPrefix(text, "::") && what != "github" || strings.HasPrefix(text, "::error::x") || strings.HasPrefix(text, "##[")
		assert.False(t, command, "%s: %q", what, line)
	}
	switch { // elsewhere the text is in a code block, or is not markup
	case what == "html" && out != "":
		assert.Equal(t, 2, strings.Count(out, "</script>"), "the data and the script")
	case what == "junit":
		assert.NotContains(t, out, "<script>alert", what)
	}
}

// TestOfferedCommands: a shell runs the command that a report offers on the log,
// whatever the name of the log.
func TestOfferedCommands(t *testing.T) {
	for i, text := range nasty {
		log := nastyLog(t, text, "x.py")
		r := callLog("report", log)
		_, command, ok := strings.Cut(r.out, "gomarmot log events ")
		require.True(t, ok, "%d: %s", i, r.out)
		command, _, _ = strings.Cut(command, "\n")
		got, err := exec.Command("bash", "-c", `f() { printf %s "${@: -1}"; }; f `+command).Output()
		require.NoError(t, err, command)
		assert.Equal(t, log, string(got))
	}
}

// TestNoPath: errors about names that do not exist include the name.
func TestNoPath(t *testing.T) {
	for path, want := range map[string]string{
		"":                            `gomarmot: "": an empty path names no file`,
		strings.Repeat("x", 5000):     "the name is longer than the system allows",
		strings.Repeat("\x1b/", 3000): "the name is longer than the system allows",
	} {
		for _, args := range [][]string{{"report"}, {"log", "info"}, {"log", "events"}, {"baseline"}} {
			r := callLog(append(args, path)...)
			assert.Equal(t, exitFailed, r.code)
			assert.Contains(t, r.err, want)
			assert.Equal(t, 1, strings.Count(r.err, "\n"))
		}
	}
}
