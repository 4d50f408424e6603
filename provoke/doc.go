// Package provoke decides which choices gomarmot provoke forces: it reads the choices that MPI had in a run, orders the
// runs that force other choices, writes their plans, and compares the outcomes.
package provoke
