// Package peers lets the processes of "mpiexec -n P gomarmot report" talk to each other. MPI
// itself is in another program, gomarmot-courier, of which each of them is a child.
package peers
