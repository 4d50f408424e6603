package state

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// step is what a kind of call does to the state when it has returned.
type step struct {
	any    func(*Rank, *Call) // whatever it returned; done and failed are then ignored
	done   func(*Rank, *Call) // it returned MPI_SUCCESS
	failed func(*Rank, *Call) // it returned an error
}

// steps follow from what the table says of each call. A call that creates,
// frees or completes something of a known class needs no line here.
var steps = func() *[calls.MaxKind]step {
	var t [calls.MaxKind]step
	for i := range calls.Table {
		k := calls.Table[i].Kind
		t[k] = stepOf(calls.Of(k))
	}
	for k, f := range special {
		t[k].done = f
	}
	return &t
}()

func stepOf(s *calls.Sem) step {
	switch {
	case s.RMA != calls.NoRMA:
		return step{any: (*Rank).applyRMA}
	case s.Completes != calls.CompletesNone:
		return step{any: (*Rank).complete}
	case s.IO.Data:
		return step{any: (*Rank).applyIO}
	case s.Makes == calls.ClassFile:
		return step{any: (*Rank).openFile}
	case s.Step == calls.RequestActivate:
		return step{done: (*Rank).activate, failed: (*Rank).doubt}
	case s.Step == calls.RequestReady:
		return step{any: (*Rank).ready}
	case s.Step == calls.RequestArrived:
		return step{done: (*Rank).arrived}
	case s.Step == calls.RequestCancel:
		return step{done: (*Rank).cancel}
	case s.Step == calls.RequestFinish:
		return step{done: (*Rank).finish}
	case s.Starts == calls.StartsMakeComm:
		return step{done: func(r *Rank, c *Call) {
			r.newComm(c)
			r.followComm(c)
			r.startMaking(c)
		}}
	case s.Starts == calls.StartsMessage && s.Message >= 0:
		return step{done: func(r *Rank, c *Call) {
			r.receiveMatched(c)
			r.followComm(c)
		}, failed: failsToFree[calls.ClassMessage]}
	case s.Starts != calls.NoOperation:
		return step{done: (*Rank).followComm}
	case s.Epoch != calls.NoEpochStep:
		return step{done: (*Rank).synchronize, failed: (*Rank).failedSync}
	case s.Frees != 0:
		return step{done: frees[s.Frees], failed: failsToFree[s.Frees]}
	case s.Makes != 0:
		return step{done: makes[s.Makes]}
	}
	return step{failed: failures[s.Kind]}
}

// makes registers the object that a call has created, by its class.
var makes = map[calls.Class]func(*Rank, *Call){
	calls.ClassWin:   (*Rank).newWin,
	calls.ClassComm:  (*Rank).newComm,
	calls.ClassGroup: (*Rank).newGroup,
	calls.ClassDatatype: func(r *Rank, c *Call) {
		if d := r.objects.types.Create(c.Kind, c.In[:c.NIn], c.InBlob, c.Out, c.Site); d != nil && d.Made == c.Site {
			d.Born(c.Site, c.End)
			d.Large = c.Large
		}
		if c.Kind == calls.TypeDup {
			r.copied(r.objects.types.Lookup(c.Arg("oldtype")))
		}
	},
	calls.ClassOp: func(r *Rank, c *Call) {
		o := &Operation{Commutes: c.Arg("commute") != 0}
		o.Born(c.Site, c.End)
		r.objects.ops.Put(c.made(), o)
	},
	calls.ClassMessage:    (*Rank).probeMatched,
	calls.ClassInfo:       (*Rank).newInfo,
	calls.ClassErrhandler: (*Rank).newErrhandler,
	calls.ClassKeyval:     (*Rank).newKeyval,
	calls.ClassMemory:     (*Rank).allocMem,
}

