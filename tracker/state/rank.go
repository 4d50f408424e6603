package state

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// Rank is the view of one rank: what its own calls show, in program order.
// It is used by one goroutine.
type Rank struct {
	// What holds from the begin on.
	World   int // rank in MPI_COMM_WORLD
	Size    int // processes of MPI_COMM_WORLD
	Flavour *calls.Flavour
	Std     int // MPI version of the library: 31 for MPI-3.1, 40, 41 ...
	// Hosts gives each rank's host; nil while unknown (in a running job).
	Hosts []string
	// ThreadLevel is what the library provides: "MPI_THREAD_SERIALIZED"; ""
	// if it is unknown.
	ThreadLevel string
	TagUB       int64        // MPI_TAG_UB; 0: unknown
	Watched     calls.Family // the families of calls that are recorded
	Unseen      []Taker      // whose calls may not be in the log
	blind       blind        // of which objects not all is known
	lists       *Lists       // nil: this rank's alone

	// Objects by their handles, and what is known of handles of others.
	Types        datatype.Table
	wins         object.Table[*Win]
	files        object.Table[*File]
	comms        object.Table[*Comm]
	groups       object.Table[*Group]
	infos        object.Table[*Info]
	errhandlers  object.Table[*Errhandler]
	sessions     object.Table[*Session]
	ops          object.Table[*Operation]
	keyvals      map[keyvalID]*Keyval
	probes       map[int64]bool // whether the MPI library knows a handle
	unknown      unknowns       // windows
	unknownFiles unknowns
	requestNull  int64          // MPI_REQUEST_NULL
	messageNull  int64          // MPI_MESSAGE_NULL; 0: unknown
	winCount     int            // windows that it has made so far
	fileCount    int            // files
	groupSeq     map[uint64]int // communicators created from equal groups
	datareps     []string       // data representations of files that the program has defined
	ledger       ledger         // where those come from that the program has to free

	// Functions of the program that the MPI library may call.
	ownHandlers  bool // the program has created error handlers
	ownCallbacks bool // and attribute keys, or generalized requests
	staying      int  // sessions that have not entered MPI_Session_finalize
	selfHooks    bool // MPI_Finalize may call functions of the program: MPI_COMM_SELF has attributes

	// Requests, messages and memory.
	reqs         requests
	inUse        inUse // memory that operations under way use
	inits        inits
	exposed      exposed            // memory of windows
	memory       memory             // of MPI_Alloc_mem
	programs     programs           // loads and stores of the program
	declarations declarations       // what the compiler has noted of arguments
	exchanges    exchanges          // the last ones of each place in the program
	messages     int64              // messages and receives so far
	found        map[int64]*Matched // messages of matched probes, by handle, received ones included
	NotFound     tracker.Site       // the last matched probe that found nothing
	foundNothing uint64             // ticks of the last poll that has a record and found nothing; 0: none yet
	Bsend        BsendBuffer
	AskedTagUB   bool // the program has asked for MPI_TAG_UB
	EarlyUses    bool // some Request has UsedEarly
	Abroad       bool // it has sent messages to processes outside of MPI_COMM_WORLD, or received some

	// Windows and files.
	locking    []*Win       // windows of which it holds locks of single targets
	lockedAll  *LockedAll   // those of which it has locked all targets
	OpenFailed tracker.Site // the last MPI_File_open, if it failed; else zero
	ClosedOver *Split       // the split collective that the last close found active; else nil
	Splits     []*Split     // the split collective operations active on all files

	// Threads.
	threads []*thread // by ring: the last one that has it
	ended   struct {  // of the threads that had a ring before
		first    []tracker.Site
		bindings []event.Binding
	}
	// Strays are the MPI calls before the initialization of MPI and after its
	// end; Overlaps pairs of calls that two threads were in at once, where the
	// library serves one at a time, Together such pairs of collective calls on one object.
	Strays   []Stray
	beset    bool // other threads were in calls when one entered MPI_Finalize
	Overlaps []Overlap
	Together []Overlap
	// ProbeRaces are messages that one thread has found and another one may take.
	ProbeRaces []ProbeRace

	// Where it stands, and how it has ended.
	Inited bool
	InitBy tracker.Site // the MPI_Init or MPI_Init_thread that has initialized MPI
	// FirstSession is the MPI_Session_init that has opened the first session; zero: there has been none.
	FirstSession tracker.Site
	// Finalized: the process ends MPI as it should. It has called MPI_Finalize or, if it
	// knows sessions only, MPI_Session_finalize of the last of them.
	Finalized   bool
	FinalizedAt tracker.Site    // that call; zero before
	Ended       event.EndReason // 0: no End record
	EndedIn     calls.Kind      // the call the process ended in, 0 if in none
	Success     bool            // it exited with status 0
	alone       AloneCall       // its last collective call on a communicator of its own
	within      []tracker.Site  // see LastSeen
	Struck      bool            // see LastSeen
	diedIn      tracker.Site    // see Faulted
	fault       Fault           // the same
	LastSite    tracker.Site    // the last call entered
	LastTime    uint64          // ticks of the last event
	Records     int64
	Lost        int64 // records that are missing, as far as that is known
	Gap         bool  // some are: nothing is certain from then on
}

