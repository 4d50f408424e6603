package objects

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

func objectsOf() *Objects {
	o := &Objects{}
	o.Begin(ranktest.Reading())
	return o
}

// creating is a call that has returned the handle of a new object.
func creating(t testing.TB, kind calls.Kind, handle int64) *record.Call {
	c := ranktest.Returned(t, kind, nil)
	c.Out = make([]int64, max(len(c.Sem.Leave), int(c.Sem.MakesOut)+1))
	c.Out[c.Sem.MakesOut] = handle
	return c
}

// freeing is a call that has freed an object.
func freeing(t testing.TB, kind calls.Kind, handle int64) *record.Call {
	c := ranktest.Returned(t, kind, nil)
	c.In[c.Sem.FreesArg], c.Time = handle, 1000
	return c
}

// MPI libraries return the group of an object again and again: it exists until all references are freed.
func TestGroupReferences(t *testing.T) {
	o := objectsOf()
	of := func() {
		c := creating(t, calls.CommGroup, 30)
		c.OutBlob = event.AppendRanks(nil, []int64{0, 2})
		o.NewGroup(c)
	}
	of()
	g := o.Group(30)
	assert.Equal(t, []int32{0, 2}, g.Members)
	assert.False(t, g.Returned())
	of()
	assert.Same(t, g, o.Group(30))
	assert.True(t, g.Returned())
	free := freeing(t, calls.GroupFree, 30)
	o.FreeGroup(free)
	assert.True(t, g.Alive())
	o.FreeGroup(free)
	assert.False(t, g.Alive())
	of()
	assert.NotSame(t, g, o.Group(30), "the handle has come again")
}

// A call of another thread that was entered before the handle came again has freed the object before.
func TestFreesOfAnotherThread(t *testing.T) {
	o := objectsOf()
	c := creating(t, calls.CommGroup, 30)
	c.End = 500
	o.NewGroup(c)
	free := freeing(t, calls.GroupFree, 30)
	free.Time = 400
	o.FreeGroup(free)
	assert.True(t, o.Group(30).Alive())
}

func TestInfoObjects(t *testing.T) {
	o := objectsOf()
	create := func(kind calls.Kind, handle, from int64) {
		c := creating(t, kind, handle)
		if kind == calls.InfoDup {
			c.In[calls.ArgIndex(kind, "info")] = from
		}
		o.NewInfo(c)
	}
	set := func(h int64, key, value string) {
		c := ranktest.Returned(t, calls.InfoSet, ranktest.Args{"info": h})
		c.InBlob = ranktest.Texts(key, value)
		o.SetInfo(c)
	}
	create(calls.InfoCreate, 10, 0)
	assert.Equal(t, map[string]string{}, o.InfoContent(10))
	set(10, "no_locks", " true ")
	create(calls.InfoDup, 11, 10)
	set(10, "no_locks", "false")
	set(99, "no_locks", "false")
	assert.Equal(t, map[string]string{"no_locks": "true"}, o.InfoContent(11), "a copy, without spaces around the value")
	remove := ranktest.Returned(t, calls.InfoDelete, ranktest.Args{"info": 11})
	remove.InBlob = ranktest.Texts("no_locks")
	o.DeleteInfo(remove)
	assert.Empty(t, o.InfoContent(11))
	assert.Equal(t, map[string]string{"no_locks": "false"}, o.InfoContent(10))
	create(calls.WinGetInfo, 12, 0)
	assert.Nil(t, o.InfoContent(12), "its keys come from the MPI library")
	o.Infos.Free(10, ranktest.At(5), 1000)
	assert.Nil(t, o.Info(10))
	assert.NotNil(t, o.InfoOf(10), "rules may ask for it")
}