// frees marks the object that a call has freed, by its class.
var frees = map[calls.Class]func(*Rank, *Call){
	calls.ClassWin:  (*Rank).freeWin,
	calls.ClassFile: (*Rank).closeFile,
	calls.ClassComm: func(r *Rank, c *Call) {
		if c.Comm != nil {
			c.Comm.Free(c.Site, c.Time)
			r.noHolder(c.Comm)
		}
	},
	calls.ClassGroup: (*Rank).freeGroup,
	calls.ClassDatatype: func(r *Rank, c *Call) {
		if d := r.objects.types.Lookup(c.freed()); d != nil && !d.Younger(c.Time) {
			r.noHolder(d)
		}
		r.objects.types.Free(c.freed(), c.Site, c.Time)
	},
	calls.ClassSession:    func(r *Rank, c *Call) { r.sessions.table.Free(c.freed(), c.Site, c.Time) },
	calls.ClassOp:         func(r *Rank, c *Call) { r.objects.ops.Free(c.freed(), c.Site, c.Time) },
	calls.ClassInfo:       func(r *Rank, c *Call) { r.objects.infos.Free(c.freed(), c.Site, c.Time) },
	calls.ClassErrhandler: (*Rank).freeErrhandler,
	calls.ClassKeyval:     (*Rank).useKeyval,
	calls.ClassMessage:    (*Rank).receiveMatched,
	calls.ClassMemory:     (*Rank).freeMem,
}

// failsToFree is what a call that could not free its object leaves behind:
// whether the object still exists is unknown.
var failsToFree = map[calls.Class]func(*Rank, *Call){
	calls.ClassWin:     (*Rank).loseWin,
	calls.ClassFile:    (*Rank).loseFile,
	calls.ClassSession: (*Rank).keepSession,
	calls.ClassMessage: (*Rank).loseMatched,
}

// failures are the other calls that leave something behind although they failed.
var failures = map[calls.Kind]func(*Rank, *Call){
	calls.WinAttach:   (*Rank).refuseAttach,
	calls.FileSetView: (*Rank).loseView,
	calls.FileSeek:    (*Rank).loseSeek,

	calls.CommAttachBuffer:    (*Rank).otherBuffer,
	calls.SessionAttachBuffer: (*Rank).otherBuffer,

	calls.BufferAttach: (*Rank).failsToAttach,
	calls.BufferDetach: (*Rank).doubtBuffer,
}

// special are the calls that change something of their own.
var special = map[calls.Kind]func(*Rank, *Call){
	calls.Init:       (*Rank).initialized,
	calls.InitThread: (*Rank).initialized,
	calls.SessionInit: func(r *Rank, c *Call) {
		r.sessions.inited = true
		r.newSession(c)
	},

	calls.CommSetName:     (*Rank).nameCommAs,
	calls.TypeSetName:     (*Rank).nameTypeAs,
	calls.WinSetName:      (*Rank).nameWinAs,
	calls.TypeGetContents: (*Rank).lookInside,
	calls.TypeCommit:      (*Rank).commit,

	calls.BufferAttach:        (*Rank).attachBuffer,
	calls.BufferDetach:        (*Rank).detachBuffer,
	calls.CommAttachBuffer:    (*Rank).otherBuffer,
	calls.SessionAttachBuffer: (*Rank).otherBuffer,

	calls.InfoSet:    (*Rank).setInfo,
	calls.InfoDelete: (*Rank).deleteInfo,
	calls.WinSetInfo: (*Rank).setWinInfo,
	calls.CommSetInfo: func(r *Rank, c *Call) {
		if c.Comm != nil {
			c.Comm.hint(c.Site, r.info(c.Arg("info")))
		}
	},
	calls.WinAttach: (*Rank).attach,
	calls.WinDetach: (*Rank).detach,

	calls.WinSharedQuery: (*Rank).sharedQuery,

	calls.CommGetAttr:    (*Rank).readAttr,
	calls.AttrGet:        (*Rank).readAttr,
	calls.WinSetAttr:     (*Rank).useKeyval,
	calls.WinDeleteAttr:  (*Rank).useKeyval,
	calls.CommSetAttr:    (*Rank).useKeyval,
	calls.CommDeleteAttr: (*Rank).useKeyval,
	calls.AttrPut:        (*Rank).useKeyval,
	calls.AttrDelete:     (*Rank).useKeyval,
	calls.TypeSetAttr:    (*Rank).useKeyval,
	calls.TypeDeleteAttr: (*Rank).useKeyval,

	calls.RegisterDatarep:  (*Rank).registerDatarep,
	calls.FileSetView:      (*Rank).setView,
	calls.FileSetAtomicity: (*Rank).setAtomicity,
	calls.FileSeek:         (*Rank).seek,
	calls.FileGetView:      func(r *Rank, _ *Call) { r.objects.types.HandOut() },
}

