//go:build hosts || slurm

package hosts

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
)

// nodes are the hosts on which ranks run; slots is how many each has.
var nodes = []string{"node1", "node2", "node3"}

const slots = 2

// local is a directory on the own disk of each node.
const local = "/run/local"

// nodeOf is where a rank runs: neighbors are always on different nodes.
func nodeOf(rank int) string { return nodes[rank%len(nodes)] }

// site is the hosts, as hosts.sh made them.
type site struct {
	t           *testing.T
	script, dir string
	root        string // of the repository
	preload     string
	gomarmot    string
}

func hosts(t *testing.T) site {
	t.Helper()
	s := site{t: t, script: os.Getenv("HOSTS_SH"), dir: os.Getenv("HOSTS_DIR")}
	require.NotEmpty(t, s.dir, "there are no hosts: run make test-hosts")
	var err error
	s.root, err = acceptance.Root()
	require.NoError(t, err)
	s.preload = filepath.Join(s.root, "build", "libgomarmot.so")
	s.gomarmot = filepath.Join(s.root, "build", "gomarmot")
	require.FileExists(t, s.preload, "run make build first")
	require.FileExists(t, s.gomarmot, "run make build first")
	return s
}

// folder returns a directory that all hosts see.
func (s site) folder() string {
	s.t.Helper()
	dir, err := os.MkdirTemp(s.dir, "test-")
	require.NoError(s.t, err)
	s.t.Cleanup(func() {
		if !s.t.Failed() {
			_ = os.RemoveAll(dir) // goes away with the hosts in any case
		}
	})
	return dir
}

func (s site) do(args ...string) (string, error) {
	out, err := exec.Command("sh", append([]string{s.script}, args...)...).CombinedOutput()
	return string(out), err
}

// on runs a shell command on a host.
func (s site) on(host, command string) string {
	s.t.Helper()
	out, err := s.do("agent", host, command)
	require.NoError(s.t, err, "%s: %s: %s", host, command, out)
	return strings.TrimSpace(out)
}

// disk runs a shell command that sees a host's disks, whether the host lives or not.
func (s site) disk(host, command string) string {
	s.t.Helper()
	out, err := s.do("disk", host, "sh", "-c", command)
	require.NoError(s.t, err, "%s: %s: %s", host, command, out)
	return strings.TrimSpace(out)
}

// kill ends all processes of a host at once; the host is there again after the test.
func (s site) kill(host string) {
	s.t.Helper()
	out, err := s.do("kill", host)
	require.NoError(s.t, err, out)
	s.t.Cleanup(func() {
		out, err := s.do("up", host)
		require.NoError(s.t, err, out)
	})
}

// clear empties the nodes' disks, now and after the test.
func (s site) clear() {
	s.t.Helper()
	empty := func() {
		for _, n := range nodes {
			s.disk(n, "rm -rf "+local+"/*")
		}
	}
	empty()
	s.t.Cleanup(empty)
}

// cluster is an MPI that starts ranks on all nodes, one node after the other.
type cluster struct {
	acceptance.MPI
	set   func(name, value string) []string // flags that set a variable in all ranks
	flags []string                          // of all programs
}

// ranks is the number of ranks of most jobs: two on each node.
const ranks = 6

// Compile compiles with the flags of the cluster.
func (c cluster) Compile(source, binary string, flags ...string) error {
	return c.MPI.Compile(source, binary, append(slices.Clone(flags), c.flags...)...)
}

// clusters are both MPIs of Debian.
func (s site) clusters() []cluster {
	agent := filepath.Join(s.dir, "agent")
	text := fmt.Sprintf("#!/bin/sh\nexec sh %s agent \"$@\"\n", s.script)
	require.NoError(s.t, os.WriteFile(agent, []byte(text), 0o700))
	openmpi, mpich := acceptance.MPIs[0], acceptance.MPIs[1]
	room := make([]string, len(nodes))
	for i, n := range nodes {
		room[i] = fmt.Sprintf("%s:%d", n, slots)
	}
	openmpi.Mpiexec = []string{openmpi.Mpiexec[0], "--oversubscribe", "--bind-to", "none", "--map-by", "node",
		"--host", strings.Join(room, ","), "--mca", "plm_rsh_agent", agent, "--mca", "plm_rsh_no_tree_spawn", "1"}
	mpich.Mpiexec = []string{mpich.Mpiexec[0], "-launcher", "ssh", "-launcher-exec", agent,
		"-hosts", strings.Join(nodes, ","), "-ppn", "1"}
	return []cluster{
		{openmpi, func(name, value string) []string { return []string{"-x", name + "=" + value} }, nil},
		{mpich, func(name, value string) []string { return []string{"-genv", name, value} }, []string{s.disconnect()}},
	}
}

