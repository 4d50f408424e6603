package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/settings"
)

const atEndHelp = `Checks the log in the directory DIR and prints the summary of MPI_Finalize; LOG is
what the user calls the log. Rank 0 starts this command. It checks logs of more than three
million records only with GOMARMOT_CHECK=end.`

// mostUnasked is the largest log, in records, that is checked without GOMARMOT_CHECK=end: about a
// second's work.
const mostUnasked = 3_000_000

// checkCores is how many cores the check at the end of a job uses: more would hardly make it faster, and
// not every batch system keeps a job to its own.
const checkCores = 4

// lastLine says to rank 0 that nothing is missing, as in pmpi/life/atend.c.
const lastLine = "end"

func (a *app) atEndCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "at-end DIR LOG",
		Short:  "check a job inside its MPI_Finalize",
		Long:   atEndHelp,
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			yieldToRanks()
			runtime.GOMAXPROCS(min(runtime.GOMAXPROCS(0), checkCores))
			a.err = io.Discard // rank 0 says how it ended
			a.atEnd(args[0], args[1])
			return nil
		},
	}
}

// yieldToRanks lets this process end together with rank 0, and before any rank if memory is short.
func yieldToRanks() {
	_ = unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0) // else it ends by itself, later
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)       // else the system chooses
}

// atEnd prints the lines of a summary, unprintable characters replaced.
func (a *app) atEnd(dir, log string) {
	lines := summaryOf(dir, "gomarmot report "+foreign.Argument(log))
	for i, l := range lines {
		lines[i] = foreign.Line(strings.ReplaceAll(l, "\n", "; "))
	}
	fmt.Fprintln(a.out, strings.Join(append(lines, lastLine), "\n"))
}

// summaryOf is the summary of the log in a directory, or why there is none; command shows the rest.
func summaryOf(dir, command string) []string {
	if n := unasked(dir); n > mostUnasked {
		return []string{fmt.Sprintf("%d calls recorded, too many to check here; run: %s", n, command)}
	}
	r, err := checkWith(dir, rules.Select(settings.On(os.Getenv(settings.Pedantic))), check.Options{GoesOn: true})
	if err != nil {
		return []string{err.Error()}
	}
	return append(report.Summary(r), "details: "+command)
}

// unasked is the number of records of a log if the user has not asked for its check; 0 if so.
func unasked(dir string) uint64 {
	if os.Getenv(settings.Check) == "end" {
		return 0
	}
	return logdir.Records(dir)
}
