package tracker

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Rank is the view of one rank: what its own calls tell, in program order.
// It is used by one goroutine.
type Rank struct {
	World   int // rank in MPI_COMM_WORLD
	Size    int // processes of MPI_COMM_WORLD
	Flavour *calls.Flavour
	Std     int // MPI version of the library: 31 for MPI-3.1, 40, 41 ...
	// Hosts gives each rank's host; nil while unknown (in a running job).
	Hosts []string
	// ThreadLevel is what the library provides: "MPI_THREAD_SERIALIZED"; ""
	// if it is unknown.
	ThreadLevel string
	Unseen      []Taker // whose calls may not be in the log

	blind blind
	Types TypeTable

	wins         map[int64]*Win
	lastWin      *Win
	AllWins      []*Win // every window not freed, in order of creation
	files        map[int64]*File
	lastFile     *File
	AllFiles     []*File  // every file not closed, in order of opening
	OpenFailed   Site     // the last MPI_File_open, if it failed; else zero
	ClosedOver   *Split   // the split collective that the last close found active; else nil
	Splits       []*Split // the split collective operations active on all files
	comms        map[int64]*Comm
	groups       map[int64]*Group
	infos        map[int64]*Info
	errhandlers  map[int64]*Errhandler
	keyvals      map[keyvalID]*Keyval
	ops          map[int64]*Op
	reqs         map[int64][]*Request
	probes       map[int64]bool
	unknown      unknowns // windows
	unknownFiles unknowns
	requestNull  int64           // MPI_REQUEST_NULL
	allocs       map[int64]int64 // MPI_Alloc_mem: base to size
	groupSeq     map[uint64]int  // communicators made from equal groups
	lists        *Lists          // nil: this rank's alone
	winCount     int
	fileCount    int

	threads []*thread // by ring: the last one that has it
	ended   struct {  // of the threads that had a ring before
		first    []Site
		bindings []event.Binding
	}
	// Strays are the MPI calls before the initialisation of MPI and after its
	// end; Overlaps pairs of calls that two threads were in at once, where the
	// library serves one at a time.
	Strays   []Stray
	Overlaps []Overlap

	Inited      bool
	Finalized   bool
	FinalizedAt Site            // the MPI_Finalize; zero before
	Ended       event.EndReason // 0: no End record
	EndedIn     calls.Kind      // the call the process ended in, 0 if in none
	Gap         bool            // records are missing: nothing is known for certain any more
	Lost        int64           // how many, as far as that is known
	LastSite    Site            // the last call entered
	LastTime    uint64          // ticks of the last event
	Records     int64
}

// thread follows the nesting of calls on one thread: user callbacks may make
// MPI calls inside MPI calls.
type thread struct {
	number  uint32 // in order of first MPI call
	started bool   // its Thread record has come

	stack []*Call
	free  []*Call
	first Site // its first call; a call with Call 0 is not known
	last  Site // its last call that is not made inside another one
	since uint64

	bindings []event.Binding // noted so far
}

// RankConfig says whose events a Rank will see.
type RankConfig struct {
	World, Size int
	Flavour     *calls.Flavour
	Std         int
	Hosts       []string
	ThreadLevel string
	Unseen      []Taker
	Lists       *Lists // shared with the other ranks; may be nil
}

// NewRank returns the view of a rank before its first event.
func NewRank(c RankConfig) *Rank {
	if c.Flavour == nil {
		c.Flavour = &calls.Flavours[0]
	}
	r := &Rank{
		World: c.World, Size: c.Size, Flavour: c.Flavour, Std: c.Std, Hosts: c.Hosts, ThreadLevel: c.ThreadLevel,
		Unseen: c.Unseen, lists: c.Lists, blind: blindTo(c.Unseen),
		wins: map[int64]*Win{}, files: map[int64]*File{}, comms: map[int64]*Comm{}, groups: map[int64]*Group{},
		infos: map[int64]*Info{}, errhandlers: map[int64]*Errhandler{}, keyvals: map[keyvalID]*Keyval{}, ops: map[int64]*Op{}, reqs: map[int64][]*Request{},
		probes: map[int64]bool{}, allocs: map[int64]int64{}, groupSeq: map[uint64]int{},
	}
	return r
}

