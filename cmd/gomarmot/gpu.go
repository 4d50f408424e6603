package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/words"
)

// driverName is how the name of CUDA's driver begins, libcuda.so.1.
const driverName = "libcuda.so"

// hipName is how the name of HIP's library begins, libamdhip64.so.6.
const hipName = "libamdhip64.so"

// isHIP reports whether a library is HIP's.
func isHIP(library string) bool { return strings.HasPrefix(library, hipName) }

// isDriver reports whether a library is CUDA's driver.
func isDriver(library string) bool { return strings.HasPrefix(library, driverName) }

// withGPU adds the variables that make CUDA load the library that watches work on GPUs.
func (a *app) withGPU(vars []launch.Var, library string) ([]launch.Var, error) {
	cuda, err := launch.Beside(library, launch.CUDAName)
	if err != nil {
		return nil, err
	}
	if other := otherTool(cuda); other != "" {
		a.note("--gpu: CUDA loads only one tool, and not %s, which %s names", foreign.Line(other), launch.CUDAVar)
	}
	return append(vars, launch.Var{Name: launch.CUDAVar, Value: cuda}), nil
}

// otherTool returns the library, other than cuda, that CUDA would load; "": none.
func otherTool(cuda string) string {
	other := os.Getenv(launch.CUDAVar)
	if other == cuda {
		return ""
	}
	return other
}

// noWork says that a run with --gpu has recorded no work on GPUs.
func noWork(command []string) string {
	return "--gpu: no work on GPUs was recorded; to find out why, run gomarmot doctor --gpu -- " +
		launch.Quote(nil, command)
}

// findGPU checks the libraries that watch work on GPUs. The ranks look for CUDA's own libraries, and for HIP.
func (d *doctor) findGPU() {
	if d.library == "" {
		return
	}
	cuda, hip := d.beside(launch.CUDAName), d.beside(launch.HIPName)
	if cuda == "" || hip == "" {
		return
	}
	d.gpu, d.hip = cuda, hip
	d.say(fine, "GPU", cuda+" loads, and so does "+launch.HIPName+" beside it", "")
	if other := otherTool(cuda); other != "" {
		d.say(warning, "GPU", launch.CUDAVar+" names "+other+", which CUDA does not load under gomarmot run --gpu",
			"use that tool in another run, and unset "+launch.CUDAVar)
	}
}

// beside returns the path of a library for GPUs beside libgomarmot.so; "" if the library does not load, which it
// reports.
func (d *doctor) beside(name string) string {
	path, err := launch.Beside(d.library, name)
	if err != nil {
		d.say(problem, "GPU", err.Error(), "run make build, or make install")
		return ""
	}
	if !d.loads("GPU", path) {
		return ""
	}
	return path
}

// unrecordedReasons maps messages of ranks that cannot record GPU work, by a part of their text, to a remedy.
var unrecordedReasons = []struct{ message, fix string }{
	{"cannot load libcupti.so", "load the environment module of CUDA's toolkit: the driver alone has no CUPTI"},
	{"another tool uses it", "run without the profiler, or build the program without it: CUPTI serves one tool"},
	{"cannot use CUPTI", "use the libcupti.so that belongs to the driver's version of CUDA"},
}

// reportUnrecorded reports a problem if the text is a message of ranks that cannot record GPU work, and returns
// whether it is.
func (t *trial) reportUnrecorded(text string) bool {
	for _, b := range unrecordedReasons {
		if strings.Contains(text, b.message) {
			t.noCUPTI = true
			t.say(problem, "GPU", "the ranks reported: "+text, b.fix)
			return true
		}
	}
	return false
}

// onGPUs reports whether work on GPUs was recorded, if that was asked for, or what may have prevented it.
func (t *trial) onGPUs(s *trialSummary, l *logdir.Log) {
	switch {
	case t.gpu == "" || t.noCUPTI:
	case s.onGPUs > 0:
		t.say(fine, "GPU", words.Count(s.onGPUs, "record")+" of work on GPUs"+s.withHIP(), "")
	case loaded(l, hipName) && !loaded(l, launch.HIPName):
		t.say(warning, "GPU", "no work on GPUs was recorded: no rank has loaded "+launch.HIPName+", which watches HIP",
			"check that all of LD_PRELOAD reaches the ranks: "+t.hip+":"+t.library)
	case loaded(l, hipName):
		t.say(warning, "GPU", "no work on GPUs was recorded: the program has put none on a stream between MPI_Init "+
			"and MPI_Finalize, or has got HIP's functions from dlsym or hipGetProcAddress",
			"give the program more time, with --time; link "+hipName+" to the program or to the library that uses it")
	case !loaded(l, driverName):
		t.say(warning, "GPU", "no work on GPUs was recorded: no rank has loaded "+driverName+", the driver of CUDA, "+
			"or "+hipName+", HIP",
			"check that the ranks run on a machine with the driver (nvidia-smi, rocm-smi) and that the program uses "+
				"CUDA or HIP in the time that it had (--time)")
	case !loaded(l, launch.CUDAName):
		t.say(warning, "GPU", "no work on GPUs was recorded: the driver of CUDA has not loaded "+launch.CUDAName,
			"check that the program calls CUDA, and that "+launch.CUDAVar+" reaches the ranks: set it to "+t.gpu+
				" with the launcher's own flag")
	default:
		t.say(warning, "GPU", "no work on GPUs was recorded: the program has put none on a stream between MPI_Init "+
			"and MPI_Finalize", "give the program more time, with --time")
	}
}

// withHIP says how many of the records of work on GPUs are of HIP; "": none.
func (s *trialSummary) withHIP() string {
	switch s.onHIP {
	case 0:
		return ""
	case s.onGPUs:
		return " with HIP"
	}
	return fmt.Sprintf(", %s of it with HIP", words.Thousands(s.onHIP))
}

// loaded reports whether a rank has mapped a library, whatever its version.
func loaded(l *logdir.Log, name string) bool {
	return l.HasMapped(func(file string) bool { return strings.HasPrefix(file, name) })
}