// disconnect is an object file that keeps MPICH from hanging in MPI_Finalize.
func (s site) disconnect() string {
	object := filepath.Join(s.dir, "disconnect.o")
	out, err := exec.Command("gcc", "-c", "-O1", "-o", object, filepath.Join(s.root, "acceptance", "hosts", "testdata", "disconnect.c")).CombinedOutput()
	require.NoError(s.t, err, string(out))
	return object
}

// each runs a test under both MPIs.
func each(t *testing.T, f func(t *testing.T, s site, c cluster)) {
	t.Helper()
	all := hosts(t).clusters()
	for i := range all {
		t.Run(all[i].Name, func(t *testing.T) { f(t, hosts(t), all[i]) })
	}
}

// build compiles a program of the repository into a directory that all hosts see.
func (s site) build(c cluster, source ...string) string {
	s.t.Helper()
	path := filepath.Join(append([]string{s.root}, source...)...)
	bin := filepath.Join(s.folder(), strings.TrimSuffix(filepath.Base(path), ".c"))
	require.NoError(s.t, c.Compile(path, bin))
	return bin
}

// job is a call of mpiexec.
type job struct {
	command []string // the program and its arguments
	ranks   int
	dir     string
	env     []string // of all ranks
	through []string // gomarmot run and its flags; nil: the library is preloaded by mpiexec's flags
	timeout time.Duration
	raw     []string // the whole command line; nil: it is put together
	heap    bool     // its heap is watched
}

// mpiexec returns the job's command line. gomarmot run itself passes on the variables that the ranks need.
func (s site) mpiexec(c cluster, j job) []string {
	out := append([]string{}, j.through...)
	out = append(out, c.Mpiexec...)
	if j.through == nil {
		preload := s.preload
		if j.heap {
			preload = filepath.Join(filepath.Dir(s.preload), "libgomarmot-heap.so") + ":" + preload
		}
		out = append(out, c.set("LD_PRELOAD", preload)...)
	}
	for _, v := range j.env {
		name, value, _ := strings.Cut(v, "=")
		out = append(out, c.set(name, value)...)
	}
	return append(append(out, "-n", fmt.Sprint(j.ranks)), j.command...)
}

// running is a job that has been started.
type running struct {
	cmd    *exec.Cmd
	out    bytes.Buffer
	cancel context.CancelFunc
	ctx    context.Context
}

func (s site) start(c cluster, j job) *running {
	s.t.Helper()
	if j.timeout == 0 {
		j.timeout = 2 * time.Minute
	}
	r := &running{}
	r.ctx, r.cancel = context.WithTimeout(context.Background(), j.timeout)
	args := j.raw
	if args == nil {
		args = s.mpiexec(c, j)
	}
	r.cmd = exec.CommandContext(r.ctx, args[0], args[1:]...)
	r.cmd.Dir, r.cmd.Env = j.dir, append(os.Environ(), c.Env...)
	if j.through != nil {
		r.cmd.Env = append(r.cmd.Env, j.env...)
	}
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = acceptance.OpenInput, &r.out, &r.out
	r.cmd.Cancel = func() error { return r.cmd.Process.Signal(os.Interrupt) }
	r.cmd.WaitDelay = 5 * time.Second
	require.NoError(s.t, r.cmd.Start())
	return r
}

// wait returns how the job ended.
func (r *running) wait() acceptance.Outcome {
	defer r.cancel()
	err := r.cmd.Wait()
	o := acceptance.Outcome{Dir: r.cmd.Dir, Output: r.out.String(), TimedOut: r.ctx.Err() != nil}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		o.Exit = exit.ExitCode()
	case err != nil:
		o.Exit = -1
	}
	return o
}

// run starts a job, and waits for its end.
func (s site) run(c cluster, j job) acceptance.Outcome {
	s.t.Helper()
	return s.start(c, j).wait()
}

// await waits until so returns true, at most 30 seconds. The failure names the condition what.
func (s site) await(what string, so func() bool) {
	s.t.Helper()
	require.Eventually(s.t, so, 30*time.Second, 20*time.Millisecond, what)
}

// told returns the number of rounds of testdata/work.c that a rank has begun.
func told(dir string, rank int) int64 {
	text, err := os.ReadFile(filepath.Join(dir, fmt.Sprint("told.", rank)))
	if err != nil || len(text) < 8 {
		return 0
	}
	return int64(binary.LittleEndian.Uint64(text))
}
