package source

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/gomarmot/gomarmot/foreign"
)

// image is an ELF file with its debug information. The zero value has no debug information.
type image struct {
	code  []codeSegment
	debug *debugInfo // nil: no debug information
	// symbolFile is the path of the file with the symbol table, until the table is read.
	symbolFile string
	symbols    []symbol
	declared   declaredTable
}

// codeSegment is an executable segment: its offset in the file, and its address and size in bytes according to the
// file.
type codeSegment struct{ offset, addr, size uint64 }

// elfFile is an open ELF file.
type elfFile struct {
	*elf.File
	file *os.File
	size int64
}

// openELF opens an ELF file.
func openELF(path string) (*elfFile, error) {
	f, err := foreign.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var e *elf.File
		if e, err = elf.NewFile(f); err == nil {
			return &elfFile{e, f, info.Size()}, nil
		}
	}
	_ = f.Close() // only read
	return nil, err
}

// Close closes the file.
func (f *elfFile) Close() { _ = f.file.Close() } // only read

// open reads the file at path, of a module with the build ID id, which may be "". After an error the image has no
// debug information, but is usable.
func (i *image) open(r *Resolver, path, id string) error {
	if strings.HasSuffix(path, deletedMark) {
		return errors.New("the file was deleted or replaced while the program ran; lines are not known")
	}
	f, err := openELF(path)
	if err != nil {
		return fmt.Errorf("the file cannot be read, lines are not known: %w", err)
	}
	defer f.Close()
	has := buildID(f.File)
	if id != "" && has != id {
		return errors.New("the file was rebuilt after the program ran; lines are not known")
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 {
			i.code = append(i.code, codeSegment{p.Off, p.Vaddr, p.Filesz})
		}
	}
	d, path := r.debugFile(f, path, has)
	if d != f {
		defer d.Close()
	}
	if i.declared = readDeclared(f.File); i.declared == nil {
		i.declared = readDeclared(d.File)
	}
	return i.load(d, path, r.MaxDebugBytes)
}

// openOther reads the module from another path, if a file with the same build ID is there.
func (i *image) openOther(r *Resolver, m *Module) bool {
	if m.BuildID == "" || r.Others == nil || i.debug != nil {
		return false
	}
	for _, path := range r.Others(m) {
		other := &image{}
		if path != m.Path && other.open(r, path, m.BuildID) == nil {
			*i = *other
			if i.debug != nil {
				i.debug.image = i
			}
			return true
		}
	}
	return false
}

// Debug information may be compressed, mostly to a third. If its uncompressed size is said to be more than
// maxPlainDebug bytes and maxInflation times the size of the file, it is damaged and is not read.
const (
	maxPlainDebug = 64 << 20
	maxInflation  = 16
)

// load reads the debug information of f, the file or its separate debug file; nothing if that would take more than
// limit bytes, unless limit is 0.
func (i *image) load(f *elfFile, path string, limit int64) error {
	i.symbolFile = path
	n := debugBytes(f.File)
	if limit > 0 && n > limit {
		i.symbolFile = ""
		return fmt.Errorf("%d MB of debug information are not read while the program runs", n>>20)
	}
	if n > maxPlainDebug && n > maxInflation*f.size {
		i.symbolFile = ""
		return fmt.Errorf("the file of %d bytes claims to hold %d MB of debug information, which is impossible; "+
			"lines are not known", f.size, n>>20)
	}
	if !hasDebugInfo(f.File) {
		return nil
	}
	d, err := loadDebugInfo(f.File, i)
	if err != nil {
		return fmt.Errorf("read debug information: %w", err)
	}
	i.debug = d
	return nil
}

// address translates a position in the file to its address according to the file.
func (i *image) address(fileAddr uint64) (uint64, bool) {
	for _, s := range i.code {
		if fileAddr >= s.offset && fileAddr-s.offset < s.size {
			return fileAddr - s.offset + s.addr, true
		}
	}
	return 0, false
}

// hasCode reports whether the address is in an executable segment. The addresses in the debug information of
// functions that the linker dropped are not.
func (i *image) hasCode(addr uint64) bool {
	for _, s := range i.code {
		if addr >= s.addr && addr-s.addr < s.size {
			return true
		}
	}
	return false
}

// locate completes p, whose Offset is a position in the file, and returns it with the places into which its function
// was inlined.
func (i *image) locate(p Place) []Place {
	addr, ok := i.address(p.Offset)
	if !ok {
		return []Place{p}
	}
	p.Offset = addr
	found := []Place{p}
	if i.debug != nil {
		found = i.debug.locate(addr, p)
	}
	if last := &found[len(found)-1]; last.Func == "" {
		last.Func = i.symbolAt(addr)
	}
	return found
}

// symbol is a function in the symbol table.
type symbol struct {
	addr, size uint64
	name       string
}

// symbolAt returns the name of the function at an address, or "".
func (i *image) symbolAt(addr uint64) string {
	if i.symbolFile != "" {
		i.symbols = readSymbols(i.symbolFile)
		i.symbolFile = ""
	}
	k := sort.Search(len(i.symbols), func(k int) bool { return i.symbols[k].addr > addr }) - 1
	if k < 0 {
		return ""
	}
	s := i.symbols[k]
	if addr-s.addr >= s.size {
		return ""
	}
	return plainName(s.name)
}

// plainName returns the name that a function has in the source, without parameters. It demangles a C++ name, and
// drops the suffixes that compilers append to the names of a function's clones and parts, such as
// "solve.constprop.0", "solve.cold" and "solve._omp_fn.0", and access/llvm to the names of parts that it moves out
// of a function.
func plainName(symbol string) string {
	name := symbol
	for _, mark := range []string{".constprop.", ".isra.", ".part.", ".lto_priv.", ".cold", ".gomarmot", "._omp_fn.",
		".omp_outlined"} {
		name, _, _ = strings.Cut(name, mark)
	}
	if name == "" && symbol != "" { // Clang before version 17 does not name the function around the region
		return "an OpenMP region"
	}
	switch {
	case isMangled(name):
		return demangle.Filter(name, demangle.NoParams)
	case name == "MAIN__": // a Fortran program without a name, or named main
		return "main"
	}
	return name
}

// isMangled reports whether a symbol looks like a mangled C++ name.
func isMangled(name string) bool { return strings.HasPrefix(name, "_Z") }

// readSymbols returns the functions in a file's symbol table, by address; in the dynamic symbol table if the file
// was stripped.
func readSymbols(path string) []symbol {
	f, err := openELF(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	all, err := f.Symbols()
	if err != nil || len(all) == 0 {
		all, _ = f.DynamicSymbols()
	}
	var out []symbol
	for _, s := range all {
		kind := elf.ST_TYPE(s.Info)
		if (kind == elf.STT_FUNC || kind == elf.STT_GNU_IFUNC) && s.Section != elf.SHN_UNDEF && s.Size > 0 {
			out = append(out, symbol{s.Value, s.Size, s.Name})
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].addr < out[b].addr })
	return out
}
