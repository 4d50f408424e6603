package messages

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

func messagesOf() *Messages {
	ms := &Messages{}
	ms.Begin(ranktest.Reading(), &datatype.Table{})
	return ms
}

// octets are n bytes that a call sends, or receives.
func octets(n int64) op.Data {
	return op.Data{Addr: 0x5000, Count: n, Type: datatype.Memory, Moves: true}
}

// The message of a send, in terms that all ranks share.
func TestSending(t *testing.T) {
	ms := messagesOf()
	comm := &objects.Comm{ID: 3, Members: []int32{2, 1, 0}, MyRank: 1}
	inter := &objects.Comm{ID: 4, Members: []int32{1}, Remote: []int32{3, 2}, Inter: true}
	for name, c := range map[string]struct {
		on        *objects.Comm
		dest, tag int64
		peer      int32
		ok        bool
	}{
		"a rank":                 {comm, 0, 7, 2, true},
		"between groups":         {inter, 0, 7, 3, true},
		"MPI_PROC_NULL":          {comm, ms.flavour.ProcNull, 7, 0, false},
		"no such rank":           {comm, 3, 7, 0, false},
		"a negative tag":         {comm, 0, -5, 0, false},
		"not in the other group": {inter, 2, 7, 0, false},
	} {
		send := ranktest.Returned(t, calls.Ssend, ranktest.Args{"dest": c.dest, "tag": c.tag})
		m, ok := ms.Sending(send, c.on.Place(), octets(4))
		assert.Equal(t, c.ok, ok, name)
		if ok {
			want := []any{c.peer, int32(c.tag), calls.SendSynchronous, int64(4)}
			assert.Equal(t, want, []any{m.Peer, m.Tag, m.Mode, m.Data.Count}, name)
		}
	}
}

func TestReceiving(t *testing.T) {
	ms := messagesOf()
	f := ms.flavour
	comm := &objects.Comm{ID: 3, Members: []int32{2, 1, 0}, MyRank: 1}
	for name, c := range map[string]struct {
		source, tag int64
		want        Envelope
		ok          bool
	}{
		"a rank":        {0, 7, Envelope{2, 7}, true},
		"any source":    {f.AnySource, 7, Envelope{op.AnySource, 7}, true},
		"any tag":       {0, f.AnyTag, Envelope{2, op.AnyTag}, true},
		"MPI_PROC_NULL": {f.ProcNull, 7, Envelope{}, false},
		"no such rank":  {3, 7, Envelope{}, false},
		"a wrong tag":   {0, f.AnyTag - 50, Envelope{}, false},
	} {
		recv := ranktest.Returned(t, calls.Recv, ranktest.Args{"source": c.source, "tag": c.tag})
		m, ok := ms.Receiving(recv, comm.Place(), octets(4))
		assert.Equal(t, c.ok, ok, name)
		posted, also := ms.Posted(recv, comm)
		assert.Equal(t, ok, also, name)
		if ok {
			assert.Equal(t, c.want, Envelope{m.Peer, m.Tag}, name)
			assert.Equal(t, c.want, posted, name)
			assert.Equal(t, c.want.Peer == op.AnySource || c.want.Tag == op.AnyTag, m.Anyone(), name)
		}
		assert.Equal(t, c.source != f.ProcNull, ms.HasSource(recv), name)
	}
	later := ranktest.Returned(t, calls.RecvInit, ranktest.Args{"source": 0, "tag": 7})
	_, ok := ms.Posted(later, comm)
	assert.False(t, ok, "a persistent request posts nothing yet")
}

// The outcome of a receive, from its status and its arguments.
func TestOutcomes(t *testing.T) {
	ms := messagesOf()
	comm := objects.World(1, 4)
	m := &Message{On: comm.Place(), Peer: op.AnySource, Tag: 7}
	for name, c := range map[string]struct {
		source, tag, bytes int64
		cancelled          bool
		want               Outcome
	}{
		"received":              {2, 7, 16, false, Outcome{Known: true, Source: 2, Tag: 7, Bytes: 16}},
		"no source":             {ms.flavour.AnySource, 7, 16, false, Outcome{Source: op.AnySource, Tag: 7, Bytes: 16}},
		"no tag":                {2, -1, 16, false, Outcome{Source: 2, Tag: -1, Bytes: 16}},
		"cancelled":             {2, 7, -1, true, Outcome{Known: true, Cancelled: true}},
		"received nevertheless": {2, 7, 16, true, Outcome{Known: true, Source: 2, Tag: 7, Bytes: 16}},
		"no such rank":          {9, 7, 16, false, Outcome{Tag: 7, Bytes: 16}},
	} {
		m.Cancelled = c.cancelled
		assert.Equal(t, c.want, ms.outcomeOf(m, c.source, c.tag, c.bytes), name)
	}
	assert.Equal(t, Outcome{}, ms.outcomeOf(&Message{}, 2, 7, 16), "of a receive that is not followed")
	assert.Equal(t, Outcome{Failed: true}, ms.Status(ranktest.Failed(ranktest.Returned(t, calls.Recv, nil)), m))
	m.Cancelled = false
	assert.False(t, ms.StatusAt(m, nil, 0).Known, "without statuses a receive from any source says nothing")
	m.Peer = 3
	assert.Equal(t, Outcome{Known: true, Source: 3, Tag: 7, Bytes: -1}, ms.StatusAt(m, nil, 0))
}

