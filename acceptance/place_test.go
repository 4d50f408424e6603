package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// look returns the metadata of a file and its content.
func look(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Lstat(path)
	require.NoError(t, err)
	s := fmt.Sprint(path, info.Mode(), info.ModTime().UnixNano(), info.Sys().(*syscall.Stat_t).Ino)
	switch {
	case info.IsDir():
		for _, name := range entriesOf(t, path) {
			s += "\n" + look(t, filepath.Join(path, name))
		}
	case info.Mode()&os.ModeSymlink != 0:
		to, err := os.Readlink(path)
		require.NoError(t, err)
		s += " -> " + to
	case info.Mode().IsRegular():
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		s += " " + string(text)
	}
	return s
}

// obstacles lists files of other programs that may be at the log's path.
var obstacles = map[string]func(t *testing.T, log string){
	"file":       func(t *testing.T, log string) { write(t, log, "\x89HDF\r\n\x1a\n") },
	"empty file": func(t *testing.T, log string) { write(t, log, "") },
	"JSON lines": func(t *testing.T, log string) { write(t, log, `{"level":"info","msg":"gomarmot runs well"}`+"\n") },
	"folder":     func(t *testing.T, log string) { require.NoError(t, os.Mkdir(log, 0o755)) },
	"full folder": func(t *testing.T, log string) {
		require.NoError(t, os.Mkdir(log, 0o755))
		write(t, filepath.Join(log, "job"), "run 0123456789abcdef rank 0 job x\n")
	},
	"folder .d": func(t *testing.T, log string) { require.NoError(t, os.Mkdir(log+".d", 0o755)) },
	"full folder .d": func(t *testing.T, log string) {
		require.NoError(t, os.Mkdir(log+".d", 0o755))
		write(t, filepath.Join(log+".d", "job"), "number of jobs: 7\n")
	},
	"file .d": func(t *testing.T, log string) { write(t, log+".d", "x") },
	"FIFO":    func(t *testing.T, log string) { require.NoError(t, unix.Mkfifo(log, 0o600)) },
	"FIFO .d": func(t *testing.T, log string) { require.NoError(t, unix.Mkfifo(log+".d", 0o600)) },
	"FIFO as mark": func(t *testing.T, log string) {
		require.NoError(t, os.Mkdir(log+".d", 0o700))
		require.NoError(t, unix.Mkfifo(logdir.MarkName(log+".d"), 0o666))
	},
	"dangling link": func(t *testing.T, log string) { require.NoError(t, os.Symlink("nowhere", log)) },
	"link to a file": func(t *testing.T, log string) {
		write(t, log+".target", "mine")
		require.NoError(t, os.Symlink(log+".target", log))
	},
	"link .d": func(t *testing.T, log string) {
		require.NoError(t, os.Mkdir(log+".target", 0o755))
		require.NoError(t, os.Symlink(log+".target", log+".d"))
	},
	"another user's log": func(t *testing.T, log string) {
		require.NoError(t, os.Mkdir(log+".d", 0o777))
		write(t, logdir.MarkName(log+".d"), "run 0123456789abcdef rank 0 job x\n")
		if os.Geteuid() == 0 {
			require.NoError(t, os.Chown(log+".d", another, another))
		} else {
			require.NoError(t, os.Remove(logdir.MarkName(log+".d")))
		}
	},
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

var (
	tookRE = regexp.MustCompile(`(\S+) is not a gomarmot log and is left unchanged; this job writes (\S+)`)
	noneRE = regexp.MustCompile(`(\S+) is not a gomarmot log and is left unchanged; without a log`)
)

// TestObstacles: a file of another program at the log's path stays unchanged. A line names the path of the log, which
// is complete, or says that no log was written.
func TestObstacles(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	bins := map[string]string{}
	for i := range MPIs {
		bins[MPIs[i].Name] = filepath.Join(t.TempDir(), "first")
		require.NoError(t, MPIs[i].Compile(filepath.Join(root, "acceptance", "testdata", "first.c"), bins[MPIs[i].Name]))
	}
	n := 0
	for name, put := range obstacles {
		for _, given := range []string{"", "my.log"} {
			m := &MPIs[n%len(MPIs)]
			n++
			t.Run(fmt.Sprintf("%s/%s/%s", name, given, m.Name), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				log := filepath.Join(dir, "run.log")
				if given != "" {
					log = filepath.Join(dir, given)
				}
				put(t, log)
				before := look(t, dir)
				o := m.Run(Launch{Binary: bins[m.Name], Ranks: 2, Dir: dir, Env: []string{"GOMARMOT_LOG=" + given, "GOMARMOT_SUMMARY=0"},
					Preload: preload, Timeout: time.Minute})
				require.Zero(t, o.Exit, o.Output)
				require.Equal(t, 1, strings.Count(o.Output, "gomarmot: "), o.Output)
				if none := noneRE.FindStringSubmatch(o.Output); none != nil {
					require.Equal(t, log, none[1])
					require.Equal(t, before, look(t, dir))
					return
				}
				took := tookRE.FindStringSubmatch(o.Output)
				require.NotNil(t, took, o.Output)
				require.Equal(t, log, took[1])
				if given == "" {
					require.Equal(t, filepath.Join(dir, logdir.Second), took[2])
				} else {
					require.Regexp(t, `^`+regexp.QuoteMeta(log)+`-[0-9a-f]{8}$`, took[2])
				}
				complete(t, gomarmot, took[2])
				require.NoError(t, os.RemoveAll(took[2]))
				require.NoError(t, os.RemoveAll(took[2]+".d"))
				require.Equal(t, strings.SplitN(before, "\n", 2)[1], strings.SplitN(look(t, dir), "\n", 2)[1])
			})
		}
	}
}

