// Package object holds what all MPI objects have in common: where one came
// from, when it was created and freed, and the table that finds it by its handle.
package object
