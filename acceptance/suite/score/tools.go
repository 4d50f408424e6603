package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/acceptance/suite"
	"github.com/gomarmot/gomarmot/launch"
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
	{"valgrind", "Valgrind with its wrappers of MPI, under Open MPI", true, &acceptance.MPIs[0], byValgrind},
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

// launch is how a program is run in a folder: compiled, or as a script. More flags for
// the compiler come last.
func (t *tool) launch(root, dir string, p *suite.Program, accesses bool, flags ...string) (acceptance.Launch, error) {
	program, err := acceptance.Load(filepath.Join(root, p.Path))
	l := acceptance.Launch{Args: p.Args, Ranks: p.Ranks, Dir: dir, Timeout: runFor, Env: p.Env}
	if err != nil {
		return l, err
	}
	if !p.Ends {
		l.Timeout = hangFor
	}
	if p.Language == "Python" {
		if t.mpi.Name != "openmpi" {
			return l, errors.New("the mpi4py of Debian is for Open MPI")
		}
		l.Binary, l.Args = "/usr/bin/python3", append([]string{program.Path}, l.Args...)
		return l, nil
	}
	program.Flags = append(program.Flags, flags...)
	if !accesses {
		program.How = "" // gomarmot's own way to compile
	}
	l.Binary, err = acceptance.NewRecorder(root, dir, nil).Binary(t.mpi, program)
	return l, err
}

func byGomarmot(t *tool, root, dir string, p *suite.Program) (verdict, error) {
	l, err := t.launch(root, dir, p, true)
	if err != nil {
		return verdict{}, err
	}
	l.Preload = filepath.Join(root, "build", "libgomarmot.so")
	if p.Heap {
		if l.Preload, err = launch.WithHeap(l.Preload); err != nil {
			return verdict{}, err
		}
	}
	l.Env = append([]string{"GOMARMOT_LIVE=0", "GOMARMOT_SUMMARY=0"}, l.Env...)
	if !p.Ends {
		l.Still = 3 * time.Second // which its log tells
	}
	out := t.mpi.Run(l)
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
	"openmpi": regexp.MustCompile(`\*\*\* An error occurred in \w+|\*\*\* The \w+\(\) function was called (before|after) MPI_\w+|\bMPI_ERR_\w+`),
	"mpich":   regexp.MustCompile(`Fatal error in \w+|\b(internal|P?MPI)_\w+\(\d+\)\.*: |Attempting to use an MPI routine \(\w+\) before initializing or after finalizing`),
}

// complaint is what an MPI says about a program in its output; "" if nothing.
func complaint(m *acceptance.MPI, output string) string { return complaints[m.Name].FindString(output) }

// garbled is what Open MPI 4.1's launcher prints, in one of some runs, instead of the
// message that a rank has sent to it.
var garbled = regexp.MustCompile(`ORTE_ERROR_LOG: .* in file \S*show_help\.c`)

// legible runs a program until what the MPI says about it can be read.
func legible(m *acceptance.MPI, l acceptance.Launch) acceptance.Outcome {
	out := m.Run(l)
	for try := 1; try < 10 && garbled.MatchString(out.Output); try++ {
		out = m.Run(l)
	}
	return out
}

// byMPI runs the program with all checks of arguments that the MPI can be told to do.
func byMPI(t *tool, root, dir string, p *suite.Program) (verdict, error) {
	l, err := t.launch(root, dir, p, false)
	if err != nil {
		return verdict{}, err
	}
	l.Env = append([]string{"OMPI_MCA_mpi_param_check=1", "MPIR_CVAR_ERROR_CHECKING=1"}, l.Env...)
	out := legible(t.mpi, l)
	if said := complaint(t.mpi, out.Output); said != "" {
		return verdict{said: true, words: said}, nil
	}
	// For the reader of score.json, who may find that this was a complaint.
	return verdict{words: "nothing: " + strings.TrimSpace(out.Output[:min(len(out.Output), 500)])}, nil
}

// wrappers are Valgrind's, with which it knows what MPI calls read and write.
const wrappers = "/usr/lib/x86_64-linux-gnu/valgrind/libmpiwrap-amd64-linux.so"

// suppressions are Open MPI's, for what it does itself.
const suppressions = "/usr/share/openmpi/openmpi-valgrind.supp"

