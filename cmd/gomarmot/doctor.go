package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/words"
)

const doctorHelp = `Finds out what keeps gomarmot from watching a program. It checks that the
library is installed and loads and that the log can be written, and explains
the settings in the environment. Given a command, it also checks which MPI the
launcher and the program belong to, and whether the library can be preloaded
into the program and the program has line numbers; then it runs the command for
a short time, to see whether its MPI calls are recorded. The program's output
is not shown, and its log is removed afterwards.

Exit code: 0 no problem (there may be warnings); 1 at least one problem, each
with its fix; 2 the command line is wrong or nothing could be checked.`

// doctorFlags are the flags of the command doctor.
type doctorFlags struct {
	log    string
	time   time.Duration
	static bool
	gpu    bool
}

func (a *app) doctorCommand() *cobra.Command {
	var f doctorFlags
	c := &cobra.Command{
		Use:   "doctor [flags] [-- COMMAND [ARGUMENT]...]",
		Short: "find out why a program is not watched",
		Long:  doctorHelp,
		Example: `  gomarmot doctor
  gomarmot doctor -- mpiexec -n 4 ./app`,
		DisableFlagsInUseLine: true,
		RunE:                  func(_ *cobra.Command, args []string) error { return a.doctor(args, &f) },
	}
	c.Flags().SetInterspersed(false) // the rest are the command's own flags
	c.Flags().StringVar(&f.log, "log", "",
		"check that the log can be written to `PATH`\n(default: $GOMARMOT_LOG, or run.log)")
	c.Flags().DurationVar(&f.time, "time", 20*time.Second, "end the command after `DURATION`")
	c.Flags().BoolVar(&f.gpu, "gpu", false, "also check whether work on GPUs can be watched")
	c.Flags().BoolVar(&f.static, "no-run", false, "do not run the command")
	return c
}

// grade is the result of a check, from good to bad.
type grade int

const (
	fine grade = iota
	hint
	warning
	problem
)

var gradeNames = [...]string{"ok", "note", "warning", "problem"}

// diagnosis is the doctor's statement on a part of the setup.
type diagnosis struct {
	grade     grade
	what      string // "library", "log", ...
	text, fix string
}

// doctor collects the results of its checks.
type doctor struct {
	library string // "" if there is none that can be used
	log     string
	gpu     string // the library that watches work on GPUs with CUDA; "": this is not asked for
	hip     string // the library that watches work on GPUs with HIP
	found   []diagnosis
}

func (d *doctor) say(g grade, what, text, fix string) {
	d.found = append(d.found, diagnosis{g, what, text, fix})
}

func (a *app) doctor(command []string, f *doctorFlags) error {
	if f.time <= 0 {
		return errors.New("--time must be a positive duration, such as 20s")
	}
	d := &doctor{}
	d.installation()
	if f.gpu {
		d.findGPU()
	}
	d.logFolder(f.log)
	d.settings(os.Environ())
	if len(command) > 0 {
		launcher, program := d.command(command)
		if d.library != "" && d.log != "" && !f.static && !d.hopeless() {
			if err := d.observe(command, launcher, program, f.time); err != nil {
				return err
			}
		}
	}
	return a.tellDoctor(d)
}

// hopeless reports whether running the command would tell us nothing more.
func (d *doctor) hopeless() bool {
	for _, f := range d.found {
		if f.grade == problem && (f.what == "program" || f.what == "command" || f.what == "log") {
			return true
		}
	}
	return false
}

// tellDoctor prints a table and a closing sentence.
func (a *app) tellDoctor(d *doctor) error {
	var rows [][]string
	count := map[grade]int{}
	for _, f := range d.found {
		text := foreign.Text(f.text)
		if f.fix != "" {
			text += "\nFix: " + foreign.Text(f.fix)
		}
		rows = append(rows, []string{gradeNames[f.grade], f.what, text})
		count[f.grade]++
	}
	width := a.textOptions(a.out).Width
	if width == 0 {
		width = 80
	}
	if err := report.Table(a.out, width, []string{"state", "what", "finding"}, rows); err != nil {
		return err
	}
	var parts []string
	for _, g := range []grade{problem, warning} {
		if n := count[g]; n > 0 {
			parts = append(parts, words.Count(n, gradeNames[g]))
		}
	}
	if len(parts) == 0 {
		parts = []string{"all is well"}
	}
	if count[problem] > 0 {
		a.code = exitFindings
	}
	_, err := fmt.Fprintf(a.out, "\ngomarmot: %s.\n", strings.Join(parts, ", "))
	return err
}

// command checks the launcher and the program of a command line.
func (d *doctor) command(command []string) (launch.Launcher, *launch.Program) {
	if _, err := launch.LookUp(command[0]); err != nil {
		d.say(problem, "command", err.Error(), "write the command as in a shell, such as -- mpiexec -n 4 ./app")
		return launch.Launcher{}, nil
	}
	l := launch.Detect(command[0], launch.Version)
	switch doubt := l.Doubt(command); {
	case doubt != "":
		d.say(warning, "launcher", doubt, "if no calls are seen below, use the MPI library's own launcher, or set "+
			"LD_PRELOAD for the ranks with the launcher's flag for variables")
	case l.Name != "":
		d.say(fine, "launcher", command[0]+" is "+l.Name, "")
	}
	known := l.Name != "" || launch.Generic(command[0])
	path := launch.FindProgram(command, known)
	if path == "" {
		d.say(hint, "program", "the command names no executable program to check; "+
			"programs started by a script are seen when it runs", "")
		return l, nil
	}
	p, err := launch.Inspect(path)
	if err != nil {
		d.say(problem, "program", err.Error(), "name a program for this machine")
		return l, nil
	}
	d.program(p, l)
	return l, p
}
