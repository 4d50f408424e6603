package messages

import (
	"hash/maphash"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

var blobSeed = maphash.MakeSeed()

// Exchange returns the data that the rank sends and receives in a collective call on a communicator; parts caches its
// buffers.
func (ms *Messages) Exchange(c *record.Call, on *objects.Comm, parts *CalledParts) *op.Exchange {
	s := c.Sem
	key := exchangeKey{comm: on, kind: c.Kind, types: ms.types.Version()}
	for i := range s.Buffers {
		b := &s.Buffers[i]
		if c.In[b.Addr] == ms.flavour.InPlace {
			key.inPlace |= 1 << i
		}
		if b.Count >= 0 {
			key.words[2*i] = c.In[b.Count]
		}
		if b.Type >= 0 {
			key.words[2*i+1] = c.In[b.Type]
		}
	}
	if s.Root >= 0 {
		key.words[4] = c.In[s.Root]
	}
	if len(c.InBlob) > 0 {
		key.blob = maphash.Bytes(blobSeed, c.InBlob)
	}
	last := &ms.exchanges[c.Site.PC*0x9e3779b97f4a7c15>>(64-exchangeBits)]
	if last.x == nil || last.key != key {
		last.key, last.x = key, ms.newExchange(c, on, parts)
	}
	return last.x
}

// exchanging is an Exchange that is being made.
type exchanging struct{ op.Exchange }

func (ms *Messages) newExchange(c *record.Call, on *objects.Comm, parts *CalledParts) *op.Exchange {
	x := &exchanging{op.Exchange{Known: true, Root: c.Sem.Root >= 0 && on != nil && ms.IsRoot(c, on)}}
	p, use := ms.Part(c, on, parts, 0)
	first := *p
	x.InPlace = use == op.Used && first.InPlace
	if c.Sem.Exchange == calls.ExchangeSame {
		if use == op.Unused && len(c.Sem.Buffers) > 1 {
			p, use = ms.Part(c, on, parts, 1)
			first = *p
		}
		x.Give = x.amounts(&first, use)
		if x.Give.Counts != nil {
			x.Give.Sum = x.sum(&x.Give, alike)
		}
		return &x.Exchange
	}
	p, taken := ms.Part(c, on, parts, 1)
	second := *p
	switch {
	case use == op.Used && first.InPlace:
		use = x.inPlace(c, on, &first, &second, taken)
	case taken == op.Used && second.InPlace: // the root of a scatter
		taken = op.Unused
	}
	x.Give, x.Take = x.amounts(&first, use), x.amounts(&second, taken)
	if len(c.Sem.EnterBlob) > 0 {
		x.Give.Sum, x.Take.Sum = x.sum(&x.Give, gives(c)), x.sum(&x.Take, takes(c))
	}
	return &x.Exchange
}

// inPlace sets first to the data that a rank with MPI_IN_PLACE sends: its own block of the receive buffer, or the block
// for each rank.
func (x *exchanging) inPlace(c *record.Call, on *objects.Comm, first, second *Part, use op.Use) op.Use {
	if use != op.Used || on.Inter || c.Sem.Flow == calls.FlowNeighbors {
		return op.Unclear // MPI allows MPI_IN_PLACE in no such call
	}
	switch c.Sem.Exchange {
	case calls.ExchangeAll:
		first.Count, first.Type = second.Block(on.MyRank)
		return op.Used
	case calls.ExchangePairs:
		*first = *second
		return op.Used
	}
	return op.Unused // the root's own block
}

func (x *exchanging) amounts(p *Part, use op.Use) op.Amounts {
	a := op.Amounts{Use: use}
	switch use {
	case op.Unclear:
		x.Known = false
		return a
	case op.Unused:
		return a
	}
	a.Count, a.Type, a.Peers = p.Count, p.Type, p.peers
	if p.Arrays() {
		a.Counts = make([]int64, p.Blocks)
	}
	if p.Typed() {
		a.Types = make([]*datatype.Type, p.Blocks)
	}
	for i := range a.Counts {
		a.Counts[i], _ = p.Block(i)
		if a.Types != nil {
			_, a.Types[i] = p.Block(i)
		}
	}
	switch {
	case p.Blocks == 0:
		a.One = datatype.NoContent
	case a.Counts == nil:
		x.see(p.Type)
		a.One = datatype.ContentOf(p.Type, p.Count)
		x.Known = x.Known && a.One != datatype.UnknownContent
	}
	return a
}

func (x *exchanging) see(d *datatype.Type) { x.Packed = x.Packed || datatype.Packed(d) }

// A way hashes the path of a block: from the rank at the block's other end, and the block's index.
type way func(peer int32, i int) uint64

func alike(_ int32, i int) uint64 { return uint64(i) }

func gives(c *record.Call) way {
	me := c.Site.Rank
	return func(peer int32, _ int) uint64 { return uint64(uint32(me))<<32 | uint64(uint32(peer)) }
}

func takes(c *record.Call) way {
	me := c.Site.Rank
	return func(peer int32, _ int) uint64 { return uint64(uint32(peer))<<32 | uint64(uint32(me)) }
}

// sum adds up hashes of the blocks. An empty block, or a block for MPI_PROC_NULL, adds nothing.
func (x *exchanging) sum(a *op.Amounts, path way) (sum uint64) {
	if a.Use != op.Used {
		return 0
	}
	for i, peer := range a.Peers {
		content := a.One
		if a.Counts != nil {
			count, d := a.Block(i)
			x.see(d)
			content = datatype.ContentOf(d, count)
			if count == 0 {
				content = datatype.NoContent // an empty block, whatever the datatype
			}
		}
		switch {
		case peer < 0:
		case content == datatype.UnknownContent:
			x.Known = false
		case content != datatype.NoContent:
			sum += datatype.Mix(uint64(content) ^ datatype.Mix(path(peer, i)))
		}
	}
	return sum
}