// LastSeen says, after the last event, in which calls its threads were last seen. struck: it was killed by a fault of its own, or just
// after it had entered the call.
func (r *Rank) LastSeen(in []tracker.Site, struck bool) { r.within, r.Struck = in, struck }

// Config says whose events a Rank will see.
type Config struct {
	World, Size int
	Flavour     *calls.Flavour
	Std         int
	Hosts       []string
	ThreadLevel string
	TagUB       int64        // MPI_TAG_UB; 0: unknown
	Watched     calls.Family // the families of calls that are recorded; 0: all
	Unseen      []Taker
	Lists       *Lists // shared with the other ranks; may be nil
	// Declared returns what the compiler has noted of the arguments of a call, for each
	// call of its kind on its line; may be nil.
	Declared func(*Call) []datatype.Noted
}

// Gaps is whether the rank has a gap before its first event: calls that another library may have taken.
func (c *Config) Gaps() bool { return blindTo(c.Unseen).any }

// Watches is whether the rank's calls of all these families are recorded.
func (c *Config) Watches(families calls.Family) bool { return c.watched()&families == families }

func (c *Config) watched() calls.Family { return cmp.Or(c.Watched, calls.FamilyAll) }

// MPI is the flavour that the rank is read with.
func (c *Config) MPI() *calls.Flavour { return cmp.Or(c.Flavour, &calls.Flavours[0]) }

// NewRank returns the view of a rank before its first event.
func NewRank(c Config) *Rank {
	r := &Rank{
		World: c.World, Size: c.Size, Flavour: c.MPI(), Std: c.Std, Hosts: c.Hosts, ThreadLevel: c.ThreadLevel,
		TagUB: c.TagUB, Watched: c.watched(), Unseen: c.Unseen, lists: c.Lists, blind: blindTo(c.Unseen),
		keyvals: map[keyvalID]*Keyval{}, found: map[int64]*Matched{}, probes: map[int64]bool{}, memory: memory{of: map[int64]allocated{}, freed: map[int64]tracker.Site{}},
		groupSeq: map[uint64]int{},
	}
	r.blind.messages = r.blind.messages || !r.Watches(calls.FamilyMessages)
	r.Bsend.Unknown = r.blind.messages
	r.Types.Flavour = r.Flavour
	r.reqs.inUse = &r.inUse
	r.declarations.of = c.Declared
	return r
}

// Watches reports whether the calls of all these families are recorded.
func (r *Rank) Watches(families calls.Family) bool { return r.Watched&families == families }

// Feed takes the next event. If it is a side of an MPI call, it returns the
// call and the side, and Apply must follow before the next Feed.
func (r *Rank) Feed(e *event.Event) (*Call, Moment) {
	r.Records++
	r.LastTime = e.Time
	if e.Kind >= calls.MaxKind {
		r.note(e)
		return nil, NoCall
	}
	t := r.thread(int(e.Thread))
	if e.Phase == event.Leave {
		c, m := t.leave(e)
		if c != nil && len(r.threads) > 1 {
			r.overlapped(t, c)
			r.together(t, c)
		}
		if c != nil && (messageParts[c.Kind] == seesMessage || messageParts[c.Kind] == findsMessage) {
			r.probeReturned(t, c)
		}
		if c != nil && c.foundNothing() {
			r.foundNothing = c.End
		}
		return c, m
	}
	c := t.enter()
	r.fill(c, t, e)
	setSite(&r.LastSite, r, t, e)
	if len(r.threads) > 1 {
		t.note(c)
	}
	if len(r.threads) > 1 || t.probing != nil {
		r.probesEntered(t, c)
	}
	return c, Entered
}

