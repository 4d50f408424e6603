//go:build mpi

package acceptance

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docBlock is a block of code in a document.
type docBlock struct {
	file    string
	line    int // of its first line
	lang    string
	marker  string // the text of the comment above it
	content []string
}

func (b docBlock) String() string { return fmt.Sprintf("%s:%d", b.file, b.line) }

// documents lists the documents at the root and below docs/, by their path from
// the root.
func documents(t *testing.T, root string) []string {
	var out []string
	atRoot, err := filepath.Glob(filepath.Join(root, "*.md"))
	require.NoError(t, err)
	for _, path := range atRoot {
		out = append(out, filepath.Base(path))
	}
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".md") {
			rel, _ := filepath.Rel(root, path)
			out = append(out, rel)
		}
		return err
	}))
	return out
}

func readDoc(t *testing.T, root, file string) []string {
	text, err := os.ReadFile(filepath.Join(root, file))
	require.NoError(t, err)
	return strings.Split(string(text), "\n")
}

var markerRE = regexp.MustCompile(`^<!-- (.*) -->$`)

// blocks finds the blocks of code: fenced blocks, and blocks that are indented by
// four spaces after an empty line.
func blocks(file string, lines []string) []docBlock {
	var out []docBlock
	marker, fence := "", false
	for i, line := range lines {
		before := ""
		if i > 0 {
			before = lines[i-1]
		}
		open := len(out) > 0 && out[len(out)-1].line+len(out[len(out)-1].content) == i+1
		switch {
		case fence:
			if strings.HasPrefix(line, "```") {
				fence, marker = false, ""
				continue
			}
			b := &out[len(out)-1]
			b.content = append(b.content, line)
		case strings.HasPrefix(line, "```"):
			fence = true
			out = append(out, docBlock{file, i + 2, strings.TrimPrefix(line, "```"), marker, nil})
		case strings.HasPrefix(line, "    ") && open && out[len(out)-1].lang == "":
			b := &out[len(out)-1]
			b.content = append(b.content, line[4:])
		case strings.HasPrefix(line, "    ") && (before == "" || markerRE.MatchString(before)) && !inList(lines[:i]):
			out = append(out, docBlock{file, i + 1, "", marker, []string{line[4:]}})
		case line == "" && open && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "    ") && out[len(out)-1].lang == "":
			b := &out[len(out)-1]
			b.content = append(b.content, "")
		case line != "":
			marker = ""
			if m := markerRE.FindStringSubmatch(line); m != nil {
				marker = m[1]
			}
		}
	}
	return out
}

// inList reports whether the last paragraph is an item of a list, which an
// indented line continues.
func inList(before []string) bool {
	for i := len(before) - 1; i >= 0; i-- {
		if l := before[i]; l != "" && !strings.HasPrefix(l, " ") {
			return strings.HasPrefix(l, "- ") || regexp.MustCompile(`^\d+\. `).MatchString(l)
		}
	}
	return false
}

// commandRE matches the beginning of a line that is a command.
var commandRE = regexp.MustCompile(`^(\$ )?([A-Z_]+=\S* +)*(\./|build/|bin/|(gomarmot|make|go|cc|gcc|mpi[a-z+0-9]*|mpiexec\.\w+|mpicc\.\w+|srun|sbatch|salloc|flux|` +
	`export|unset|cd|sudo|tar|apt|apt-get|git|gh|module|spack|cmake|ctest|docker|apptainer|gdb|python3?|timeout|env|ulimit|install|curl|cat|cp|mv|rm|mkdir|ls|kill|man|source|ldd|nm|readelf|strace|for|if|while) +[^= ])`)

var loneRE = regexp.MustCompile(`^(\$ )?(make|gomarmot)$`)

func isCommand(line string) bool {
	return commandRE.MatchString(line) || loneRE.MatchString(line) || regexp.MustCompile(`^(export )?(LD_PRELOAD|GOMARMOT_[A-Z_]+)=`).MatchString(line)
}

// shell reports whether the block holds commands. A block that begins with other text but has a command further down
// needs a marker.
func (b docBlock) shell(t *testing.T) bool {
	switch {
	case slices.Contains([]string{"sh", "bash", "shell", "console"}, b.lang):
		return true
	case b.lang != "" || b.marker == "text":
		return false
	}
	for _, line := range b.content {
		if strings.HasPrefix(line, "#!") || isCommand(line) {
			first := slices.IndexFunc(b.content, func(l string) bool { return l != "" && !strings.HasPrefix(l, "# ") })
			require.True(t, strings.HasPrefix(line, "#!") || isCommand(b.content[first]),
				"%s: the block has the command %q, but begins with something else: use \"$ \", or mark it as text", b, line)
			return true
		}
	}
	return false
}

// commands returns the block's commands; continued lines are joined.
func (b docBlock) commands() []string {
	prompt := slices.ContainsFunc(b.content, func(l string) bool { return strings.HasPrefix(l, "$ ") })
	var out []string
	more := false
	for _, line := range b.content {
		cmd, ok := strings.CutPrefix(line, "$ ")
		if prompt && !ok && !more || strings.TrimSpace(cmd) == "" || strings.HasPrefix(cmd, "#") {
			continue
		}
		if more {
			out[len(out)-1] += "\n" + cmd
		} else {
			out = append(out, cmd)
		}
		more = strings.HasSuffix(cmd, `\`)
	}
	return out
}

// TestDocsBlocks: blocks, commands and markers are found.
func TestDocsBlocks(t *testing.T) {
	lines := strings.Split(`Text.

    gomarmot report run.log   # a comment
    make \
      build

    # only a comment

More, `+"`gomarmot rules`"+`.

<!-- not run: needs Slurm -->

    srun ./app

- an item

    of a list

Not marked:

    $ gomarmot rules
    LOCK003 ...

`+"```c\nmake();\n```\n\n```sh\n./app\n```", "\n")
	got := blocks("x.md", lines)
	require.Len(t, got, 5)
	assert.Equal(t, []string{"gomarmot report run.log   # a comment", "make \\\n  build"}, got[0].commands())
	assert.Equal(t, 3, got[0].line)
	assert.Equal(t, "not run: needs Slurm", got[1].marker)
	assert.Equal(t, "", got[2].marker)
	assert.Equal(t, []string{"gomarmot rules"}, got[2].commands())
	assert.Equal(t, []string{"make();"}, got[3].content)
	assert.Equal(t, []string{"./app"}, got[4].commands())
	for i, want := range []bool{true, true, true, false, true} {
		assert.Equal(t, want, got[i].shell(t), got[i])
	}
}
