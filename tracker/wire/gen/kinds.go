package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// body is a type of ops.
type body struct {
	name  string
	slab  string   // the field of slabs that has the ops
	kinds []string // of the ops
}

// kinds generates the code that depends on the kinds of ops and their bodies.
func (m *maker) kinds(st *ast.StructType) error {
	var kinds []string
	of := map[string]*body{}
	var bodies []*body
	for _, f := range st.Fields.List {
		x, ok := f.Type.(*ast.IndexExpr)
		if !ok {
			return fmt.Errorf("a field of Kinds is not a Route")
		}
		name := x.Index.(*ast.Ident).Name
		b := of[name]
		if b == nil {
			b = &body{name: name, slab: lower(name) + "List"}
			of[name], bodies = b, append(bodies, b)
		}
		for _, n := range f.Names {
			kinds = append(kinds, n.Name)
			b.kinds = append(b.kinds, n.Name)
		}
	}
	m.names(kinds)
	m.slabs(bodies)
	m.out.WriteString("// These add ops, each to be completed before the next one.\n\n")
	for _, k := range kinds {
		m.adder(k, bodyOf(k, bodies))
	}
	m.out.WriteString("\n")
	m.take(kinds, bodies)
	m.each(&m.out, "code codes an op of a kind, the i-th one of its body, whose last one is the l-th.",
		"func (c *Coder) code(k kind, last *slabs, l int32, ops *slabs, i int32)", bodies,
		func(b *body) string {
			if b.name == "Head" {
				return ""
			}
			m.need(b.name, true)
			return fmt.Sprintf("c.%s(&last.%s[l], &ops.%s[i])", lower(b.name), b.slab, b.slab)
		})
	return nil
}

// bodyOf returns the body of a kind.
func bodyOf(kind string, bodies []*body) *body {
	return bodies[slices.IndexFunc(bodies, func(b *body) bool { return slices.Contains(b.kinds, kind) })]
}

// names makes the constants that say which kind an op has.
func (m *maker) names(kinds []string) {
	m.storage.WriteString("// kind is which field of Kinds an op is for.\ntype kind uint8\n\nconst (\n")
	for i, k := range kinds {
		of := ""
		if i == 0 {
			of = " kind = iota"
		}
		fmt.Fprintf(&m.storage, "\t%s%s\n", lower(k), of)
	}
	m.storage.WriteString(")\n\n")
}

// slabs makes the storage of ops.
func (m *maker) slabs(bodies []*body) {
	m.storage.WriteString("// slabs are ops, by their bodies.\ntype slabs struct {\n")
	for _, b := range bodies {
		fmt.Fprintf(&m.storage, "\t%s []%s\n", b.slab, b.name)
	}
	m.storage.WriteString("}\n\n// reset empties them.\nfunc (s *slabs) reset() {\n")
	for _, b := range bodies {
		fmt.Fprintf(&m.storage, "\ts.%s = s.%s[:0]\n", b.slab, b.slab)
	}
	m.storage.WriteString("}\n\n")
	m.each(&m.storage, "head returns the head of an op.", "func (s *slabs) head(k kind, i int32) *Head", bodies,
		func(b *body) string {
			if b.name == "Head" {
				return fmt.Sprintf("return &s.%s[i]", b.slab)
			}
			return fmt.Sprintf("return &s.%s[i].Head", b.slab)
		})
	m.each(&m.storage, "add adds an op of a kind, and returns which one of its body it is.",
		"func (s *slabs) add(k kind) int32", bodies,
		func(b *body) string { return fmt.Sprintf("return grow(&s.%s)", b.slab) })
}

// each makes a function that does something else for each body.
func (m *maker) each(to *bytes.Buffer, doc, head string, bodies []*body, do func(*body) string) {
	fmt.Fprintf(to, "// %s\n%s {\n\tswitch k {\n", doc, head)
	for _, b := range bodies {
		if line := do(b); line != "" {
			fmt.Fprintf(to, "\tcase %s:\n\t\t%s\n", strings.Join(lowered(b.kinds), ", "), line)
		}
	}
	to.WriteString("\t}\n")
	if strings.HasSuffix(head, "int32") || strings.HasSuffix(head, "*Head") {
		to.WriteString("\tpanic(errKind)\n")
	}
	to.WriteString("}\n\n")
}

func lowered(names []string) (out []string) {
	for _, n := range names {
		out = append(out, lower(n))
	}
	return out
}

// adder makes the function that adds an op.
func (m *maker) adder(k string, b *body) {
	value := b.name + "{Head: h}"
	if b.name == "Head" {
		value = "h"
	}
	fmt.Fprintf(&m.out, "func (o *Ops) %s(h Head) *%s {\n\to.%s = append(o.%s, %s)\n", k, b.name, b.slab, b.slab, value)
	fmt.Fprintf(&m.out, "\ti := len(o.%s) - 1\n\to.list = append(o.list, entry{h.N, int32(i), %s})\n", b.slab, lower(k))
	fmt.Fprintf(&m.out, "\treturn &o.%s[i]\n}\n\n", b.slab)
}

// take generates Kinds.Take, which passes an op to its takers.
func (m *maker) take(kinds []string, bodies []*body) {
	m.out.WriteString("// Take gives the i-th op of a rank in MPI_COMM_WORLD to those who take it.\n" +
		"func (k *Kinds) Take(rank int32, o *Ops, i int) {\n\tx := &o.list[i]\n\tswitch x.kind {\n")
	for _, k := range kinds {
		fmt.Fprintf(&m.out, "\tcase %s:\n\t\tk.%s.Take(rank, &o.%s[x.at])\n", lower(k), k, bodyOf(k, bodies).slab)
	}
	m.out.WriteString("\t}\n}\n\n")
	m.out.WriteString("// Hand has p take the ops of all kinds that are in to, for those who are there.\n" +
		"func (k *Kinds) Hand(to *Kinds, p Passer) {\n")
	for _, k := range kinds {
		fmt.Fprintf(&m.out, "\tk.%s.hand(to.%s, p)\n", k, k)
	}
	m.out.WriteString("}\n\n")
}
