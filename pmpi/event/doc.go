// Package event defines the record of an MPI call, as the wrappers write it
// into a ring and as the log keeps it. FORMAT.md beside this file specifies
// the bytes. Pure Go: rules and trackers are tested without MPI by replaying
// events.
package event
