// Package logdir opens the log of a run for reading: run.log and, beside it, run.log.d with a segment for each rank
// and, if a rank did not end in order, its rings. It also has the names of these files, the first line of run.log
// and the pulses. pmpi/event/FORMAT.md specifies names and lines.
package logdir
