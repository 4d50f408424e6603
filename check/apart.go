package check

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// Apart says that n processes that were started together do not know about each other, and what to do.
func Apart(n int) (text, fix string) {
	return fmt.Sprintf("there were %d jobs of one rank each: the ranks do not know about each other", n),
		"use the launcher of the MPI that the program is linked to"
}

// weighLaunch notes it as missing evidence if the launcher started each rank as a job of its own.
func (j *Job) weighLaunch() {
	h := j.Log.Apart()
	if h == nil {
		return
	}
	text, fix := Apart(h.Launch.Size)
	launcher := launcherOf(h.Launch)
	if launcher == ofSlurm {
		fix += ", or srun --mpi=TYPE with a type that this MPI supports"
	}
	j.Apart = true
	j.lack("%s (launcher of %s, which says %s=%d; program of %s, which says rank 0 of 1); %s", text,
		launcher, h.Launch.Variable, h.Launch.Size, LibraryName(h.Library), fix)
}

const ofSlurm = "Slurm"

// launcherOf names whose launcher started a process.
func launcherOf(l *segment.Launch) string {
	switch {
	case strings.HasPrefix(l.By, "slurm"):
		return ofSlurm
	case strings.HasPrefix(l.Variable, "OMPI"):
		return "Open MPI"
	}
	return "MPICH's family"
}

// LibraryName shortens the text of MPI_Get_library_version to name and version:
// "Open MPI 4.1.4", "MPICH 4.0.2".
func LibraryName(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if v, ok := strings.CutPrefix(line, "MPICH Version:"); ok {
		return "MPICH " + strings.TrimSpace(v)
	}
	line, _, _ = strings.Cut(line, ",")
	return strings.TrimSpace(strings.Replace(line, "Open MPI v", "Open MPI ", 1))
}
