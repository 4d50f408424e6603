package reading

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Family places a rank of a job among the ranks of several jobs that are checked together: the ranks of all jobs are
// numbered in a row.
type Family struct {
	First  int32                   // number of the rank 0 of its job
	Parent *Bridge                 // that MPI_Comm_get_parent returns; nil: unknown
	Linked map[tracker.Site]Bridge // by the rank's call that has linked the jobs
}

// Bridge is an intercommunicator between two jobs, as a rank of one of them sees it.
type Bridge struct {
	ID              uint64 // the same in both jobs
	Label           string
	Members, Remote []int32
}

// Bridge returns the intercommunicator that a call has returned; nil if the call has returned no intercommunicator
// between two jobs that are checked together.
func (f *Family) Bridge(at tracker.Site) *Bridge {
	if f == nil {
		return nil
	}
	if at.Call == calls.CommGetParent {
		return f.Parent
	}
	if b, ok := f.Linked[at]; ok {
		return &b
	}
	return nil
}

// IsFirst reports whether the ranks of the job keep their numbers.
func (f *Family) IsFirst() bool { return f == nil || f.First == 0 }

// Number numbers the ranks of a list, which are ranks of the job's own MPI_COMM_WORLD or -1.
func (f *Family) Number(list []int32) {
	if f.IsFirst() {
		return
	}
	for i := range list {
		if list[i] >= 0 {
			list[i] += f.First
		}
	}
}

// Ranks returns the numbers of all ranks of a job of the given size.
func (f *Family) Ranks(size int) []int32 {
	out := make([]int32, size)
	for i := range out {
		out[i] = f.First + int32(i)
	}
	return out
}
