// Package record holds the contents of the records of one MPI call of one rank: its arguments and its results.
package record
