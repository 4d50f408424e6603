package state

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

func messagesOf() *messages {
	ms := &messages{}
	ms.begin(readingOf(), &datatype.Table{})
	return ms
}

// octets are n bytes that a call sends, or receives.
func octets(n int64) op.Data {
	return op.Data{Disp: 0x5000, Count: n, Type: datatype.Memory, Moves: true}
}

// What a send says of its message, in the terms that all ranks share.
func TestSending(t *testing.T) {
	ms := messagesOf()
	comm := &Comm{ID: 3, Members: []int32{2, 1, 0}, MyRank: 1}
	inter := &Comm{ID: 4, Members: []int32{1}, Remote: []int32{3, 2}, Inter: true}
	for name, c := range map[string]struct {
		on        *Comm
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
		send := returned(t, calls.Ssend, args{"dest": c.dest, "tag": c.tag})
		m, ok := ms.sending(send, c.on.Place(), octets(4))
		assert.Equal(t, c.ok, ok, name)
		if ok {
			want := []any{c.peer, int32(c.tag), calls.SendSynchronous, int64(4)}
			assert.Equal(t, want, []any{m.peer, m.tag, m.mode, m.data.Count}, name)
		}
	}
}

func TestReceiving(t *testing.T) {
	ms := messagesOf()
	f := ms.flavour
	comm := &Comm{ID: 3, Members: []int32{2, 1, 0}, MyRank: 1}
	for name, c := range map[string]struct {
		source, tag int64
		want        envelope
		ok          bool
	}{
		"a rank":        {0, 7, envelope{2, 7}, true},
		"any source":    {f.AnySource, 7, envelope{op.AnySource, 7}, true},
		"any tag":       {0, f.AnyTag, envelope{2, op.AnyTag}, true},
		"MPI_PROC_NULL": {f.ProcNull, 7, envelope{}, false},
		"no such rank":  {3, 7, envelope{}, false},
		"a wrong tag":   {0, f.AnyTag - 50, envelope{}, false},
	} {
		recv := returned(t, calls.Recv, args{"source": c.source, "tag": c.tag})
		m, ok := ms.receiving(recv, comm.Place(), octets(4))
		assert.Equal(t, c.ok, ok, name)
		posted, also := ms.posted(recv, comm)
		assert.Equal(t, ok, also, name)
		if ok {
			assert.Equal(t, c.want, envelope{m.peer, m.tag}, name)
			assert.Equal(t, c.want, posted, name)
			assert.Equal(t, c.want.peer == op.AnySource || c.want.tag == op.AnyTag, m.anyone(), name)
		}
		assert.Equal(t, c.source != f.ProcNull, ms.hasSource(recv), name)
	}
	later := returned(t, calls.RecvInit, args{"source": 0, "tag": 7})
	_, ok := ms.posted(later, comm)
	assert.False(t, ok, "a persistent request posts nothing yet")
}

// What a status says of a receive, after what the receive asked for.
func TestOutcomes(t *testing.T) {
	ms := messagesOf()
	comm := worldComm()
	m := &message{on: comm.Place(), peer: op.AnySource, tag: 7}
	for name, c := range map[string]struct {
		source, tag, bytes int64
		cancelled          bool
		want               outcome
	}{
		"received":              {2, 7, 16, false, outcome{known: true, source: 2, tag: 7, bytes: 16}},
		"no source":             {ms.flavour.AnySource, 7, 16, false, outcome{source: op.AnySource, tag: 7, bytes: 16}},
		"no tag":                {2, -1, 16, false, outcome{source: 2, tag: -1, bytes: 16}},
		"cancelled":             {2, 7, -1, true, outcome{known: true, cancelled: true}},
		"received nevertheless": {2, 7, 16, true, outcome{known: true, source: 2, tag: 7, bytes: 16}},
		"no such rank":          {9, 7, 16, false, outcome{tag: 7, bytes: 16}},
	} {
		m.cancelled = c.cancelled
		assert.Equal(t, c.want, ms.outcomeOf(m, c.source, c.tag, c.bytes), name)
	}
	assert.Equal(t, outcome{}, ms.outcomeOf(&message{}, 2, 7, 16), "of a receive that is not followed")
	assert.Equal(t, outcome{failed: true}, ms.status(failed(returned(t, calls.Recv, nil)), m))
	m.cancelled = false
	assert.False(t, ms.statusAt(m, nil, 0).known, "without statuses a receive from any source says nothing")
	m.peer = 3
	assert.Equal(t, outcome{known: true, source: 3, tag: 7, bytes: -1}, ms.statusAt(m, nil, 0))
}

