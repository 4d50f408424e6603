package provoke

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// The first and the last line of a plan; pmpi/provoke/plan.c reads them.
const (
	planFirst = "gomarmot-provoke 1"
	planLast  = "end"
)

// delayed are the kinds for which the recorder only delays calls.
var delayed = map[Kind]bool{Late: true, Lock: true, Shared: true, Thread: true, Pause: true}

// WritePlan writes the plan of a run that forces these choices.
func WritePlan(path string, set []Choice) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, planFirst)
	for _, c := range set {
		fmt.Fprintln(&b, c.line())
	}
	fmt.Fprintln(&b, planLast)
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the plan: %w", err)
	}
	return nil
}

// line is the choice as the recorder reads it.
func (c *Choice) line() string {
	forcing, at, call := string(c.Kind), "*", "*"
	if delayed[c.Kind] {
		forcing = "delay"
	}
	if c.Module != "" {
		at = fmt.Sprintf("%s+%d", c.Module, c.offset)
	}
	if c.call != "" {
		call = c.call
	}
	words := []string{forcing, "rank=" + star(int64(c.Rank)), "call=" + call, "at=" + at, "count=" + star(c.count)}
	if c.Kind == Match {
		words = append(words, "source="+strconv.FormatInt(c.source, 10))
	}
	if c.Kind == Order || c.call == "MPI_Startall" {
		words = append(words, "index="+star(c.index))
	}
	if c.ms > 0 {
		words = append(words, fmt.Sprintf("ms=%d", c.ms))
	}
	if c.after {
		words = append(words, "after=1")
	}
	return strings.Join(words, " ")
}

func star(n int64) string {
	if n == every {
		return "*"
	}
	return strconv.FormatInt(n, 10)
}

// CheckPlan reports the error in a plan that is to be repeated.
func CheckPlan(path string) error {
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no plan %s; gomarmot provoke keeps one for each of its runs", path)
	}
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	if lines[0] != planFirst || lines[len(lines)-1] != planLast || !bytes.HasSuffix(b, []byte("\n")) {
		return fmt.Errorf("%s is not a whole plan of gomarmot provoke; run gomarmot provoke again", path)
	}
	return nil
}

// Reply is the answer of the ranks to a plan's choices, by their position.
type Reply struct {
	Forced   map[int]bool // at least once
	unforced map[int]bool // at least once it was not possible
	Damaged  bool         // a rank could not read the plan
}

// ReadReply reads the answers of the ranks to the plan.
func ReadReply(plan string) (Reply, error) {
	r := Reply{Forced: map[int]bool{}, unforced: map[int]bool{}}
	files, _ := filepath.Glob(globQuoted(plan) + ".rank-*") // the pattern is well-formed
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return r, fmt.Errorf("read what a rank said of the plan: %w", err)
		}
		for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
			number, what, _ := strings.Cut(s.Text(), " ")
			n, _ := strconv.Atoi(number) // 0: of the whole plan
			switch {
			case n == 0:
				r.Damaged = true
			case what == "forced":
				r.Forced[n-1] = true
			default:
				r.unforced[n-1] = true
			}
		}
	}
	return r, nil
}

// globQuoted is a path as a pattern that matches only it.
func globQuoted(path string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(path)
}
