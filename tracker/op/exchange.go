package op

import "github.com/gomarmot/gomarmot/tracker/datatype"

// Exchange is the data that a rank gives and takes in a collective call. It never
// changes: equal calls of a rank share it.
type Exchange struct {
	// Give is what the rank sends, or what all ranks must give alike
	// (calls.ExchangeSame); Take is what it receives. Data that stays in place is
	// both, if that means anything for other ranks.
	Give, Take Amounts
	InPlace    bool // MPI_IN_PLACE is passed for what is sent
	Root       bool // the rank is the root
	Packed     bool // MPI_PACKED occurs: contents do not tell whether amounts match
	Known      bool // so are all contents
}

// Amounts are the blocks of one side, as Part has them.
type Amounts struct {
	Use    Use
	Count  int64
	Type   *datatype.Type
	Counts []int64 // nil: the same for all blocks
	Types  []*datatype.Type
	Peers  []int32
	// One is what each block holds if there are no arrays. Sum is a sum over the
	// blocks that is the same for all that is given and all that is taken, if
	// every block that one rank gives another is what that one takes; of calls
	// with calls.ExchangeSame it is the same on all ranks.
	One datatype.Content
	Sum uint64
}

// Block returns the count and the datatype of block i.
func (a *Amounts) Block(i int) (count int64, d *datatype.Type) {
	count, d = a.Count, a.Type
	if a.Counts != nil {
		count = a.Counts[i]
	}
	if a.Types != nil {
		d = a.Types[i]
	}
	return count, d
}

// Use says whether a rank uses a buffer of a collective call.
type Use uint8

// The answers.
const (
	Unclear Use = iota // it cannot be told
	Unused             // the arguments are not significant on this rank
	Used
)

// Even reports whether what the rank gives is known to be what it takes, if there is no other rank.
func (x *Exchange) Even(arrays bool) bool {
	if !x.Known || x.Packed {
		return false
	}
	if arrays {
		return x.Give.Sum == x.Take.Sum
	}
	return x.Give.One == x.Take.One
}