// A matched message is received once, by the handle that a probe has returned.
func TestMatchedMessages(t *testing.T) {
	ms := messagesOf()
	f := ms.flavour
	probe := func(seq int, source, handle int64) *recorded {
		c := numbered(returned(t, calls.Mprobe, args{"source": source, "tag": 7}), seq)
		c.Out = make([]int64, len(c.Sem.Leave))
		c.Out[c.Sem.MakesOut] = handle
		c.End = uint64(10 * seq)
		ms.probeMatched(c, worldComm(), message{})
		return c
	}
	receive := func(handle int64, now uint64) {
		c := returned(t, calls.Mrecv, args{"message": handle})
		c.Time = now
		ms.receiveMatched(c)
	}
	first, second := probe(1, 2, 100), probe(2, 3, 101)
	probe(3, f.ProcNull, 102)
	left := func() (sites []int) {
		for _, m := range ms.unreceivedMessages() {
			sites = append(sites, int(m.Probed.Seq))
		}
		return sites
	}
	assert.Equal(t, []int{1, 2}, left(), "what comes from MPI_PROC_NULL need not be received")
	receive(101, 30)
	assert.Equal(t, []int{1}, left())
	m, null := ms.matchedMessage(101)
	assert.False(t, null)
	assert.Equal(t, calls.Mrecv, m.Received.Call)
	// The handle comes again before the call of another thread that receives its message has returned.
	again := probe(4, 2, 100)
	receive(100, 15)
	assert.Equal(t, []int{4}, left(), "the call was entered before the probe returned")
	assert.Equal(t, again.Site, ms.matched(100).Probed)
	lost := failed(returned(t, calls.Mrecv, args{"message": 100}))
	lost.Time = 50
	ms.loseMatched(lost)
	assert.Nil(t, ms.matched(100))
	assert.Empty(t, left())
	_, _ = first, second

	nothing := numbered(returned(t, calls.Improbe, args{"source": 2, "tag": 7}), 6)
	nothing.Out = make([]int64, len(nothing.Sem.Leave))
	ms.probeMatched(nothing, nil, message{})
	assert.Equal(t, nothing.Site, ms.notFound)
	ms.predefined(55)
	_, null = ms.matchedMessage(55)
	assert.True(t, null)
	_, null = messagesOf().matchedMessage(0)
	assert.False(t, null, "MPI_MESSAGE_NULL is not known")
}

// A buffer is exchanged with no process if all its ranks are MPI_PROC_NULL, or its message comes from there.
func TestToNobody(t *testing.T) {
	ms := messagesOf()
	null := ms.flavour.ProcNull
	for _, c := range []struct {
		dest, source    int64
		sends, receives bool // to or from no process
	}{{2, 3, false, false}, {null, 3, true, false}, {2, null, false, true}, {null, null, true, true}} {
		call := returned(t, calls.Sendrecv, args{"dest": c.dest, "source": c.source})
		for i := range call.Sem.Buffers {
			b := &call.Sem.Buffers[i]
			assert.Equal(t, b.Writes && c.receives || b.Reads && c.sends, ms.toNobody(call, b), "%+v %d", c, i)
		}
	}
	ms.found[100] = &Matched{nobody: true}
	receive := returned(t, calls.Mrecv, args{"message": 100})
	assert.True(t, ms.toNobody(receive, &receive.Sem.Buffers[0]))
}

