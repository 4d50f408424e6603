// Package settings lists the environment variables that a recorded run reads, in
// a single table; gomarmot help environment prints it.
package settings

import "strconv"

// Setting is an environment variable.
type Setting struct {
	Name    string
	Default string
	Meaning string
}

// The names of the settings.
const (
	Log       = "GOMARMOT_LOG"
	Job       = "GOMARMOT_JOB"
	RingSlots = "GOMARMOT_RING_SLOTS"
	Watch     = "GOMARMOT_WATCH"
	Live      = "GOMARMOT_LIVE"
	LiveMax   = "GOMARMOT_LIVE_MAX"
	Summary   = "GOMARMOT_SUMMARY"
	Check     = "GOMARMOT_CHECK"
	CheckTime = "GOMARMOT_CHECK_TIME"
	Digest    = "GOMARMOT_DIGEST"
	Access    = "GOMARMOT_ACCESS"
	Heap      = "GOMARMOT_HEAP"
	Stacks    = "GOMARMOT_STACKS"
	Python    = "GOMARMOT_PYTHON"
	Pedantic  = "GOMARMOT_PEDANTIC"
	Memory    = "GOMARMOT_MEMORY"
	Provoke   = "GOMARMOT_PROVOKE"
	Disable   = "GOMARMOT_DISABLE"
)

// All lists the settings.
var All = []Setting{
	{Log, "run.log", "path of the log; its segments go into the directory of that name with .d appended. %h stands " +
		"for the host, %r for the rank, %% for %"},
	{Job, "", "names the job, the same on all ranks and different for each run, if no launcher does; gomarmot run " +
		"sets it"},
	{RingSlots, "16384", "slots of 64 bytes in each thread's ring"},
	{Watch, "all", "which calls are recorded, besides those that create and free objects: names separated by commas " +
		"out of rma (windows), io (files), messages (point-to-point communication and requests), collectives, " +
		"objects (calls that only look at an object)"},
	{Live, "1", "0: no findings on the error stream while the program runs"},
	{LiveMax, "20", "how many findings each rank prints while the program runs, one for each rule and place"},
	{Summary, "1", "0: no summary at MPI_Finalize"},
	{Check, "", "end: rank 0 checks the whole log in MPI_Finalize, however long it is, and prints what it finds; by " +
		"default it does so up to 3 million records"},
	{CheckTime, "60", "how many seconds the check in MPI_Finalize may take"},
	{Digest, "64K", "size up to which a buffer that is sent, or written by split collective I/O, is read completely " +
		"to see whether it changed before the operation was complete (RACE006, SPLIT009); larger buffers are " +
		"sampled; off: not at all. If it is set, all that is sent is looked at; if not, as much as takes 1/128 of " +
		"the run's time"},
	{Access, "1", "0: do not record the loads and stores of a program that gomarmot cc has compiled"},
	{Heap, "0", "1: gomarmot run watches the program's heap, as with --heap; else it is watched if " +
		"libgomarmot-heap.so is preloaded and this is not 0"},
	{Stacks, "1", "0: for calls made by libraries, do not find out where the program called the library; all: for " +
		"the program's own calls, find out who called the function they are in"},
	{Python, "1", "0: do not ask a Python interpreter for the lines of scripts"},
	{Pedantic, "0", "1: also apply the pedantic rules, advice that many correct programs ignore; gomarmot rules " +
		"marks them"},
	{Memory, "0", "how many MB of objects gomarmot may keep while it reads a log; 0: in proportion to the files of " +
		"the log"},
	{Provoke, "", "path of a plan that gomarmot provoke has written: the ranks do what it says, which the standard " +
		"allows and a plain run did not show"},
	{Disable, "0", "1: record nothing"},
}

// AllStacks is the value of GOMARMOT_STACKS that also records who called the function that makes an MPI call.
const AllStacks = "all"

// On reports whether a value switches on a setting that is off by default.
func On(text string) bool { return text != "" && text != "0" }

// Switch returns the value that switches a setting on or off.
func Switch(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// Natural reads a number that is not negative.
func Natural(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0
}

// Number returns the value of the named setting: text, or the default if text is
// empty or not a number.
func Number(name, text string) int {
	if n, ok := Natural(text); ok {
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
