package tracker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// applyEnter changes what a call changes by being made: the end of MPI, after
// which no call may come, and what is known of a window made elsewhere.
func (r *Rank) applyEnter(c *Call) {
	if c.Kind == calls.Finalize {
		r.Finalized, r.FinalizedAt = true, c.Site
	}
	if w := c.Win; w != nil && w.Foreign && w.Made.IsZero() {
		w.Made = c.Site
	}
	if c.File != nil {
		r.enterFile(c)
	}
}

// applyReturn changes the state by a call that came back (or, for calls with
// one record only, by the call itself). A call that failed changes no more
// than applyFailed says, and requests it was given count as complete.
func (r *Rank) applyReturn(c *Call) {
	if len(r.Splits) > 0 {
		r.touch(c)
	}
	if sh := shapes[c.Kind].rma; sh != nil {
		r.applyRMA(c)
		return
	}
	if r.completeRequests(c) {
		return
	}
	if c.ok() {
		r.applyLives(c)
	}
	if c.Win != nil && len(c.Win.accs) > 0 {
		c.Win.settleAccs(c)
	}
	switch {
	case c.Kind == calls.FileOpen:
		r.openFile(c)
		return
	case c.File != nil:
		r.applyFile(c)
		return
	}
	if !c.ok() {
		r.applyFailed(c)
		return
	}
	switch c.Kind {
	case calls.Init, calls.InitThread, calls.SessionInit:
		r.Inited = true
	case calls.WinCreate, calls.WinAllocate, calls.WinAllocateShared, calls.WinCreateDynamic:
		r.newWin(c)
	case calls.AllocMem:
		r.allocs[c.OutWord(0)] = c.Arg("size")
	case calls.FreeMem:
		delete(r.allocs, c.Arg("base"))
	case calls.OpCreate:
		r.ops[c.OutWord(0)] = &Op{Made: c.Site}
	case calls.OpFree:
		if o := r.ops[c.In[0]]; o != nil && o.Predef == nil {
			o.Freed = c.Site
		}
	default:
		if c.Win != nil {
			r.applyWin(c)
		} else {
			r.applyObject(c)
		}
	}
}

// applyFailed applies a call that returned an error.
func (r *Rank) applyFailed(c *Call) {
	w := c.Win
	switch {
	case w == nil || !w.Alive() || w.Foreign:
	case c.Kind == calls.WinFree:
		w.Foreign = true // whether it still exists is unknown
		r.forgetWin(w)
	case c.Kind == calls.WinAttach:
		if len(w.Refused) < maxDetached {
			w.Refused = append(w.Refused, c.Arg("base"))
		}
	default:
		w.failed(c, r.Flavour)
	}
}

func (r *Rank) applyRMA(c *Call) {
	if m := &c.RMA; m.OType == nil || m.TType == nil {
		r.Types.Meet(m.OTypeHandle, c.Site)
		r.Types.Meet(m.TTypeHandle, c.Site)
	}
	if !c.ok() || c.Win == nil {
		return
	}
	c.Win.access(c)
	if c.RMA.Request && !c.once {
		r.follow(c.OutWord(0), &Request{Made: c.Site, Win: c.Win, Idle: c.RMA.ProcNull})
	}
}

// applyWin applies a synchronization or other call on a window.
func (r *Rank) applyWin(c *Call) {
	w := c.Win
	switch c.Kind {
	case calls.WinFree:
		r.freeWin(c)
	case calls.WinFence:
		w.fence(c, r.Flavour)
	case calls.WinStart:
		w.start(c, r.groups[c.Arg("group")])
	case calls.WinComplete:
		w.complete(c.Site)
	case calls.WinPost:
		w.post(c, r.groups[c.Arg("group")])
	case calls.WinWait:
		w.endPost(c.Site, false)
	case calls.WinTest:
		if c.OutWord(0) != 0 {
			w.endPost(c.Site, true)
		}
	case calls.WinLock:
		w.lock(c, r.Flavour)
	case calls.WinUnlock:
		w.unlock(c.Arg("rank"))
		w.Unlocked = c.Site
	case calls.WinLockAll:
		w.lockAll(c)
	case calls.WinUnlockAll:
		w.unlockAll()
		w.Unlocked = c.Site
	case calls.WinAttach:
		w.attach(c)
	case calls.WinDetach:
		w.detach(c)
	case calls.WinSetInfo:
		w.setInfo(r.info(c.Arg("info")))
	case calls.WinSetName:
		if s := Strings(c.InBlob); len(s) == 1 && s[0] != "" && w.Alive() {
			w.Label = fmt.Sprintf("%s %q", strings.SplitN(w.Label, " \"", 2)[0], s[0])
		}
	case calls.WinGetGroup:
		r.newGroup(c)
	}
}

