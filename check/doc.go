// Package check runs the rules over a whole job: it feeds every rank's events
// to the rank views and the job view, and collects the findings. gomarmot
// report, the summary at MPI_Finalize and the rules' tests all use it.
package check
