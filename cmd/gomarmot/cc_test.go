package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPlaced: libgomarmot-access.so comes before gfortran's library, unless that is static.
func TestPlaced(t *testing.T) {
	for command, want := range map[string]string{
		"mpif90 x.f90 -o x":                        "mpif90 x.f90 -o x OURS",
		"mpif90 x.f90 -lfoo -lm":                   "mpif90 x.f90 -lfoo OURS -lm",
		"mpicc x.o -lgfortran -lm":                 "mpicc x.o OURS -lgfortran -lm",
		"mpicc x.o /usr/lib/libgfortran.so.5 -lm":  "mpicc x.o OURS /usr/lib/libgfortran.so.5 -lm",
		"mpif90 -static-libgcc x.o -lm":            "mpif90 -static-libgcc x.o OURS -lm",
		"mpif90 -static-libgfortran x.f90":         "mpif90 -static-libgfortran x.f90 -lm OURS",
		"mpicc x.o -Wl,-Bstatic -lgfortran -lm":    "mpicc x.o -Wl,-Bstatic -lgfortran -lm OURS",
		"mpicc x.o /usr/lib/libgfortran.a -lm -lc": "mpicc x.o /usr/lib/libgfortran.a -lm -lc OURS",
	} {
		assert.Equal(t, want, strings.Join(placed(strings.Fields(command), []string{"OURS"}), " "))
	}
}
