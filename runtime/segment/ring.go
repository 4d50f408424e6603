package segment

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// RingMagic starts every ring file; RingVersion is the version of its layout.
const (
	RingMagic   = "GMRING01"
	RingVersion = 6
)

// RingHeaderSize is where the slots begin.
const RingHeaderSize = 4096

// Offsets in a ring's header: struct gm_ring in C.
const (
	ringVersion  = 8
	ringSlots    = 12
	ringRank     = 16
	ringThread   = 20
	ringPID      = 24
	ringTID      = 28
	ringHead     = 64
	ringReserve  = 72
	ringNowKind  = 80
	ringNowSeq   = 84
	ringNowPC    = 88
	ringNowCount = 96
	ringLost     = 104
	ringTail     = 128
	ringAlive    = 136
	ringSince    = 144
	ringBegan    = 152
	ringState    = 192
	ringSignal   = 196
	ringStruck   = 200
	ringFault    = 208
	ringPlace    = 216
)

const maxRingSlots = 1 << 26 // 4 GiB

// Ring reads the records of a thread: from memory shared with the thread, the writer, or from the ring's file.
// The writer owns all fields except tail, alive, since and began, which the only live reader owns. A Ring belongs
// to one goroutine.
//
// Atomicity: Next reads slots only below a head that it has loaded with
// acquire order, and the writer reuses slots only below a tail that Release
// has stored with release order; so slots are never read and written at once.
type Ring struct {
	name  string // for damage reports
	mem   []byte // header
	data  []byte // all slots if live; else a copy of the published slots, up to head, in order
	live  bool
	mask  uint64
	pos   uint64 // next slot to read
	head  uint64 // slots known to be published
	whole uint64 // slots up to the last whole event returned
	cut   bool   // the tail is between the pieces of a blob
	asm   event.Assembler
	beats uint64 // calls entered at the last Beat
	seen  Activity
	fail  *Damage
	ends  published
}

// Now is the MPI call that a thread was in; Kind 0: in no call.
type Now struct {
	Thread uint16
	Kind   calls.Kind
	Seq    uint32 // of the thread's next record
	PC     uint64
	// Alive is when the process was last seen alive, and Since is the earliest
	// time at which the thread was seen in this call; 0 if not known.
	Alive, Since uint64
	// Began is when the reader last saw that the thread had entered another call, recorded or not; 0 if not known.
	Began uint64
	// Signal is the last signal of a fault that the thread got, at the time Struck; 0: none.
	Signal int
	Struck uint64
	// Fault is the address whose access caused the signal, plus 1, with FaultWrite if the access is known to be a
	// write; 0: not known. Place is the address of the instruction, if it is of the program's own code; 0: it is of
	// other code.
	Fault, Place uint64
}

// FaultWrite is the bit of Now.Fault that says that the access was a write.
const FaultWrite = 1 << 63

// RingFromMemory returns the Ring for the live ring in mem, from its tail on. mem must stay mapped while the Ring
// is in use.
func RingFromMemory(mem []byte) (*Ring, error) {
	r := &Ring{name: "ring", mem: mem, live: true}
	if err := r.check(int64(len(mem))); err != nil {
		return nil, err
	}
	if uintptr(unsafe.Pointer(&mem[0]))%8 != 0 {
		return nil, &FileError{Path: r.name, Offset: 0, Problem: Unreadable,
			Text: "the memory is not aligned to 8 bytes"}
	}
	r.data = mem[RingHeaderSize:]
	r.start()
	return r, nil
}

// openRing reads from a ring file the published records that have not been released; some may be in the segment,
// too. The file is read once and closed. Errors are of type *FileError.
func openRing(path string) (*Ring, error) {
	f, err := foreign.Open(path)
	if err != nil {
		return nil, Unusable(path, err)
	}
	defer f.Close() // only read
	info, err := f.Stat()
	if err != nil {
		return nil, Unusable(path, err)
	}
	return readRing(path, f, info.Size())
}

// readRing is openRing for a ring of size bytes in f.
func readRing(name string, f io.ReaderAt, size int64) (*Ring, error) {
	r := &Ring{name: name, mem: alignedBytes(RingHeaderSize)}
	n, err := f.ReadAt(r.mem, 0)
	if err != nil && err != io.EOF {
		return nil, Unusable(name, err)
	}
	r.mem = r.mem[:n]
	if err := r.check(size); err != nil {
		return nil, err
	}
	r.start()
	if err := r.copySlots(f); err != nil {
		return nil, err
	}
	if err := r.trim(f); err != nil {
		return nil, err
	}
	r.ends = r.lookBack(f)
	return r, nil
}

// alignedBytes returns n bytes aligned for atomic access to words.
func alignedBytes(n int) []byte {
	words := make([]uint64, (n+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), n)
}

