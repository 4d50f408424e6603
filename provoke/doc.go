// Package provoke decides what gomarmot provoke forces: it reads the choices that MPI had in a run, orders
// the runs that force another choice, writes their plans, and compares what came of them.
package provoke
