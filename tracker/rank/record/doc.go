// Package record has what the records of one MPI call of one rank say: its arguments and its results.
package record
