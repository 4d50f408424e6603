package signal

// loads says of ranks what they have loaded from memory that others may store to.
type loads []struct {
	recorded bool  // its program's loads and stores are recorded
	byCalls  bool  // an MPI call has read a small value as its buffer
	last     int64 // the last load, by the program or by a call
}

// known reports whether all loads are known by which a rank may have learned something.
func (l loads) known(rank int32) bool { return l[rank].recorded && !l[rank].byCalls }
