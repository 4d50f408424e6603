// Package wait replays a run as if every call waited as long as the MPI standard
// allows it to: a standard send until its receive is posted, a collective call until
// all ranks have entered it, the start of an access epoch until its exposure epochs
// have begun. What meets what is fixed by the log, so the order in which threads are
// taken on does not matter: the same ones get stuck. A run that ended well and gets
// stuck here was saved by the MPI library, which kept copies of messages or did not let
// calls wait.
//
// Nothing is searched and nothing is taken back: a step costs the same however long
// the run is. What is kept is what threads still have to do behind the call in which
// they wait.
package wait
