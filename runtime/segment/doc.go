// Package segment keeps the events of one rank on disk: segment files, written
// in compressed, checksummed frames, and the rings that hold what has not
// reached the segment yet. pmpi/event/FORMAT.md specifies the bytes.
//
// A Writer or Reader belongs to one goroutine. Everything a Reader is given is
// taken as possibly torn, damaged or foreign: it gives what is whole and says
// what is missing (Damage), or one clear sentence (FileError).
package segment
