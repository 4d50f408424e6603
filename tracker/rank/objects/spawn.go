package objects

import "github.com/gomarmot/gomarmot/tracker"

// Spawn is a call that has spawned a job, as a rank that made the call sees it.
type Spawn struct {
	Call    tracker.Site
	ID      uint64  // the same on all ranks that made the call
	Members []int32 // who made the call
	Size    int     // number of spawned processes
	// Entered and Returned are ticks.
	Entered, Returned uint64
}

// MostSpawns bounds the spawns that a rank keeps.
const MostSpawns = 1 << 10
