//go:build slurm

package hosts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/report"
)

// slurmConf is a cluster of the three nodes: slurmctld runs on login, a slurmd on
// each node.
const slurmConf = `ClusterName=hosts
SlurmctldHost=login
SlurmUser=root
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
StateSaveLocation=%[1]s/state
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmctldLogFile=%[1]s/slurmctld.log
SlurmdSpoolDir=/run/local/slurmd
SlurmdPidFile=/run/slurmd.pid
SlurmdLogFile=%[1]s/slurmd.%%n.log
ReturnToService=2
KillWait=2
NodeName=node[1-3] CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`

// slurm starts Slurm's daemons, once for all tests; they end with the hosts.
func (s site) slurm() {
	s.t.Helper()
	dir := filepath.Join(s.dir, "slurm")
	conf := filepath.Join(dir, "slurm.conf")
	require.NoError(s.t, os.Setenv("SLURM_CONF", conf))
	if os.Mkdir(dir, 0o755) != nil {
		return
	}
	require.NoError(s.t, os.Mkdir(filepath.Join(dir, "state"), 0o755))
	require.NoError(s.t, os.WriteFile(conf, fmt.Appendf(nil, slurmConf, dir), 0o644))
	out, err := exec.Command("slurmctld", "-f", conf).CombinedOutput()
	require.NoError(s.t, err, "%s", out)
	for _, n := range nodes {
		s.on(n, "mkdir -p /run/local/slurmd && slurmd -N "+n+" -f "+conf)
	}
	s.await("the nodes do not come up", func() bool {
		out, _ := exec.Command("sinfo", "-h", "-o", "%D %t").Output()
		return strings.TrimSpace(string(out)) == "3 idle"
	})
}

// openMPI is the MPI that Debian's Slurm starts directly, by PMIx.
func (s site) openMPI() cluster {
	c := s.clusters()[0]
	c.Mpiexec = []string{"srun", "--mpi=pmix", "-N", "3"}
	return c
}

// srun runs gomarmot run -- srun.
func (s site) srun(dir string, flags []string, command ...string) acceptance.Outcome {
	s.t.Helper()
	c := s.openMPI()
	words := append([]string{s.gomarmot, "run"}, flags...)
	return s.run(c, job{raw: append(append(append(words, "--"), c.Mpiexec...), command...), dir: dir})
}

// TestSrun: with each setting of --export, the library reaches the ranks on all nodes, and no other process; the exit
// status is the program's.
func TestSrun(t *testing.T) {
	s := hosts(t)
	s.slurm()
	c := s.openMPI()
	bin := s.build(c, "examples", "buggy", "RMA005", "bug.c")
	for _, export := range [][]string{nil, {"--export=ALL,A=1"}, {"--export=PATH"}, {"--export=NONE"}} {
		dir := s.folder()
		o := s.srun(dir, nil, append(append(export, "-n", "3"), bin)...)
		require.Contains(t, o.Output, "RMA005", export)
		require.Contains(t, o.Output, "3 ranks", export)
	}
	o := s.srun(s.folder(), nil, "-n", "3", "sh", "-c", `echo "$(hostname) $LD_PRELOAD"; exit 7`)
	require.Equal(t, 7, o.Exit, o.Output)
	for _, n := range nodes {
		require.Contains(t, o.Output, n+" "+s.preload+"\n")
	}
	require.Contains(t, o.Output, "exit status 7 is from srun")
	require.NotContains(t, o.Output, "cannot be preloaded")
}

// TestSrunJobs: two steps of one job write two logs, each with all ranks of its step.
func TestSrunJobs(t *testing.T) {
	s := hosts(t)
	s.slurm()
	c := s.openMPI()
	bin := s.build(c, "acceptance", "testdata", "first.c")
	dir := s.folder()
	script := filepath.Join(dir, "job.sh")
	text := fmt.Sprintf("#!/bin/sh\n#SBATCH -N 3 -n 6\nsrun --mpi=pmix %s && srun --mpi=pmix %[1]s\n", bin)
	require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
	out := s.sbatch(dir, []string{"LD_PRELOAD=" + s.preload}, script)
	require.Equal(t, 2, strings.Count(out, "all right\n"), out)
	for _, log := range []string{"run.log", "run.log.1"} {
		r, _, err := acceptance.ReadReport(s.gomarmot, filepath.Join(dir, log))
		require.NoError(t, err)
		require.True(t, r.Complete)
		require.Len(t, r.Ends, 6)
	}
}

