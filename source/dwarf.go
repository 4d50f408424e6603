package source

import (
	"debug/dwarf"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
)

// debugSections are the names, without ".debug_", of the sections that are read.
var debugSections = []string{"abbrev", "info", "line", "str", "ranges"}

// debugSections5 are the sections that are read besides, which DWARF 5 added.
var debugSections5 = []string{"addr", "line_str", "rnglists", "str_offsets"}

// debugSection returns a debug section by its name without ".debug_", or without ".zdebug_" if it is compressed in
// the old form; nil if there is neither.
func debugSection(f *elf.File, name string) *elf.Section {
	s := f.Section(".debug_" + name)
	if s == nil {
		s = f.Section(".zdebug_" + name)
	}
	if s == nil || s.Type == elf.SHT_NOBITS {
		return nil
	}
	return s
}

func hasDebugInfo(f *elf.File) bool {
	return debugSection(f, "info") != nil && debugSection(f, "line") != nil
}

// debugBytes is the memory that the debug information and the symbol table
// would take.
func debugBytes(f *elf.File) int64 {
	n := int64(0)
	for _, names := range [][]string{debugSections, debugSections5} {
		for _, name := range names {
			if s := debugSection(f, name); s != nil {
				n += sectionBytes(s)
			}
		}
	}
	if s := f.SectionByType(elf.SHT_SYMTAB); s != nil {
		n += int64(s.Size)
	}
	return n
}

// sectionBytes returns the size of a section once uncompressed.
func sectionBytes(s *elf.Section) int64 {
	s.Open() // sets Size in sections named .zdebug_*
	return int64(s.Size)
}

func sectionData(f *elf.File, name string) ([]byte, error) {
	s := debugSection(f, name)
	if s == nil {
		return nil, nil
	}
	data, err := s.Data()
	if err != nil {
		return nil, fmt.Errorf("section %s: %w", s.Name, err)
	}
	return data, nil
}

// debugInfo is the DWARF debug information of a file.
type debugInfo struct {
	data  *dwarf.Data
	image *image
	units []unitRange // by address
	// The decoded parts of compilation units, by the unit's offset.
	lines map[dwarf.Offset][]lineRow
	funcs map[dwarf.Offset][]function
	rows  int // in lines
}

// unitRange says that a compilation unit holds the code [lo, hi).
type unitRange struct {
	lo, hi uint64
	unit   dwarf.Offset
}

// loadDebugInfo reads the sections of f and indexes its compilation units.
func loadDebugInfo(f *elf.File, i *image) (*debugInfo, error) {
	sections := map[string][]byte{}
	for _, names := range [][]string{debugSections, debugSections5} {
		for _, name := range names {
			data, err := sectionData(f, name)
			if err != nil {
				return nil, err
			}
			sections[name] = data
		}
	}
	data, err := dwarf.New(sections["abbrev"], nil, nil, sections["info"], sections["line"], nil,
		sections["ranges"], sections["str"])
	if err != nil {
		return nil, err
	}
	for _, name := range debugSections5 {
		if err := data.AddSection(".debug_"+name, sections[name]); err != nil {
			return nil, err
		}
	}
	d := &debugInfo{data: data, image: i}
	d.forgetLines()
	d.funcs = map[dwarf.Offset][]function{}
	for _, unit := range unitOffsets(sections["info"], f.ByteOrder) {
		d.addUnit(unit)
	}
	sort.SliceStable(d.units, func(a, b int) bool { return d.units[a].lo < d.units[b].lo })
	return d, nil
}

// addUnit notes the code of the compilation unit with its first entry at an
// offset.
func (d *debugInfo) addUnit(unit dwarf.Offset) {
	e := d.entryAt(unit)
	if e == nil || e.Tag != dwarf.TagCompileUnit && e.Tag != dwarf.TagSkeletonUnit {
		return
	}
	ranges, err := d.data.Ranges(e)
	if err != nil {
		return
	}
	for _, r := range ranges {
		if r[0] < r[1] && d.image.hasCode(r[0]) {
			d.units = append(d.units, unitRange{r[0], r[1], unit})
		}
	}
}

