package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// limitCase is a limit that a program reaches, and the message that gomarmot then prints.
type limitCase struct {
	name string
	how  string // argument of testdata/limits.c
	// shell is run before the program, in its working directory; the program
	// follows as "$@".
	shell string
	says  string // "": no message
	may   string // a message that gomarmot may print or omit
	both  bool   // not only under MPICH, which starts faster
}

// Values of shell: the program alone, or with a small file system for its
// working directory or for shared memory.
const (
	run    = `exec "$@"`
	tmpfs  = `mount -t tmpfs -o size=8m none . && cd "$PWD" && exec "$@"`
	devShm = `mount -t tmpfs -o size=200m none /dev/shm && cd /dev/shm && exec "$@"`
)

// another is a user ID without processes.
const another = 54321

var limitCases = []limitCase{
	{"small files", "file size", run, `warning TOOL002: rank 0: .*later calls are missing from the log`, "", true},
	{"no more files written", "no file", run, `warning TOOL002: rank 0: .*later calls are missing from the log`, "", false},
	{"all files open", "files", run, `warning TOOL002: rank 0: cannot create a ring file`, "", true},
	{"no more memory", "address space", run, ``, `no more memory for the checker; recording stops`, true},
	{"no more memory to lock", "memlock", run, ``, `no more memory for the checker; recording stops`, false},
	{"no more threads", "threads", run, ``, "", true},
	{"ring cut off", "cut", run, `warning TOOL002: rank 0: a ring file can no longer be written`, "", true},
	{"little memory", "nothing", `ulimit -v 3000000; ` + run, `warning TOOL002: the address space limit`, "", false},
	{"read-only folder", "nothing", `export TMPDIR="$PWD"; cd /proc; ` + run, `warning TOOL002: cannot write /proc/run.log: .*; the log is /`, "", true},
	{"disk full", "fill", tmpfs, `warning TOOL002: rank 0: .*later calls are missing from the log`, "", true},
	{"shared memory full", "fill", devShm, `warning TOOL002: rank 0: .*later calls are missing from the log`, "", true},
}

// TestLimits: a program that reaches a limit of the system ends with its own
// result, and a line says what the log has lost.
func TestLimits(t *testing.T) {
	passes.skip(t)
	root, preload, gomarmot := setup(t)
	preload = forAll(t, preload)
	namespace := mounter()
	for i := range MPIs {
		m := &MPIs[i]
		bin := filepath.Join(openDir(t), "limits")
		require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "limits.c"), bin))
		for _, c := range limitCases {
			if m.Name == openMPI.Name && !c.both && !harm {
				continue
			}
			t.Run(m.Name+"/"+c.name, func(t *testing.T) {
				command := []string{"/bin/sh", "-c", c.shell, "sh", bin, c.how}
				switch {
				case c.shell != tmpfs && c.shell != devShm:
				case namespace == nil: // no right to mount: a limit has the same effect
					command = []string{"/bin/sh", "-c", run, "sh", bin, "file size"}
				default:
					command = slices.Concat(namespace, command)
				}
				l := Launch{Binary: command[0], Args: command[1:], Dir: openDir(t)}
				without, with := inPair(t, m, l, preload)
				require.Zero(t, without.exit, without.stderr)
				assert.Equal(t, without.exit, with.exit, with.stderr)
				assert.Equal(t, without.signal, with.signal)
				assert.Equal(t, withoutUCX(without.stdout), withoutUCX(with.stdout))
				ours := strings.Contains(with.stderr, "gomarmot: ")
				switch {
				case c.says != "":
					assert.Regexp(t, c.says, with.stderr)
				case ours && c.may != "":
					assert.Regexp(t, c.may, with.stderr)
				default:
					assert.False(t, ours, with.stderr)
				}
				if c.how == "file size" {
					r, code, err := ReadReport(gomarmot, filepath.Join(l.Dir, "run.log"))
					require.NoError(t, err)
					assert.Equal(t, 2, code, "nothing is judged after the gap")
					require.Len(t, r.Findings, 1)
					assert.Equal(t, "TOOL002", r.Findings[0].RuleID)
				}
			})
		}
	}
}

