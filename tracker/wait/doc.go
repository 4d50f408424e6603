// Package wait replays a run as if every call waited as long as the MPI standard allows it to: a standard send
// until its receive is posted, a collective call until all ranks have entered it, the start of an access epoch
// until its exposure epochs have begun. The log fixes which calls meet, so the threads that get stuck do not
// depend on the order in which threads are taken on. If a run ended well and gets stuck here, the MPI library
// saved it: it kept copies of messages, or did not let calls wait.
//
// Nothing is searched and nothing is taken back: a step costs the same however long the run is. A thread that
// waits keeps the steps after its call.
package wait
