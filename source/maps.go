package source

import (
	"bufio"
	"debug/elf"
	"encoding/hex"
	"io"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
)

// ReadMaps reads the executable mappings from the text of /proc/PID/maps. The build IDs come from the files; a
// module has none if its file cannot be read, was deleted, or does not exist (the vdso). Mappings without a name
// are left out.
func ReadMaps(r io.Reader) []Module {
	var out []Module
	ids := map[string]string{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		m, ok := parseMapping(lines.Text())
		if !ok {
			continue
		}
		id, seen := ids[m.Path]
		if !seen {
			id = BuildID(m.Path)
			ids[m.Path] = id
		}
		m.BuildID = id
		out = append(out, m)
	}
	return out
}

// parseMapping reads a line such as
//
//	7f1c2a000000-7f1c2a021000 r-xp 00028000 08:01 1234   /usr/lib/libc.so.6
//
// ok is false for mappings that are not executable or have no name.
func parseMapping(line string) (m Module, ok bool) {
	var fields [5]string
	rest := line
	for i := range fields {
		fields[i], rest, ok = strings.Cut(rest, " ")
		if !ok {
			return m, false
		}
	}
	m.Path = unescape(strings.TrimLeft(rest, " "))
	start, end, _ := strings.Cut(fields[0], "-")
	var err [3]error
	m.Start, err[0] = strconv.ParseUint(start, 16, 64)
	m.End, err[1] = strconv.ParseUint(end, 16, 64)
	m.Offset, err[2] = strconv.ParseUint(fields[2], 16, 64)
	if err != [3]error{} || m.Path == "" || len(fields[1]) < 3 || fields[1][2] != 'x' {
		return m, false
	}
	return m, true
}

// unescape undoes the only escape that the kernel uses in a path.
func unescape(path string) string { return strings.ReplaceAll(path, `\012`, "\n") }

// BuildID returns the build ID of the ELF file at path, in hexadecimal; "" if the file has none or cannot be read.
func BuildID(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasSuffix(path, deletedMark) {
		return ""
	}
	f, err := foreign.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }() // only read
	for _, r := range []io.ReaderAt{segmentsOnly{f}, f} {
		if e, err := elf.NewFile(r); err == nil {
			if id := buildID(e); id != "" {
				return id
			}
		}
	}
	return ""
}

// segmentsOnly shows a 64-bit ELF file as if it had no sections. To read the sections of all modules takes most of
// the time that a process needs to find the modules' build IDs.
type segmentsOnly struct{ io.ReaderAt }

// The fields of a 64-bit ELF header that name the sections: e_shoff, e_shnum and
// e_shstrndx (System V ABI, "ELF header").
var sectionFields = [][2]int64{{40, 48}, {60, 64}}

// ReadAt reads at off; the fields that name the sections are 0.
func (s segmentsOnly) ReadAt(b []byte, off int64) (int, error) {
	n, err := s.ReaderAt.ReadAt(b, off)
	for _, f := range sectionFields {
		for i := max(f[0], off); i < min(f[1], off+int64(n)); i++ {
			b[i-off] = 0
		}
	}
	return n, err
}

const noteGNUBuildID = 3

// maxNotes bounds how much of a file's notes is read.
const maxNotes = 1 << 20

// buildID returns the build ID from the file's notes in hexadecimal, or "".
func buildID(f *elf.File) string {
	for _, p := range f.Progs {
		if p.Type != elf.PT_NOTE || p.Filesz > maxNotes {
			continue
		}
		data := make([]byte, p.Filesz)
		if _, err := p.ReadAt(data, 0); err != nil {
			continue
		}
		if id := findBuildID(f, data, noteAlign(p.Align)); id != "" {
			return id
		}
	}
	return sectionBuildID(f)
}

// sectionBuildID looks into the sections: separate debug files may have no
// usable segments.
func sectionBuildID(f *elf.File) string {
	s := f.Section(".note.gnu.build-id")
	if s == nil || s.Type != elf.SHT_NOTE || s.Size > maxNotes {
		return ""
	}
	data, err := s.Data()
	if err != nil {
		return ""
	}
	return findBuildID(f, data, noteAlign(s.Addralign))
}

func noteAlign(align uint64) uint64 {
	if align == 8 {
		return 8
	}
	return 4
}

func findBuildID(f *elf.File, data []byte, align uint64) string {
	for n := range notes(f, data, align) {
		if n.kind == noteGNUBuildID && n.owner == "GNU" {
			return hex.EncodeToString(n.text)
		}
	}
	return ""
}
