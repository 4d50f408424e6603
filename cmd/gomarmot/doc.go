// Command gomarmot reads the log of an MPI program that ran with libgomarmot.so preloaded and says which rules of the
// MPI standard it broke. Each command has a file; exit.go holds the exit codes.
package main
