// Package acceptance runs real programs under real Open MPI and real MPICH
// with libgomarmot.so preloaded, and compares gomarmot's report with what each
// program says it wants. Its tests need `make build` and both MPIs; where one
// is missing they fail.
package acceptance
