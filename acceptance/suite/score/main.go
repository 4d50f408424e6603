// Command score runs checkers on the programs of examples/suite.json and prints how
// many of the faults each finds, and on how many programs without a fault it speaks:
//
//	go run ./acceptance/suite/score [-tools NAME,...] [-only REGEXP] [-every N] [-o build/score.json]
//
// docs/suite.md says what is counted. Run "make build" first.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/acceptance/suite"
	"github.com/gomarmot/gomarmot/report"
)

// result is what a tool said about a program.
type result struct {
	Tool, Program string
	Faulty        bool
	Said          bool   // it said something
	AtLine        bool   // ... at a line that has a fault
	NotRun        string // why it did not run, or ""
	Words         string // what it said, in short
}

func main() {
	var o options
	names := strings.Join(toolNames(), ",")
	flag.StringVar(&o.tools, "tools", names, "the tools, of "+names)
	flag.StringVar(&o.only, "only", "", "only programs whose path matches this")
	flag.IntVar(&o.every, "every", 1, "only each so many'th of them")
	flag.IntVar(&o.jobs, "jobs", 2, "programs at a time")
	flag.StringVar(&o.out, "o", "", "write each result to this file, as JSON")
	flag.Parse()
	if err := o.score(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "score:", err)
		os.Exit(1)
	}
}

type options struct {
	tools, only, out string
	every, jobs      int
}

func (o *options) score(w io.Writer) error {
	root, err := acceptance.Root()
	if err != nil {
		return err
	}
	s, err := suite.Read(filepath.Join(root, suite.File))
	if err != nil {
		return err
	}
	programs, err := o.choose(s.Programs)
	if err != nil {
		return err
	}
	var chosen []tool
	for name := range strings.SplitSeq(o.tools, ",") {
		i := slices.Index(toolNames(), name)
		if i < 0 {
			return fmt.Errorf("no tool %q; there are %s", name, strings.Join(toolNames(), ", "))
		}
		chosen = append(chosen, tools[i])
	}
	results := run(root, chosen, programs, o.jobs)
	if o.out != "" {
		data, err := json.MarshalIndent(results, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.out, data, 0o644); err != nil {
			return err
		}
	}
	return table(w, chosen, results)
}

// choose returns the programs that the flags leave. A fault and its repair are
// chosen together.
func (o *options) choose(all []suite.Program) ([]suite.Program, error) {
	re, err := regexp.Compile(o.only)
	if err != nil {
		return nil, err
	}
	repairs := map[string]bool{}
	for _, p := range all {
		repairs[p.Fixed] = true
	}
	chosen := map[string]bool{}
	n := 0
	for _, p := range all {
		if re.MatchString(p.Path) && !repairs[p.Path] {
			if n%max(o.every, 1) == 0 {
				chosen[p.Path], chosen[p.Fixed] = true, true
			}
			n++
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(p suite.Program) bool { return !chosen[p.Path] }), nil
}

func run(root string, chosen []tool, programs []suite.Program, jobs int) []result {
	type work struct {
		tool    *tool
		program *suite.Program
		at      int
	}
	queue := make(chan work)
	results := make([]result, len(chosen)*len(programs))
	var workers sync.WaitGroup
	for range max(jobs, 1) {
		workers.Go(func() {
			for j := range queue {
				r := result{Tool: j.tool.name, Program: j.program.Path, Faulty: len(j.program.Faults) > 0}
				var v verdict
				if v, r.NotRun = judge(j.tool, root, j.program); r.NotRun == "" {
					r.Said, r.AtLine, r.Words = v.said, v.atFault(j.program), v.words
				}
				results[j.at] = r
			}
		})
	}
	for i := range programs {
		for k := range chosen {
			queue <- work{&chosen[k], &programs[i], i*len(chosen) + k}
		}
	}
	close(queue)
	workers.Wait()
	return results
}

// judge lets a tool judge a program in a folder of its own.
func judge(t *tool, root string, p *suite.Program) (v verdict, notRun string) {
	dir, err := os.MkdirTemp("", "gomarmot-score-")
	if err != nil {
		return v, err.Error()
	}
	defer os.RemoveAll(dir) // nothing in it is needed
	if t.mpi != nil {
		for _, name := range []string{t.mpi.Name, t.mpi.Name + "-" + t.mpi.Version()} {
			if why := p.Fails[name]; why != "" {
				return v, why
			}
		}
	}
	v, err = t.judge(t, root, dir, p)
	if err != nil {
		return v, err.Error()
	}
	return v, ""
}

// table prints the score.
func table(w io.Writer, chosen []tool, results []result) error {
	head := []string{"checker", "faults found", "at their line", "false alarms", "not run"}
	var rows [][]string
	for _, t := range chosen {
		var faulty, found, line, clean, alarms, notRun int
		for _, r := range results {
			switch {
			case r.Tool != t.name:
			case r.NotRun != "":
				notRun++
			case r.Faulty:
				faulty++
				found += count(r.Said)
				line += count(r.AtLine)
			default:
				clean++
				alarms += count(r.Said)
			}
		}
		at := fmt.Sprintf("%d of %d", line, faulty)
		if !t.lines {
			at = "names none"
		}
		rows = append(rows, []string{t.doc, fmt.Sprintf("%d of %d", found, faulty), at, fmt.Sprintf("%d of %d", alarms, clean), fmt.Sprint(notRun)})
	}
	return report.Table(w, 100, head, rows)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// verdict is what a tool said: the lines that it named, if it names lines.
type verdict struct {
	said  bool
	lines []int
	words string
}

func (v verdict) atFault(p *suite.Program) bool {
	return slices.ContainsFunc(p.Faults, func(f suite.Fault) bool { return slices.Contains(v.lines, f.Line) })
}
