package messages

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Messages is the state of a rank's communication with others, by messages and in collective calls.
type Messages struct {
	reading *reading.Reading
	flavour *calls.Flavour
	types   *datatype.Table

	count        int64              // messages and receives so far
	found        map[int64]*Matched // messages of matched probes, by handle, including received messages
	null         int64              // MPI_MESSAGE_NULL; 0: unknown
	NotFound     tracker.Site       // the last matched probe that found nothing
	FoundNothing uint64             // ticks of the last poll that has a record and found nothing; 0: none yet
	Bsend        BsendBuffer
	exchanges    exchanges // the last exchange of each calling place in the program
	AskedTagUB   bool      // the program has asked for MPI_TAG_UB
	Abroad       bool      // the rank has used a communicator with processes outside MPI_COMM_WORLD
}

// Begin makes the part ready for the first event.
func (ms *Messages) Begin(d *reading.Reading, types *datatype.Table) {
	ms.reading, ms.flavour, ms.types = d, d.Flavour, types
	ms.found = map[int64]*Matched{}
	ms.Bsend.Unknown = d.Blind.Messages
}

// Predefined takes the handle of MPI_MESSAGE_NULL.
func (ms *Messages) Predefined(h int64) { ms.null = h }

// PollFoundNothing notes the time, in ticks, of a poll that has a record and found nothing.
func (ms *Messages) PollFoundNothing(now uint64) { ms.FoundNothing = now }

// Reach notes that the rank exchanges messages on a communicator, which may be nil.
func (ms *Messages) Reach(c *objects.Comm) { ms.Abroad = ms.Abroad || c != nil && c.Beyond }

// Matched returns the message whose handle a matched probe has returned; nil if there is none.
func (ms *Messages) Matched(h int64) *Matched { return ms.found[h] }

// Next returns the number of a new message or receive.
func (ms *Messages) Next() int64 {
	ms.count++
	return ms.count
}

// ReadAttr notes whether a call asks for MPI_TAG_UB.
func (ms *Messages) ReadAttr(c *record.Call) {
	ub := ms.flavour.CommKeyvals[0]
	if k := c.In[c.Sem.Keyval]; k == ub || k == ub+ms.flavour.FortranKeyval {
		ms.AskedTagUB = true
	}
}

// exchangeKey holds all inputs of an Exchange.
type exchangeKey struct {
	comm    *objects.Comm
	kind    calls.Kind
	inPlace uint8
	words   [5]int64 // counts and datatypes, and the root
	types   uint64   // version of the table of datatypes
	blob    uint64   // hash
}

// exchangeBits is the logarithm of the number of cached exchanges.
const exchangeBits = 4

// exchanges caches the last exchange of each place in the program that makes collective calls.
type exchanges [1 << exchangeBits]struct {
	key exchangeKey
	x   *op.Exchange
}
