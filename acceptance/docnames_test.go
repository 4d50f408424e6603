//go:build mpi

package acceptance

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	spanRE   = regexp.MustCompile("`((?:build/)?gomarmot(?: [^`]*)?)`")
	flagRE   = regexp.MustCompile(`^--?[a-z][a-z-]*`)
	ruleRE   = regexp.MustCompile(`\b[A-Z]{3,}\d{3}\b`)
	makeRE   = regexp.MustCompile("`make ([a-z0-9-]+)")
	quotedRE = regexp.MustCompile(`"GOMARMOT_[A-Z_]+"`)
	envRE    = regexp.MustCompile(`GOMARMOT_[A-Z_]+`)
	linkRE   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// cmakeSettings are the variables of the CMake package.
var cmakeSettings = []string{"GOMARMOT_COMMAND", "GOMARMOT_LIBRARY"}

// testSettings returns the variables that the tests and their programs name.
func testSettings(t *testing.T, root string) []string {
	var out []string
	require.NoError(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "/acceptance/") {
			return err
		}
		text, err := os.ReadFile(path)
		out = append(out, quotedRE.FindAllString(string(text), -1)...)
		return err
	}))
	return out
}

// newRule is the rule that docs/writing-a-rule.md adds.
const newRule = "LOCK014"

// TestDocsNames: subcommands, flags, rules, settings and make
// targets that the documents name exist.
func TestDocsNames(t *testing.T) {
	root, _, gomarmot := setup(t)
	says := func(args ...string) string {
		out, err := exec.Command(gomarmot, args...).Output()
		require.NoError(t, err, "gomarmot %s", args)
		return string(out)
	}
	settings, ids := says("help", "environment")+says("help", "run"), says("rules")
	help := map[string]string{}
	var look func(...string)
	look = func(path ...string) {
		text := says(append([]string{"help"}, path...)...)
		help[strings.Join(path, " ")] = text
		_, list, _ := strings.Cut(text, "Available Commands:\n")
		list, _, _ = strings.Cut(list, "\n\n")
		for _, m := range regexp.MustCompile(`(?m)^  (\w+) `).FindAllStringSubmatch(list, -1) {
			if m[1] != "help" {
				look(append(slices.Clone(path), m[1])...)
			}
		}
	}
	look()
	help["help"] = help[""]
	makefile := strings.Join(readDoc(t, root, "Makefile"), "\n")
	tests := testSettings(t, root)
	for _, file := range documents(t, root) {
		text := strings.Join(readDoc(t, root, file), "\n")
		for _, name := range envRE.FindAllString(text, -1) {
			assert.True(t, strings.Contains(settings, name) || slices.Contains(cmakeSettings, name) || slices.Contains(tests, strconv.Quote(name)),
				"%s: no setting %s", file, name)
		}
		for _, id := range ruleRE.FindAllString(text, -1) {
			assert.True(t, strings.Contains(ids, id) || id == newRule, "%s: no rule %s", file, id)
		}
		for _, m := range makeRE.FindAllStringSubmatch(text, -1) {
			assert.Regexp(t, `(?m)^`+m[1]+`( [a-z-]+)*:`, makefile, file)
		}
		named := []string{}
		for _, m := range spanRE.FindAllStringSubmatch(strings.ReplaceAll(text, "\n", " "), -1) {
			named = append(named, m[1])
		}
		for _, b := range blocks(file, readDoc(t, root, file)) {
			if b.marker != "" && b.shell(t) {
				named = append(named, b.commands()...)
			}
		}
		for _, command := range named {
			if command = strings.TrimPrefix(command, "build/"); !strings.HasPrefix(command, "gomarmot ") {
				continue
			}
			words := strings.Fields(command)[1:]
			if len(words) == 0 || strings.HasPrefix(words[0], "-") {
				continue
			}
			h, ok := help[words[0]]
			assert.True(t, ok, "%s: gomarmot has no command %q", file, words[0])
			if len(words) > 1 && help[words[0]+" "+words[1]] != "" {
				h = help[words[0]+" "+words[1]]
			}
			for _, w := range words[1:] {
				if w == "--" {
					break // the following flags are another program's
				}
				if f := flagRE.FindString(strings.TrimLeft(w, "[")); f != "" {
					assert.True(t, strings.Contains(h, f), "%s: %s: no %s", file, command, f)
				}
			}
		}
	}
}

// TestDocsLinks: links lead to files and headings that exist, and every
// document can be reached from README.md.
func TestDocsLinks(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	reached := map[string]bool{"README.md": true}
	for todo := []string{"README.md"}; len(todo) > 0; todo = todo[1:] {
		file := todo[0]
		for _, m := range linkRE.FindAllStringSubmatch(strings.Join(readDoc(t, root, file), "\n"), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, anchor, _ := strings.Cut(m[1], "#")
			to := file
			if path != "" {
				to = filepath.Join(filepath.Dir(file), path)
			}
			if !assert.FileExists(t, filepath.Join(root, to), "%s: %s", file, m[1]) || !strings.HasSuffix(to, ".md") {
				continue
			}
			if anchor != "" {
				assert.Contains(t, anchors(readDoc(t, root, to)), anchor, "%s: %s", file, m[1])
			}
			if !reached[to] {
				reached[to] = true
				todo = append(todo, to)
			}
		}
	}
	for _, file := range documents(t, root) {
		assert.True(t, reached[file], "no link leads to %s", file)
	}
}

// anchors are the names of a document's headings, as code hosting services derive them.
func anchors(lines []string) []string {
	var out []string
	for _, l := range lines {
		if h := strings.TrimLeft(l, "#"); h != l {
			h = strings.ToLower(strings.TrimSpace(h))
			h = regexp.MustCompile(`[^\w\s-]`).ReplaceAllString(h, "")
			out = append(out, strings.ReplaceAll(h, " ", "-"))
		}
	}
	return out
}

// pathRE is a file or folder of this repository, in a document's text.
var pathRE = regexp.MustCompile("`([a-z]+/[a-z_/*.]*|[a-z_]+\\.(?:go|c))`")

// TestDocsPaths: files and folders that docs/architecture.md names exist; a
// name without a folder may be anywhere.
func TestDocsPaths(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	text := strings.Join(readDoc(t, root, "docs/architecture.md"), "\n")
	named := pathRE.FindAllStringSubmatch(text, -1)
	require.Greater(t, len(named), 20)
	for _, m := range named {
		out, err := exec.Command("git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard",
			":(glob)"+m[1]+"**", ":(glob)**/"+m[1]).Output()
		require.NoError(t, err)
		assert.NotEmpty(t, out, m[1])
	}
}
