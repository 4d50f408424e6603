// Package call has a whole MPI call of a rank: its records, the objects it acts on, and the memory it uses. A call that a
// thread makes again and again stays decoded in a slot.
package call