// TestObstacleDevice: a device is not replaced by a log, even for a user
// who could do so.
func TestObstacleDevice(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	m := &MPIs[0]
	bin := filepath.Join(t.TempDir(), "first")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "first.c"), bin))
	before := look(t, os.DevNull)
	o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: t.TempDir(), Env: []string{"GOMARMOT_LOG=" + os.DevNull}, Preload: preload, Timeout: time.Minute})
	require.Zero(t, o.Exit, o.Output)
	require.Regexp(t, noneRE, o.Output)
	require.Equal(t, strings.Fields(before)[0], strings.Fields(look(t, os.DevNull))[0])
	found, err := filepath.Glob(os.DevNull + "?*")
	require.NoError(t, err)
	require.Empty(t, found)
}

// TestOwnLog: a program that keeps a file run.log of its own finds, writes and
// leaves the same as without gomarmot, whenever and however it creates the file.
func TestOwnLog(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	n := 0
	for _, when := range []string{"before", "in", "after"} {
		for _, how := range []string{"w", "a", "wx", "r+"} {
			m := &MPIs[n%len(MPIs)]
			n++
			t.Run(when+" "+how, func(t *testing.T) {
				t.Parallel()
				bin := filepath.Join(t.TempDir(), "ownlog")
				require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "ownlog.c"), bin))
				var left []string
				for _, library := range []string{"", preload} {
					dir := t.TempDir()
					o := m.Run(Launch{Binary: bin, Args: []string{when, how}, Ranks: 1, Dir: dir, Env: []string{"GOMARMOT_SUMMARY=0"},
						Preload: library, Timeout: time.Minute})
					require.Zero(t, o.Exit, o.Output)
					printed := regexp.MustCompile(`(?m)^gomarmot: .*\n`).ReplaceAllString(o.Output, "")
					text, _ := os.ReadFile(filepath.Join(dir, "run.log")) // "r+" makes none
					if library != "" && strings.Contains(string(text), `"msg":"gomarmot run"`) {
						text = nil // the log of gomarmot, created after the program's open failed
					}
					left = append(left, printed+string(text))
					if library == "" {
						continue
					}
					log := filepath.Join(dir, "run.log")
					if when == "before" && how != "r+" {
						log = filepath.Join(dir, logdir.Second)
					}
					r, code, err := ReadReport(gomarmot, log)
					require.NoError(t, err)
					require.Zero(t, code)
					require.True(t, r.Complete)
				}
				if when != "after" { // then the name is gomarmot's
					require.Equal(t, left[0], left[1])
				}
			})
		}
	}
}

// withoutSome writes a script that runs its arguments without gomarmot on some
// ranks.
func withoutSome(t *testing.T, ranks string) string {
	script := filepath.Join(t.TempDir(), "some.sh")
	text := "#!/bin/sh\ncase " + ranks + " in *${OMPI_COMM_WORLD_RANK:-$PMI_RANK}*) unset LD_PRELOAD;; esac\nexec \"$@\"\n"
	require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
	return script
}

