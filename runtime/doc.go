// Command runtime is the Go side of gomarmot inside a rank, built with -buildmode=c-shared as libgomarmot-core.so.
// libgomarmot.so loads it in MPI_Init and gives it one thread; application threads never enter Go. That thread, the
// drain, moves every event from the rings to the rank's segment on disk and to the live checker.
//
// Files: main.go is the entry, boot.go the functions of the C side, core.go the drain's loop, drain.go a round of
// the loop, finish.go the end; sink.go writes the segment, journal.go run.log, live.go prints findings, pace.go
// decides when to check, pulse.go reports progress.
package main
