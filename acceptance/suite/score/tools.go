package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/acceptance/suite"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// tool is a checker.
type tool struct {
	name, doc string
	lines     bool            // it names lines
	mpi       *acceptance.MPI // nil: it does not run programs
	judge     func(t *tool, root, dir string, p *suite.Program) (verdict, error)
}

var tools = []tool{
	{"gomarmot-openmpi", "gomarmot, under Open MPI", true, &acceptance.MPIs[0], byGomarmot},
	{"gomarmot-mpich", "gomarmot, under MPICH", true, &acceptance.MPIs[1], byGomarmot},
	{"openmpi", "Open MPI's own checks", false, &acceptance.MPIs[0], byMPI},
	{"mpich", "MPICH's own checks", false, &acceptance.MPIs[1], byMPI},
	{"clang-tidy", "clang-tidy and the Clang analyzer", true, nil, byClang},
}

func toolNames() []string {
	var out []string
	for _, t := range tools {
		out = append(out, t.name)
	}
	return out
}

// runFor is how long a program may run; one that does not end by itself has less.
const runFor, hangFor = 2 * time.Minute, 15 * time.Second

// launch compiles a program and runs it. still: it is ended when it stands still,
// which only a log tells.
func launch(t *tool, root, dir, preload string, p *suite.Program, env ...string) (acceptance.Outcome, error) {
	program, err := acceptance.Load(filepath.Join(root, p.Path))
	if err != nil {
		return acceptance.Outcome{}, err
	}
	l := acceptance.Launch{Args: p.Args, Ranks: p.Ranks, Dir: dir, Preload: preload, Timeout: runFor, Env: append(env, p.Env...)}
	if !p.Ends {
		l.Timeout = hangFor
		if preload != "" {
			l.Still = 3 * time.Second
		}
	}
	if p.Language == "Python" {
		l.Binary, l.Args = "/usr/bin/python3", append([]string{program.Path}, l.Args...)
		if t.mpi.Name != "openmpi" {
			return acceptance.Outcome{}, errors.New("the mpi4py of Debian is for Open MPI")
		}
	} else {
		l.Binary = filepath.Join(dir, "program")
		if err := t.mpi.Compile(program.Path, l.Binary, program.Flags...); err != nil {
			return acceptance.Outcome{}, err
		}
	}
	return t.mpi.Run(l), nil
}

func byGomarmot(t *tool, root, dir string, p *suite.Program) (verdict, error) {
	out, err := launch(t, root, dir, filepath.Join(root, "build", "libgomarmot.so"), p, "GOMARMOT_LIVE=0", "GOMARMOT_SUMMARY=0")
	if err != nil {
		return verdict{}, err
	}
	r, _, err := acceptance.ReadReport(filepath.Join(root, "build", "gomarmot"), filepath.Join(dir, logdir.Default))
	if err != nil {
		return verdict{}, fmt.Errorf("%w; the program printed:\n%s", err, out.Output)
	}
	var v verdict
	v.add(r.Findings, filepath.Base(p.Path))
	return v, nil
}

// add adds findings. What gomarmot says of itself is not one.
func (v *verdict) add(fs []report.Finding, file string) {
	for _, f := range fs {
		if !strings.HasPrefix(f.RuleID, "TOOL") {
			v.said = true
			v.words += f.RuleID + " "
			for _, s := range f.Sites {
				if filepath.Base(s.File) == file {
					v.lines = append(v.lines, s.Line)
				}
			}
		}
		v.add(f.Consequences, file)
	}
}

// complaints are how an MPI says that a call is wrong. A program that hangs or
// crashes without that has not been told anything.
var complaints = map[string]*regexp.Regexp{
	"openmpi": regexp.MustCompile(`\*\*\* An error occurred in (\w+)|MPI_ERR_\w+`),
	"mpich":   regexp.MustCompile(`Fatal error in (\w+)|internal_\w+\(|PMPI_\w+\(\d+\)`),
}

// byMPI runs the program with all checks of arguments that the MPI can be told to do.
func byMPI(t *tool, root, dir string, p *suite.Program) (verdict, error) {
	out, err := launch(t, root, dir, "", p, "OMPI_MCA_mpi_param_check=1", "MPIR_CVAR_ERROR_CHECKING=1")
	if err != nil {
		return verdict{}, err
	}
	said := complaints[t.mpi.Name].FindString(out.Output)
	return verdict{said: said != "", words: said}, nil
}

var clangLine = regexp.MustCompile(`(?m)^([^:\n]+):(\d+):\d+: (?:warning|error): .* \[([\w.,-]+)\]$`)

// byClang reads what the checks for MPI say of the source.
func byClang(_ *tool, root, _ string, p *suite.Program) (verdict, error) {
	if p.Language != "C" {
		return verdict{}, errors.New("it reads C and C++")
	}
	include, err := exec.Command("mpicc.openmpi", "--showme:compile").Output()
	if err != nil {
		return verdict{}, fmt.Errorf("mpicc.openmpi: %w", err)
	}
	args := []string{"--quiet", "-checks=-*,mpi-*,clang-analyzer-optin.mpi.*", filepath.Join(root, p.Path), "--", "-std=gnu11"}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("clang-tidy", append(args, strings.Fields(string(include))...)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return verdict{}, fmt.Errorf("clang-tidy: %w: %s", err, stderr.String())
	}
	var v verdict
	for _, m := range clangLine.FindAllStringSubmatch(stdout.String(), -1) {
		if strings.HasPrefix(m[3], "clang-diagnostic") {
			continue // the compiler's own
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return v, err
		}
		v.said = true
		v.lines = append(v.lines, n)
		v.words += m[3] + " "
	}
	slices.Sort(v.lines)
	return v, nil
}
