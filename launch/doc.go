// Package launch starts an MPI program with libgomarmot.so preloaded: it finds the library (library.go), knows how
// each launcher passes a variable to the ranks and not to itself (launcher.go, batch.go), runs the launcher with
// this process's terminal and signals (job.go, processes.go), and watches the log of the running job for progress
// (progress.go, rollcall.go) and for a standstill (watch.go by rings, standstill.go by pulses).
package launch