// applyObject applies calls that make or free the other objects.
func (r *Rank) applyObject(c *Call) {
	switch c.Kind {
	case calls.GroupFree:
		if g := r.groups[c.In[0]]; g != nil && g.Predef == nil {
			g.Freed = c.Site
		}
	case calls.CommFree, calls.CommDisconnect:
		if c.Comm != nil && c.Comm.Predef == nil {
			c.Comm.Freed = c.Site
		}
	case calls.CommSetName:
		if s := Strings(c.InBlob); len(s) == 1 && s[0] != "" && c.Comm != nil {
			c.Comm.Label = fmt.Sprintf("communicator %q", s[0])
		}
	case calls.TypeSetName:
		if s := Strings(c.InBlob); len(s) == 1 {
			r.Types.SetName(c.In[0], s[0])
		}
	case calls.TypeGetContents:
		r.Types.Contents(c.In[0])
	case calls.TypeCommit:
		r.Types.Commit(c.In[0], c.Site)
	case calls.TypeFree:
		r.Types.Free(c.In[0], c.Site)
	default:
		switch {
		case makes(c.Kind) == calls.ClassGroup:
			r.newGroup(c)
		case makes(c.Kind) == calls.ClassComm:
			r.newComm(c)
		case makes(c.Kind) == calls.ClassDatatype:
			r.Types.Create(c.Kind, c.In[:c.NIn], c.InBlob, c.Out, c.Site)
		}
	}
}

// makes returns the class of the object a call returns as its last scalar
// OUT argument, 0 if it makes none.
func makes(k calls.Kind) calls.Class { return made[k] }

var made = func() *[calls.MaxKind]calls.Class {
	var m [calls.MaxKind]calls.Class
	classes := map[string]calls.Class{
		"MPI_Group": calls.ClassGroup, "MPI_Comm": calls.ClassComm, "MPI_Datatype": calls.ClassDatatype,
	}
	for i := range calls.Table {
		for _, a := range calls.Table[i].Args() {
			if a.Dir == calls.Out && a.Scalar() && classes[a.Type] != 0 {
				m[calls.Table[i].Kind] = classes[a.Type]
			}
		}
	}
	return &m
}()

// newGroup registers the group a call returned, with its members.
func (r *Rank) newGroup(c *Call) {
	h := c.OutWord(0)
	if g := r.groups[h]; g != nil && g.Predef != nil {
		return // MPI_GROUP_EMPTY
	}
	g := &Group{Made: c.Site}
	if a := Arrays(c.OutBlob); len(a) > 0 {
		g.Members = r.list(a[0])
	}
	r.groups[h] = g
}

// newComm registers the communicator a call returned and gives it the
// identity that all its ranks derive alike.
func (r *Rank) newComm(c *Call) {
	parent := c.Comm
	ordinal := 0
	if parent != nil && c.Kind != calls.CommCreateGroup {
		parent.madeComms++
		ordinal = parent.madeComms
	}
	h := c.OutWord(0)
	if old := r.comms[h]; old != nil && old.Predef != nil {
		return // MPI_COMM_NULL: this rank is not in the new communicator
	}
	n := &Comm{Parent: parent, Made: c.Site, MyRank: -1}
	if a := Arrays(c.OutBlob); len(a) > 0 {
		n.Members = r.list(a[0])
		if len(a) > 1 {
			n.Remote = r.list(a[1])
		}
	}
	if len(c.Out) > 2 && len(n.Members) > 0 {
		n.Inter, n.MyRank = c.Out[1] != 0, int(c.Out[2])
	}
	if (c.Kind == calls.CommIdup || c.Kind == calls.CommIdupWithInfo) && parent != nil {
		n.Members, n.Remote, n.Inter, n.MyRank = parent.Members, parent.Remote, parent.Inter, parent.MyRank
	}
	n.Beyond = slices.Contains(n.Members, -1) || slices.Contains(n.Remote, -1)
	n.ID, n.Label = r.nameComm(c, parent, ordinal, n)
	if r.Gaps() {
		n.ID = 0 // communicators made before may be missing
	}
	n.CanShare = c.Kind == calls.CommSplitType || parent != nil && parent.CanShare
	r.comms[h] = n
}

func (r *Rank) nameComm(c *Call, parent *Comm, ordinal int, n *Comm) (uint64, string) {
	all := n.all()
	if parent == nil || ordinal == 0 || n.Inter || c.Kind == calls.IntercommMerge {
		key := hashID(c.Kind, all)
		r.groupSeq[key]++
		return hashID(key, r.groupSeq[key]), fmt.Sprintf("communicator of %s", c.Kind)
	}
	return hashID("comm", parent.ID, ordinal, all), fmt.Sprintf("communicator %d (%s) of %s", ordinal, c.Kind, parent.Label)
}