// Error handlers are counted: an error handler that an object returns must be freed, too.
func TestErrhandlerReferences(t *testing.T) {
	o := objectsOf()
	o.Predefined(calls.PredefByName("MPI_ERRORS_RETURN"), 2, nil)
	get := func(h int64) { o.NewErrhandler(creating(t, calls.CommGetErrhandler, h)) }
	free := func(h int64) { o.FreeErrhandler(freeing(t, calls.ErrhandlerFree, h)) }
	get(77)
	assert.Nil(t, o.ErrhandlerOf(77))
	assert.False(t, o.ErrhandlerOf(2).Borrowed())
	get(2)
	assert.True(t, o.ErrhandlerOf(2).Borrowed(), "now it may be freed, though it is predefined")
	assert.False(t, o.HandlesErrors())
	o.NewErrhandler(creating(t, calls.CommCreateErrhandler, 40))
	assert.True(t, o.HandlesErrors())
	own := o.ErrhandlerOf(40)
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
	o.NewKeyval(creating(t, calls.CommCreateKeyval, 50))
	assert.True(t, o.HasKeyvals())
	k := o.KeyvalOf(calls.ClassComm, 50)
	require.NotNil(t, k)
	assert.Nil(t, o.KeyvalOf(calls.ClassWin, 50), "keys of windows are others")
	use := func(kind calls.Kind, m *Comm) {
		c := ranktest.Returned(t, kind, nil)
		c.In[c.Sem.Keyval] = 50
		o.UseKeyval(c, m)
	}
	a, b := World(1, 4), World(1, 4)
	use(calls.CommSetAttr, a)
	use(calls.CommSetAttr, b)
	use(calls.CommDeleteAttr, a)
	assert.True(t, k.InUse())
	assert.Equal(t, 1, a.Attributes(), "it had one")
	o.NoHolder(b)
	assert.False(t, k.InUse())
	use(calls.CommSetAttr, a)
	o.Copied(a)
	o.NoHolder(a)
	assert.True(t, k.InUse(), "the copy may have the attribute")
	use(calls.CommFreeKeyval, nil)
	assert.False(t, k.Alive())
	assert.Nil(t, objectsOf().KeyvalOf(calls.ClassComm, 50))
}

