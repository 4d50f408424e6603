package report

import (
	"fmt"
	"path/filepath"
	"strings"
)

// place writes where a call stands: "halo.c:41 in update", or module and
// offset where there is no debug information.
func place(s Site, dir string) string {
	at := where(s, dir)
	if s.Function == "" {
		return at
	}
	return at + " in " + s.Function
}

func where(s Site, dir string) string {
	switch {
	case s.File != "" && s.Line > 0:
		return fmt.Sprintf("%s:%d", shortPath(s.File, dir), s.Line)
	case s.File != "":
		return shortPath(s.File, dir)
	case s.Module != "":
		return fmt.Sprintf("%s+%#x", filepath.Base(s.Module), s.Offset)
	}
	return "unknown place"
}

// shortPath leaves dir away from a file in it.
func shortPath(file, dir string) string {
	if dir == "" {
		return file
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil || strings.HasPrefix(rel, "..") {
		return file
	}
	return rel
}

// callPlace is "MPI_Put, halo.c:41 in update"; empty for a site without a call.
func callPlace(s Site, dir string) string {
	if s.Call == "" {
		return ""
	}
	return s.Call + ", " + place(s, dir)
}