// check validates the header and the total size.
func (r *Ring) check(size int64) error {
	fail := func(off int64, p Problem, text string) error {
		return &FileError{Path: r.name, Offset: off, Problem: p, Text: text}
	}
	switch m := r.mem; {
	case size == 0, len(m) >= 8 && le.Uint64(m) == 0:
		return fail(0, Empty, "the ring is empty: its thread ended before it could record; the other files can be "+
			"read without it")
	case size < RingHeaderSize || len(m) < RingHeaderSize:
		return fail(size, Broken, "the ring ends inside its header; remove it to read the other files")
	case string(m[:8]) != RingMagic:
		return fail(0, Foreign, "this is not a gomarmot ring; remove it to read the other files")
	case le.Uint32(m[ringVersion:]) > RingVersion:
		return fail(ringVersion, Newer, fmt.Sprintf("written in ring version %d, this gomarmot reads up to %d; use a "+
			"newer gomarmot",
			le.Uint32(m[ringVersion:]), RingVersion))
	}
	slots := le.Uint32(r.mem[ringSlots:])
	if slots == 0 || slots&(slots-1) != 0 || slots > maxRingSlots {
		return fail(ringSlots, Broken,
			fmt.Sprintf("the ring says it has %d slots; remove it to read the other files", slots))
	}
	if need := RingHeaderSize + int64(slots)*event.SlotSize; size < need {
		return fail(size, Broken, fmt.Sprintf("the ring ends %d bytes early; remove it to read the other files",
			need-size))
	}
	if le.Uint32(r.mem[ringThread:]) > 0xffff {
		return fail(ringThread, Broken,
			fmt.Sprintf("the ring says thread %d; remove it to read the other files", r.u32(ringThread)))
	}
	r.mask = uint64(slots) - 1
	return nil
}

// start puts the reader at the tail.
func (r *Ring) start() {
	r.pos = r.word(ringTail)
	r.whole = r.pos
	r.refresh()
}

// refresh loads the head again: until the next refresh, Next returns the records below this head. It reports
// whether there are any.
func (r *Ring) refresh() bool {
	r.head = r.word(ringHead)
	if n := r.head - r.pos; n > r.mask+1 {
		r.damaged("head and tail do not fit together", unknown)
	}
	return r.head != r.pos && r.fail == nil
}

// copySlots copies the slots from tail to head from the file, up to a hole.
func (r *Ring) copySlots(f io.ReaderAt) error {
	if r.fail != nil || r.head == r.pos {
		return nil
	}
	for from := r.pos; from != r.head; {
		i := from & r.mask
		n := min(r.head-from, r.mask+1-i, chunkSlots)
		r.data = slices.Grow(r.data, int(n)*event.SlotSize)
		part := r.data[len(r.data) : len(r.data)+int(n)*event.SlotSize]
		if _, err := f.ReadAt(part, RingHeaderSize+int64(i)*event.SlotSize); err != nil {
			return Unusable(r.name, err)
		}
		if len(bytes.TrimLeft(part, "\x00")) == 0 { // a hole: no slot after it can be read
			r.data = r.data[:len(r.data)+event.SlotSize]
			r.head = from + 1
			r.store(ringHead, r.head) // of the copy
			return nil
		}
		r.data = r.data[:len(r.data)+len(part)]
		from += n
	}
	return nil
}

// chunkSlots is how many slots are read at a time: a file that claims to be a large ring may be a hole.
const chunkSlots = 1 << 14

// trim loads the tail again. Records that a live drain has released since are in the segment, and may have been
// overwritten before they were copied.
func (r *Ring) trim(f io.ReaderAt) error {
	if _, err := f.ReadAt(r.mem[ringTail:ringTail+8], ringTail); err != nil {
		return Unusable(r.name, err)
	}
	if tail := r.word(ringTail); tail-r.pos <= r.head-r.pos {
		r.pos = tail
	} else if tail > r.head {
		r.pos = r.head
	}
	r.whole = r.pos
	return nil
}

// slots returns the published slots from pos on, up to the end of the ring's memory.
func (r *Ring) slots() []byte {
	if !r.live {
		return r.data[uint64(len(r.data))-(r.head-r.pos)*event.SlotSize:]
	}
	i := r.pos & r.mask
	n := min(r.head-r.pos, r.mask+1-i)
	return r.data[i*event.SlotSize : (i+n)*event.SlotSize]
}

