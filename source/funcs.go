package source

import (
	"cmp"
	"debug/dwarf"
	"slices"
)

// function is a range of code of a function. The ranges of an inlined function lie within the ranges of the
// function into which it was inlined.
type function struct {
	lo, hi uint64
	depth  int // of the entry in the tree
	entry  dwarf.Offset
}

// funcsAt returns the entries of the functions at an address, innermost first.
func (d *debugInfo) funcsAt(unit dwarf.Offset, addr uint64) []dwarf.Offset {
	funcs, ok := d.funcs[unit]
	if !ok {
		funcs = d.readFuncs(unit)
		d.funcs[unit] = funcs
	}
	var at []function
	for _, f := range funcs {
		if addr >= f.lo && addr < f.hi {
			at = append(at, f)
		}
	}
	slices.SortStableFunc(at, func(a, b function) int { return cmp.Compare(b.depth, a.depth) })
	var out []dwarf.Offset
	for _, f := range at {
		out = append(out, f.entry)
	}
	return out
}

// inlinedAt returns the place where a function was inlined; ok is false if it was not inlined, or the place is not
// known.
func (d *debugInfo) inlinedAt(unit, entry dwarf.Offset) (file string, line int, ok bool) {
	e := d.entryAt(entry)
	if e == nil || e.Tag != dwarf.TagInlinedSubroutine {
		return "", 0, false
	}
	number, hasFile := e.Val(dwarf.AttrCallFile).(int64)
	at, hasLine := e.Val(dwarf.AttrCallLine).(int64)
	u := d.entryAt(unit)
	if !hasFile || !hasLine || u == nil {
		return "", 0, false
	}
	lr, err := d.data.LineReader(u)
	if err != nil || lr == nil || number < 0 || int(number) >= len(lr.Files()) {
		return "", 0, false
	}
	dir, _ := u.Val(dwarf.AttrCompDir).(string)
	file = fileName(dir, lr.Files()[number])
	return file, int(at), file != "" && at > 0
}

// readFuncs lists the functions of a unit that have code.
func (d *debugInfo) readFuncs(unit dwarf.Offset) []function {
	var out []function
	r := d.data.Reader()
	r.Seek(unit)
	for depth := 0; ; {
		e, err := r.Next()
		if err != nil || e == nil {
			return out
		}
		if e.Tag == 0 { // the end of a list of children
			if depth--; depth <= 0 {
				return out
			}
			continue
		}
		if e.Tag == dwarf.TagSubprogram || e.Tag == dwarf.TagInlinedSubroutine {
			out = d.addFunc(out, e, depth)
		}
		switch {
		case !e.Children:
			if depth == 0 {
				return out
			}
		case holdsFuncs(e.Tag):
			depth++
		default:
			r.SkipChildren()
		}
	}
}

// holdsFuncs reports whether an entry with tag t may contain entries of functions.
func holdsFuncs(t dwarf.Tag) bool {
	switch t {
	case dwarf.TagCompileUnit, dwarf.TagSkeletonUnit, dwarf.TagNamespace, dwarf.TagModule,
		dwarf.TagSubprogram, dwarf.TagInlinedSubroutine, dwarf.TagLexDwarfBlock,
		dwarf.TagClassType, dwarf.TagStructType, dwarf.TagTryDwarfBlock, dwarf.TagCatchDwarfBlock:
		return true
	}
	return false
}

func (d *debugInfo) addFunc(out []function, e *dwarf.Entry, depth int) []function {
	ranges, err := d.data.Ranges(e)
	if err != nil {
		return out
	}
	for _, r := range ranges {
		if r[0] < r[1] && d.image.hasCode(r[0]) {
			out = append(out, function{r[0], r[1], depth, e.Offset})
		}
	}
	return out
}

// funcName returns the name of the function of an entry. The entry of code refers to the declaration with the name,
// sometimes in several steps. A C++ function gets its full name, which only the mangled name contains.
func (d *debugInfo) funcName(at dwarf.Offset) string {
	for range 8 {
		e := d.entryAt(at)
		if e == nil {
			return ""
		}
		if name, ok := e.Val(dwarf.AttrLinkageName).(string); ok && isMangled(name) {
			return plainName(name)
		}
		if name, ok := e.Val(dwarf.AttrName).(string); ok && name != "" {
			return plainName(name)
		}
		next, ok := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
		if !ok {
			next, ok = e.Val(dwarf.AttrSpecification).(dwarf.Offset)
		}
		if !ok {
			return ""
		}
		at = next
	}
	return ""
}
