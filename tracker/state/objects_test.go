package state

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

func objectsOf() *objects {
	o := &objects{}
	o.begin(readingOf())
	return o
}

// creating is a call that has returned the handle of a new object.
func creating(t testing.TB, kind calls.Kind, handle int64) *recorded {
	c := returned(t, kind, nil)
	c.Out = make([]int64, max(len(c.Sem.Leave), int(c.Sem.MakesOut)+1))
	c.Out[c.Sem.MakesOut] = handle
	return c
}

// freeing is a call that has freed an object.
func freeing(t testing.TB, kind calls.Kind, handle int64) *recorded {
	c := returned(t, kind, nil)
	c.In[c.Sem.FreesArg], c.Time = handle, 1000
	return c
}

// MPI libraries return the group of an object again and again: it exists until all references are freed.
func TestGroupReferences(t *testing.T) {
	o := objectsOf()
	of := func() {
		c := creating(t, calls.CommGroup, 30)
		c.outBlob = event.AppendRanks(nil, []int64{0, 2})
		o.newGroup(c)
	}
	of()
	g := o.group(30)
	assert.Equal(t, []int32{0, 2}, g.Members)
	assert.False(t, g.Returned())
	of()
	assert.Same(t, g, o.group(30))
	assert.True(t, g.Returned())
	free := freeing(t, calls.GroupFree, 30)
	o.freeGroup(free)
	assert.True(t, g.Alive())
	o.freeGroup(free)
	assert.False(t, g.Alive())
	of()
	assert.NotSame(t, g, o.group(30), "the handle has come again")
}

// A call of another thread that was entered before the handle came again has freed the object before.
func TestFreesOfAnotherThread(t *testing.T) {
	o := objectsOf()
	c := creating(t, calls.CommGroup, 30)
	c.End = 500
	o.newGroup(c)
	free := freeing(t, calls.GroupFree, 30)
	free.Time = 400
	o.freeGroup(free)
	assert.True(t, o.group(30).Alive())
}

func TestInfoObjects(t *testing.T) {
	o := objectsOf()
	create := func(kind calls.Kind, handle, from int64) {
		c := creating(t, kind, handle)
		if kind == calls.InfoDup {
			c.In[calls.ArgIndex(kind, "info")] = from
		}
		o.newInfo(c)
	}
	set := func(h int64, key, value string) {
		c := returned(t, calls.InfoSet, args{"info": h})
		c.InBlob = texts(key, value)
		o.setInfo(c)
	}
	create(calls.InfoCreate, 10, 0)
	assert.Equal(t, map[string]string{}, o.infoContent(10))
	set(10, "no_locks", " true ")
	create(calls.InfoDup, 11, 10)
	set(10, "no_locks", "false")
	set(99, "no_locks", "false")
	assert.Equal(t, map[string]string{"no_locks": "true"}, o.infoContent(11), "a copy, without spaces around the value")
	remove := returned(t, calls.InfoDelete, args{"info": 11})
	remove.InBlob = texts("no_locks")
	o.deleteInfo(remove)
	assert.Empty(t, o.infoContent(11))
	assert.Equal(t, map[string]string{"no_locks": "false"}, o.infoContent(10))
	create(calls.WinGetInfo, 12, 0)
	assert.Nil(t, o.infoContent(12), "its keys come from the MPI library")
	o.infos.Free(10, at(5), 1000)
	assert.Nil(t, o.info(10))
	assert.NotNil(t, o.infoOf(10), "rules may ask for it")
}

// Error handlers are counted: those that an object returns are to be freed as well.
func TestErrhandlerReferences(t *testing.T) {
	o := objectsOf()
	o.predefined(calls.PredefByName("MPI_ERRORS_RETURN"), 2, nil)
	get := func(h int64) { o.newErrhandler(creating(t, calls.CommGetErrhandler, h)) }
	free := func(h int64) { o.freeErrhandler(freeing(t, calls.ErrhandlerFree, h)) }
	get(77)
	assert.Nil(t, o.errhandlerOf(77))
	assert.False(t, o.errhandlerOf(2).Borrowed())
	get(2)
	assert.True(t, o.errhandlerOf(2).Borrowed(), "now it may be freed, though it is predefined")
	assert.False(t, o.handlesErrors())
	o.newErrhandler(creating(t, calls.CommCreateErrhandler, 40))
	assert.True(t, o.handlesErrors())
	own := o.errhandlerOf(40)
	get(40)
	free(40)
	assert.True(t, own.Alive())
	free(40)
	assert.False(t, own.Alive())
	get(40)
	assert.True(t, own.Alive(), "an object still had it")
}

