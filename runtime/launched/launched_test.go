package launched

import (
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// process is a process of a table, in which each process is the child of the next.
type process struct {
	name string
	env  string // with spaces between the variables; "-": another user owns it
	maps string
}

// table is the file system /proc of some processes, the first of which has the number 100.
func table(processes ...process) fstest.MapFS {
	proc := fstest.MapFS{}
	for i, p := range processes {
		dir := strconv.Itoa(100+i) + "/"
		proc[dir+"comm"] = &fstest.MapFile{Data: []byte(p.name + "\n")}
		proc[dir+"maps"] = &fstest.MapFile{Data: []byte("7f00-7f01 r-xp 0 08:01 1 /usr/lib/libc.so.6\n" + p.maps)}
		proc[dir+"stat"] = &fstest.MapFile{Data: []byte(strconv.Itoa(100+i) + " (a) b) S " + strconv.Itoa(101+i) +
			strings.Repeat(" 7", 17) + " " + strconv.Itoa(5000+i) + " 7\n")}
		if p.env != "-" {
			proc[dir+"environ"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(p.env, " ", "\x00") + "\x00")}
		}
	}
	return proc
}

// TestFind: Find believes a launcher's claim to have started several processes, unless an MPI program started this
// process.
func TestFind(t *testing.T) {
	const (
		ompi  = "HOME=/ OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=1"
		pmi   = "PMI_SIZE=4 PMI_RANK=2"
		slurm = "SLURM_STEP_NUM_TASKS=8 SLURM_PROCID=7"
		mpi   = "7f01-7f02 r-xp 0 08:01 1 /usr/lib/x86_64-linux-gnu/libmpi.so.40.30.4\n"
	)
	app := func(env string) process { return process{"app", env, mpi} }
	orte, hydra, stepd := process{name: "orterun"}, process{name: "hydra_pmi_proxy"}, process{name: "slurmstepd", env: "-"}
	for name, c := range map[string]struct {
		proc fstest.MapFS
		want *segment.Launch
	}{
		"Open MPI": {table(app(ompi), orte),
			&segment.Launch{Variable: "OMPI_COMM_WORLD_SIZE", Size: 3, Rank: 1, By: "orterun", Parent: "101 5001"}},
		"MPICH": {table(app(pmi), hydra),
			&segment.Launch{Variable: "PMI_SIZE", Size: 4, Rank: 2, By: "hydra_pmi_proxy", Parent: "101 5001"}},
		"Slurm": {table(app(slurm), stepd),
			&segment.Launch{Variable: "SLURM_STEP_NUM_TASKS", Size: 8, Rank: 7, By: "slurmstepd", Parent: "101 5001"}},
		"mpiexec as a task of Slurm": {
			table(app(ompi+" SLURM_STEP_NUM_TASKS=1"), process{"orted", "SLURM_STEP_NUM_TASKS=1", ""}),
			&segment.Launch{Variable: "OMPI_COMM_WORLD_SIZE", Size: 3, Rank: 1, By: "orted", Parent: "101 5001"}},
		"through scripts": {table(app(ompi), process{"bash", ompi, ""}, process{"numactl", ompi, ""}, orte),
			&segment.Launch{Variable: "OMPI_COMM_WORLD_SIZE", Size: 3, Rank: 1, By: "orterun", Parent: "103 5003", Via: "bash"}},

		"no launcher":           {table(app("HOME=/"), process{name: "bash"}), nil},
		"one process":           {table(app("OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0"), orte), nil},
		"a launcher of one":     {table(app(ompi+" PMI_SIZE=1 PMI_RANK=0"), hydra), nil},
		"a shell of srun --pty": {table(app(slurm+" SLURM_PTY_PORT=1"), process{"bash", slurm, ""}, stepd), nil},
		"a batch script":        {table(app("SLURM_NTASKS=8 SLURM_PROCID=0"), process{"bash", "SLURM_NTASKS=8", ""}, stepd), nil},
		"below an MPI program":  {table(app(ompi), process{"sh", ompi, ""}, process{"driver", ompi, mpi}, orte), nil},
		"its parent has ended":  {table(app(ompi), process{name: "systemd"}), nil},
		"nonsense":              {table(app("PMI_SIZE=many"), hydra), nil},
		"no such process":       {table(), nil},
		"a shell of a launcher": {table(app(ompi), process{"xterm", ompi, ""}), nil},
	} {
		assert.Equal(t, c.want, Find(c.proc, 100), name)
	}
}