// byValgrind counts errors that have a line of the program on their stack: others
// are about Open MPI itself.
func byValgrind(t *tool, root, dir string, p *suite.Program) (verdict, error) {
	if p.Language == "Python" {
		return verdict{}, errors.New("it would check Python itself")
	}
	for _, file := range []string{wrappers, suppressions} {
		if _, err := os.Stat(file); err != nil {
			return verdict{}, fmt.Errorf("make deps-score: %w", err)
		}
	}
	// Linked, not preloaded: the launcher and valgrind itself would have them, too, and they
	// load only beside MPI.
	l, err := t.launch(root, dir, p, false, "-Wl,--no-as-needed", wrappers)
	if err != nil {
		return verdict{}, err
	}
	l.Args = append([]string{"--quiet", "--xml=yes", "--xml-file=" + filepath.Join(dir, "valgrind.%p.xml"), "--suppressions=" + suppressions, l.Binary}, l.Args...)
	l.Binary = "valgrind"
	l.Env = append([]string{"MPIWRAP_DEBUG=quiet"}, l.Env...)
	l.Timeout *= 2
	out := t.mpi.Run(l)
	files, err := filepath.Glob(filepath.Join(dir, "valgrind.*.xml"))
	if err != nil {
		return verdict{}, err
	}
	if len(files) == 0 {
		return verdict{}, fmt.Errorf("valgrind left nothing; the program printed:\n%s", out.Output)
	}
	var v verdict
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return v, err
		}
		if err := v.addValgrind(data, filepath.Base(p.Path)); err != nil {
			return v, fmt.Errorf("%s: %w", filepath.Base(f), err)
		}
	}
	return v, nil
}

// valgrindError is one in Valgrind's XML.
type valgrindError struct {
	Kind  string `xml:"kind"`
	Stack []struct {
		Frame []struct {
			File string `xml:"file"`
			Line int    `xml:"line"`
		} `xml:"frame"`
	} `xml:"stack"`
}

// addValgrind adds what one process was told. A process that was killed leaves a
// document without an end.
func (v *verdict) addValgrind(data []byte, file string) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		var torn *xml.SyntaxError
		if errors.Is(err, io.EOF) || errors.As(err, &torn) && strings.Contains(torn.Msg, "unexpected EOF") {
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "error" {
			continue
		}
		var e valgrindError
		if err := d.DecodeElement(&e, &start); err != nil {
			return nil // cut off here
		}
		if len(e.Stack) == 0 || strings.HasPrefix(e.Kind, "Leak_") {
			continue
		}
		for _, f := range e.Stack[0].Frame {
			if f.File == file {
				v.said = true
				v.lines = append(v.lines, f.Line)
				v.words += e.Kind + " "
				break
			}
		}
	}
}

var clangLine = regexp.MustCompile(`(?m)^([^:\n]+):(\d+):\d+: (?:warning|error): .* \[([\w.,-]+)\]$`)

// clangInclude are the options for MPICH's mpi.h, which tells clang what each datatype
// is a type of.
var clangInclude = sync.OnceValues(func() ([]string, error) {
	out, err := exec.Command("mpicc.mpich", "-show").Output()
	if err != nil {
		return nil, fmt.Errorf("mpicc.mpich: %w", err)
	}
	words := strings.Fields(string(out))
	return slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, "-I") }), nil
})

// byClang reads what the checks for MPI say of the source, and clang itself of buffers
// whose datatype is that of another type.
func byClang(_ *tool, root, _ string, p *suite.Program) (verdict, error) {
	if p.Language != "C" {
		return verdict{}, errors.New("it reads C and C++")
	}
	include, err := clangInclude()
	if err != nil {
		return verdict{}, err
	}
	args := append([]string{"--quiet", "-checks=-*,mpi-*,clang-analyzer-optin.mpi.*,clang-diagnostic-type-safety",
		filepath.Join(root, p.Path), "--", "-std=gnu11"}, include...)
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("clang-tidy", args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return verdict{}, fmt.Errorf("clang-tidy: %w: %s", err, stderr.String())
	}
	var v verdict
	for _, m := range clangLine.FindAllStringSubmatch(stdout.String(), -1) {
		if strings.HasPrefix(m[3], "clang-diagnostic") && m[3] != "clang-diagnostic-type-safety" {
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
