// Package settings lists the environment variables that a recorded run reads, in
// a single table; gomarmot help environment prints it.
package settings

import "strconv"

// Setting is one environment variable.
type Setting struct {
	Name    string
	Default string
	Meaning string
}

// All lists the settings.
var All = []Setting{
	{"GOMARMOT_LOG", "run.log", "path of the log; its segments go into the directory of that name with .d appended. %h stands for the host, %r for the rank, %% for %"},
	{"GOMARMOT_JOB", "", "names the job, the same on all ranks and different for each run, if no launcher does; gomarmot run sets it"},
	{"GOMARMOT_NODE_LOG", "0", "1: the ranks of a node log to one file, and their rings are on a file system of the node; 0: each rank has files of its own"},
	{"GOMARMOT_NODE_DIR", "", "with GOMARMOT_NODE_LOG, a directory of the node for the rings; by default $TMPDIR, /tmp or /dev/shm, the first that is not on a network file system"},
	{"GOMARMOT_RING_SLOTS", "16384", "slots of 64 bytes in each thread's ring"},
	{"GOMARMOT_WATCH", "all", "which calls are recorded, besides those that create and free objects: names separated by commas out of rma (windows), " +
		"io (files), messages (point-to-point communication and requests), collectives, objects (calls that only look at an object)"},
	{"GOMARMOT_LIVE", "1", "0: no findings on the error stream while the program runs"},
	{"GOMARMOT_LIVE_MAX", "20", "how many findings each rank prints while the program runs"},
	{"GOMARMOT_SUMMARY", "1", "0: no summary at MPI_Finalize"},
	{"GOMARMOT_CHECK", "", "end: rank 0 checks the whole log in MPI_Finalize, however long it is, and prints what it finds; by default it does so up to 3 million records"},
	{"GOMARMOT_CHECK_TIME", "60", "with GOMARMOT_CHECK=end, how many seconds the check may take"},
	{"GOMARMOT_DIGEST", "64K", "size up to which a buffer that is sent, or written by split collective I/O, is read completely to see whether it " +
		"changed before the operation was complete (RACE006, SPLIT009); larger buffers are sampled; off: not at all. If it is set, all that is sent is looked at; if not, as much as takes 1/128 of the run's time"},
	{"GOMARMOT_ACCESS", "1", "0: do not record the loads and stores of a program that gomarmot cc has compiled"},
	{"GOMARMOT_HEAP", "0", "1: gomarmot run watches the program's heap, as with --heap; else it is watched if libgomarmot-heap.so is preloaded and this is not 0"},
	{"GOMARMOT_STACKS", "1", "0: for calls made by libraries, do not find out where the program called the library"},
	{"GOMARMOT_PYTHON", "1", "0: do not ask a Python interpreter for the lines of scripts"},
	{"GOMARMOT_PEDANTIC", "0", "1: also apply the pedantic rules, advice that many correct programs ignore; gomarmot rules marks them"},
	{"GOMARMOT_MEMORY", "0", "how many MB of objects gomarmot may keep while it reads a log; 0: in proportion to the files of the log"},
	{"GOMARMOT_DISABLE", "0", "1: record nothing"},
}

// On reports whether a value switches on a setting that is off by default.
func On(text string) bool { return text != "" && text != "0" }

// Number returns the value of the named setting: text, or the default if text is
// empty or not a number.
func Number(name, text string) int {
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		return n
	}
	for _, s := range All {
		if s.Name == name {
			n, _ := strconv.Atoi(s.Default) // 0 for settings that are not numbers
			return n
		}
	}
	return 0
}
