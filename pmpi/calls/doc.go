// Package calls holds THE table of gomarmot: a row for each C procedure of
// the MPI standard, with the arguments that a record of the call keeps and
// columns for its meaning: the objects it creates and frees, how it meets calls
// of other ranks, why it may wait, which memory it reads and writes. The C
// wrappers, the record kinds and everything that classifies calls come from it;
// Of looks a kind up. It is plain data and imports nothing of gomarmot.
package calls
