package source

import (
	"debug/dwarf"
	"debug/elf"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
)

// declaredSection is the section in which the compiler passes of gomarmot cc note the declared types of buffers
// that the program passes to MPI, as strings that each end in a NUL, with tabs between their words:
//
//	unit 1, directory, main source file     the following calls are of this compilation
//	file, line, function, argument ...      a call
//
// An argument begins with its position, from 0:
//
//	0 10 24 0:f8x2,16:i4x1 struct cell   elements (0: unknown, behind a pointer), size of an element, its scalars as
//	                                     byte:kind size x count, name of the type
//	0 of 80 row                          bytes from there to the end of the variable row (OBJ010)
//	0 owns 8 24 body.path vector         place, size, name and class of a member with pointers, in a C++ object that
//	                                     must not be copied byte by byte; class & for a reference (OBJ008)
//	1 const 4                            a constant of Fortran, and its size (OBJ013)
//	3 is mpi_status_ignore               a constant of MPI that is a variable in Fortran (OBJ014)
//
// Kinds are i and u for integers with and without a sign, n for enumerations, f, b for logical values, p for pointers,
// c for a byte. Bytes that are not described may be anything.
const declaredSection = ".gomarmot.types"

// maxDeclared bounds the size of the section, in bytes.
const maxDeclared = 64 << 20

// declaredTable has the declared types of the arguments of calls, by line and function: for each call of the
// function on the line, a text for each argument.
type declaredTable map[declaredKey][][]string

type declaredKey struct {
	dir, unit string // where the compiler ran, and its main source file
	file      string // absolute
	line      int
	call      string // from callName
}

// readDeclared reads the table of a file; nil if the file has no such section.
func readDeclared(f *elf.File) declaredTable {
	s := f.Section(declaredSection)
	if s == nil || s.Size > maxDeclared || s.Type == elf.SHT_NOBITS {
		return nil
	}
	data, err := s.Data()
	if err != nil {
		return nil
	}
	t := declaredTable{}
	var dir, unit string
	for entry := range strings.SplitSeq(string(data), "\x00") {
		words := strings.Split(entry, "\t")
		if len(words) < 3 {
			continue
		}
		if words[0] == "unit 1" {
			dir, unit = words[1], words[2]
			continue
		}
		line, err := strconv.Atoi(words[1])
		if err != nil || unit == "" {
			continue
		}
		key := declaredKey{dir, unit, absolute(dir, words[0]), line, callName(words[2])}
		t[key] = append(t[key], words[3:])
	}
	return t
}

func absolute(dir, file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(dir, file)
}

// callName turns the name of a function of any binding into the name of the call, in lower case: "mpi_send_f08ts_"
// into "mpi_send".
func callName(function string) string {
	name := strings.TrimPrefix(strings.ToLower(function), "p")
	for {
		short := name
		for _, end := range []string{"_", "_f08", "_f08ts", "_c", "_cdesc"} {
			short = strings.TrimSuffix(short, end)
		}
		if short == name {
			return name
		}
		name = short
	}
}

// HasDeclared reports whether a module has a declaredSection. It does not read the debug information.
func (r *Resolver) HasDeclared(m *Module) bool {
	if m == nil || strings.HasPrefix(m.Path, "[") {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	key := imageKey{m.Path, m.BuildID}
	has, known := r.declared[key]
	if !known {
		for _, path := range r.pathsOf(m) {
			has = has || hasDeclared(path, m.BuildID)
		}
		if r.declared == nil {
			r.declared = map[imageKey]bool{}
		}
		r.declared[key] = has
	}
	return has
}

func hasDeclared(path, id string) bool {
	f, err := foreign.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() // only read
	e, err := elf.NewFile(f)
	return err == nil && e.Section(declaredSection) != nil && (id == "" || buildID(e) == id)
}

// Declared returns the declared types of the arguments of the call in module m that returns to pc: a list for each
// call of the function on the call's line, with a text for each argument; nil if they are not known.
func (r *Resolver) Declared(m *Module, pc uint64, function string) (calls [][]string) {
	if m == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.guard(m, func() { calls = r.image(m).declaredAt(m.fileAddr(pc), function) })
	return calls
}

func (i *image) declaredAt(offset uint64, function string) [][]string {
	addr, ok := i.address(offset)
	if !ok || i.debug == nil || i.declared == nil {
		return nil
	}
	unit, ok := i.debug.unitOf(addr)
	if !ok {
		return nil
	}
	row, ok := i.debug.lineAt(unit, addr)
	if !ok {
		return nil
	}
	name, _ := i.debug.entryAt(unit).Val(dwarf.AttrName).(string)
	dir := i.debug.compiledIn(unit)
	return i.declared[declaredKey{dir, name, absolute(dir, row.file), row.line, callName(function)}]
}
