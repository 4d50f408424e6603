// Package object holds the common parts of all MPI objects: where an object came from, when it was created and
// freed, and the table that finds it by its handle.
package object