// Feed takes the next event. If it is a side of an MPI call, the call and the
// side come back, and Apply must follow before the next Feed.
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
		}
		return c, m
	}
	c := t.enter()
	r.fill(c, t, e)
	r.LastSite.set(r, t, e)
	if len(r.threads) > 1 {
		t.note(c)
	}
	return c, Entered
}

// thread returns the state of the thread that has ring i, making it if needed.
func (r *Rank) thread(i int) *thread {
	for len(r.threads) <= i {
		r.threads = append(r.threads, &thread{number: uint32(len(r.threads))})
	}
	return r.threads[i]
}

// maxOpen is how many calls of one thread may be open. Callbacks nest two or
// three; the others are calls that an error handler left by a jump.
const maxOpen = 64

func (t *thread) enter() *Call {
	if len(t.stack) == maxOpen {
		t.free = append(t.free, t.stack[0])
		t.stack = append(t.stack[:0], t.stack[1:]...)
	}
	var c *Call
	if n := len(t.free); n > 0 {
		c, t.free = t.free[n-1], t.free[:n-1]
	} else {
		c = &Call{}
	}
	t.stack = append(t.stack, c)
	return c
}

// leave completes the innermost open call of the kind; an orphan leave (its
// enter was lost) is dropped.
func (t *thread) leave(e *event.Event) (*Call, Moment) {
	for i := len(t.stack) - 1; i >= 0; i-- {
		c := t.stack[i]
		if c.Kind != e.Kind {
			continue
		}
		t.free = append(t.free, t.stack[i+1:]...) // their leave records are missing
		t.stack = t.stack[:i+1]
		c.End = e.Time
		n := copy(c.out[:], e.Words())
		c.RC = 0
		c.Out = c.out[:0]
		if n > 0 {
			c.RC = c.out[0]
			c.Out = c.out[1:n]
		}
		c.OutBlob = e.Blob
		return c, Returned
	}
	return nil, NoCall
}

// keepBlob is how much memory a call keeps for the blob of the next one.
const keepBlob = 4 << 10

func (t *thread) pop() {
	n := len(t.stack) - 1
	if c := t.stack[n]; cap(c.InBlob) > keepBlob {
		c.InBlob = nil
	}
	t.free = append(t.free, t.stack[n])
	t.stack = t.stack[:n]
}

// fill decodes an enter or once record.
func (r *Rank) fill(c *Call, t *thread, e *event.Event) {
	c.Site.set(r, t, e)
	c.Kind, c.Large, c.Time, c.End = e.Kind, e.Large, e.Time, 0
	c.once = e.Phase == event.Once
	c.In, c.NIn = e.A, int(e.N)
	c.InBlob = append(c.InBlob[:0], e.Blob...)
	c.RC, c.Out, c.OutBlob = 0, nil, nil
	c.Win, c.Comm, c.File, c.WinHandle, c.CommHandle, c.FileHandle = nil, nil, nil, 0, 0, 0
	sh := &shapes[e.Kind]
	if sh.win >= 0 {
		c.WinHandle = c.In[sh.win]
		c.Win = r.Window(c.WinHandle)
	}
	if sh.comm >= 0 {
		c.CommHandle = c.In[sh.comm]
		c.Comm = r.comms[c.CommHandle]
	}
	if sh.rma != nil {
		sh.rma.decode(r, c)
	}
	if sh.file >= 0 {
		c.FileHandle = c.In[sh.file]
		c.File = r.FileOf(c.FileHandle)
		if sh.io != nil {
			sh.io.decode(r, c)
		}
	}
}

// Apply changes the state by the call's side that Feed returned.
func (r *Rank) Apply(c *Call, m Moment) {
	if m == Entered {
		r.applyEnter(c)
		if !c.once {
			return
		}
	}
	if c.Win == nil && shapes[c.Kind].win >= 0 {
		r.meetWindow(c)
	}
	if c.File == nil && shapes[c.Kind].file >= 0 {
		r.meetFile(c)
	}
	r.applyReturn(c)
	if r.blind.any {
		r.forget(&r.blind)
	}
	r.thread(int(c.Site.Ring)).pop()
}

