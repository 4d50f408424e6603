// Package gpu has what a rank's program does on GPUs: work on streams, what orders it, and which of it may still be
// running when the program makes an MPI call.
package gpu