// A matched message is received once, by the handle that a probe has returned.
func TestMatchedMessages(t *testing.T) {
	ms := messagesOf()
	f := ms.flavour
	probe := func(seq int, source, handle int64) *record.Call {
		c := ranktest.Numbered(ranktest.Returned(t, calls.Mprobe, ranktest.Args{"source": source, "tag": 7}), seq)
		c.Out = make([]int64, len(c.Sem.Leave))
		c.Out[c.Sem.MakesOut] = handle
		c.End = uint64(10 * seq)
		ms.ProbeMatched(c, objects.World(1, 4), Message{})
		return c
	}
	receive := func(handle int64, now uint64) {
		c := ranktest.Returned(t, calls.Mrecv, ranktest.Args{"message": handle})
		c.Time = now
		ms.ReceiveMatched(c)
	}
	first, second := probe(1, 2, 100), probe(2, 3, 101)
	probe(3, f.ProcNull, 102)
	left := func() (sites []int) {
		for _, m := range ms.UnreceivedMessages() {
			sites = append(sites, int(m.Probed.Seq))
		}
		return sites
	}
	assert.Equal(t, []int{1, 2}, left(), "what comes from MPI_PROC_NULL need not be received")
	receive(101, 30)
	assert.Equal(t, []int{1}, left())
	m, null := ms.MatchedMessage(101)
	assert.False(t, null)
	assert.Equal(t, calls.Mrecv, m.Received.Call)
	// The handle comes again before the call of another thread that receives its message has returned.
	again := probe(4, 2, 100)
	receive(100, 15)
	assert.Equal(t, []int{4}, left(), "the call was entered before the probe returned")
	assert.Equal(t, again.Site, ms.Matched(100).Probed)
	lost := ranktest.Failed(ranktest.Returned(t, calls.Mrecv, ranktest.Args{"message": 100}))
	lost.Time = 50
	ms.LoseMatched(lost)
	assert.Nil(t, ms.Matched(100))
	assert.Empty(t, left())
	_, _ = first, second

	nothing := ranktest.Numbered(ranktest.Returned(t, calls.Improbe, ranktest.Args{"source": 2, "tag": 7}), 6)
	nothing.Out = make([]int64, len(nothing.Sem.Leave))
	ms.ProbeMatched(nothing, nil, Message{})
	assert.Equal(t, nothing.Site, ms.NotFound)
	ms.Predefined(55)
	_, null = ms.MatchedMessage(55)
	assert.True(t, null)
	_, null = messagesOf().MatchedMessage(0)
	assert.False(t, null, "MPI_MESSAGE_NULL is not known")
}

// A buffer is exchanged with no process if all its ranks are MPI_PROC_NULL, or if its message comes from there.
func TestToNobody(t *testing.T) {
	ms := messagesOf()
	null := ms.flavour.ProcNull
	for _, c := range []struct {
		dest, source    int64
		sends, receives bool // the call sends to MPI_PROC_NULL, or receives from it
	}{{2, 3, false, false}, {null, 3, true, false}, {2, null, false, true}, {null, null, true, true}} {
		call := ranktest.Returned(t, calls.Sendrecv, ranktest.Args{"dest": c.dest, "source": c.source})
		for i := range call.Sem.Buffers {
			b := &call.Sem.Buffers[i]
			assert.Equal(t, b.Writes && c.receives || b.Reads && c.sends, ms.ToNobody(call, b), "%+v %d", c, i)
		}
	}
	ms.found[100] = &Matched{nobody: true}
	receive := ranktest.Returned(t, calls.Mrecv, ranktest.Args{"message": 100})
	assert.True(t, ms.ToNobody(receive, &receive.Sem.Buffers[0]))
}

