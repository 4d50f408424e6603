// Package timeline condenses the calls of a job into a picture of the run: one
// lane of bars for each rank, and lines between calls that match and from messages to
// their receives. A Collector takes the calls while the job is checked; Finish
// returns the Timeline, plain values independent of the tracker.
//
// Memory is bounded whatever the length of the run. A short run keeps every bar; a
// longer one keeps shares of time in bins that grow coarser when they are full.
// Matching calls are kept as an even selection.
package timeline
