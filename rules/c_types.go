package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Texts about types of C of the same size, which several rules share.
const (
	otherCDoc = "Where two types of C of the same size differ, such as MPI_INT and MPI_UNSIGNED, or MPI_LONG and " +
		"MPI_LONG_LONG, it is a warning: their sizes differ on other machines, and large values mean something else."
	otherCSilent = "different names of the same type, such as MPI_LONG and MPI_INT64_T; MPI_AINT, MPI_OFFSET and " +
		"MPI_COUNT with any integer of their size; MPI_INT and MPI_INTEGER"
)

// otherC says that data of one type of C goes into another type of the same size; "" if it does not.
func otherC(from, into *datatype.Type) string {
	x, y := datatype.OtherC(from, into)
	if x == nil {
		return ""
	}
	return fmt.Sprintf("data of %s goes into %s, a different type of the same size", x.Name, y.Name)
}

// otherCAmong returns two ranks, by their places in the row, between which data of a collective call is sent as one
// type of C and received as another, and the text of otherC. Ranks that give or take a different amount for each rank
// are left out, as they may exchange nothing.
func otherCAmong(f *fact.Matched) (from, into int, why string) {
	sem := calls.Of(f.Call)
	if f.Inter || sem.Flow == calls.FlowNeighbors || sem.Exchange == calls.NoExchange || oneType(f) {
		return 0, 0, ""
	}
	give, take := oneBlock, anyBlock
	if sem.Exchange == calls.ExchangeScatter {
		give, take = anyBlock, oneBlock
	}
	received := func(x *op.Exchange) *op.Amounts { return &x.Take }
	if sem.Exchange == calls.ExchangeSame {
		received = func(x *op.Exchange) *op.Amounts { return &x.Give }
	}
	from, into = -1, -1
	for i := range f.Row {
		x := f.Row[i].Args.Exchange
		gives, takes := give(&x.Give), take(received(x))
		if from < 0 && gives {
			from = i
		}
		if into < 0 && takes {
			into = i
		}
	}
	if from < 0 || into < 0 {
		return 0, 0, ""
	}
	first, last := f.Row[from].Args.Exchange.Give.Type, received(f.Row[into].Args.Exchange).Type
	for i := range f.Row {
		x := f.Row[i].Args.Exchange
		if why := otherC(x.Give.Type, last); why != "" && give(&x.Give) {
			return i, into, why
		}
		if to := received(x); take(to) {
			if why := otherC(first, to.Type); why != "" {
				return from, i, why
			}
		}
	}
	return 0, 0, ""
}

// oneType reports whether all ranks of the row give and take data of a single datatype. It also reports true if the
// data of some rank is unknown.
func oneType(f *fact.Matched) bool {
	var t *datatype.Type
	same := true
	for i := range f.Row {
		x := f.Row[i].Args.Exchange
		if x == nil {
			return true
		}
		for _, a := range [2]*op.Amounts{&x.Give, &x.Take} {
			if a.Use == op.Used && a.Type != t {
				same = same && t == nil
				t = a.Type
			}
		}
	}
	return same
}

// oneBlock reports whether a rank gives or takes the same amount of data for each rank, more than none.
func oneBlock(a *op.Amounts) bool {
	return a.Use == op.Used && a.Counts == nil && a.Types == nil && a.Count > 0
}

// anyBlock reports whether a rank gives or takes data, all of one datatype.
func anyBlock(a *op.Amounts) bool {
	return a.Use == op.Used && a.Types == nil && (a.Counts != nil || a.Count > 0)
}
