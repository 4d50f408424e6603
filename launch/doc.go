// Package launch starts an MPI program with libgomarmot.so preloaded: it finds
// the library (library.go), knows how each launcher passes a variable to the
// ranks and only to them (launcher.go), runs the launcher with this process's
// terminal and signals (job.go, processes.go), and watches the log of the
// running job for a standstill (watch.go).
package launch
