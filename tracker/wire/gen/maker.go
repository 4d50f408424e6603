package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// source is what the packages of a target declare.
type source struct {
	root  string
	types map[string]ast.Expr // "Send", "datatype.Buffer": what the type is
	paths map[string]string   // of packages: by name
}

// read takes the types that the package in a folder declares, under a prefix.
func (s *source) read(dir, prefix string) error {
	files, err := filepath.Glob(filepath.Join(s.root, dir, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == file {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		s.declared(f, prefix)
	}
	return nil
}

func (s *source) declared(f *ast.File, prefix string) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			switch x := spec.(type) {
			case *ast.TypeSpec:
				s.types[prefix+x.Name.Name] = x.Type
			case *ast.ImportSpec:
				path, ours := strings.CutPrefix(strings.Trim(x.Path.Value, `"`), module)
				if name := filepath.Base(path); ours && s.paths[name] == "" { // those of the target are read first
					s.paths[name] = path
				}
			}
		}
	}
}

// what returns what a type is, as far as this matters: a struct, or the name of a basic type.
func (s *source) what(name string) (st *ast.StructType, basic string, err error) {
	pkg, _, foreign := strings.Cut(name, ".")
	if foreign && s.types[name] == nil {
		if err := s.read(s.paths[pkg], pkg+"."); err != nil {
			return nil, "", err
		}
	}
	switch x := s.types[name].(type) {
	case *ast.StructType:
		return x, "", nil
	case *ast.Ident:
		return nil, x.Name, nil
	case nil:
		return nil, name, nil
	}
	return nil, "", fmt.Errorf("cannot code a %s", name)
}

// function is one that is to be made.
type function struct {
	of string // the type
	op bool   // of a struct that an op has in itself
}

// maker makes the functions of a target.
type maker struct {
	*target
	source
	out  bytes.Buffer
	list []function
}

// need adds a function, and returns its name.
func (m *maker) need(of string, op bool) string {
	if f := (function{of, op}); !slices.Contains(m.list, f) {
		m.list = append(m.list, f)
	}
	return nameOf(of)
}

// nameOf names the function of a type.
func nameOf(of string) string {
	if pkg, name, foreign := strings.Cut(of, "."); foreign {
		return pkg + name
	}
	return lower(of)
}

// lower returns the name that is not exported.
func lower(s string) string {
	name := string(unicode.ToLower(rune(s[0]))) + s[1:]
	if token.IsKeyword(name) {
		return name[:len(name)-1]
	}
	return name
}

// function makes the function of a struct.
func (m *maker) function(f function) error {
	st, _, err := m.what(f.of)
	if err != nil {
		return err
	}
	if st == nil {
		return fmt.Errorf("%s is not a struct", f.of)
	}
	fmt.Fprintf(&m.out, "func (c *%s) %s(l, x *%s) {\n", m.receiver, nameOf(f.of), f.of)
	pkg, _, foreign := strings.Cut(f.of, ".")
	for _, field := range st.Fields.List {
		typ := types.ExprString(field.Type)
		names := field.Names
		if names == nil {
			names = []*ast.Ident{ast.NewIdent(strings.TrimPrefix(typ[strings.LastIndex(typ, ".")+1:], "*"))}
		}
		if foreign {
			typ = within(pkg, typ)
		}
		tag := ""
		if field.Tag != nil {
			_, tag, _ = strings.Cut(strings.Trim(field.Tag.Value, "`"), `code:"`)
			tag = strings.TrimSuffix(tag, `"`)
		}
		for _, name := range names {
			call, err := m.field(f, typ, tag)
			if err != nil {
				return fmt.Errorf("%s.%s: %w", f.of, name, err)
			}
			if call != "" {
				fmt.Fprintf(&m.out, "\t"+call+"\n", "&l."+name.Name+", &x."+name.Name)
			}
		}
	}
	m.out.WriteString("}\n\n")
	return nil
}

// within names a type of another package, as that package itself calls it.
func within(pkg, typ string) string {
	if key, value, is := strings.Cut(typ, "]"); is && strings.HasPrefix(key, "map[") {
		return key + "]" + within(pkg, value)
	}
	name := strings.TrimLeft(typ, "[]*")
	if strings.Contains(name, ".") || types.Universe.Lookup(name) != nil {
		return typ
	}
	return typ[:len(typ)-len(name)] + pkg + "." + name
}

// field returns the call that codes a field; empty: none does. %s stands for the field of l and of x.
func (m *maker) field(f function, typ, tag string) (string, error) {
	if by := m.ops[typ]; f.op && by != "" && tag == "" {
		return "c." + by + "(%s)", nil
	}
	switch by := m.by[typ]; {
	case tag == "-":
		return "", nil
	case tag != "":
		return "c." + tag + "(%s)", nil
	case by != "":
		return "c." + by + "(%s)", nil
	case typ == "bool":
		return "c.Flag(%s)", nil
	case typ == "Head":
		return "", nil
	case strings.HasPrefix(typ, "*"):
		return "wire.Part(c.Coder, %s, c, (*" + m.receiver + ")." + m.need(typ[1:], false) + ")", nil
	case strings.HasPrefix(typ, "[]"):
		return m.listOf(typ[2:])
	case strings.HasPrefix(typ, "map["):
		_, value, _ := strings.Cut(typ, "]")
		return "wire.Map(c.Coder, %s, c, (*" + m.receiver + ")." + m.need(value, false) + ")", nil
	}
	st, basic, err := m.what(typ)
	switch {
	case err != nil:
		return "", err
	case st != nil:
		return "c." + m.need(typ, f.op) + "(%s)", nil
	case basic == "string":
		return "wire.Text(c.Coder, %s)", nil
	case !isNumber(basic):
		return "", fmt.Errorf("cannot code a %s", typ)
	}
	return "wire.Num(c.Coder, %s)", nil
}

// listOf returns the call that codes a list.
func (m *maker) listOf(typ string) (string, error) {
	st, basic, err := m.what(typ)
	switch {
	case err != nil:
		return "", err
	case st != nil:
		return "wire.Parts(c.Coder, %s, c, (*" + m.receiver + ")." + m.need(typ, false) + ")", nil
	case isNumber(basic):
		return "wire.Numbers(c.Coder, %s)", nil
	}
	return "", fmt.Errorf("cannot code a []%s", typ)
}

func isNumber(basic string) bool {
	return strings.HasPrefix(basic, "int") || strings.HasPrefix(basic, "uint")
}