// sbatch submits a script, waits for its end and returns what it has printed.
func (s site) sbatch(dir string, env []string, args ...string) string {
	s.t.Helper()
	printed := filepath.Join(dir, "out")
	cmd := exec.Command("sbatch", append([]string{"--wait", "-o", printed, "-D", dir}, args...)...)
	cmd.Env = append(append(os.Environ(), s.openMPI().Env...), env...)
	said, err := cmd.CombinedOutput()
	text, _ := os.ReadFile(printed)
	s.t.Logf("sbatch: %v: %s%s", err, said, text)
	return string(text)
}

// TestSbatchSignal: a batch job that receives SIGTERM still writes its report, with the end and host of each rank.
func TestSbatchSignal(t *testing.T) {
	s := hosts(t)
	s.slurm()
	c := s.openMPI()
	bin := s.build(c, "acceptance", "hosts", "testdata", "work.c")
	dir := s.folder()
	script := filepath.Join(dir, "job.sh")
	// As --signal=B:TERM@60 does when the time is nearly up.
	text := fmt.Sprintf("#!/bin/sh\n#SBATCH -N 3 -n 6\nexec %s run -- srun --mpi=pmix %s %s\n", s.gomarmot, bin, dir)
	require.NoError(t, os.WriteFile(script, []byte(text), 0o700))
	printed := filepath.Join(dir, "out")
	cmd := exec.Command("sbatch", "--parsable", "-o", printed, "-D", dir, script)
	cmd.Env = append(os.Environ(), c.Env...)
	id, err := cmd.Output()
	require.NoError(t, err)
	name := strings.TrimSpace(string(id))
	s.await("the job does not start", func() bool { return toldBy(dir, 6) })
	start := time.Now()
	out, err := exec.Command("scancel", "--batch", "--signal=TERM", name).CombinedOutput()
	require.NoError(t, err, "%s", out)
	s.await("the job does not end", func() bool {
		left, err := exec.Command("squeue", "-h", "-j", name).Output()
		return err != nil || len(strings.TrimSpace(string(left))) == 0
	})
	said, err := os.ReadFile(printed)
	require.NoError(t, err)
	t.Logf("after %v: %s", time.Since(start), said)
	require.Contains(t, string(said), "6 ranks")
	r, _, err := acceptance.ReadReport(s.gomarmot, filepath.Join(dir, "run.log"))
	require.NoError(t, err)
	for _, e := range r.Ends {
		require.Equal(t, report.Killed, e.How)
		require.NotEmpty(t, e.Host)
	}
}

// TestSrunInterrupted: Ctrl-C twice within a second ends the job on all nodes, and
// the report is printed.
func TestSrunInterrupted(t *testing.T) {
	s := hosts(t)
	s.slurm()
	c := s.openMPI()
	bin := s.build(c, "acceptance", "hosts", "testdata", "work.c")
	dir := s.folder()
	r := s.start(c, job{raw: append([]string{s.gomarmot, "run", "--"}, append(append([]string{}, c.Mpiexec...), "-n", "3", bin, dir)...), dir: dir})
	s.await("the job does not start", func() bool { return toldBy(dir, 3) })
	require.NoError(t, r.cmd.Process.Signal(syscall.SIGINT))
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, r.cmd.Process.Signal(syscall.SIGINT))
	o := r.wait()
	require.False(t, o.TimedOut, o.Output)
	require.Equal(t, 130, o.Exit, o.Output)
	require.Contains(t, o.Output, "3 ranks")
	for _, n := range nodes {
		s.await("ranks live on", func() bool {
			out, err := s.do("agent", n, "pgrep -x work || :")
			return err == nil && strings.TrimSpace(out) == ""
		})
	}
}

// toldBy reports whether each rank of testdata/work.c has counted at least 100 rounds.
func toldBy(dir string, ranks int) bool {
	for rank := range ranks {
		if told(dir, rank) < 100 {
			return false
		}
	}
	return true
}
