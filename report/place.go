package report

import (
	"fmt"
	"path/filepath"
)

// place describes where a call is: "halo.c:41 in update", or module and offset if
// there is no debug information. For a call made by a library:
// "libio.so (io_write), called from halo.c:41 in update".
func place(s Site, dir string) string {
	at := whereIn(s, dir)
	if s.Through != (through{}) {
		at = throughPhrase(s.Through) + ", called from " + at
	}
	for _, c := range s.Callers.list() {
		at += ", from " + whereIn(Site{File: c.File, Dir: c.Dir, Line: c.Line, Function: c.Function, Module: c.Module, Offset: c.Offset}, dir)
	}
	return at
}

// Where is the place of the first call at fault, for one line: "halo.c:41", or
// module and offset; "" if it has none.
func (f *Finding) Where() string {
	if len(f.Sites) == 0 || f.Sites[0].File == "" && f.Sites[0].Module == "" {
		return ""
	}
	return filepath.Base(where(f.Sites[0], ""))
}

// withoutLines says what to do where findings have no lines.
func withoutLines(fs []Finding) []string {
	var out []string
	add := func(s Site) {
		if s.Module != "" && s.Line == 0 && s.Call != "" {
			out = append(out, filepath.Base(s.Module)+" has no line numbers for calls listed above: compile it with -g, which works with optimization too")
		}
	}
	for i := range fs {
		for _, s := range fs[i].Sites {
			add(s)
		}
		out = append(out, withoutLines(fs[i].Consequences)...)
	}
	return unique(out)
}

func whereIn(s Site, dir string) string {
	at := where(s, dir)
	if s.Function == "" {
		return at
	}
	return at + " in " + s.Function
}

func where(s Site, dir string) string {
	switch {
	case s.File != "" && s.Line > 0:
		return fmt.Sprintf("%s:%d", sitePath(s, dir), s.Line)
	case s.File != "":
		return sitePath(s, dir)
	case s.Module != "":
		return fmt.Sprintf("%s+%#x", filepath.Base(s.Module), s.Offset)
	}
	return "unknown place"
}

// sitePath is the file of a place as shown to people: its path from dir or, if it
// is not there, from the root of the source tree it was compiled in.
func sitePath(s Site, dir string) string {
	file := shortPath(s.File, dir)
	if !filepath.IsAbs(file) || !filepath.IsAbs(s.Dir) {
		return file
	}
	built := filepath.Clean(s.Dir)
	root := built
	for ; root != "/"; root = filepath.Dir(root) {
		if rel, ok := below(file, root); ok {
			if root != built && filepath.Dir(root) == "/" {
				break // all of /home is not a source tree
			}
			return rel
		}
	}
	return file
}

// shortPath removes dir from the path of a file in it; either path may contain
// symbolic links. A relative path is already relative to dir.
func shortPath(file, dir string) string {
	if dir == "" || file == "" {
		return file
	}
	if !filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	if rel, ok := below(file, dir); ok {
		return rel
	}
	realFile, realDir := realPath(file), realPath(dir)
	if realFile == file && realDir == dir {
		return file
	}
	for _, f := range []string{file, realFile} {
		if rel, ok := below(f, realDir); ok {
			return rel
		}
	}
	return file
}

// below returns the path of a file from a directory that it is in.
func below(file, dir string) (string, bool) {
	rel, err := filepath.Rel(dir, file)
	return rel, err == nil && filepath.IsLocal(rel)
}

// realPath resolves symbolic links as far as possible.
func realPath(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return path
}

// callPlace is "MPI_Put, halo.c:41 in update", or "MPI_Put in libio.so
// (io_write), called from halo.c:41 in update"; empty for a site without a call.
func callPlace(s Site, dir string) string {
	if s.Call == "" {
		return ""
	}
	if s.Through != (through{}) {
		return s.Call + " in " + place(s, dir)
	}
	return s.Call + ", " + place(s, dir)
}
