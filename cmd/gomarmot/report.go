package main

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/tracker/end"
)

const reportHelp = `Reads the log of a run, finished or not, and prints each broken rule with the
ranks, the source lines and the earlier calls that conflict.

PATH is run.log or the directory run.log.d beside it. If a job crashed
and its ranks logged to their nodes' own disks, pass the directories collected
from all nodes: parts of one run are read as one log, parts of different runs
are refused.

Started by mpiexec or srun, its processes share the work: the first one
prints the report, the others nothing. If one of them dies, a sentence says so,
and there is no report.

-o also writes the report to a file, in the format given by its suffix, and may
be repeated.

Processes started by MPI_Comm_spawn have logs of their own. If the job was
started by gomarmot run, these are checked too: their findings count, and follow
a report that is text; other formats say how to read them. Jobs that one command
has started are compared if MPI_Comm_accept and MPI_Comm_connect have connected
them; name the log of a job that was started otherwise by --with.

Exit code: 0 no finding at or above the level of --fail-on; 1 at least one; 2
the log could not be checked, or only in part because MPI calls are missing (a
rank's log is missing or damaged, or the disk was full; --allow-incomplete makes
it 0), or a file could not be written. That the run hung or was killed does not
make it 2. Suppressed findings and those in the baseline do not count.`

// reportFlags are the flags of the command report.
type reportFlags struct {
	sourceFlags
	format, failOn, baseline string
	site                     string
	files                    []string
	showSuppressed           bool
	allowIncomplete          bool
	mpiLib                   string
	with                     []string
	// how long all ranks must have made no progress to count as a standstill; 0: the default
	still time.Duration
}

func (a *app) reportCommand() *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report PATH...",
		Short: "print what the run at PATH did wrong",
		Long:  reportHelp,
		Example: `  gomarmot report run.log
  gomarmot report -o report.sarif -o report.html run.log
  gomarmot report run.log node17/run.log.d node18/run.log.d
  mpiexec -n 8 gomarmot report run.log`,
		Args: atLeastOne("the path of run.log or run.log.d"),
		RunE: func(_ *cobra.Command, args []string) error { return a.report(args, &f) },
	}
	f.add(c.Flags())
	c.Flags().StringArrayVar(&f.with, "with", nil,
		"compare with the job of the log `PATH`, which was\nconnected with this job; may be repeated")
	c.Flags().StringVar(&f.mpiLib, "mpi-lib", "",
		"under mpiexec: the MPI library is `FILE`, not the\nlauncher's own one")
	c.Flags().DurationVar(&f.still, "hang-after", end.DefaultStill,
		"warn of ranks that polled in vain, if none had\nmade progress for `DURATION`")
	return c
}

func (f *reportFlags) add(flags *pflag.FlagSet) {
	names := report.FormatNames()
	flags.StringVar(&f.format, "format", names[0],
		"`FORMAT` of the output, "+names[0]+" by default:\n"+strings.Join(names[:5], ", ")+",\n"+
			strings.Join(names[5:], ", "))
	flags.Lookup("format").DefValue = "" // the line has no room for it
	flags.StringArrayVarP(&f.files, "output", "o", nil,
		"also write `FILE`; format by suffix:\n"+strings.Join(report.Suffixes(), " "))
	flags.StringVar(&f.failOn, "fail-on", failLevels[0].name,
		"lowest `LEVEL` that makes the exit code 1:\n"+levelNames(", "))
	flags.StringVar(&f.baseline, "baseline", "",
		"count only findings that are not in `FILE`, which\ngomarmot baseline writes")
	flags.StringVar(&f.site, "site", "", "link rules to the pages of make site at `URL`")
	flags.BoolVar(&f.showSuppressed, "show-suppressed", false, "list suppressed findings too")
	flags.BoolVar(&f.allowIncomplete, "allow-incomplete", false,
		"exit code 0, not 2, if no finding counts but MPI\ncalls are missing from the log")
	f.sourceFlags.add(flags)
}

// reporting is the report that the flags request, with the files that they name already read.
type reporting struct {
	format  *report.Format
	outputs []output
	gate    *gate
	opt     report.Options
	still   time.Duration
	later   bool                                    // the report is made some time after the run
	also    func([]*rules.Finding) []*rules.Finding // see check.Options
	said    []string                                // sentences to add to the coverage
	command []string                                // that has started the run; nil: not known
	repeat  string                                  // see report.Report.RepeatedBy
	failed  bool                                    // the command failed with an exit status that the program chose
	others  []string                                // the logs of other jobs that this command has started
	with    []string                                // the logs of other jobs that the job may be linked with
	peers   check.Peers                             // nil: there are no others
	gpu     bool                                    // gomarmot run --gpu
}

