// Package apps runs programs that use MPI through Debian's libraries - HDF5,
// PETSc, Global Arrays, coarray Fortran ... - and whole applications, each with
// gomarmot and without. Their results must be the same, and the report must
// have the findings that docs/applications.md explains, and no others. Run it
// by "make test-apps", which installs the packages.
package apps
