package files

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/doubt"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/signal"
)

// Config says which files a Judge looks at, and whom it asks.
type Config struct {
	Size    int // processes of MPI_COMM_WORLD
	Flavour *calls.Flavour
	Hosts   []string // by rank in MPI_COMM_WORLD; nil: unknown
	Clocks  race.Clocks
	Signals Signals
	// Between looks for collective calls that only look as if they ordered two accesses of different ranks. says is
	// called at the end of the run, since ranks may make these calls later.
	Between func(first, second *race.Access) (says func() fact.Between)
	Emit    func(fact.Fact)
}

// Signals say whether the program may have ordered b after a by itself, through values in windows. a has Site and
// Done, b has At.
type Signals interface {
	MayOrder(a, b *signal.Access) bool
}

// Judge finds conflicting accesses to files. A single goroutine uses it.
type Judge struct {
	size    int
	flavour *calls.Flavour
	hosts   []string
	order   race.Clocks
	signals Signals
	between func(first, second *race.Access) (says func() fact.Between)
	emit    func(fact.Fact)

	of       map[uint64]*openFile
	named    map[fileName]*content
	contents []*content
	doubts   []doubtfulFile
	told     doubt.Tally[placePair]
	kept     int // accesses
	roomy    int // how many accesses there may be before Prune is called
	seen     int // accesses that others were compared with since then
	forgot   bool
	late     bool // the access that is added may have been made before some that were added earlier

	types    datatype.Table // has parts of filetypes only
	meets    []*race.Access // reused
	overlaps datatype.Meetings
}

// New returns a judge of no files.
func New(c Config) *Judge {
	return &Judge{size: c.Size, flavour: c.Flavour, hosts: c.Hosts,
		order: c.Clocks, signals: c.Signals, between: c.Between, emit: c.Emit,
		of: map[uint64]*openFile{}, named: map[fileName]*content{}, told: doubt.New[placePair](), roomy: race.Few}
}

// Routes adds the judge to those who take ops.
func (m *Judge) Routes(k *op.Kinds) {
	k.Opens.To(m.enter)
	k.HasOpened.To(m.opened)
	k.ReachesFile.To(m.reach)
	k.EndsAccess.To(m.complete)
	k.SyncsFile.To(m.sync)
	k.Resizes.To(m.resize)
	k.MovesShared.To(m.moveShared)
}

// Kept returns how many MPI_File_open the judge knows of which some rank has not closed the file.
func (m *Judge) Kept() int { return len(m.of) }
