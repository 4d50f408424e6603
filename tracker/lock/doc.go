// Package lock judges the locks of passive targets that several ranks take: locks that must never meet, because
// MPI_MODE_NOCHECK promises that no other lock conflicts or because the target exposes its window; locks taken in
// opposite order; and locks held while their rank waits for a rank that needs the same lock. A lock orders nothing:
// two locks are apart only if the rank of the later lock knew that the earlier lock had been released.
package lock
