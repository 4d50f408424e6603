// Command runtime is the Go side of gomarmot inside a rank, built with
// -buildmode=c-shared as libgomarmot-core.so. libgomarmot.so loads it in
// MPI_Init and gives it one thread; application threads never enter Go. That
// thread drains the rings: every event goes to the rank's segment on disk and
// to the live checker.
//
// Files: main.go is the entry, boot.go the C side's tables, core.go the loop,
// drain.go one round of it, finish.go the end; sink.go the segment, journal.go
// run.log, live.go the live checker.
package main
