package report

import (
	"fmt"
	"path/filepath"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/source"
)

// place describes where a call is: "halo.c:41 in update", or module and offset if
// there is no debug information. For a call made by a library:
// "libio.so (io_write), called from halo.c:41 in update".
func place(s Site) string {
	if s.Through != (through{}) {
		return throughPhrase(s.Through) + ", " + placeInCode(s)
	}
	return placeInCode(s)
}

// Where describes where a call is, as reports do, with the paths of files relative to dir.
func Where(t source.Trace, dir string) string { return place(siteOf(t).from(dir)) }

// placeInCode is the part of place about the user's code: "halo.c:41 in update", or "called from halo.c:41 in update".
func placeInCode(s Site) string {
	at := whereIn(s.Place)
	if s.Through != (through{}) {
		at = "called from " + at
	}
	for _, c := range s.Callers.list() {
		at += ", from " + whereIn(c)
	}
	return at
}

// where returns the place of the first call at fault, within a line: "halo.c:41", or module and offset; "" if the place
// is unknown.
func (f *Finding) where() string {
	return brief(firstSite(*f).Place)
}

// brief returns a place without directories; "" if the place is unknown.
func brief(p source.Place) string {
	if p.File == "" && p.Module == "" {
		return ""
	}
	return filepath.Base(where(p))
}

func whereIn(p source.Place) string { return joinText(where(p), " in ", p.Func) }

func where(p source.Place) string {
	switch {
	case p.Known():
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	case p.File != "":
		return p.File
	case p.Module != "":
		return fmt.Sprintf("%s+%#x", filepath.Base(p.Module), p.Offset)
	}
	return "unknown place"
}

// from returns the site with the paths of its files as people read them, see sitePath.
func (s Site) from(dir string) Site {
	s.File = sitePath(s.Place, dir)
	for i := range s.Callers {
		s.Callers[i].File = sitePath(s.Callers[i], dir)
	}
	return s
}

// file returns the path of the file from dir for tools that open the file; s is a site of a sheet.
func (s Site) file(dir string) string { return foreign.Line(shortPath(s.path, dir)) }

// sitePath returns the file of a place as people read it: its path from dir or, if the file is not in dir, from the
// root of the source tree that it was compiled in.
func sitePath(p source.Place, dir string) string {
	file := shortPath(p.File, dir)
	if !filepath.IsAbs(file) || !filepath.IsAbs(p.Dir) {
		return file
	}
	built := filepath.Clean(p.Dir)
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

// callPlace returns "MPI_Put, halo.c:41 in update", or "MPI_Put in libio.so (io_write), called from halo.c:41 in
// update"; "" for a site without a call.
func callPlace(s Site) string {
	if s.Call == "" {
		return ""
	}
	return callName(s) + ", " + placeInCode(s)
}

// callName returns "MPI_Put", or "MPI_Put in libio.so (io_write)".
func callName(s Site) string {
	if s.Through != (through{}) {
		return s.Call + " in " + throughPhrase(s.Through)
	}
	return s.Call
}
