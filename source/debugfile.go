package source

import (
	"debug/elf"
	"hash/crc32"
	"io"
	"path/filepath"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
)

var defaultDebugDirs = []string{"/usr/lib/debug"}

// debugFile returns the file with the debug information of f, and the file's path: f itself, or a separate debug file.
// If neither has debug information, it returns f. path is f's path, id its build ID. If the result is not f, the caller
// closes it.
func (r *Resolver) debugFile(f *elfFile, path, id string) (*elfFile, string) {
	if hasDebugInfo(f.File) {
		return f, path
	}
	dirs := r.debugDirs
	if dirs == nil {
		dirs = defaultDebugDirs
	}
	if len(id) > 2 {
		for _, dir := range dirs {
			name := filepath.Join(dir, ".build-id", id[:2], id[2:]+".debug")
			if d := openDebugFile(name, func(d *elfFile) bool { return buildID(d.File) == id }); d != nil {
				return d, name
			}
		}
	}
	link, sum := debugLink(f.File)
	if link == "" {
		return f, path
	}
	for _, name := range linkCandidates(path, link, dirs) {
		right := func(d *elfFile) bool { return id != "" && buildID(d.File) == id || checksum(name) == sum }
		if d := openDebugFile(name, right); d != nil {
			return d, name
		}
	}
	return f, path
}

// openDebugFile opens a separate debug file; nil if it does not exist, has no debug information, or right refuses
// it.
func openDebugFile(name string, right func(*elfFile) bool) *elfFile {
	d, err := openELF(name)
	if err != nil {
		return nil
	}
	if !hasDebugInfo(d.File) || !right(d) {
		d.Close()
		return nil
	}
	return d
}

// debugLink reads the section .gnu_debuglink: a file name, padding to 4 bytes
// and the file's CRC.
func debugLink(f *elf.File) (name string, sum uint32) {
	s := f.Section(".gnu_debuglink")
	if s == nil || s.Size > 4096 {
		return "", 0
	}
	data, err := s.Data()
	if err != nil {
		return "", 0
	}
	name, _, ok := strings.Cut(string(data), "\x00")
	at := (len(name) + 4) &^ 3
	if !ok || name == "" || strings.Contains(name, "/") || at+4 > len(data) {
		return "", 0
	}
	return name, f.ByteOrder.Uint32(data[at:])
}

// linkCandidates lists the paths to which the debug link of the file at path may lead, in the order in which
// debuggers try them.
func linkCandidates(path, link string, dirs []string) []string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	dir := filepath.Dir(path)
	out := []string{filepath.Join(dir, link), filepath.Join(dir, ".debug", link)}
	for _, d := range dirs {
		out = append(out, filepath.Join(d, dir, link))
	}
	return out
}

// checksum returns the CRC of a file as used by debug links; 0 if the file cannot
// be read.
func checksum(name string) uint32 {
	f, err := foreign.Open(name)
	if err != nil {
		return 0
	}
	defer f.Close()
	sum := crc32.NewIEEE()
	if _, err := io.Copy(sum, f); err != nil {
		return 0
	}
	return sum.Sum32()
}
