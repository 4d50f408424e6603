package acceptance

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/rankcheck"
)

// Program is a C or Fortran program or Python script with the declarations of its
// comments: how to launch it, and the findings it must have. Fortran's comments begin
// with "!", Python's with "#".
//
//	// gomarmot: ranks=3 hang env=NAME=value args=20
//	// gomarmot: flag=-fopenmp with=parts/writer.c
//	// gomarmot: access=hooks
//	// gomarmot: heap
//	// gomarmot: gpu
//	// gomarmot: provoked=PROV001|PROV003
//	// gomarmot: until=3.1
//	// gomarmot: skip-romio why Open MPI's second I/O component cannot run it
//	// gomarmot: skip-provoked-send why it hangs if MPI waits until messages are received
//	// gomarmot: skip-openmpi-5.0 why this version (or any: skip-openmpi) cannot run it
//	MPI_Win_fence(0, win); // want FENCE001 "start epoch"
type Program struct {
	Path  string
	Ranks int
	Hang  bool // it does not end by itself
	Args  []string
	Env   []string
	Flags []string // for the compiler: options, and further source files
	How   string   // compiled by gomarmot cc in this way; "": by the compiler alone
	Heap  bool     // its heap is watched
	gpu   bool     // it uses the GPU of gputest, and its work there is recorded
	Wants []Want
	// Provoked are the rules that gomarmot provoke finds broken in it, separated by "|": any of them is enough.
	provoked string
	Until    int // the last version of MPI in which it is wrong, 31 for 3.1; 0: none

	files bool              // it uses MPI_File_
	Skip  map[string]string // why it cannot run, by "romio", the name of an MPI, or name-version
}

// Want is a finding that a program declares.
type Want struct {
	Rule    string
	Line    int
	Message *regexp.Regexp
}

var (
	wantRE = regexp.MustCompile(`(?://|[!#])\s*want\s+(.*)$`)
	oneRE  = regexp.MustCompile(`([A-Z]+\d+)\s+"((?:[^"\\]|\\.)*)"`)
)

// Load reads a program's directives.
func Load(path string) (*Program, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p := &Program{Path: path, Ranks: 2, Skip: map[string]string{}}
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		line := s.Text()
		p.files = p.files || strings.Contains(strings.ToUpper(line), "MPI_FILE_")
		if d, ok := directiveOf(line); ok {
			if err := p.directive(d); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n, err)
			}
		}
		if m := wantRE.FindStringSubmatch(line); m != nil {
			if err := p.want(n, m[1]); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n, err)
			}
		}
	}
	return p, s.Err()
}

// directiveOf returns the directive of a comment.
func directiveOf(line string) (string, bool) {
	for _, mark := range []string{"//", "!", "#"} {
		if d, ok := strings.CutPrefix(line, mark+" gomarmot:"); ok {
			return d, true
		}
	}
	return "", false
}

func (p *Program) directive(d string) error {
	if where, ok := strings.CutPrefix(strings.TrimSpace(d), "skip-"); ok {
		where, reason, _ := strings.Cut(where, " ")
		if p.Skip[where] = strings.TrimSpace(reason); p.Skip[where] == "" {
			return fmt.Errorf("skip-%s without a reason", where)
		}
		return nil
	}
	for _, w := range strings.Fields(d) {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "ranks":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return fmt.Errorf("bad number of ranks %q", value)
			}
			p.Ranks = n
		case "hang":
			p.Hang = true
		case "until":
			if p.Until = rankcheck.Standard(value); p.Until == 0 {
				return fmt.Errorf("bad version of MPI %q", value)
			}
		case "env":
			p.Env = append(p.Env, value)
		case "args":
			p.Args = append(p.Args, value)
		case "flag":
			p.Flags = append(p.Flags, value)
		case "provoked":
			p.provoked = value
		case "access":
			p.How = value
		case "heap":
			p.Heap = true
		case "gpu":
			p.gpu = true
		case "with":
			p.Flags = append(p.Flags, filepath.Join(filepath.Dir(p.Path), value))
		default:
			return fmt.Errorf("unknown directive %q", w)
		}
	}
	return nil
}

func (p *Program) want(line int, text string) error {
	all := oneRE.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return fmt.Errorf("want without ID and quoted pattern: %q", text)
	}
	for _, m := range all {
		re, err := regexp.Compile(strings.ReplaceAll(m[2], `\"`, `"`))
		if err != nil {
			return err
		}
		p.Wants = append(p.Wants, Want{Rule: m[1], Line: line, Message: re})
	}
	return nil
}

// NoLog reports whether the program's own settings leave it without a log.
func (p *Program) NoLog() bool {
	return slices.ContainsFunc(p.Env, func(e string) bool { return strings.HasPrefix(e, "GOMARMOT_LOG=") })
}

// Name is the program's path below examples/, for test names.
func (p *Program) Name() string {
	rel := p.Path
	if i := strings.Index(rel, "examples"+string(filepath.Separator)); i >= 0 {
		rel = rel[i+len("examples/"):]
	}
	return strings.TrimSuffix(rel, filepath.Ext(rel))
}
