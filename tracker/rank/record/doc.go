// Package record holds the contents of the records of an MPI call: its arguments and its results.
package record
