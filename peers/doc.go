// Package peers lets the processes of "mpiexec -n P gomarmot report" send each other messages. Only
// gomarmot-courier, the parent of each of these processes, calls MPI.
package peers
