// Package logdir knows what a run leaves on disk: run.log and, beside it,
// run.log.d with one segment per rank and, where a rank did not end in order,
// its rings. It makes them, rotates earlier ones, and opens all ranks of a run
// for reading. pmpi/event/FORMAT.md specifies names and lines.
package logdir
