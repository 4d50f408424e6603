// Package calls holds THE table of gomarmot: one row for each C procedure of
// the MPI standard, with the arguments that a record of the call keeps. The C
// wrappers, the record kinds and the tracker's view of a call all come from
// it. It is plain data and imports nothing of gomarmot.
package calls
