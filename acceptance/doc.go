// Package acceptance runs real programs under real Open MPI and real MPICH
// with libgomarmot.so preloaded, and compares gomarmot's report with what each
// program declares. Its tests need `make build` and both MPIs; if one is
// missing they fail.
package acceptance
