// Package calls holds THE table of gomarmot: a row for each C procedure of the MPI standard, with the arguments that a
// record of the call keeps and columns for its meaning: the objects that the call creates and frees, how it meets calls
// of other ranks, why it may wait, which memory it reads and writes. The C wrappers, the record kinds and everything
// that classifies calls come from the table; Of returns the meaning of a kind of call. The table is plain data, and the
// package imports nothing of gomarmot.
package calls
