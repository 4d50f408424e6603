package report

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

// The patterns of editors: vim's errorformat %f:%l:%c: %t%*[^:]: %m, and the
// problem matcher $gcc of VS Code.
var editorPatterns = []*regexp.Regexp{
	regexp.MustCompile(`^([^:]+):(\d+):(\d+): ([ewn])[^:]*: (.*)$`),
	regexp.MustCompile(`^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error|note):\s+(.*)$`),
}

// TestGCC: editors find each place with a line, and no other lines.
func TestGCC(t *testing.T) {
	out := written(t, *must(FormatByName("gcc")), sampleReport(), sampleOptions)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for _, re := range editorPatterns {
		var places []string
		for _, line := range lines {
			if m := re.FindStringSubmatch(line); m != nil {
				places = append(places, strings.TrimPrefix(m[1], "/home/ada/halo/")+" "+m[2]+" "+m[3]+" "+m[4][:1])
			}
		}
		assert.Equal(t, []string{
			"exchange.c 57 1 e", "exchange.c 57 1 n", "main.c 112 1 n", // PSCW001
			"main.c 112 1 e", "main.c 112 1 n", "exchange.c 57 1 n", "exchange.c 57 1 n", // its consequence
			"table/update.c 41 1 e", "table/update.c 41 1 n", "table/update.c 38 1 n", // LOCK003
		}, places)
	}
	assert.Contains(t, lines, "libsolver.so.2(+0x1a2b0): note: window 3 was created on memory of unknown origin [WIN013]")
}

// TestGCCColumn: the column is that of the call's name in its line, if the source is there.
func TestGCCColumn(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	file := filepath.Join(dir, "a.c")
	require.NoError(t, os.WriteFile(file, []byte("int a;\n\tif (x) MPI_Put(\n  y);\n\n"), 0o600))
	f := Finding{RuleID: "RMA005", Severity: rules.Error, Message: "too far", Ranks: []int{1}, Count: 2}
	for _, line := range []int{2, 3, 4, 9} {
		f.Sites = append(f.Sites, Site{Rank: 1, Call: "MPI_Put", Place: source.Place{File: file, Line: line, Func: "f"}})
	}
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("gcc")).Write(&out, &Report{Complete: true, Ranks: 2, Findings: []Finding{f}}, Options{Dir: dir}))
	assert.Equal(t, `a.c:2:9: error: too far; 2 times [RMA005]
a.c:2:9: note: rank 1: MPI_Put in f
a.c:3:3: note: rank 1: MPI_Put in f
a.c:4:1: note: rank 1: MPI_Put in f
a.c:9:1: note: rank 1: MPI_Put in f
gomarmot: 1 error.
`, out.String())
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
