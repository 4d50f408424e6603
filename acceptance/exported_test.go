package acceptance

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asOne are packages in which each file exports names as if it were a package of its own.
var asOne = []string{"rules"}

// coded are structs whose fields are used without being named: an encoder reads them, or the struct is converted to
// another struct type.
var coded = []string{
	"acceptance.Launch", "acceptance.build", "acceptance.file", "check.evidence", "check.logSeen", "check.outcome",
	"check.tail", "source.Caller",
}

// TestExported: every exported name, method and field is used by another package of this repository or by its tests.
// Exempt are
//   - names in programs and in generated files
//   - methods that an interface or package errors requires
//   - embedded fields, fields with a tag, and the fields of tables and coded structs
//   - names that a template uses
//   - all constants of a group if another package uses one of them
//   - types of variables and parameters that another package uses
func TestExported(t *testing.T) {
	all := typedPackages(t)
	u := &uses{goPackages: all, by: map[string]bool{}, asked: map[string][]types.Type{}, named: map[string]bool{}}
	for _, p := range all.list {
		u.note(p, p.info)
		u.note(p, p.tests)
	}
	u.interfaces()
	u.templates(t)
	for _, p := range all.list {
		if p.types.Name() == "main" || slices.Contains(asOne, p.path) {
			continue
		}
		assert.Empty(t, u.unused(p), "%s: exported, and used by no other package", p.path)
	}
}

// uses holds the exported names that packages use of each other. A package's tests belong to the package.
type uses struct {
	*goPackages
	by    map[string]bool         // positions of used declarations: objects differ between a package and its tests
	asked map[string][]types.Type // by name: the types of methods that interfaces require
	named map[string]bool         // names that templates use
}

func (u *uses) at(o types.Object) string { return u.Position(o.Pos()).String() }

// note adds the declarations of other packages that a package uses.
func (u *uses) note(p *goPackage, info *types.Info) {
	use := func(o types.Object) {
		switch x := o.(type) {
		case *types.Var:
			o = x.Origin()
		case *types.Func:
			o = x.Origin()
		}
		if o.Pkg() == nil || o.Pkg().Path() == p.types.Path() || !strings.HasPrefix(o.Pkg().Path(), module) {
			return
		}
		u.by[u.at(o)] = true
		if _, isType := o.(*types.TypeName); !isType {
			u.noteType(o.Type(), 0)
		}
	}
	for _, o := range info.Uses {
		use(o)
	}
	for e, tv := range info.Types {
		if lit, ok := e.(*ast.CompositeLit); ok && len(lit.Elts) > 0 {
			if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
				if st, ok := tv.Type.Underlying().(*types.Struct); ok {
					for f := range st.Fields() {
						use(f)
					}
				}
			}
		}
	}
}

// noteType adds the named types in the type of a used declaration.
func (u *uses) noteType(t types.Type, depth int) {
	if depth > 8 {
		return
	}
	switch x := t.(type) {
	case *types.Alias:
		u.by[u.at(x.Obj())] = true
		u.noteType(types.Unalias(x), depth+1)
	case *types.Named:
		if x.Obj().Pkg() != nil {
			u.by[u.at(x.Obj())] = true
		}
		for a := range x.TypeArgs().Types() {
			u.noteType(a, depth+1)
		}
	case interface{ Elem() types.Type }:
		if m, ok := t.(*types.Map); ok {
			u.noteType(m.Key(), depth+1)
		}
		u.noteType(x.Elem(), depth+1)
	case *types.Signature:
		for v := range x.Params().Variables() {
			u.noteType(v.Type(), depth+1)
		}
		for v := range x.Results().Variables() {
			u.noteType(v.Type(), depth+1)
		}
	}
}