func TestAttachedBuffer(t *testing.T) {
	attach := func(ms *Messages) {
		ms.AttachBuffer(ranktest.Numbered(ranktest.Returned(t, calls.BufferAttach, ranktest.Args{"buffer": 0x5000, "size": 1000}), 1))
	}
	detach := func(ms *Messages) { ms.DetachBuffer(ranktest.Returned(t, calls.BufferDetach, nil)) }
	notAttached := func(ms *Messages) { ms.FailsToAttach(nil) }
	notDetached := func(ms *Messages) { ms.DoubtBuffer(nil) }
	other := func(ms *Messages) { ms.OtherBuffer(nil) }
	for name, c := range map[string]struct {
		steps                     []func(*Messages)
		attached, unknown, others bool
	}{
		"none":               {nil, false, false, false},
		"attached":           {[]func(*Messages){attach}, true, false, false},
		"detached":           {[]func(*Messages){attach, detach}, false, false, false},
		"twice":              {[]func(*Messages){attach, attach}, true, true, false},
		"refused beside one": {[]func(*Messages){attach, notAttached}, true, false, false},
		"refused alone":      {[]func(*Messages){notAttached}, false, true, false},
		"not detached":       {[]func(*Messages){attach, notDetached}, true, true, false},
		"known again":        {[]func(*Messages){attach, notDetached, detach, attach}, true, false, false},
		"of a communicator":  {[]func(*Messages){other, attach, detach}, false, false, true},
	} {
		ms := messagesOf()
		for _, f := range c.steps {
			f(ms)
		}
		want := [3]bool{c.attached, c.unknown, c.others}
		assert.Equal(t, want, [3]bool{ms.Bsend.Attached, ms.Bsend.Unknown, ms.Bsend.Others}, name)
	}
	auto := messagesOf()
	auto.AttachBuffer(ranktest.Returned(t, calls.BufferAttach, ranktest.Args{"buffer": -2, "size": 0}))
	assert.True(t, auto.Bsend.Auto)
	blind := ranktest.Reading()
	blind.Blind.Messages = true
	var ms Messages
	ms.Begin(blind, &datatype.Table{})
	assert.True(t, ms.Bsend.Unknown, "attaches may be missing")
}

// The space that buffered sends need, for random calls, compared with a sum.
func TestUsedBufferAgainstASum(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	ms := messagesOf()
	ms.AttachBuffer(ranktest.Returned(t, calls.BufferAttach, ranktest.Args{"buffer": 0x5000, "size": 1000}))
	var used, sends int64
	for i := range 500 {
		c := ranktest.Numbered(ranktest.Returned(t, calls.Bsend, ranktest.Args{"dest": 2, "tag": 1}), i)
		n := ms.SpaceFor(octets(rnd.Int64N(100)))
		switch rnd.IntN(8) {
		case 0:
			c = ranktest.Returned(t, calls.Barrier, nil)
			used, sends = 0, 0
		case 1:
			c.RC = 1
		case 2:
			n = 0 // a send to MPI_PROC_NULL needs no space
		default:
			if sends == 0 {
				defer func(first int) { assert.LessOrEqual(t, uint32(first), ms.Bsend.First.Seq) }(i)
			}
			used, sends = used+n, sends+1
		}
		ms.UseBuffer(c, n)
		require.Equal(t, [2]int64{used, sends}, [2]int64{ms.Bsend.Used, ms.Bsend.Sends})
	}
}

// Which memory the attached buffer has.
func TestBufferHas(t *testing.T) {
	ms := messagesOf()
	store := func(lo, hi int64) bool {
		return ms.Bsend.Has(lo, hi, &datatype.Buffer{Addr: lo, Count: hi - lo, Type: datatype.Memory, Writes: true})
	}
	assert.False(t, store(0x5000, 0x5008), "there is none")
	ms.AttachBuffer(ranktest.Returned(t, calls.BufferAttach, ranktest.Args{"buffer": 0x5000, "size": 16}))
	assert.True(t, store(0x500f, 0x6000))
	assert.False(t, store(0x5010, 0x6000))
	ms.DoubtBuffer(nil)
	assert.False(t, store(0x5000, 0x5008), "it may be detached")
}

func TestMessageNumbers(t *testing.T) {
	ms := messagesOf()
	assert.Equal(t, []int64{1, 2, 3}, []int64{ms.Next(), ms.Next(), ms.Next()})
	ms.Reach(nil)
	ms.Reach(objects.World(1, 4))
	assert.False(t, ms.Abroad)
	ms.Reach(&objects.Comm{Beyond: true})
	assert.True(t, ms.Abroad)
}

// A question for MPI_TAG_UB, from C or from Fortran.
func TestAskedForTagUB(t *testing.T) {
	for i := range calls.Flavours {
		f := &calls.Flavours[i]
		ub := f.CommKeyvals[0]
		for key, want := range map[int64]bool{ub: true, ub + f.FortranKeyval: true, ub + 1000: false} {
			ms := messagesOf()
			ms.flavour = f
			c := ranktest.Returned(t, calls.CommGetAttr, nil)
			c.In[c.Sem.Keyval] = key
			ms.ReadAttr(c)
			assert.Equal(t, want, ms.AskedTagUB, "%s %d", f.Name, key)
		}
	}
}
