// Package segment keeps the events of a rank on disk: segment files, written in compressed, checksummed frames, and
// rings, with the events that have not reached the segment yet. pmpi/event/FORMAT.md specifies the bytes.
//
// A Writer or Reader belongs to a single goroutine. A Reader expects files to be torn, damaged or foreign: it returns
// all whole events, and each place where events are missing as a Damage. A file that cannot be used at all is a
// FileError.
package segment
