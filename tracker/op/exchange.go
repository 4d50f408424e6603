package op

import "github.com/gomarmot/gomarmot/tracker/datatype"

// Exchange is the data that a rank gives and takes in a collective call. It never
// changes: equal calls of a rank share it.
type Exchange struct {
	// Give is the data that the rank sends, or that all ranks must give alike (calls.ExchangeSame); Take is the data
	// that it receives. Data in place counts as both, if other ranks meet it.
	Give, Take Amounts
	InPlace    bool // MPI_IN_PLACE is passed as the send buffer
	Root       bool // the rank is the root
	Packed     bool // MPI_PACKED occurs: contents do not tell whether amounts match
	Known      bool // all contents are known
}

// Amounts are the blocks that a rank gives or takes, as Part has them.
type Amounts struct {
	Use    Use
	Count  int64
	Type   *datatype.Type
	Counts []int64 // nil: the same for all blocks
	Types  []*datatype.Type
	Peers  []int32
	// One is the content of each block if there are no arrays. Sum is a sum over the blocks: over all ranks, the sums
	// of Give and Take are equal if every block that a rank gives equals the block that its receiver takes. For calls
	// with calls.ExchangeSame, Sum is the same on all ranks.
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

// Even reports whether the rank is known to give the same data as it takes, as a rank without others must.
func (x *Exchange) Even(arrays bool) bool {
	if !x.Known || x.Packed {
		return false
	}
	if arrays {
		return x.Give.Sum == x.Take.Sum
	}
	return x.Give.One == x.Take.One
}
