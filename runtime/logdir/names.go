package logdir

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
)

// Default is the log's path unless the user names another. Second is used if Default is taken by something other
// than a gomarmot log. The wrappers have the same names in C.
const (
	Default = "run.log"
	Second  = "gomarmot.log"
)

// Suffix turns the log's name into the directory's.
const Suffix = ".d"

// Dir returns the directory beside a log.
func Dir(log string) string { return log + Suffix }

// SegmentName returns the path of a rank's segment.
func SegmentName(dir string, rank int) string {
	return filepath.Join(dir, fmt.Sprintf("rank-%05d.seg", rank))
}

// RingName returns the path of the ring that the rank created as number number, from 0. The wrappers build the same
// name in C.
func RingName(dir string, rank, number int) string {
	return filepath.Join(dir, fmt.Sprintf("rank-%05d.t%03d.ring", rank, number))
}

// LateName returns the path of the file with a rank's calls after MPI_Finalize.
// The wrappers build the same name in C.
func LateName(dir string, rank int) string {
	return filepath.Join(dir, fmt.Sprintf("rank-%05d.late", rank))
}

// MarkName returns the path of a directory's mark, the file that names the run and the job that the directory
// belongs to. The wrappers build the same name in C.
func MarkName(dir string) string { return filepath.Join(dir, "job") }

// JournalName returns the path of the file that is copied to the log's path when
// rank 0 ends.
func JournalName(dir string) string { return filepath.Join(dir, "journal") }

// ElsewhereName returns the path of the file that lists the directories of ranks that do not see this directory.
// The wrappers build the same name in C.
func ElsewhereName(dir string) string { return filepath.Join(dir, "elsewhere") }

var fileName = regexp.MustCompile(`^rank-(\d{5,7})\.(?:seg|t(\d{3,10})\.ring)$`)

// parseName returns the rank to which a file belongs, and whether it is a ring.
func parseName(name string) (rank int, ring, ok bool) {
	m := fileName.FindStringSubmatch(name)
	if m == nil {
		return 0, false, false
	}
	rank, err := strconv.Atoi(m[1])
	return rank, m[2] != "", err == nil
}
