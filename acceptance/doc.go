// Package acceptance runs real programs under real Open MPI and real MPICH
// with libgomarmot.so preloaded, and compares gomarmot's report with the findings that
// each program declares. Its tests need `make build` and both MPIs, and fail
// without them.
package acceptance
