package acceptance

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// goPackage is a package of the repository, with the results of the type checker.
type goPackage struct {
	path  string // below module; . for module itself
	types *types.Package
	files []*ast.File
	info  *types.Info // of the package
	tests *types.Info // of its tests, as far as these are of the package itself, and of the tests beside it
}

// goPackages holds all packages of the repository; a package comes after the packages that it imports.
type goPackages struct {
	*token.FileSet
	list []*goPackage
}

// typed type-checks the repository, once for all tests.
var typed = sync.OnceValues(func() (*goPackages, error) {
	l := &loader{FileSet: token.NewFileSet(), exports: map[string]string{}, checked: map[string]*types.Package{}}
	l.compiled = importer.ForCompiler(l.FileSet, "gc", func(path string) (io.ReadCloser, error) { return os.Open(l.exports[path]) })
	err := l.load()
	return &goPackages{l.FileSet, l.list}, err
})

// typedPackages returns all packages of the repository.
func typedPackages(t *testing.T) *goPackages {
	t.Helper()
	all, err := typed()
	require.NoError(t, err)
	return all
}

// fileAt returns the name of a file.
func (g *goPackages) fileAt(pos token.Pos) string { return filepath.Base(g.Position(pos).Filename) }

// loader type-checks packages of the repository from their source, and reads the compiler's export data of others.
type loader struct {
	*token.FileSet
	exports  map[string]string // by package: the file with the compiler's export data
	compiled types.Importer
	checked  map[string]*types.Package
	list     []*goPackage
}

// Import returns a package that another package imports.
func (l *loader) Import(path string) (*types.Package, error) {
	if p := l.checked[path]; p != nil {
		return p, nil
	}
	return l.compiled.Import(path)
}

// listed is the output of go list for a package.
type listed struct {
	ImportPath, Dir, Export                                               string
	CompiledGoFiles, TestGoFiles, XTestGoFiles, TestImports, XTestImports []string
}

const allTags = "mpi,apps,threads,aarch64,compilers,hosts,slurm,dist,readers"

// goList runs go list with all build tags of the tests.
func goList(arguments ...string) (out []listed, err error) {
	fields := "-json=ImportPath,Dir,Export,CompiledGoFiles,TestGoFiles,XTestGoFiles,TestImports,XTestImports"
	text, err := exec.Command("go", append([]string{"list", "-tags", allTags, fields}, arguments...)...).Output()
	for d := json.NewDecoder(strings.NewReader(string(text))); err == nil; {
		var p listed
		if err = d.Decode(&p); err == nil {
			out = append(out, p)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return out, err
}

func (l *loader) load() error {
	all, err := goList(module + "...")
	if err != nil {
		return err
	}
	wanted := []string{"-export", "-compiled", "-deps", module + "..."}
	for _, p := range all {
		for _, path := range append(p.TestImports, p.XTestImports...) {
			if !strings.HasPrefix(path, module) && path != "C" {
				wanted = append(wanted, path)
			}
		}
	}
	if all, err = goList(wanted...); err != nil {
		return err
	}
	for _, p := range all {
		l.exports[p.ImportPath] = p.Export
	}
	var ours []listed
	for _, p := range all {
		if strings.HasPrefix(p.ImportPath+"/", module) {
			ours = append(ours, p)
			if err := l.check(p); err != nil {
				return err
			}
		}
	}
	for i, p := range ours {
		if err := l.checkTests(p, l.list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) parse(dir string, names []string) (out []*ast.File, err error) {
	for _, name := range names {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		f, err := parser.ParseFile(l.FileSet, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
}

// check checks a package without its tests.
func (l *loader) check(p listed) error {
	files, err := l.parse(p.Dir, p.CompiledGoFiles)
	if err != nil {
		return err
	}
	info := newInfo()
	conf := types.Config{Importer: l}
	pkg, err := conf.Check(p.ImportPath, l.FileSet, files, info)
	l.checked[p.ImportPath] = pkg
	l.list = append(l.list, &goPackage{path: strings.TrimPrefix(p.ImportPath, module), types: pkg, files: files, info: info, tests: newInfo()})
	return err
}

// checkTests checks the tests of a package. Errors are ignored: the compiler has accepted the tests, and errors here
// only come from packages that were compiled for other tests.
func (l *loader) checkTests(p listed, to *goPackage) error {
	inside, err := l.parse(p.Dir, p.TestGoFiles)
	if err != nil {
		return err
	}
	outside, err := l.parse(p.Dir, p.XTestGoFiles)
	if err != nil {
		return err
	}
	conf := types.Config{Importer: l, Error: func(error) {}}
	if len(inside) > 0 {
		pkg, _ := conf.Check(p.ImportPath, l.FileSet, append(inside, to.files...), to.tests)
		defer func(without *types.Package) { l.checked[p.ImportPath] = without }(l.checked[p.ImportPath])
		l.checked[p.ImportPath] = pkg
	}
	if len(outside) > 0 {
		conf.Check(p.ImportPath+"_test", l.FileSet, outside, to.tests)
	}
	return nil
}
