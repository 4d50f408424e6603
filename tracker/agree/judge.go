package agree

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Config describes the job of a Judge, and the functions that the Judge calls.
type Config struct {
	Flavour *calls.Flavour
	// Lost reports whether records of any of the ranks in MPI_COMM_WORLD are missing.
	Lost func(ranks []int32) bool
	Emit func(fact.Fact)
}

// Judge finds calls of several ranks that do not agree. A single goroutine uses it.
type Judge struct {
	flavour *calls.Flavour
	lost    func(ranks []int32) bool
	emit    func(fact.Fact)

	noPut map[uint64]map[int32]tracker.Site // see fence
	views map[uint64]*fileViews             // by the ID of the file
	match fact.Matched                      // reused
}

// New returns a judge that has seen no calls.
func New(c Config) *Judge {
	return &Judge{flavour: c.Flavour, lost: c.Lost, emit: c.Emit,
		noPut: map[uint64]map[int32]tracker.Site{}, views: map[uint64]*fileViews{}}
}

// fileViews is the views that the ranks of a file have set. For accesses by the shared file pointer all views must be
// the same.
type fileViews struct {
	on   *op.Place
	sets map[int]*viewSet // by number
}

// viewSet is the k-th MPI_File_set_view of all ranks of an open.
type viewSet struct {
	n     int // ranks that have come
	first fact.SetView
	other fact.SetView // another rank's, if its view differs
	// unsure: a rank's view cannot be compared.
	unsure bool
	// uses are the first access of each rank by the shared file pointer with these views.
	uses []tracker.Site
}
