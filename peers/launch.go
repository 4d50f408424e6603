package peers

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// CourierName is the program that carries messages. It is beside libgomarmot.so.
const CourierName = "gomarmot-courier"

// sizes are the environment variables by which launchers tell how many processes they have started.
var sizes = []string{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE", "FLUX_JOB_SIZE"}

// Launched is how many processes an MPI launcher has started; 1: there is no launcher.
func Launched() int {
	for _, v := range sizes {
		if n, err := strconv.Atoi(os.Getenv(v)); err == nil && n > 0 {
			return n
		}
	}
	if os.Getenv("PMIX_RANK") != "" || os.Getenv("PMI_RANK") != "" { // srun
		for _, v := range []string{"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"} {
			if n, err := strconv.Atoi(os.Getenv(v)); err == nil && n > 0 {
				return n
			}
		}
	}
	return 1
}

// Become replaces this process by its courier, which starts the same command again as its child. named is the path
// of the MPI library; "" to look for the launcher's library. Become returns only if it fails.
func Become(courier, named string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	libraries := named
	if libraries == "" {
		libraries = strings.Join(candidates(), ":")
	}
	args := append([]string{CourierName, libraries, self}, os.Args[1:]...)
	err = unix.Exec(courier, args, environment())
	return fmt.Errorf("%s: %w; run gomarmot report without mpiexec, or install gomarmot as a whole", courier, err)
}

// environment is the environment of the courier: without libgomarmot.so, which would record the courier's MPI
// calls.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(s string) bool {
		return strings.HasPrefix(s, "LD_PRELOAD=") && strings.Contains(s, "libgomarmot")
	})
}

// candidates are paths and names of MPI libraries to try, in this order: in the installation of the launcher, in
// Intel MPI's, and in the loader's directories.
func candidates() []string {
	openMPI, mpich := []string{"libmpi.so.40"}, []string{"libmpich.so.12", "libmpi.so.12", "libmpi_cray.so.12"}
	var names []string
	switch {
	case os.Getenv("OMPI_COMM_WORLD_SIZE") != "":
		names = openMPI
	case os.Getenv("PMI_RANK") != "" && os.Getenv("PMIX_RANK") == "":
		names = mpich
	default:
		names = append(openMPI, mpich...)
	}
	var dirs []string
	if p := os.Getenv("OPAL_PREFIX"); p != "" {
		dirs = append(dirs, filepath.Join(p, "lib"))
	}
	if launcher, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", os.Getppid())); err == nil {
		prefix := filepath.Dir(filepath.Dir(launcher))
		dirs = append(dirs, filepath.Join(prefix, "lib"), filepath.Join(prefix, "lib64"))
	}
	if p := os.Getenv("I_MPI_ROOT"); p != "" {
		dirs = append(dirs, filepath.Join(p, "lib"), filepath.Join(p, "lib", "release"))
	}
	var out []string
	for _, d := range dirs {
		for _, n := range names {
			if path := filepath.Join(d, n); !strings.Contains(path, ":") && isFile(path) {
				out = append(out, path)
			}
		}
	}
	return append(append(out, names...), "libmpi.so")
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
