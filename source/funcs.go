package source

import "debug/dwarf"

// function is a range of code of one function; inlined ones lie in the ranges
// of those they were inlined into.
type function struct {
	lo, hi uint64
	depth  int // of the entry in the tree
	entry  dwarf.Offset
}

// funcAt returns the name of the innermost function at an address, or "".
func (d *debugInfo) funcAt(unit dwarf.Offset, addr uint64) string {
	funcs, ok := d.funcs[unit]
	if !ok {
		funcs = d.readFuncs(unit)
		d.funcs[unit] = funcs
	}
	depth, entry := -1, dwarf.Offset(0)
	for _, f := range funcs {
		if addr >= f.lo && addr < f.hi && f.depth > depth {
			depth, entry = f.depth, f.entry
		}
	}
	if depth < 0 {
		return ""
	}
	return d.funcName(entry)
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

// holdsFuncs reports whether entries of functions may be below one of tag t.
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

// funcName returns the name of the function of an entry. Entries of code
// refer to the declaration that has the name, at times over several steps. Of
// a C++ function it is the whole name, which only the mangled one tells.
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
			return name
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
