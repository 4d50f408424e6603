// Package tracker turns the events of a job into state: windows, epochs,
// groups, locks, datatypes, communicators. Rank applies one rank's events in
// program order; Job matches the ranks by the standard's rules, not by time.
// Trackers record what is; rules decide what is wrong.
package tracker
