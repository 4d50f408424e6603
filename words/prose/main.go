// Command prose looks for banned phrases in documents, and in comments and string literals of Go, C, Fortran and
// Python files, for lines of Go and C that are too long, and for broken rows of tables. For each, it prints a line,
// with a better phrase. It exits with 1 if it finds any.
//
//	go run ./words/prose
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	found, err := check(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(2)
	}
	for _, f := range found {
		fmt.Println(f)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// check returns the banned phrases, long lines and broken rows in the files under version control, as lines to print.
func check(root string) ([]string, error) {
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	var found []string
	for name := range strings.SplitSeq(string(list), "\x00") {
		read, long := readers[filepath.Ext(name)], measured(name)
		if generated(name) || read == nil && !long {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, but not yet in the index
		}
		if err != nil {
			return nil, fmt.Errorf("read file: %w", err)
		}
		if long {
			found = append(found, wideLines(name, string(text))...)
		}
		found = append(found, brokenRows(name, string(text))...)
		if read == nil || strings.HasPrefix(name, "words/prose/") { // which contains the phrases
			continue
		}
		for _, h := range hits(read(string(text))) {
			found = append(found, fmt.Sprintf("%s:%d: %q: write %q", name, h.line, h.text, h.instead))
		}
	}
	return found, nil
}

func generated(name string) bool { return strings.HasPrefix(filepath.Base(name), "zz_") }

// hit is a banned phrase in a text.
type hit struct {
	line          int
	text, instead string
}

// hits finds the banned phrases in the passages of a file.
func hits(passages []passage) []hit {
	var out []hit
	for _, p := range passages {
		for _, ph := range phrases {
			for _, at := range ph.re.FindAllStringIndex(p.text, -1) {
				text := strings.Join(strings.Fields(p.text[at[0]:at[1]]), " ")
				if ph.except == nil || !ph.except.MatchString(text) {
					out = append(out, hit{p.line + strings.Count(p.text[:at[0]], "\n"), text, ph.instead})
				}
			}
		}
	}
	return out
}