// fill decodes an enter or once record.
func (r *Rank) fill(c *Call, t *thread, e *event.Event) {
	setSite(&c.Site, r, t, e)
	c.Kind, c.Large, c.Time, c.End = e.Kind, e.Large, e.Time, 0
	c.once = e.Phase == event.Once
	if c.left = t.left; t.left.width != 0 {
		t.left = operand{}
	}
	c.In, c.NIn = e.A, int(e.N)
	c.InBlob = append(c.InBlob[:0], e.Blob...)
	c.RC, c.Out, c.OutBlob, c.arrived, c.touched = 0, nil, nil, 0, 0
	c.Win, c.Comm, c.File, c.WinHandle, c.CommHandle, c.FileHandle = nil, nil, nil, 0, 0, 0
	c.Sem, c.given, c.aside, c.usesKnown = calls.Of(e.Kind), c.given[:0], false, false
	c.Heap = nil
	if len(t.heap) > 0 {
		c.Heap, t.heap = t.heap, nil
	}
	c.parts[0].known, c.parts[1].known = false, false
	if c.Sem.Request >= 0 || c.Sem.Requests >= 0 {
		r.resolve(c)
	}
	if messageParts[e.Kind] != noPart {
		c.sent, c.received = message{}, message{}
	}
	if m := messageShapes[e.Kind]; m != nil { // of probes, too: they move nothing
		m.decode(r, c)
	}
	if i := c.Sem.Win; i >= 0 {
		c.WinHandle = c.In[i]
		c.Win = r.Window(c.WinHandle)
	}
	if i := c.Sem.Comm; i >= 0 {
		c.CommHandle = c.In[i]
		c.Comm = r.comms.Get(c.CommHandle)
	}
	if c.Sem.RMA != calls.NoRMA {
		r.decodeRMA(c)
	}
	if i := c.Sem.File; i >= 0 {
		c.FileHandle = c.In[i]
		c.File = r.FileOf(c.FileHandle)
		if c.Sem.IO.Data {
			r.decodeIO(c)
		}
	}
}

// setSite makes s the site of a rank's event. Field by field: copying a site
// that has just been written in pieces would make the processor wait.
func setSite(s *tracker.Site, r *Rank, t *thread, e *event.Event) {
	s.Rank, s.Call, s.Ring, s.Seq, s.Thread, s.PC = int32(r.World), e.Kind, e.Thread, e.Seq, t.number, e.PC
}

// note applies a record that is not a call.
func (r *Rank) note(e *event.Event) {
	switch e.Kind {
	case event.Predef:
		r.predef(e)
	case event.Probe:
		if e.A[2] >= 0 {
			r.probes[e.A[1]] = e.A[2] == 1
		}
		switch {
		case e.A[2] != 1:
		case calls.Class(e.A[0]) == calls.ClassWin:
			r.strangeWin(e.A[1])
		case calls.Class(e.A[0]) == calls.ClassFile:
			r.strangeFile(e.A[1])
		}
	case event.Value:
		r.thread(int(e.Thread)).left = operandOf(e)
	case event.Lost:
		for _, t := range r.threads {
			t.left = operand{}
		}
		r.lose(e)
	case event.Thread:
		r.startThread(e)
	case event.Stray:
		r.Strays = append(r.Strays, Stray{After: e.A[1] == 1,
			Site: tracker.Site{Rank: int32(r.World), Call: calls.Kind(e.A[0]), Ring: e.Thread, Seq: e.Seq, PC: e.PC}})
	case event.BindingUsed:
		t := r.thread(int(e.Thread))
		t.bindings = append(t.bindings, event.Binding(e.A[0]))
	case event.End:
		r.Ended, r.EndedIn, r.Success = event.EndReason(e.A[0]), calls.Kind(e.A[1]), e.A[2] == 1
	}
}

// predef records a predefined handle.
func (r *Rank) predef(e *event.Event) {
	p := calls.PredefByID(uint16(e.A[2]))
	if p == nil {
		return
	}
	h := e.A[1]
	switch p.Class {
	case calls.ClassDatatype:
		r.Types.Predef(e)
	case calls.ClassOp:
		r.ops.Put(h, predefOp(p))
	case calls.ClassComm:
		r.comms.Put(h, r.predefComm(p))
	case calls.ClassGroup:
		r.groups.Put(h, &Group{Header: object.Predefined(p)})
	case calls.ClassWin:
		r.wins.Put(h, &Win{Header: object.Predefined(p), Label: p.Name})
	case calls.ClassFile:
		r.files.Put(h, &File{Header: object.Predefined(p), Label: p.Name})
	case calls.ClassRequest:
		r.requestNull = h
	case calls.ClassMessage:
		r.messageNull = h
	case calls.ClassInfo:
		r.infos.Put(h, &Info{Header: object.Predefined(p), Unknown: p.Name == "MPI_INFO_ENV"})
	case calls.ClassSession:
		r.sessions.Put(h, &Session{Header: object.Predefined(p)})
	case calls.ClassErrhandler:
		r.errhandlers.Put(h, &Errhandler{Header: object.Predefined(p)})
	}
}

