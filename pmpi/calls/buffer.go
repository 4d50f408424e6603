package calls

import "strings"

// Buffer is memory that a call reads or writes. Its fields are positions of arguments: of the address, the count and
// the datatype. Without a count, the buffer is a single element of Type; without a Type, Count is in bytes.
// MPI_IN_PLACE and MPI_BOTTOM may stand for an address, as the standard allows.
type Buffer struct {
	Addr  int8
	Count int8 // elements of a block
	Type  int8
	// Counts, Displs and Types are arrays with an element for each rank or
	// neighbor.
	Counts, Displs, Types int8
	// From names the argument with the rank that the buffer's data comes from, To the argument with the rank that gets
	// the data; -1: none. The call does not use the buffer if all of these arguments are MPI_PROC_NULL.
	From, To int8

	Reads, Writes bool
	Until         Until
	Role          Role
	Part          Part
}

// Until says when a buffer is the program's again.
type Until uint8

// The events that end the use of a buffer.
const (
	UntilReturn   Until = iota
	UntilSettled        // RMA: a synchronization of the window completes the operation at the origin
	UntilComplete       // the operation's request is complete
	UntilInactive       // a persistent request: from each start to the completion that follows
	UntilEnd            // the end call of the split collective operation returns
	UntilDetached       // MPI_Buffer_detach
)

// Role says on which ranks of a collective call a buffer is used. In an
// intercommunicator the root's group has the root's part, the other group all
// other parts.
type Role uint8

// The roles.
const (
	Everywhere Role = iota
	AtRoot          // elsewhere the argument is ignored
	FromRoot        // read at the root, written elsewhere
)

// Part says how many blocks of its count a buffer has.
type Part uint8

// The numbers of blocks.
const (
	OneBlock         Part = iota
	BlockPerRank          // of the communicator, or of the remote group
	BlockPerNeighbor      // of the topology
	BlockPerPartition
	OwnBlock // the block of the rank itself in Counts
)

// buffersOf derives the buffers from the prototype: an address called buf,
// buffer, ...buf or ..._addr that has a count, a size or a datatype.
func (r *Row) buffersOf(s *Sem) []Buffer {
	var out []Buffer
	for _, a := range r.Args() {
		if !strings.HasSuffix(a.Type, "void") || a.Stars != "*" {
			continue
		}
		if prefix, ok := bufferName(a.Name); ok {
			if b := r.buffer(s, a, prefix); b.sized() {
				out = append(out, b)
			}
		}
	}
	return out
}

// bufferName returns the prefix of the names of a buffer's count and datatype.
func bufferName(name string) (string, bool) {
	if name == "buffer" {
		return "", true
	}
	if p, ok := strings.CutSuffix(name, "_addr"); ok {
		return p + "_", true
	}
	return strings.CutSuffix(name, "buf")
}

func (b *Buffer) sized() bool { return b.Count >= 0 || b.Counts >= 0 || b.Type >= 0 }

func (r *Row) buffer(s *Sem, a Arg, prefix string) Buffer {
	b := Buffer{Addr: r.at(a.Name), Displs: -1, From: -1, To: -1, Until: r.until(s), Role: s.role(a)}
	b.Counts, b.Count, b.Type = r.array(prefix+"counts"), -1, -1
	b.Types = r.array(prefix + "types")
	if b.Counts >= 0 {
		b.Displs = r.array(prefix[:1]+"displs", "displs")
	} else {
		b.Count = r.input(prefix+"count", "count", "recvcount")
	}
	if b.Count < 0 && b.Counts < 0 {
		b.Counts = r.array("recvcounts") // a reduce-scatter has these counts for its send buffer, too
	}
	if b.Count < 0 && b.Counts < 0 {
		b.Count = r.input(prefix+"size", "size")
	}
	if b.Count < 0 || !strings.HasSuffix(s.Enter[b.Count], "size") {
		b.Type = r.input(prefix+"type", prefix+"datatype", "datatype")
	}
	b.Reads = a.Dir != Out && s.Match != MatchReceive
	b.Writes = a.Dir != In || !strings.HasPrefix(a.Type, "const ")
	if b.Writes {
		b.From = max(s.Source, s.targetOf())
	}
	if b.Reads {
		b.To = max(s.Dest, s.targetOf())
	}
	b.Part = r.part(s, a, &b)
	return b
}

// targetOf returns the argument with the target of an operation on a window; -1: the call is another operation.
func (s *Sem) targetOf() int8 {
	if s.RMA == NoRMA {
		return -1
	}
	return s.Target
}

func (r *Row) until(s *Sem) Until {
	switch {
	case r.Persistent:
		return UntilInactive
	case s.StartsOut >= 0:
		return UntilComplete
	case s.RMA != NoRMA:
		return UntilSettled
	case s.IO.Half == SplitBegin:
		return UntilEnd
	case s.Match == NotMatched && r.at("buffer") >= 0 && r.at("size") >= 0: // MPI_Buffer_attach
		return UntilDetached
	}
	return UntilReturn
}

func (s *Sem) role(a Arg) Role {
	switch {
	case s.Root < 0:
		return Everywhere
	case a.Dir == InOut:
		return FromRoot
	case s.Flow == FlowRootToAll && a.Dir == In, s.Flow == FlowAllToRoot && a.Dir == Out:
		return AtRoot
	}
	return Everywhere
}

func (r *Row) part(s *Sem, a Arg, b *Buffer) Part {
	switch {
	case s.Partitioned:
		return BlockPerPartition
	case b.Counts >= 0 && b.Displs < 0 && a.Dir == Out:
		return OwnBlock
	case b.Counts < 0 && !named(r.Each, a.Name):
		return OneBlock
	case s.Flow == FlowNeighbors:
		return BlockPerNeighbor
	}
	return BlockPerRank
}