// TestMixedPreload: a job in which some ranks run without gomarmot computes the
// same as without it on all, and one line says which ranks they are.
func TestMixedPreload(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		bin := filepath.Join(t.TempDir(), "first")
		require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "first.c"), bin))
		for _, ranks := range []string{"0", "2", "0,1"} {
			t.Run(m.Name+"/"+ranks, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				o := m.Run(Launch{Binary: withoutSome(t, ranks), Args: []string{bin}, Ranks: 3, Dir: dir, Env: []string{"GOMARMOT_SUMMARY=0"},
					Preload: preload, Timeout: time.Minute})
				require.Zero(t, o.Exit, o.Output)
				names := strings.Split(ranks, ",")
				says := fmt.Sprintf("gomarmot: warning TOOL001: %d of 3 ranks recorded nothing (%s): ", len(names), strings.Join(names, ", "))
				require.Equal(t, 1, strings.Count(o.Output, says), o.Output)
				lines := strings.Split(strings.TrimSpace(o.Output), "\n")
				require.Len(t, lines, 2, o.Output)
				require.Contains(t, lines, "all right")
				r, _, err := ReadReport(gomarmot, filepath.Join(dir, "run.log"))
				require.NoError(t, err)
				require.False(t, r.Complete)
				for _, f := range r.Findings {
					assert.Equal(t, "TOOL", f.RuleID[:4], f.Message)
				}
			})
		}
	}
}

// TestMixedNodes: the same if the ranks log to folders of their own, from which
// their logs would be fetched.
func TestMixedNodes(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			bin := filepath.Join(dir, "first")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "first.c"), bin))
			o := m.Run(Launch{Binary: withoutSome(t, "1"), Args: []string{bin}, Ranks: 3, Dir: dir, Env: []string{private(dir)},
				Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			require.Contains(t, o.Output, "all right\n")
			r, _, err := ReadReport(gomarmot, privateLog(dir, 0), privateLog(dir, 2)+".d")
			require.NoError(t, err)
			for rank, how := range []report.End{report.Finalized, report.NoLog, report.Finalized} {
				require.Equal(t, how, r.Ends[rank].How)
			}
		})
	}
}

// TestSeveralFolders: ranks that start in different folders write one log, in
// the folder of rank 0, and leave no temporary file behind.
func TestSeveralFolders(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			bin := filepath.Join(dir, "first")
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "first.c"), bin))
			script := filepath.Join(dir, "own.sh")
			text := "#!/bin/sh\nr=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\nmkdir -p r$r && cd r$r && exec " + bin + "\n"
			require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
			o := m.Run(Launch{Binary: script, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
			require.Zero(t, o.Exit, o.Output)
			complete(t, gomarmot, filepath.Join(dir, "r0", "run.log"))
			require.Empty(t, entriesOf(t, filepath.Join(dir, "r1")))
			left, err := filepath.Glob(fmt.Sprintf("/dev/shm/gomarmot-%d-*", os.Geteuid()))
			require.NoError(t, err)
			for _, link := range left { // the link may belong to another test
				to, _ := os.Readlink(link) // "" if the link is gone by now
				require.NotContains(t, to, dir)
			}
		})
	}
}

// TestRunObstacle: gomarmot run finds the log at the path that the ranks chose.
func TestRunObstacle(t *testing.T) {
	t.Parallel()
	root, _, gomarmot := setup(t)
	m := &MPIs[1]
	bin := filepath.Join(t.TempDir(), "first")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "first.c"), bin))
	for _, flags := range [][]string{{}, {"--log", "data.h5"}} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "run.log"), "mine")
		write(t, filepath.Join(dir, "data.h5"), "mine too")
		before := look(t, filepath.Join(dir, "run.log")) + look(t, filepath.Join(dir, "data.h5"))
		args := append(append([]string{"run"}, flags...), append(append([]string{"--"}, m.Mpiexec...), "-n", "2", bin)...)
		cmd := exec.Command(gomarmot, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), m.Env...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "gomarmot: no rule broken (2 ranks, ")
		require.Equal(t, before, look(t, filepath.Join(dir, "run.log"))+look(t, filepath.Join(dir, "data.h5")))
	}
}
