// Package files finds accesses to the same bytes of a file that conflict, and that nothing lets all ranks see in the
// same order.
//
// The accesses of a rank through one handle fall into sequences, from a synchronization of the handle to the next. An
// access is seen through another handle once its sequence is known to be over when a sequence of that handle begins:
// MPI_File_sync, then something that orders the ranks, then MPI_File_sync. A handle sees its own accesses as soon as
// they are complete, and in atomic mode all handles of an open do.
package files
