// Package timeline condenses the calls of a job into a picture of the run: a lane of bars for each rank, lines
// between calls that match, and lines from messages to their receives. A Collector takes the calls while the job is
// checked; Finish returns the Timeline, plain values independent of the tracker.
//
// Memory is bounded. For a short run, every bar is kept; for a longer run, shares of time in bins, whose width doubles
// when the bins are full. An even selection of the matching calls is kept.
package timeline