// An attribute key is in use while an object has an attribute of it.
func TestKeyvalsInUse(t *testing.T) {
	o := objectsOf()
	o.newKeyval(creating(t, calls.CommCreateKeyval, 50))
	assert.True(t, o.hasKeyvals())
	k := o.keyvalOf(calls.ClassComm, 50)
	require.NotNil(t, k)
	assert.Nil(t, o.keyvalOf(calls.ClassWin, 50), "keys of windows are others")
	use := func(kind calls.Kind, m *Comm) {
		c := returned(t, kind, nil)
		c.In[c.Sem.Keyval] = 50
		o.useKeyval(c, m)
	}
	a, b := worldComm(), worldComm()
	use(calls.CommSetAttr, a)
	use(calls.CommSetAttr, b)
	use(calls.CommDeleteAttr, a)
	assert.True(t, k.InUse())
	o.noHolder(b)
	assert.False(t, k.InUse())
	use(calls.CommSetAttr, a)
	o.copied(a)
	o.noHolder(a)
	assert.True(t, k.InUse(), "the copy may have the attribute")
	use(calls.CommFreeKeyval, nil)
	assert.False(t, k.Alive())
	assert.Nil(t, objectsOf().keyvalOf(calls.ClassComm, 50))
}

// Communicators have the same identity on all ranks, whatever the handles, if their ranks have made the same calls.
func TestNewCommunicators(t *testing.T) {
	a, b := objectsOf(), objectsOf()
	x, y := worldComm(), worldComm()
	dup := func(o *objects, parent *Comm, kind calls.Kind, handle int64, members ...int64) *Comm {
		c := creating(t, kind, handle)
		c.outBlob = event.AppendRanks(nil, members)
		c.Out = append(c.Out[:1], 0, 1)
		o.newComm(c, parent)
		return o.commOf(handle)
	}
	first, same := dup(a, x, calls.CommDup, 80, 0, 1, 2, 3), dup(b, y, calls.CommDup, 90, 0, 1, 2, 3)
	assert.Equal(t, first.ID, same.ID)
	assert.Equal(t, 1, first.MyRank)
	assert.Equal(t, "communicator 1 (MPI_Comm_dup) of MPI_COMM_WORLD", first.Label)
	second := dup(a, x, calls.CommSplit, 81, 0, 1)
	assert.NotEqual(t, second.ID, dup(b, y, calls.CommSplit, 91, 2, 3).ID, "the other half")
	assert.Equal(t, second.ID, dup(b, &Comm{ID: 1, madeComms: 1}, calls.CommSplit, 92, 0, 1).ID)
	assert.True(t, dup(a, x, calls.CommSplit, 82, 0, 99).Beyond, "it holds a process of another MPI_COMM_WORLD")
	a.reading.Gap = true
	assert.Zero(t, dup(a, x, calls.CommDup, 83, 0, 1, 2, 3).ID)

	o := objectsOf()
	o.predefined(calls.PredefByName("MPI_COMM_NULL"), 4, nil)
	assert.True(t, dup(o, x, calls.CommSplit, 4).Null(), "this rank is in no new communicator")
}

func TestPredefinedCommunicators(t *testing.T) {
	o := objectsOf()
	o.predefined(calls.PredefByName("MPI_COMM_WORLD"), 1, nil)
	o.predefined(calls.PredefByName("MPI_COMM_SELF"), 2, nil)
	world, self := o.commOf(1), o.commOf(2)
	assert.Equal(t, []int32{0, 1, 2, 3}, world.Members)
	assert.Equal(t, []int32{1}, self.Members)
	assert.True(t, self.self())
	other := objectsOf()
	other.reading.World = 2
	other.predefined(calls.PredefByName("MPI_COMM_SELF"), 2, nil)
	assert.NotEqual(t, self.ID, other.commOf(2).ID, "each rank has its own")
	for _, name := range []string{"MPI_GROUP_EMPTY", "MPI_INFO_NULL", "MPI_OP_NULL", "MPI_SESSION_NULL",
		"MPI_ERRHANDLER_NULL"} {
		p := calls.PredefByName(name)
		require.NotNil(t, p, name)
		o.predefined(p, 7, nil)
		h := o.head(p.Class, 7, nil)
		require.NotNil(t, h, name)
		assert.Equal(t, p, h.Predef)
		assert.Equal(t, name != "MPI_GROUP_EMPTY", h.Null(), name)
	}
	assert.True(t, o.group(7).none())
}

// Which reductions run a function of the program.
func TestCombines(t *testing.T) {
	o := objectsOf()
	o.predefined(calls.PredefByName("MPI_SUM"), 1, nil)
	own := &Operation{}
	o.ops.Put(2, own)
	reduce := func(kind calls.Kind, op int64) bool {
		c := returned(t, kind, nil)
		c.In[c.Sem.Op] = op
		return o.combines(c)
	}
	assert.False(t, reduce(calls.Allreduce, 1))
	assert.True(t, reduce(calls.Allreduce, 2))
	assert.False(t, reduce(calls.Allreduce, 3), "unknown")
	assert.False(t, o.combines(returned(t, calls.Barrier, nil)))
	own.Freed = at(1)
	assert.False(t, reduce(calls.Allreduce, 2))
}