// next reads the next event below the head of the last refresh and reports
// whether there was one. After damaged records it returns false: see Damage.
func (r *Ring) next(e *event.Event) bool {
	for r.pos != r.head && r.fail == nil {
		n, err := event.Parse(r.slots(), e)
		if err != nil {
			r.damaged(err.Error(), unknown)
			return false
		}
		r.pos += uint64(n) / event.SlotSize
		if r.asm.Take(e) {
			e.Thread = r.thread()
			r.whole = r.pos
			return true
		}
	}
	return false
}

func (r *Ring) damaged(what string, records int64) {
	off := RingHeaderSize + int64(r.pos&r.mask)*event.SlotSize
	r.fail = &Damage{Path: r.name, Offset: off, What: what, Records: records}
}

// Damage returns why the ring could not be read to its end, or nil.
func (r *Ring) Damage() *Damage { return r.fail }

// Pos returns the position that Release may take: the end of the last event that Next returned. Pieces of a blob
// stay in the ring until their record has arrived, unless they fill half of the ring: the thread might have no room
// for the record.
func (r *Ring) Pos() uint64 {
	if r.pos-r.whole > r.mask/2 {
		return r.pos
	}
	return r.whole
}

// release stores the tail: the slots before pos are in the segment, and the
// thread may overwrite them. Only for RingFromMemory.
func (r *Ring) release(pos uint64) {
	r.cut = pos > r.whole || r.cut && pos < r.whole
	r.store(ringTail, pos)
}

// Head returns how many slots were published so far.
func (r *Ring) Head() uint64 { return r.word(ringHead) }

// Tail returns how many slots were released so far.
func (r *Ring) Tail() uint64 { return r.word(ringTail) }

// reserve differs from Head while the thread is writing a record.
func (r *Ring) reserve() uint64 { return r.word(ringReserve) }

// Slots returns how many slots the ring has.
func (r *Ring) Slots() int { return int(r.mask) + 1 }

// Rank returns the rank in MPI_COMM_WORLD.
func (r *Ring) Rank() int { return int(r.u32(ringRank)) }

// thread returns gomarmot's number of the thread.
func (r *Ring) thread() uint16 { return uint16(r.u32(ringThread)) }

// pid returns the process.
func (r *Ring) pid() int { return int(r.u32(ringPID)) }

// Lost returns how many records the thread could not keep.
func (r *Ring) Lost() uint64 { return r.word(ringLost) + r.asm.Dropped() }

// Ended reports whether the thread has ended.
func (r *Ring) Ended() bool { return r.word(ringState)&0xffffffff == 2 }

// off reports whether recording was switched off while its thread ran on.
func (r *Ring) off() bool { return r.word(ringState)&0xffffffff == 3 }

// Now returns the call the thread is in. For a running thread it is a hint:
// its fields may come from two calls.
func (r *Ring) Now() Now {
	ks := r.word(ringNowKind)
	return Now{
		Thread: r.thread(), Kind: calls.Kind(ks), Seq: uint32(ks >> 32),
		PC: r.word(ringNowPC), Alive: r.word(ringAlive), Since: r.word(ringSince), Began: r.word(ringBegan),
		Signal: int(r.word(ringState) >> 32), Struck: r.word(ringStruck), Fault: r.word(ringFault),
		Place: r.word(ringPlace),
	}
}

// Beat writes to the ring's header that the process is alive at the time now, and since when the thread has been in
// its present call. Only for RingFromMemory.
func (r *Ring) Beat(now uint64) {
	n, kind := r.word(ringNowCount), calls.Kind(r.word(ringNowKind))
	if n != r.beats || kind == 0 {
		r.store(ringSince, now)
	}
	r.seen.Calls = n
	if kind != 0 {
		r.seen.Last, r.seen.At = kind, n
	}
	if n != r.beats || kind != 0 {
		r.seen.Left = now
	}
	if n != r.beats {
		r.beats = n
		r.store(ringBegan, now)
	}
	r.store(ringAlive, now)
}

// Activity is what the calls of Beat have seen of the ring's thread.
type Activity struct {
	Calls uint64     // MPI calls entered
	Last  calls.Kind // the call that the thread was last seen in; 0: never in any
	At    uint64     // Calls at that time
	Left  uint64     // when the thread was last seen in a call, or had made one since; 0: never
}

// Seen returns what the calls of Beat have seen.
func (r *Ring) Seen() Activity { return r.seen }

// word loads a word of the header; atomic, with acquire order.
func (r *Ring) word(off int) uint64 { return atomic.LoadUint64(r.at(off)) }

// store stores a word of the header; atomic, with release order.
func (r *Ring) store(off int, v uint64) { atomic.StoreUint64(r.at(off), v) }

// u32 reads a number that never changes.
func (r *Ring) u32(off int) uint32 { return le.Uint32(r.mem[off:]) }

func (r *Ring) at(off int) *uint64 { return (*uint64)(unsafe.Pointer(&r.mem[off])) }