// Window returns the window of a handle: alive, MPI_WIN_NULL, or the last one
// freed under that handle value; nil if it was not created by a recorded call.
func (r *Rank) Window(h int64) *Win { return r.wins.Get(h) }

// Windows returns the windows that have not been freed, in order of creation.
func (r *Rank) Windows() []*Win { return r.wins.Living() }

// Files returns the files that have not been closed, in order of opening.
func (r *Rank) Files() []*File { return r.files.Living() }

// Group returns the group of a handle, freed ones included; nil if unknown.
func (r *Rank) Group(h int64) *Group { return r.groups.Get(h) }

// CommOf returns the communicator of a handle, freed ones included.
func (r *Rank) CommOf(h int64) *Comm { return r.comms.Get(h) }

// Probed says whether the MPI library itself knows the handle of an object that
// was not created by a recorded call; known is false if the library was not
// asked. In no MPI does an object have the handle 0.
func (r *Rank) Probed(h int64) (valid, known bool) {
	if h == 0 {
		return false, true
	}
	valid, known = r.probes[h]
	return valid, known
}

// OpenCall returns the innermost call that the thread with ring i has not returned
// from.
func (r *Rank) OpenCall(i int) *Call {
	if i >= len(r.threads) || len(r.threads[i].stack) == 0 {
		return nil
	}
	s := r.threads[i].stack
	return s[len(s)-1]
}

// KilledCall returns the call that a process without an End record was in, in the thread with ring i; nil
// if there is none. Records do not say that a call with one record has not returned: the ring does.
func (r *Rank) KilledCall(i int) *Call {
	if r.Ended != 0 || r.Finalized || i >= len(r.threads) {
		return nil
	}
	if c := r.OpenCall(i); c != nil {
		return c
	}
	free := r.threads[i].free
	if len(free) == 0 {
		return nil
	}
	c := free[len(free)-1]
	in := func(s tracker.Site) bool { return s.Ring == c.Site.Ring && s.Call == c.Kind && s.PC == c.Site.PC }
	if !c.once || !slices.ContainsFunc(r.within, in) {
		return nil
	}
	return c
}

// EndedCall returns the call that ended the process, such as one with an error that
// is fatal; nil if there is none or that is unknown. A process without an End
// record may have been killed while it waited.
func (r *Rank) EndedCall() *Call {
	ring := int(r.LastSite.Ring)
	if r.Finalized || ring >= len(r.threads) {
		return nil
	}
	c := r.OpenCall(ring)
	switch free := r.threads[ring].free; {
	case r.Ended == event.EndExit && r.EndedIn == r.LastSite.Call:
		if c == nil && len(free) > 0 {
			c = free[len(free)-1] // with one record only, it counts as over
		}
	case r.Ended != 0 || c == nil || c.Sem.Blocks != calls.NeverBlocks || c.Sem.Match != calls.NotMatched:
		return nil
	}
	if c == nil || c.Site != r.LastSite {
		return nil
	}
	return c
}

// EndedBeside returns the call of another thread in which the process ended while MPI_Finalize had not returned; 0 if there is
// none, or if another finding says so.
func (r *Rank) EndedBeside() calls.Kind {
	at := r.FinalizedAt
	if r.Ended != event.EndExit || r.EndedIn == 0 || r.EndedIn == calls.Finalize || r.EndedIn == calls.Abort || at.Call != calls.Finalize ||
		r.mayGoOn() || r.beset || len(r.Strays) > 0 || len(r.threads) < 2 {
		return 0
	}
	c := r.OpenCall(int(at.Ring))
	if c == nil || c.Kind != calls.Finalize { // it has returned, or made a call itself
		return 0
	}
	return r.EndedIn
}

// Rings returns how many rings the threads of the rank have used.
func (r *Rank) Rings() int { return len(r.threads) }