func TestAttachedBuffer(t *testing.T) {
	attach := func(ms *messages) {
		ms.attachBuffer(numbered(returned(t, calls.BufferAttach, args{"buffer": 0x5000, "size": 1000}), 1))
	}
	detach := func(ms *messages) { ms.detachBuffer(returned(t, calls.BufferDetach, nil)) }
	notAttached := func(ms *messages) { ms.failsToAttach(nil) }
	notDetached := func(ms *messages) { ms.doubtBuffer(nil) }
	other := func(ms *messages) { ms.otherBuffer(nil) }
	for name, c := range map[string]struct {
		steps                     []func(*messages)
		attached, unknown, others bool
	}{
		"none":               {nil, false, false, false},
		"attached":           {[]func(*messages){attach}, true, false, false},
		"detached":           {[]func(*messages){attach, detach}, false, false, false},
		"twice":              {[]func(*messages){attach, attach}, true, true, false},
		"refused beside one": {[]func(*messages){attach, notAttached}, true, false, false},
		"refused alone":      {[]func(*messages){notAttached}, false, true, false},
		"not detached":       {[]func(*messages){attach, notDetached}, true, true, false},
		"known again":        {[]func(*messages){attach, notDetached, detach, attach}, true, false, false},
		"of a communicator":  {[]func(*messages){other, attach, detach}, false, false, true},
	} {
		ms := messagesOf()
		for _, f := range c.steps {
			f(ms)
		}
		want := [3]bool{c.attached, c.unknown, c.others}
		assert.Equal(t, want, [3]bool{ms.bsend.Attached, ms.bsend.Unknown, ms.bsend.Others}, name)
	}
	auto := messagesOf()
	auto.attachBuffer(returned(t, calls.BufferAttach, args{"buffer": -2, "size": 0}))
	assert.True(t, auto.bsend.Auto)
	blind := readingOf()
	blind.blind.messages = true
	var ms messages
	ms.begin(blind, &datatype.Table{})
	assert.True(t, ms.bsend.Unknown, "attaches may be missing")
}

// The space that buffered sends need, by random calls, against a sum.
func TestUsedBufferAgainstASum(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	ms := messagesOf()
	ms.attachBuffer(returned(t, calls.BufferAttach, args{"buffer": 0x5000, "size": 1000}))
	var used, sends int64
	for i := range 500 {
		c := numbered(returned(t, calls.Bsend, args{"dest": 2, "tag": 1}), i)
		n := ms.spaceFor(octets(rnd.Int64N(100)))
		switch rnd.IntN(8) {
		case 0:
			c = returned(t, calls.Barrier, nil)
			used, sends = 0, 0
		case 1:
			c.RC = 1
		case 2:
			n = 0 // it goes to MPI_PROC_NULL
		default:
			if sends == 0 {
				defer func(first int) { assert.LessOrEqual(t, uint32(first), ms.bsend.First.Seq) }(i)
			}
			used, sends = used+n, sends+1
		}
		ms.useBuffer(c, n)
		require.Equal(t, [2]int64{used, sends}, [2]int64{ms.bsend.Used, ms.bsend.Sends})
	}
}

// Which memory the attached buffer has.
func TestBufferHas(t *testing.T) {
	ms := messagesOf()
	store := func(lo, hi int64) bool {
		return ms.bsend.has(lo, hi, &datatype.Buffer{Addr: lo, Count: hi - lo, Type: datatype.Memory, Writes: true})
	}
	assert.False(t, store(0x5000, 0x5008), "there is none")
	ms.attachBuffer(returned(t, calls.BufferAttach, args{"buffer": 0x5000, "size": 16}))
	assert.True(t, store(0x500f, 0x6000))
	assert.False(t, store(0x5010, 0x6000))
	ms.doubtBuffer(nil)
	assert.False(t, store(0x5000, 0x5008), "it may be detached")
}

func TestMessageNumbers(t *testing.T) {
	ms := messagesOf()
	assert.Equal(t, []int64{1, 2, 3}, []int64{ms.next(), ms.next(), ms.next()})
	ms.reach(nil)
	ms.reach(worldComm())
	assert.False(t, ms.abroad)
	ms.reach(&Comm{Beyond: true})
	assert.True(t, ms.abroad)
}

// A question for MPI_TAG_UB, from C or from Fortran.
func TestAskedForTagUB(t *testing.T) {
	for i := range calls.Flavours {
		f := &calls.Flavours[i]
		ub := f.CommKeyvals[0]
		for key, want := range map[int64]bool{ub: true, ub + f.FortranKeyval: true, ub + 1000: false} {
			ms := messagesOf()
			ms.flavour = f
			c := returned(t, calls.CommGetAttr, nil)
			c.In[c.Sem.Keyval] = key
			ms.readAttr(c)
			assert.Equal(t, want, ms.askedTagUB, "%s %d", f.Name, key)
		}
	}
}