// Communicators have the same identity on all ranks, whatever the handles, if their ranks have made the same calls.
func TestNewCommunicators(t *testing.T) {
	a, b := objectsOf(), objectsOf()
	x, y := World(1, 4), World(1, 4)
	dup := func(o *Objects, parent *Comm, kind calls.Kind, handle int64, members ...int64) *Comm {
		c := creating(t, kind, handle)
		c.OutBlob = event.AppendRanks(nil, members)
		c.Out = append(c.Out[:1], 0, 1)
		o.NewComm(c, parent)
		return o.CommOf(handle)
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
	o.Predefined(calls.PredefByName("MPI_COMM_NULL"), 4, nil)
	assert.True(t, dup(o, x, calls.CommSplit, 4).Null(), "this rank is in no new communicator")
}

func TestPredefinedCommunicators(t *testing.T) {
	o := objectsOf()
	o.Predefined(calls.PredefByName("MPI_COMM_WORLD"), 1, nil)
	o.Predefined(calls.PredefByName("MPI_COMM_SELF"), 2, nil)
	world, self := o.CommOf(1), o.CommOf(2)
	assert.Equal(t, []int32{0, 1, 2, 3}, world.Members)
	assert.Equal(t, []int32{1}, self.Members)
	assert.True(t, self.self())
	other := objectsOf()
	other.reading.World = 2
	other.Predefined(calls.PredefByName("MPI_COMM_SELF"), 2, nil)
	assert.NotEqual(t, self.ID, other.CommOf(2).ID, "each rank has its own")
	for _, name := range []string{"MPI_GROUP_EMPTY", "MPI_INFO_NULL", "MPI_OP_NULL", "MPI_SESSION_NULL",
		"MPI_ERRHANDLER_NULL"} {
		p := calls.PredefByName(name)
		require.NotNil(t, p, name)
		o.Predefined(p, 7, nil)
		h := o.Head(p.Class, 7, nil)
		require.NotNil(t, h, name)
		assert.Equal(t, p, h.Predef)
		assert.Equal(t, name != "MPI_GROUP_EMPTY", h.Null(), name)
	}
	assert.True(t, o.Group(7).None())
}

// Which reductions run a function of the program.
func TestCombines(t *testing.T) {
	o := objectsOf()
	o.Predefined(calls.PredefByName("MPI_SUM"), 1, nil)
	own := &Operation{}
	o.Ops.Put(2, own)
	reduce := func(kind calls.Kind, op int64) bool {
		c := ranktest.Returned(t, kind, nil)
		c.In[c.Sem.Op] = op
		return o.Combines(c)
	}
	assert.False(t, reduce(calls.Allreduce, 1))
	assert.True(t, reduce(calls.Allreduce, 2))
	assert.False(t, reduce(calls.Allreduce, 3), "unknown")
	assert.False(t, o.Combines(ranktest.Returned(t, calls.Barrier, nil)))
	own.Freed = ranktest.At(1)
	assert.False(t, reduce(calls.Allreduce, 2))
}

func TestProbedHandles(t *testing.T) {
	o := objectsOf()
	for _, c := range []struct {
		answer       int64
		valid, known bool
	}{{1, true, true}, {0, false, true}, {-1, false, false}} {
		h := 100 + c.answer
		o.Probe(h, c.answer)
		valid, known := o.Probed(h)
		assert.Equal(t, [2]bool{c.valid, c.known}, [2]bool{valid, known}, c.answer)
	}
	valid, known := o.Probed(0)
	assert.True(t, !valid && known, "no object has the handle 0")
}

// Info objects are created and freed at random places: the objects left, against a list.
func TestLeftObjectsAgainstAList(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 22))
	for range 50 {
		o := objectsOf()
		pcOf := map[int64]uint64{}
		made := map[uint64]int64{}
		for i := 1; i < 80; i++ {
			h := 100 + rnd.Int64N(10)
			if _, have := pcOf[h]; !have {
				c := ranktest.Numbered(creating(t, calls.InfoCreate, h), i)
				c.Site.PC = 1 + rnd.Uint64N(3)
				old := o.Replaced(c)
				o.NewInfo(c)
				o.Keep(c, old)
				pcOf[h] = c.Site.PC
				made[c.Site.PC]++
				continue
			}
			c := ranktest.Numbered(freeing(t, calls.InfoFree, h), i)
			o.Release(c, nil)
			o.Infos.Free(h, c.Site, c.Time)
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
		for _, k := range o.Left() {
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
	o.NewKeyval(create)
	o.Keep(create, nil)
	require.Len(t, o.Left(), 1)
	set := ranktest.Returned(t, calls.CommSetAttr, nil)
	set.In[set.Sem.Keyval] = 50
	o.Release(set, World(1, 4))
	assert.False(t, o.MayCallAtEnd())
	self := &Comm{}
	self.Predef = calls.PredefByName("MPI_COMM_SELF")
	o.Release(set, self)
	assert.True(t, o.MayCallAtEnd())
	assert.Empty(t, o.Left(), "the key is in use until then")
}

// After records are lost, only objects that the missing calls may have changed are unknown.
func TestForgetObjects(t *testing.T) {
	fill := func() *Objects {
		o := objectsOf()
		o.groups.Put(1, &Group{})
		o.comms.Put(1, &Comm{})
		o.Ops.Put(1, &Operation{})
		o.Infos.Put(1, &Info{KV: map[string]string{"a": "b"}})
		o.errhandlers.Put(1, &Errhandler{})
		o.Sessions.Put(1, &Session{})
		o.keyvals[keyvalID{calls.ClassComm, 1}] = &Keyval{}
		return o
	}
	known := func(o *Objects) [7]bool {
		return [7]bool{o.Group(1) != nil, o.CommOf(1) != nil, o.OpOf(1) != nil, o.InfoContent(1) != nil,
			o.ErrhandlerOf(1) != nil, o.OpenSession(1), o.KeyvalOf(calls.ClassComm, 1) != nil}
	}
	assert.Equal(t, [7]bool{true, true, true, true, true, true, true}, known(fill()))
	for i, b := range []reading.Blind{{Groups: true}, {Comms: true}, {Ops: true}, {Infos: true}, {Errhandlers: true}, {},
		{Keyvals: true}} {
		o := fill()
		o.Forget(&b)
		want := [7]bool{true, true, true, true, true, false, true}
		want[i] = false
		assert.Equal(t, want, known(o), "%+v", b)
	}
	o := fill()
	o.Forget(&reading.ToAll)
	assert.Equal(t, [7]bool{}, known(o))
}

func TestSessionsThatAreOpen(t *testing.T) {
	o := objectsOf()
	assert.False(t, o.OpenSession(9))
	o.NewSession(creating(t, calls.SessionInit, 9))
	assert.True(t, o.OpenSession(9))
	o.Sessions.Free(9, tracker.Site{Call: calls.SessionFinalize, PC: 1}, 1000)
	assert.False(t, o.OpenSession(9))
}