func (d *debugInfo) entryAt(at dwarf.Offset) *dwarf.Entry {
	r := d.data.Reader()
	r.Seek(at)
	e, err := r.Next()
	if err != nil {
		return nil
	}
	return e
}

// unitOf returns the compilation unit that holds an address. If several units overlap there, which is rare, it
// returns the unit that begins last.
func (d *debugInfo) unitOf(addr uint64) (dwarf.Offset, bool) {
	k := sort.Search(len(d.units), func(k int) bool { return d.units[k].lo > addr }) - 1
	for ; k >= 0; k-- {
		if addr < d.units[k].hi {
			return d.units[k].unit, true
		}
	}
	return 0, false
}

// locate completes p, the place of an address, with line and function. If the function is inlined, the places into
// which it was inlined follow, innermost first. Places in functions from installed headers are left out, unless all
// places are in such functions.
func (d *debugInfo) locate(addr uint64, p Place) []Place {
	unit, ok := d.unitOf(addr)
	if !ok {
		return []Place{p}
	}
	if row, ok := d.lineAt(unit, addr); ok {
		p.File, p.Line, p.Dir = row.file, row.line, d.compiledIn(unit)
	}
	var out []Place
	for _, entry := range d.funcsAt(unit, addr) {
		p.Func = d.funcName(entry)
		if !installed(p.File) {
			out = append(out, p)
		}
		file, line, ok := d.inlinedAt(unit, entry)
		if !ok {
			break
		}
		p.File, p.Line = file, line
	}
	if len(out) == 0 {
		return []Place{p}
	}
	return out
}

// compiledIn returns the directory in which the compiler ran; "" if it is unknown.
func (d *debugInfo) compiledIn(unit dwarf.Offset) string {
	e := d.entryAt(unit)
	if e == nil {
		return ""
	}
	dir, _ := e.Val(dwarf.AttrCompDir).(string)
	return dir
}

var errShortUnit = errors.New("unit header is cut off")

// unitOffsets walks over the unit headers of .debug_info and returns the
// offset of each compilation unit's first entry. Anything after a
// damaged header is left out.
func unitOffsets(info []byte, order binary.ByteOrder) []dwarf.Offset {
	var out []dwarf.Offset
	for at := uint64(0); at < uint64(len(info)); {
		h, err := readUnitHeader(info[at:], order)
		if err != nil {
			break
		}
		if h.code {
			out = append(out, dwarf.Offset(at+h.size))
		}
		at += h.length
	}
	return out
}

// unitHeader is the header of a unit: length is the size of the whole unit in bytes, size that of the header. code:
// the unit may contain code.
type unitHeader struct {
	length, size uint64
	code         bool
}

// Unit types of DWARF 5 that hold code.
const (
	unitCompile  = 1
	unitSkeleton = 4
)

func readUnitHeader(b []byte, order binary.ByteOrder) (h unitHeader, err error) {
	if len(b) < 24 {
		b = append(append([]byte(nil), b...), make([]byte, 24)...)[:24]
	}
	h.length, h.size = uint64(order.Uint32(b)), 4
	offsetSize := uint64(4)
	if h.length == 0xffffffff { // 64-bit DWARF
		h.length, h.size, offsetSize = order.Uint64(b[4:]), 12, 8
	}
	if h.length < 7 || h.length > 1<<40 {
		return h, errShortUnit
	}
	h.length += h.size
	version := order.Uint16(b[h.size:])
	kind := b[h.size+2]
	if version < 5 { // version, abbreviations, address size
		h.size += 2 + offsetSize + 1
		h.code = true
		return h, nil
	}
	h.size += 2 + 1 + 1 + offsetSize // version, type, address size, abbreviations
	h.code = kind == unitCompile || kind == unitSkeleton
	if kind == unitSkeleton {
		h.size += 8 // the unit's ID
	}
	return h, nil
}
