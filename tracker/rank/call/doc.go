// Package call describes a whole MPI call of a rank: its records, the objects it acts on, and the memory it uses. A
// call that a thread repeats stays decoded in a slot.
package call