// TestDiskFullForAWhile: when the disk has room again, recording continues, and
// the log notes which records are missing.
func TestDiskFullForAWhile(t *testing.T) {
	passes.skip(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin, keep := filepath.Join(openDir(t), "limits"), openDir(t)
			require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "limits.c"), bin))
			how, shell := "fill for a while", strings.Replace(tmpfs, "exec", "", 1)
			namespace := mounter()
			if namespace == nil {
				how, shell = "file size for a while", `"$@"`
			}
			command := slices.Concat(namespace, []string{"/bin/sh", "-c", shell + ` && cp -r run.log run.log.d "$0"`, keep, bin, how})
			o, err := m.runSingle(Launch{Binary: command[0], Args: command[1:], Dir: openDir(t), Preload: preload})
			require.NoError(t, err)
			require.Zero(t, o.exit, o.stderr)
			assert.Regexp(t, `warning TOOL002: rank 0: .*later calls are missing from the log`, o.stderr)
			assert.Regexp(t, `rank 0: the log is written again; \d+ records are missing from it`, o.stderr)
			log := filepath.Join(keep, "run.log")
			r, code, err := ReadReport(gomarmot, log)
			require.NoError(t, err)
			assert.Equal(t, 2, code)
			require.Len(t, r.Findings, 1)
			assert.Equal(t, "TOOL002", r.Findings[0].RuleID)
			events, err := exec.Command(gomarmot, "log", "events", "--rank", "0", log).Output()
			require.NoError(t, err)
			assert.Contains(t, string(events), "MPI_Win_free", "calls after the gap")
			assert.Contains(t, string(events), "end: MPI_Finalize")
		})
	}
}

// withoutUCX removes the messages of MPICH's network library, which contain times.
func withoutUCX(stdout string) string {
	return regexp.MustCompile(`(?m)^\[.*UCX .*\n`).ReplaceAllString(stdout, "")
}

// openDir creates a temporary folder that every user may write to.
func openDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o777))
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	return dir
}

// forAll copies the libraries to a folder that every user may read.
func forAll(t *testing.T, preload string) string {
	t.Helper()
	dir := openDir(t)
	for _, name := range []string{"libgomarmot.so", "libgomarmot-core.so"} {
		bytes, err := os.ReadFile(filepath.Join(filepath.Dir(preload), name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), bytes, 0o755))
	}
	return filepath.Join(dir, filepath.Base(preload))
}

// mounter returns a command that runs another command with the right to mount; nil if the
// system does not allow that.
func mounter() []string {
	for _, c := range [][]string{{"unshare", "-m"}, {"unshare", "-Urm"}} {
		try := append(c[1:len(c):len(c)], "mount", "-t", "tmpfs", "none", "/dev/shm")
		if exec.Command(c[0], try...).Run() == nil {
			return c
		}
	}
	return nil
}

// TestLimitOfFiles: if the limit is just enough for the MPI, gomarmot stays off.
func TestLimitOfFiles(t *testing.T) {
	passes.skip(t)
	root, preload, _ := setup(t)
	m := &MPIs[1]
	bin := filepath.Join(t.TempDir(), "limits")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "limits.c"), bin))
	for files := 16; ; files += 4 {
		require.Less(t, files, 200)
		script := `ulimit -n $0; exec "$@"`
		l := Launch{Binary: "/bin/sh", Args: []string{"-c", script, strconv.Itoa(files), bin, "nothing"}, Dir: t.TempDir()}
		without, err := m.runSingle(l)
		require.NoError(t, err)
		if without.exit != 0 || without.stderr != "" || strings.Contains(without.stdout, "UCX") {
			continue
		}
		l.Preload = preload
		with, err := m.runSingle(l)
		require.NoError(t, err)
		assert.Zero(t, with.exit, with.stderr)
		assert.Equal(t, without.stdout, with.stdout)
		assert.Contains(t, with.stderr, "more files; the program runs unwatched")
		return
	}
}

// TestLimitOfThreads: if no more threads can be created, gomarmot stays off.
// The limit does not hold for root.
func TestLimitOfThreads(t *testing.T) {
	passes.skip(t)
	root, preload, _ := setup(t)
	preload = forAll(t, preload)
	m := &MPIs[1]
	bin := filepath.Join(openDir(t), "limits")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "limits.c"), bin))
	become, used := []string{"setpriv", "--reuid", strconv.Itoa(another), "--clear-groups"}, 0
	if os.Geteuid() != 0 {
		out, err := exec.Command("ps", "-L", "-u", strconv.Itoa(os.Geteuid()), "-o", "lwp=").Output()
		require.NoError(t, err)
		become, used = nil, len(out)/8
	}
	command := append(become, "prlimit", "--nproc="+strconv.Itoa(used+8), bin, "nothing")
	l := Launch{Binary: command[0], Args: command[1:], Dir: openDir(t)}
	without, with := inPair(t, m, l, preload)
	require.Zero(t, without.exit, without.stderr)
	assert.Zero(t, with.exit, with.stderr)
	assert.Equal(t, without.stdout, with.stdout)
	assert.Contains(t, with.stderr, "more threads; the program runs unwatched")
}