// freed is the handle that a call has freed.
func (c *Call) freed() int64 { return c.In[c.Sem.FreesArg] }

// Text returns the only string that a call passes, such as the name of its object, if it was recorded.
func (c *Call) Text() (text string, ok bool) {
	if s := event.Strings(c.InBlob); len(s) == 1 {
		return s[0], true
	}
	return "", false
}

// readAttr notes a question for MPI_TAG_UB.
func (r *Rank) readAttr(c *Call) {
	ub := r.Flavour.CommKeyvals[0]
	if k := c.In[c.Sem.Keyval]; k == ub || k == ub+r.Flavour.FortranKeyval {
		r.messages.askedTagUB = true
	}
}

func (r *Rank) nameCommAs(c *Call) {
	if name, _ := c.Text(); name != "" && c.Comm != nil {
		c.Comm.rename(fmt.Sprintf("communicator %q", name))
	}
}

func (r *Rank) nameTypeAs(c *Call) {
	if name, ok := c.Text(); ok {
		r.objects.types.SetName(c.In[0], name)
	}
}

func (r *Rank) nameWinAs(c *Call) {
	if name, _ := c.Text(); name != "" && c.Win != nil && c.Win.Alive() {
		c.Win.rename(fmt.Sprintf("%s %q", strings.SplitN(c.Win.Label, " \"", 2)[0], name))
	}
}

// Apply changes the state by the side of the call that Feed returned, and adds to
// out what other ranks may meet of it; out may be nil.
func (r *Rank) Apply(c *Call, m Moment, out *Ops) {
	told := out != nil && !r.Gap
	if told {
		out.before(r, c, m)
	}
	if m == Entered {
		r.applyEnter(c)
		if !c.once {
			return
		}
	}
	if c.Win == nil && c.Sem.Win >= 0 {
		r.meetWindow(c)
	}
	if c.File == nil && c.Sem.File >= 0 {
		r.meetFile(c)
	}
	r.applyReturn(c)
	if r.blind.any {
		r.forget(&r.blind)
	}
	if told && m == Returned {
		out.after(r, c)
	}
	r.thread(int(c.Site.Ring)).pop()
}

// applyEnter changes what a call changes by being entered: the end of MPI, after
// which no call may come, and what is known of an object created elsewhere.
func (r *Rank) applyEnter(c *Call) {
	if r.sessions.finalized {
		r.straysIn(c)
	}
	switch c.Kind {
	case calls.Finalize:
		r.sessions.finalized, r.sessions.finalizedAt = true, c.Site
		r.threads.beset = len(r.OthersIn(c)) > 0
	case calls.SessionFinalize:
		r.leaveSession(c)
	case calls.CommDisconnect:
		r.disconnect(c)
	}
	if w := c.Win; w != nil && !w.Known() && w.Made.IsZero() {
		w.Made = c.Site
	}
	if c.File != nil {
		r.enterFile(c)
	}
	if c.Comm != nil && c.Comm.making != nil {
		r.useEarly(c)
	}
}

// applyReturn changes the state by a call that has returned or, for calls with
// one record only, by the call itself. A call that failed changes little, and
// its requests count as complete.
func (r *Rank) applyReturn(c *Call) {
	if len(r.files.splits) > 0 {
		r.touch(c)
	}
	if c.Win != nil && len(c.Win.accs) > 0 {
		c.Win.settleAccs(c)
	}
	if r.messages.bsend.Attached {
		r.useBuffer(c)
	}
	if len(r.windows.exposed.list) > 0 && writesMemory[c.Kind] {
		r.storesBy(c)
	}
	if !owning[c.Kind] {
		r.step(c)
		return
	}
	old := r.replaced(c)
	r.release(c)
	r.step(c)
	r.keep(c, old)
}

// step does what the call's line in steps says.
func (r *Rank) step(c *Call) {
	s := &steps[c.Kind]
	switch {
	case s.any != nil:
		s.any(r, c)
	case c.ok():
		if s.done != nil {
			s.done(r, c)
		}
	case s.failed != nil:
		s.failed(r, c)
	}
}

// initialized applies MPI_Init and MPI_Init_thread.
func (r *Rank) initialized(c *Call) { r.sessions.inited, r.sessions.initBy = true, c.Site }