func (f *reportFlags) prepare() (*reporting, error) {
	if err := notNegative("hang-after", f.still); err != nil {
		return nil, err
	}
	p := &reporting{still: f.still,
		opt: report.Options{Rules: f.rules(), ShowSuppressed: f.showSuppressed, AllowIncomplete: f.allowIncomplete,
			Version: versionName()}}
	var err error
	if p.format, err = report.FormatByName(f.format); err != nil {
		return nil, err
	}
	if p.opt.FailOn, err = failLevel(f.failOn); err != nil {
		return nil, err
	}
	if p.outputs, err = newOutputs(f.files); err != nil {
		return nil, err
	}
	if p.gate, err = newGate(&f.sourceFlags, f.baseline); err != nil {
		return nil, err
	}
	p.opt.Dir = p.gate.root
	if p.opt.Site, err = siteAddress(f.site); err != nil {
		return nil, err
	}
	return p, nil
}

// siteAddress checks the address of the pages on rules.
func siteAddress(site string) (string, error) {
	u, err := url.Parse(site)
	if err != nil || site != "" && !slices.Contains([]string{"http", "https", "file"}, u.Scheme) {
		return "", fmt.Errorf("--site: %q does not begin with https://, http:// or file:///", site)
	}
	return site, nil
}

// report checks a log, writes the files and prints the result.
func (a *app) report(paths []string, f *reportFlags) error {
	others, err := a.join(f.mpiLib)
	if err != nil {
		return err
	}
	if others != nil && others.Rank() > 0 {
		return check.Serve(paths[0], f.rules(), check.Options{More: paths[1:], Peers: others})
	}
	p, err := f.prepare()
	if err != nil {
		return err
	}
	p.later, p.with = true, f.with
	if others != nil && !timed(p.format, p.outputs) {
		p.peers = others
	}
	return a.tellAll(a.out, paths, p)
}

// tell checks a log and writes the report to w and to the files.
func (a *app) tell(w io.Writer, path string, p *reporting) error {
	return a.tellAll(w, []string{path}, p)
}

// tellAll is tell for the directories of a run.
func (a *app) tellAll(w io.Writer, paths []string, p *reporting) error {
	var beside []string
	if p.later {
		beside = logdir.Beside(paths[0])
	}
	others := slices.Concat(logdir.MayBeSpawnedBy(paths[0]), p.others, p.with, beside)
	r, err := a.check(paths, p.opt.Rules, check.Options{Timed: timed(p.format, p.outputs), Still: p.still,
		Later: p.later, Peers: p.peers, Also: p.also, Others: others})
	if err != nil {
		return err
	}
	p.gate.apply(r)
	r.StartedBy(p.command)
	r.RepeatedBy(p.repeat)
	if p.failed && len(p.others) == 0 { // else it may have been another job
		r.Failed()
	}
	more := a.further(r, paths, p)
	r.Coverage = append(append(r.Coverage, see(more)...), p.said...)
	if p.gpu && !r.OnGPU() {
		r.Coverage = append(r.Coverage, noWork(p.command))
	}
	for _, o := range p.outputs {
		if err := o.write(r, p.opt); err != nil {
			return err
		}
	}
	if err := p.format.Write(w, r, a.dress(p.opt, w)); err != nil {
		return err
	}
	if a.code = exitCode(r, p.opt); a.code == exitFailed {
		a.failUnseen(r)
	}
	a.noteBeside(r, beside)
	return a.tellMore(w, more, p)
}

// failUnseen says why a report that found nothing is not clean.
func (a *app) failUnseen(r *report.Report) {
	a.fail(fmt.Sprintf("%s; MPI calls are missing from the log, so this is not a clean result; "+
		"restore what is missing or run again (--allow-incomplete accepts it)", r.FirstUnseen()))
}

// timed reports whether a requested format draws the timeline.
func timed(f *report.Format, files []output) bool {
	return f.Timed() || slices.ContainsFunc(files, func(o output) bool { return o.format.Timed() })
}

// output is a report in a file.
type output struct {
	file   string
	format *report.Format
}

func newOutputs(files []string) ([]output, error) {
	var out []output
	for _, file := range files {
		f, err := report.FormatByFile(file)
		if err != nil {
			return nil, err
		}
		out = append(out, output{file, f})
	}
	return out, nil
}

func (o output) write(r *report.Report, opt report.Options) error {
	var b bytes.Buffer
	if err := o.format.Write(&b, r, opt); err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	return writeFile(o.file, b.Bytes())
}