// note applies a record that is no call.
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
			r.foreignWin(e.A[1])
		case calls.Class(e.A[0]) == calls.ClassFile:
			r.foreignFile(e.A[1])
		}
	case event.Lost:
		r.lose(e)
	case event.Thread:
		r.startThread(e)
	case event.Stray:
		r.Strays = append(r.Strays, Stray{After: e.A[1] == 1,
			Site: Site{Rank: int32(r.World), Call: calls.Kind(e.A[0]), Ring: e.Thread, Seq: e.Seq, PC: e.PC}})
	case event.BindingUsed:
		t := r.thread(int(e.Thread))
		t.bindings = append(t.bindings, event.Binding(e.A[0]))
	case event.End:
		r.Ended, r.EndedIn = event.EndReason(e.A[0]), calls.Kind(e.A[1])
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
		r.ops[h] = predefOp(p)
	case calls.ClassComm:
		r.comms[h] = r.predefComm(p)
	case calls.ClassGroup:
		r.groups[h] = &Group{Predef: p}
	case calls.ClassWin:
		r.wins[h] = &Win{Null: true, Label: p.Name, Handle: h}
	case calls.ClassFile:
		r.files[h] = &File{Null: true, Label: p.Name, Handle: h}
	case calls.ClassRequest:
		r.requestNull = h
	case calls.ClassInfo:
		r.infos[h] = &Info{Predef: p, Unknown: p.Name == "MPI_INFO_ENV"}
	case calls.ClassErrhandler:
		r.errhandlers[h] = &Errhandler{Predef: p}
	}
}

func (r *Rank) predefComm(p *calls.Predef) *Comm {
	c := &Comm{Predef: p, Label: p.Name}
	switch p.Name {
	case "MPI_COMM_WORLD":
		c.ID, c.MyRank, c.Members = 1, r.World, firstRanks(r.Size)
	case "MPI_COMM_SELF":
		c.ID = hashID("self", r.World)
		c.Members = []int32{int32(r.World)}
	}
	return c
}

// Window returns the window of a handle: alive, MPI_WIN_NULL, or the last one
// freed under that handle value; nil if no recorded call made it.
func (r *Rank) Window(h int64) *Win {
	if r.lastWin != nil && r.lastWin.Handle == h {
		return r.lastWin
	}
	w := r.wins[h]
	if w != nil {
		r.lastWin = w
	}
	return w
}

// Group returns the group of a handle, freed ones included; nil if unknown.
func (r *Rank) Group(h int64) *Group { return r.groups[h] }

// CommOf returns the communicator of a handle, freed ones included.
func (r *Rank) CommOf(h int64) *Comm { return r.comms[h] }

// Probed says whether the MPI library itself knows the handle that no
// recorded call made; known is false where nobody asked. No MPI has objects
// with the handle 0.
func (r *Rank) Probed(h int64) (valid, known bool) {
	if h == 0 {
		return false, true
	}
	valid, known = r.probes[h]
	return valid, known
}

// InAllocMem reports whether [base, base+size) lies in memory of MPI_Alloc_mem.
func (r *Rank) InAllocMem(base, size int64) bool {
	if r.Gaps() {
		return true // by a call that is missing, perhaps
	}
	for b, n := range r.allocs {
		if base >= b && base+size <= b+n {
			return true
		}
	}
	return false
}

// OpenCall returns the innermost call that the thread with ring i has not come
// back from.
func (r *Rank) OpenCall(i int) *Call {
	if i >= len(r.threads) || len(r.threads[i].stack) == 0 {
		return nil
	}
	s := r.threads[i].stack
	return s[len(s)-1]
}

// Rings returns how many rings the threads of the rank have used.
func (r *Rank) Rings() int { return len(r.threads) }

// PendingRequests returns the followed requests that are not complete, in
// order of the calls that made them.
func (r *Rank) PendingRequests() []*Request {
	var out []*Request
	for _, list := range r.reqs {
		out = append(out, list...)
	}
	slices.SortFunc(out, func(a, b *Request) int {
		return cmp.Or(cmp.Compare(a.Made.Thread, b.Made.Thread), cmp.Compare(a.Made.Seq, b.Made.Seq))
	})
	return out
}
