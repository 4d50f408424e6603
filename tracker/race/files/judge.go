package files

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/doubt"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/signal"
)

// Config describes the job of a Judge, and the functions that the Judge asks.
type Config struct {
	Size    int // processes of MPI_COMM_WORLD
	Flavour *calls.Flavour
	Hosts   []string // by rank in MPI_COMM_WORLD; nil: unknown
	Clocks  race.Clocks
	Signals Signals
	// Between looks for collective calls that seem to order two accesses of different ranks, but do not. says is
	// called at the end of the run, since ranks may make these calls later.
	Between func(first, second *race.Access) (says func() fact.Between)
	Emit    func(fact.Fact)
}

// Signals tells whether the program may have ordered b after a by itself, through values in windows. a has Site and
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
	kept     int             // accesses
	roomy    int             // number of accesses from which on Prune is called
	seen     int             // accesses that others were compared with since then
	forgot   *fact.Forgotten // nil: no access was forgotten that might conflict
	late     bool            // the added access may have been made before accesses that were added earlier

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

// openFile is an MPI_File_open of all its ranks.
type openFile struct {
	handles []fileHandle    // by member
	entered int             // ranks that have entered the call
	all     *order.Snapshot // knowledge of all ranks when the last had entered it; nil: not yet
	content *content        // nil: no rank has it open yet
	resized int             // calls of MPI_File_set_size and MPI_File_preallocate by the rank with most such calls
	from    int64           // the size before the last of these calls; -1: unknown
	shared  sharedPointer
}

// fileHandle is a rank's handle of a file.
type fileHandle struct {
	seq     *race.Sequence           // nil: the file has never been open
	pending map[int64][]*race.Access // accesses that are not complete, by Op.Count
	loops   map[uint64]*race.Access  // the last access of each place in the program
	resized int                      // as in openFile
	moved   int64                    // collective calls that move the shared file pointer
	closed  bool
}

// fileName identifies a file: opens with equal names open the same file. The name alone may be relative to another
// folder, and the numbers alone belong to another file once the file is deleted.
type fileName struct {
	host, name string
	dev, ino   int64
}

// content is the bytes of a file.
type content struct {
	race.Space
	names []fileName
	opens int   // number of handles that are not closed
	size  int64 // lower bound of the size; -1: unknown
}

// doubtfulFile is a conflict, unless later matches show that the ranks had more knowledge.
type doubtfulFile struct {
	fact.FileRace
	a, b    *race.Access // First and Second
	pair    placePair
	between func() fact.Between // nil if Between was not called
}

// placePair is the places of two accesses in the program.
type placePair struct {
	a, b uint64
	self bool // the same rank has made both accesses
}

// sharedPointer is the shared file pointer of an open file. All ranks make the collective calls that move it in
// the same order. Its place is known between them, unless several ranks have moved it by calls of their own.
type sharedPointer struct {
	at    int64 // in etypes
	known bool
	base  int64 // number of the first row kept
	rows  queue.Queue[sharedRow]
}

// sharedRow is the k-th collective call of all ranks that moves the pointer, and the accesses that move the pointer
// before this call.
type sharedRow struct {
	n      int  // ranks that have made the call
	lost   bool // the position after the call is unknown
	step   op.SharedStep
	to     int64
	parts  []sharedPart // of ordered accesses: by member
	before singles
}

// singles are the accesses that move the pointer between two collective calls: those of a single rank.
type singles struct {
	me    int32 // the member
	lost  bool  // several ranks made them, or there are too many
	parts []sharedPart
}

// sharedPart is a rank's access by the shared file pointer, without its place in the file.
type sharedPart struct {
	move   op.SharedMove
	access *race.Access
}
