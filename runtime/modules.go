package main

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/hex"
	"os"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// maxUnknown bounds how many addresses outside every module are remembered;
// each of them has cost one look at the memory map.
const maxUnknown = 64

// modules is the map of executable memory, as the segment tells it.
type modules struct {
	list    []segment.Module
	hit     segment.Module // the module found last
	unknown map[uint64]bool
}

// has reports whether a module that the segment knows holds pc, or none does.
func (m *modules) has(pc uint64) bool {
	if m.hit.Start <= pc && pc < m.hit.End {
		return true
	}
	for i := range m.list {
		if m.list[i].Start <= pc && pc < m.list[i].End {
			m.hit = m.list[i]
			return true
		}
	}
	return m.unknown[pc] || len(m.unknown) >= maxUnknown
}

// settle notes that no module holds pc if that is still so after a scan.
func (m *modules) settle(pc uint64) {
	if m.has(pc) {
		return
	}
	if m.unknown == nil {
		m.unknown = map[uint64]bool{}
	}
	m.unknown[pc] = true
}

// scan reads the memory map and writes the modules that are new.
func (m *modules) scan(s *sink) {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return // sites stay addresses
	}
	defer f.Close() // only read
	var fresh []segment.Module
	for lines := bufio.NewScanner(f); lines.Scan(); {
		mod, ok := parseMapping(lines.Text())
		if ok && !m.knows(mod) {
			mod.BuildID = buildID(mod.Path)
			fresh = append(fresh, mod)
		}
	}
	if len(fresh) > 0 {
		m.list = append(m.list, fresh...)
		s.meta(segment.MetaModules, fresh)
	}
}

func (m *modules) knows(mod segment.Module) bool {
	for _, have := range m.list {
		if have.Start == mod.Start && have.End == mod.End && have.Path == mod.Path {
			return true
		}
	}
	return false
}

// parseMapping reads a line of /proc/self/maps; ok if it maps code of a file.
func parseMapping(line string) (mod segment.Module, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 6 || !strings.Contains(fields[1], "x") || !strings.HasPrefix(fields[5], "/") {
		return mod, false
	}
	from, to, _ := strings.Cut(fields[0], "-")
	start, err1 := strconv.ParseUint(from, 16, 64)
	end, err2 := strconv.ParseUint(to, 16, 64)
	offset, err3 := strconv.ParseUint(fields[2], 16, 64)
	// The path is the rest of the line: it may hold blanks.
	path := line[strings.Index(line, fields[5]):]
	return segment.Module{Start: start, End: end, Offset: offset, Path: path}, err1 == nil && err2 == nil && err3 == nil
}

// buildID returns the GNU build id of an ELF file in hexadecimal, or "".
func buildID(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close() // only read
	s := f.Section(".note.gnu.build-id")
	if s == nil {
		return ""
	}
	note, err := s.Data()
	if err != nil || len(note) < 16 {
		return ""
	}
	// namesz, descsz, type, "GNU\0", then the id.
	n := int(f.ByteOrder.Uint32(note[4:]))
	if !bytes.Equal(note[12:16], []byte("GNU\x00")) || 16+n > len(note) {
		return ""
	}
	return hex.EncodeToString(note[16 : 16+n])
}
