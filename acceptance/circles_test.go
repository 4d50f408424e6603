package acceptance

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCircles: within a package of tracker/, a file uses only files below it: those files do not use it in turn. An arrow leads
// from a file to another one that declares an identifier which the first one uses.
func TestCircles(t *testing.T) {
	for _, pkg := range packagesBelow(t, "tracker/...") {
		for _, circle := range circlesOf(arrowsOf(t, pkg)) {
			t.Errorf("%s: files in a circle: %s", strings.TrimPrefix(pkg.path, module), strings.Join(circle, " "))
		}
	}
}

// goPackage is a package and where its parts lie.
type goPackage struct {
	path   string
	files  []string
	export func(path string) (io.ReadCloser, error)
}

// packagesBelow lists the packages that a pattern names, without tests.
func packagesBelow(t *testing.T, pattern string) (out []goPackage) {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps",
		"-f", "{{.ImportPath}}\t{{.Export}}\t{{.Dir}}\t{{range .GoFiles}}{{.}} {{end}}", module+pattern)
	text, err := list.Output()
	require.NoError(t, err)
	exports := map[string]string{}
	export := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	below := module + strings.TrimSuffix(pattern, "/...")
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if exports[f[0]] = f[1]; f[0] != below && !strings.HasPrefix(f[0], below+"/") {
			continue
		}
		p := goPackage{path: f[0], export: export}
		for _, name := range strings.Fields(f[3]) {
			p.files = append(p.files, filepath.Join(f[2], name))
		}
		out = append(out, p)
	}
	return out
}

// arrowsOf says, for each file of a package, which other files declare what it uses.
func arrowsOf(t *testing.T, p goPackage) map[string]map[string]bool {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	arrows := map[string]map[string]bool{}
	for _, name := range p.files {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
		arrows[filepath.Base(name)] = map[string]bool{}
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", p.export)}
	pkg, err := conf.Check(p.path, fset, files, &info)
	require.NoError(t, err)
	fileAt := func(pos token.Pos) string { return filepath.Base(fset.Position(pos).Filename) }
	for id, obj := range info.Uses {
		if from, to := fileAt(id.Pos()), fileAt(obj.Pos()); obj.Pkg() == pkg && from != to {
			arrows[from][to] = true
		}
	}
	return arrows
}

// circlesOf returns the files that reach each other by arrows.
func circlesOf(arrows map[string]map[string]bool) (out [][]string) {
	reached := map[string]map[string]bool{}
	for from := range arrows {
		seen, queue := map[string]bool{}, []string{from}
		for ; len(queue) > 0; queue = queue[1:] {
			for to := range arrows[queue[0]] {
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
		reached[from] = seen
	}
	for _, from := range slices.Sorted(maps.Keys(arrows)) {
		var circle []string
		for to := range reached[from] {
			if reached[to][from] {
				circle = append(circle, to)
			}
		}
		if slices.Sort(circle); len(circle) > 0 && circle[0] == from {
			out = append(out, circle)
		}
	}
	return out
}
