package acceptance

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// lateRank is the rank that comes late to its MPI calls (make test-late), or "".
func lateRank() string { return os.Getenv("GOMARMOT_TEST_LATE") }

// late makes the library that has a rank come late to each of the calls that a recorder has wrappers for.
func late(root, dir, recorder string) (string, error) {
	f, err := elf.Open(recorder)
	if err != nil {
		return "", err
	}
	defer f.Close() // only read
	symbols, err := f.DynamicSymbols()
	if err != nil {
		return "", err
	}
	var names strings.Builder
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && (strings.HasPrefix(s.Name, "MPI_") || strings.HasPrefix(s.Name, "mpi_")) {
			fmt.Fprintf(&names, "X(%s)\n", s.Name)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "late_names.h"), []byte(names.String()), 0o600); err != nil {
		return "", err
	}
	library := filepath.Join(dir, "liblate.so")
	source := filepath.Join(root, "acceptance", "testdata", "late.c")
	return library, compiles(source, "cc", "-O1", "-fPIC", "-shared", "-I", dir, "-o", library, source)
}
