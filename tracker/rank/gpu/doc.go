// Package gpu follows the work that a rank's program puts on GPU streams, the order of that work, and which work may
// still be running when the program makes an MPI call.
package gpu