func TestProbedHandles(t *testing.T) {
	o := objectsOf()
	for _, c := range []struct {
		answer       int64
		valid, known bool
	}{{1, true, true}, {0, false, true}, {-1, false, false}} {
		h := 100 + c.answer
		o.probe(h, c.answer)
		valid, known := o.probed(h)
		assert.Equal(t, [2]bool{c.valid, c.known}, [2]bool{valid, known}, c.answer)
	}
	valid, known := o.probed(0)
	assert.True(t, !valid && known, "no object has the handle 0")
}

// What is left of info objects that come and go at random places, against a list.
func TestLeftObjectsAgainstAList(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 22))
	for range 50 {
		o := objectsOf()
		pcOf := map[int64]uint64{}
		made := map[uint64]int64{}
		for i := 1; i < 80; i++ {
			h := 100 + rnd.Int64N(10)
			if _, have := pcOf[h]; !have {
				c := numbered(creating(t, calls.InfoCreate, h), i)
				c.Site.PC = 1 + rnd.Uint64N(3)
				old := o.replaced(c)
				o.newInfo(c)
				o.keep(c, old)
				pcOf[h] = c.Site.PC
				made[c.Site.PC]++
				continue
			}
			c := numbered(freeing(t, calls.InfoFree, h), i)
			o.release(c, nil)
			o.infos.Free(h, c.Site, c.Time)
			delete(pcOf, h)
		}
		want := map[string]bool{}
		for pc, n := range made {
			left := int64(0)
			for _, at := range pcOf {
				if at == pc {
					left++
				}
			}
			if left > 0 {
				want[fmt.Sprint(pc, n, left)] = true
			}
		}
		got := map[string]bool{}
		for _, k := range o.left() {
			assert.Equal(t, calls.ClassInfo, k.Class)
			got[fmt.Sprint(k.Site.PC, k.Made, k.Left)] = true
		}
		require.Equal(t, want, got)
	}
}

// An attribute of MPI_COMM_SELF is deleted by MPI_Finalize, which may then call functions of the program.
func TestAttributesOfSelf(t *testing.T) {
	o := objectsOf()
	create := creating(t, calls.CommCreateKeyval, 50)
	o.newKeyval(create)
	o.keep(create, nil)
	require.Len(t, o.left(), 1)
	set := returned(t, calls.CommSetAttr, nil)
	set.In[set.Sem.Keyval] = 50
	o.release(set, worldComm())
	assert.False(t, o.mayCallAtEnd())
	self := &Comm{}
	self.Predef = calls.PredefByName("MPI_COMM_SELF")
	o.release(set, self)
	assert.True(t, o.mayCallAtEnd())
	assert.Empty(t, o.left(), "the key is in use until then")
}

// After records were lost, only what the missing calls may have changed is unknown.
func TestForgetObjects(t *testing.T) {
	fill := func() *objects {
		o := objectsOf()
		o.groups.Put(1, &Group{})
		o.comms.Put(1, &Comm{})
		o.ops.Put(1, &Operation{})
		o.infos.Put(1, &Info{KV: map[string]string{"a": "b"}})
		o.errhandlers.Put(1, &Errhandler{})
		o.sessions.Put(1, &Session{})
		o.keyvals[keyvalID{calls.ClassComm, 1}] = &Keyval{}
		return o
	}
	known := func(o *objects) [7]bool {
		return [7]bool{o.group(1) != nil, o.commOf(1) != nil, o.opOf(1) != nil, o.infoContent(1) != nil,
			o.errhandlerOf(1) != nil, o.openSession(1), o.keyvalOf(calls.ClassComm, 1) != nil}
	}
	assert.Equal(t, [7]bool{true, true, true, true, true, true, true}, known(fill()))
	for i, b := range []blind{{groups: true}, {comms: true}, {ops: true}, {infos: true}, {errhandlers: true}, {},
		{keyvals: true}} {
		o := fill()
		o.forget(&b)
		want := [7]bool{true, true, true, true, true, false, true}
		want[i] = false
		assert.Equal(t, want, known(o), "%+v", b)
	}
	o := fill()
	o.forget(&toAll)
	assert.Equal(t, [7]bool{}, known(o))
}

func TestSessionsThatAreOpen(t *testing.T) {
	o := objectsOf()
	assert.False(t, o.openSession(9))
	o.newSession(creating(t, calls.SessionInit, 9))
	assert.True(t, o.openSession(9))
	o.sessions.Free(9, tracker.Site{Call: calls.SessionFinalize, PC: 1}, 1000)
	assert.False(t, o.openSession(9))
}