// interfaces fills in asked, from all interfaces of this repository and of the packages that it imports.
func (u *uses) interfaces() {
	seen := map[*types.Interface]bool{}
	add := func(t types.Type) {
		in, ok := t.Underlying().(*types.Interface)
		if !ok || seen[in] {
			return
		}
		seen[in] = true
		for m := range in.Methods() {
			u.asked[m.Name()] = append(u.asked[m.Name()], m.Type())
		}
	}
	packages := map[*types.Package]bool{}
	var walk func(p *types.Package)
	walk = func(p *types.Package) {
		if packages[p] {
			return
		}
		packages[p] = true
		for _, name := range p.Scope().Names() {
			if n, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
				add(n.Type())
			}
		}
		for _, q := range p.Imports() {
			walk(q)
		}
	}
	add(types.Universe.Lookup("error").Type())
	for _, p := range u.list {
		walk(p.types)
		for _, info := range []*types.Info{p.info, p.tests} {
			for _, tv := range info.Types {
				add(tv.Type)
			}
		}
	}
}

var inTemplate = regexp.MustCompile(`\.([A-Z]\w*)`)

// templates fills in named, from strings with templates and from the pages in html/ beside the code.
func (u *uses) templates(t *testing.T) {
	note := func(text string) {
		for _, m := range inTemplate.FindAllStringSubmatch(text, -1) {
			u.named[m[1]] = true
		}
	}
	for _, p := range u.list {
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if x, ok := n.(*ast.BasicLit); ok && x.Kind == token.STRING && strings.Contains(x.Value, "{{") {
					note(x.Value)
				}
				return true
			})
		}
		pages, err := filepath.Glob(filepath.Join("..", p.path, "html", "*.html"))
		require.NoError(t, err)
		for _, page := range pages {
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			note(string(text))
		}
	}
}

// unused lists the exported names of a package that no other package uses.
func (u *uses) unused(p *goPackage) (out []string) {
	generated := map[string]bool{}
	for _, f := range p.files {
		generated[u.Position(f.Package).Filename] = ast.IsGenerated(f)
	}
	is := func(o types.Object) bool {
		return o.Exported() && !u.by[u.at(o)] && !generated[u.Position(o.Pos()).Filename]
	}
	groups := u.usedGroups(p)
	for _, name := range p.types.Scope().Names() {
		o := p.types.Scope().Lookup(name)
		if is(o) && !groups[o] {
			out = append(out, name)
		}
		n, ok := o.(*types.TypeName)
		if !ok || n.IsAlias() {
			continue
		}
		named := n.Type().(*types.Named)
		for m := range named.Methods() {
			if is(m) && !u.isAsked(m) && !u.named[m.Name()] {
				out = append(out, name+"."+m.Name())
			}
		}
		st, ok := named.Underlying().(*types.Struct)
		if whole := p.path + "." + name; !ok || slices.Contains(tables, whole) || slices.Contains(coded, whole) {
			continue
		}
		for i := range st.NumFields() {
			if f := st.Field(i); is(f) && st.Tag(i) == "" && !u.named[f.Name()] && !f.Embedded() {
				out = append(out, name+"."+f.Name())
			}
		}
	}
	return out
}

// isAsked reports whether some interface requires a method of this name and type.
func (u *uses) isAsked(m *types.Func) bool {
	return m.Name() == "Is" || m.Name() == "Unwrap" || slices.ContainsFunc(u.asked[m.Name()],
		func(t types.Type) bool { return types.Identical(t, m.Type()) })
}

// usedGroups returns all constants of the groups of which another package uses a constant.
func (u *uses) usedGroups(p *goPackage) map[types.Object]bool {
	out := map[types.Object]bool{}
	for _, f := range p.files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST || !g.Lparen.IsValid() {
				continue
			}
			group := map[types.Object]bool{}
			used := false
			for _, s := range g.Specs {
				for _, id := range s.(*ast.ValueSpec).Names {
					o := p.info.Defs[id]
					group[o] = true
					used = used || u.by[u.at(o)]
				}
			}
			if used {
				maps.Copy(out, group)
			}
		}
	}
	return out
}
