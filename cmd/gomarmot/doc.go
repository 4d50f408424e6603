// Command gomarmot reads the log of an MPI program that ran with
// libgomarmot.so preloaded and says which rules of the MPI standard it broke.
// One file per command; exit.go holds the exit codes.
package main
