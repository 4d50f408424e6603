package acceptance

import (
	"path/filepath"
	"strings"
)

// isFortran reports whether a source file is in Fortran, by its suffix.
func isFortran(source string) bool {
	switch strings.ToLower(filepath.Ext(source)) {
	case ".f", ".f90":
		return true
	}
	return false
}

// fortran returns the command that builds a Fortran program. Choice buffers of
// mpif.h have no interface, so calls may differ in the types of arguments; files of
// modules go where the binary goes.
func (m *MPI) fortran(source, binary string) (compiler string, args []string) {
	return m.fortranCompiler(), []string{"-g", "-O1", "-Wall", "-ffree-line-length-none",
		"-ffixed-line-length-none", "-J", filepath.Dir(binary), "-o", binary, source}
}

func (m *MPI) fortranCompiler() string { return strings.Replace(m.cc, "mpicc", "mpif90", 1) }
