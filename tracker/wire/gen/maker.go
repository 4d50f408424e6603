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

// source holds the declarations of a target's packages.
type source struct {
	root  string
	types map[string]ast.Expr // "Send", "datatype.Buffer": the declared type
	paths map[string]string   // of packages: by name
}

// read takes the types that the package in a folder declares, under a prefix.
func (s *source) read(dir, prefix string) error {
	files, err := filepath.Glob(filepath.Join(s.root, dir, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(filepath.Base(name), "zz_") {
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
				if name := filepath.Base(path); ours && s.paths[name] == "" { // the target's own imports are read first
					s.paths[name] = path
				}
			}
		}
	}
}

// what returns the underlying type of a name: a struct, or a basic type.
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

// function is a function to generate.
type function struct {
	of string // the type
	op bool   // of a struct that is embedded in an op
}

// maker makes the functions of a target.
type maker struct {
	*target
	source
	out     bytes.Buffer
	storage bytes.Buffer // the kinds of ops, and where ops lie
	list    []function
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
	fields, err := m.fields(f, "")
	if err != nil {
		return err
	}
	fmt.Fprintf(&m.out, "func (c *%s) %s(l, x *%s) {\n", m.receiver, nameOf(f.of), f.of)
	for len(fields) > 0 {
		n := 0
		for f.op && n < len(fields) && fields[n].like != "" {
			n++
		}
		if n > 1 {
			m.alike(fields[:n])
		} else {
			n = 1
			fmt.Fprintf(&m.out, "\t%s\n", fields[0].call())
		}
		fields = fields[n:]
	}
	m.out.WriteString("}\n\n")
	return nil
}

// alike generates one test for a row of fields that mostly all equal the last op's fields.
func (m *maker) alike(fields []field) {
	var like, read, last, calls []string
	for i := range fields {
		x := &fields[i]
		like = append(like, strings.ReplaceAll(x.like, "%", x.name))
		read, last = append(read, "x."+x.name), append(last, "l."+x.name)
		calls = append(calls, x.call())
	}
	fmt.Fprintf(&m.out, "\tif c.Alike(%d, %s) {\n\t\t%s = %s\n\t} else {\n\t\t%s\n\t}\n",
		len(fields), strings.Join(like, " && "),
		strings.Join(read, ", "), strings.Join(last, ", "), strings.Join(calls, "\n\t\t"))
}

// field is a field that is coded.
type field struct {
	name string
	by   string // the call that codes it; %s stands for the field of l and of x
	// whether it is like that of the last op, as a writer finds out; % stands for its name, empty: by alone knows
	like string
}

func (x *field) call() string { return fmt.Sprintf(x.by, "&l."+x.name+", &x."+x.name) }

// fields returns the fields to code of a struct; a struct embedded in an op is replaced by its fields.
func (m *maker) fields(f function, within string) (out []field, err error) {
	st, _, err := m.what(f.of)
	if err != nil {
		return nil, err
	}
	if st == nil {
		return nil, fmt.Errorf("%s is not a struct", f.of)
	}
	for _, x := range st.Fields.List {
		typ, tag := m.typeOf(f, x)
		names := x.Names
		if names == nil {
			names = []*ast.Ident{ast.NewIdent(strings.TrimPrefix(typ[strings.LastIndex(typ, ".")+1:], "*"))}
		}
		for _, name := range names {
			more, err := m.codes(f, within+name.Name, typ, tag)
			if err != nil {
				return nil, fmt.Errorf("%s.%s: %w", f.of, name, err)
			}
			out = append(out, more...)
		}
	}
	return out, nil
}

// typeOf returns the type of a struct's field, and its tag, which names the coding.
func (m *maker) typeOf(f function, x *ast.Field) (typ, tag string) {
	typ = types.ExprString(x.Type)
	if pkg, _, foreign := strings.Cut(f.of, "."); foreign {
		typ = within(pkg, typ)
	}
	if x.Tag != nil {
		_, tag, _ = strings.Cut(strings.Trim(x.Tag.Value, "`"), `code:"`)
		tag = strings.TrimSuffix(tag, `"`)
	}
	return typ, tag
}

// codes returns how a field is coded: as its own fields, if it is a struct that an op has in itself.
func (m *maker) codes(f function, name, typ, tag string) ([]field, error) {
	if f.op && tag == "" && m.ops[typ] == "" && m.by[typ] == "" && typ != "Head" && !strings.ContainsAny(typ, "*[") {
		if st, _, err := m.what(typ); err == nil && st != nil {
			return m.fields(function{typ, true}, name+".")
		}
	}
	by, like, err := m.field(f, typ, tag)
	if by == "" || err != nil {
		return nil, err
	}
	return []field{{name, by, like}}, nil
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

// field returns the call that codes a field, and how a writer finds out that it is like that of the last op (see
// field). An empty call: nothing codes it.
func (m *maker) field(f function, typ, tag string) (by, like string, err error) {
	switch by := m.ops[typ]; {
	case !f.op || by == "" || tag != "":
	case strings.Contains(by, "("):
		return by, "", nil
	default:
		return "c." + by + "(%s)", m.likes[typ], nil
	}
	switch by := m.by[typ]; {
	case tag == "-":
		return "", "", nil
	case tag != "":
		return "c." + tag + "(%s)", "", nil
	case by != "":
		return "c." + by + "(%s)", m.likes[typ], nil
	case typ == "bool":
		return "c.Flag(%s)", equal, nil
	case typ == "Head":
		return "", "", nil
	case strings.HasPrefix(typ, "*"):
		return "wire.Part(c.Coder, %s, c, (*" + m.receiver + ")." + m.need(typ[1:], false) + ")",
			"l.% == nil && x.% == nil", nil
	case strings.HasPrefix(typ, "[]"):
		by, err = m.listOf(typ[2:])
		return by, "", err
	case strings.HasPrefix(typ, "map["):
		_, value, _ := strings.Cut(typ, "]")
		return "wire.Map(c.Coder, %s, c, (*" + m.receiver + ")." + m.need(value, false) + ")", "", nil
	}
	st, basic, err := m.what(typ)
	switch {
	case err != nil:
		return "", "", err
	case st != nil:
		return "c." + m.need(typ, f.op) + "(%s)", "", nil
	case basic == "string":
		return "wire.Text(c.Coder, %s)", equal, nil
	case !isNumber(basic):
		return "", "", fmt.Errorf("cannot code a %s", typ)
	}
	return "wire.Num(c.Coder, %s)", equal, nil
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
