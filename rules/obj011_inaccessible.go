package rules

import "github.com/gomarmot/gomarmot/tracker"

// inaccessible is memory that the process cannot access, which has killed it: a buffer, or memory of a freed window.
var inaccessible = &Rule{
	ID:       "OBJ011",
	MPI:      "1.0",
	Title:    "buffer in memory that cannot be read or written",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Message Data; Blocking Receive; Communication Calls; Positioning",
	Says: "A buffer is memory of the calling process: as many elements as the count says, from the address on. " +
		"Memory that a call reads is readable, and memory that it writes is writable.",
	Doc: "The rank died in an MPI call by an access to memory that does not exist, or that is not writable, and the " +
		"address of this access lies in a buffer that the program has named: in that call, or in an earlier one " +
		"whose operation is pending; or it lies in memory for packed data, or in the buffer for buffered sends. The " +
		"address is wrong, the count or the datatype is larger than the memory, or the memory was given back. Or the " +
		"program itself has accessed memory that MPI_Win_allocate or MPI_Win_allocate_shared returned, after " +
		"MPI_Win_free: the finding says which window it belonged to.",
	Advice: "Compare the address, the count and the datatype with the memory that the program has allocated. " +
		"gomarmot run --heap finds buffers that end beyond their block also where nothing crashes, and names the " +
		"call that freed a buffer. A persistent request keeps the address that it was created with: the memory " +
		"there stays allocated until the request is freed, so a vector whose data it sends does not grow meanwhile.",
	Silent: []string{
		"a crash outside of MPI calls, but for memory of freed windows, or at an address that is in no buffer",
		"a signal that another process has sent, or that the program's own code handles, since the handler may " +
			"repair the cause",
		"a callback of the program that stores to memory that MPI only reads",
		"memory of other ranks' windows",
	},
	Limit: "The fault is found only if the process dies of it: memory behind a buffer mostly exists, and is sent or " +
		"overwritten. Where the MPI library copies through the kernel, it gets an error in place of a signal. An " +
		"address that no process can have, such as that of an uninitialized pointer, is not told by the kernel. " +
		"Memory of windows that is not mapped is WIN014. Memory of a freed window may have another owner by the time " +
		"that the program accesses it: accesses that do not crash are not reported, even with gomarmot cc. Addresses " +
		"in the first 4096 bytes are MSG003, COLL005, RMA012, FILE006 and OBJ004.",
	Finish: func(p *Pass) {
		reportFreedWindow(p)
		x := p.Rank.Inaccessible()
		if x == nil || x.Device {
			return
		}
		f := fatalAccess(x)
		does, what := "read", f.memory
		if x.Use.Writes {
			does = "written"
		}
		if l := x.Use.List; l != nil && l.Part != nil {
			if i := l.Part.DisplacedTo(x.At); i >= 0 {
				what = displaced(x.In, l.Part, i) + ","
			}
		}
		p.ReportAt(f.at, f.on, f.in, "%s cannot be %s at %s: the rank was killed in the call%s", what, does, f.place,
			f.of)
	},
}

// existence is the requirement on the memory of windows that MPI has allocated.
var existence = Clause{
	Cite: "MPI-4.1, Window That Allocates Memory; Window That Allocates Shared Memory; Window Destruction",
	Says: "The memory that MPI_Win_allocate or MPI_Win_allocate_shared returns belongs to the window until " +
		"MPI_Win_free gives it back.",
}

// reportFreedWindow reports that the rank was killed because it accessed memory of a freed window.
func reportFreedWindow(p *Pass) {
	w, at, by := p.Rank.FreedWindow()
	if w == nil {
		return
	}
	r := Report{Object: w.Win, Clause: existence, Advice: "Free the window after the last access to its " +
		"memory, or copy the data that is needed later before MPI_Win_free."}
	made := At(roleCreated, w.Made, "the window was created here")
	if by.IsZero() {
		r.Sites, r.Related = []tracker.Site{w.Freed}, []Related{made}
		p.add(r, "%s gives back the memory of the window, and byte %d of it was accessed afterwards, outside of MPI: "+
			"the rank was killed", []any{w.Freed.Call, at - w.Lo})
		return
	}
	r.Sites, r.Related = []tracker.Site{by}, []Related{At(roleFreed, w.Freed, "the window was freed here"), made}
	p.add(r, "this %s accesses byte %d of memory of a window that MPI_Win_free has given back: the rank was killed",
		[]any{by.Call, at - w.Lo})
}
