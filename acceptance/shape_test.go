package acceptance

import (
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	mostLines  = 6000 // of a package of tracker/, tests and generated files aside
	mostFields = 30   // of a struct
)

// tables are structs that list a field for each column of the call table, constant of an MPI library or kind of op.
var tables = []string{"pmpi/calls.Row", "pmpi/calls.Sem", "pmpi/calls.Flavour", "tracker/op.Kinds", "tracker/op.slabs"}

// TestShape: structs and the packages of tracker/ stay small enough to be read.
func TestShape(t *testing.T) {
	all := typedPackages(t)
	for _, p := range all.list {
		lines := 0
		for _, f := range p.files {
			if file := all.File(f.Package); !strings.HasPrefix(filepath.Base(file.Name()), "zz_") {
				lines += file.LineCount()
			}
		}
		if strings.HasPrefix(p.path, "tracker") {
			assert.LessOrEqual(t, lines, mostLines, "lines of %s", p.path)
		}
		for _, name := range p.types.Scope().Names() {
			s, ok := p.types.Scope().Lookup(name).Type().Underlying().(*types.Struct)
			if ok && !slices.Contains(tables, p.path+"."+name) {
				assert.LessOrEqual(t, s.NumFields(), mostFields, "fields of %s.%s", p.path, name)
			}
		}
	}
	for _, name := range tables {
		pkg, typ, _ := strings.Cut(name, ".")
		i := slices.IndexFunc(all.list, func(p *goPackage) bool { return p.path == pkg })
		if assert.GreaterOrEqual(t, i, 0, name) {
			s := all.list[i].types.Scope().Lookup(typ).Type().Underlying().(*types.Struct)
			assert.Greater(t, s.NumFields(), mostFields, "%s need not be listed", name)
		}
	}
}
