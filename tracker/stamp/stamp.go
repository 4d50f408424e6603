// Package stamp has the messages from matchers to judges: which calls matched, and when.
package stamp

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// Stamp is a result of a matcher: *Pass, *Fence, *Epoch, *Stray, *Delivery, *Opened, *Collective, *Clash or
// *Gathering. It is valid only while judges take it.
type Stamp interface{ stamp() }

// Access is an access to a window.
type Access struct {
	*op.Access
	Part *op.WinMade // the target's part of the window; nil: not known
	// At is the earliest time at which the access takes effect: not before the post of its epoch, for which its rank
	// need not have waited. Exposed: this post has been matched, or the access is in no such epoch. Counted: the
	// epochs of its rank and its target have been matched; set only for accesses in such epochs.
	At               order.Point
	Exposed, Counted bool
}

// Touch is a load or store of window memory, with the time of its begin.
type Touch struct {
	*op.Touch
	Rank int32       // the rank of the window that owns the memory
	Part *op.WinMade // that rank's part of the window; nil: not known
	At   order.Point
}

// Pass is a collective call that a rank has entered, in row Row of the calls of a group, when it had N records. The
// zero value stands for none.
type Pass struct {
	Site tracker.Site
	On   order.Group
	Row  int64
	N    int64
	Sync bool // no rank completes it before all have entered
}

// Fence is a fence that all ranks of a window have entered. If ranks may have left
// it before others entered, At holds the time at which each rank of the window entered.
type Fence struct {
	On *op.Place
	At []order.Point
}

// Epoch is a step of an access epoch, by ranks of the window.
type Epoch struct {
	Step           EpochStep
	On             *op.Place
	Origin, Target int32
	Number         int64        // number of the epoch between these two ranks; not set for EpochReturned
	N              int64        // records of the rank that makes the step
	Site           tracker.Site // its call
}

// EpochStep is a change of an access epoch.
type EpochStep uint8

// The steps.
const (
	EpochCompleted EpochStep = iota // the origin has entered MPI_Win_complete
	EpochReturned                   // MPI_Win_complete has returned
	EpochSeen                       // the target has seen the end of the epoch
)

// Stray says that the epochs of rank On.Me of a window are no longer matched.
type Stray struct{ On *op.Place }

// Delivery gives a rank the knowledge of the senders of data that it has received: by a message, number N of the
// rank, or by a collective call, which the rank entered when it had N records; 0: a blocking call.
type Delivery struct {
	Rank    int32
	Message bool
	N       int64
	From    order.Point    // of a message
	Bytes   int64          // of a message; -1: not known
	Know    order.Snapshot // of a collective call
	May     order.Snapshot // knowledge that the senders may have had in addition
	Cast    order.Point    // of a broadcast: the root's call
	Got     int64          // of a broadcast: records of the rank when it had the data
}

// Opened is an MPI_File_open that all ranks have entered, and their joint knowledge.
type Opened struct {
	On  *op.Place
	All order.Snapshot
}

func (*Opened) stamp()   {}
func (*Pass) stamp()     {}
func (*Fence) stamp()    {}
func (*Epoch) stamp()    {}
func (*Stray) stamp()    {}
func (*Delivery) stamp() {}

// Wait is a wait that has ended: Call, made when its rank had N records, waited for For, made when its own rank had
// ForN.
type Wait struct {
	fact.WaitFor
	N, ForN int64
	Chose   bool // the call might have waited for another call
	Row     *Row // the collective call for whose ranks Call has waited; nil: unknown, or Call waited for For
}

// Row is a call that several ranks make together.
type Row struct {
	Came []Comer // the calls that have entered so far
	// Looked counts how often a judge has looked at all ranks of the row; only the judge changes it.
	Looked int
}

// Comer is a call that enters a row, made when its rank had N records.
type Comer struct {
	Site tracker.Site
	N    int64
}

// Lacking names the ranks for which the operation of a request waits at the end of the run.
type Lacking struct {
	Known bool
	Ranks []int32 // ranks for which the operation waits; empty: it need not wait
	Row   *Row    // the call that Ranks have not entered; nil: the operation is partitioned
}
