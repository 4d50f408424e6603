package rank

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/names"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// step is how a kind of call changes the state when it has returned.
type step struct {
	any    func(*Rank, *call.Call) // whatever the call returned; done and failed are then ignored
	done   func(*Rank, *call.Call) // the call returned MPI_SUCCESS
	failed func(*Rank, *call.Call) // the call returned an error
}

// The functions inObjects to inNames make a step of a method of one part.
func inObjects(f func(*objects.Objects, *record.Call)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.Objects, &c.Call) }
}

func inRequests(f func(*requests.Requests, *record.Call, *requests.Asked)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.Requests, &c.Call, &c.Asked) }
}

func inMemory(f func(*memory.Memory, *record.Call)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.Memory, &c.Call) }
}

func inWindows(f func(*windows.Windows, *record.Call, *windows.Win)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.Windows, &c.Call, c.Win) }
}

func inFiles(f func(*files.Files, *record.Call, *files.File)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.Files, &c.Call, c.File) }
}

func inMessages(f func(*messages.Messages, *record.Call)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.Messages, &c.Call) }
}

func inNames(f func(*names.Names, *record.Call)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.Names, &c.Call) }
}

// steps is derived from the table of calls. A call that creates, frees or completes an object of a known class needs no
// line here.
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
		// Calls the method directly, not through done: loops wait often.
		return step{any: func(r *Rank, c *call.Call) { r.Requests.Complete(&c.Call, &c.Asked) }}
	case s.IO.Data:
		return step{any: (*Rank).applyIO}
	case s.Makes == calls.ClassFile:
		return step{any: (*Rank).openFile}
	case s.Step == calls.RequestActivate:
		return step{done: inRequests((*requests.Requests).Activate), failed: inRequests((*requests.Requests).DoubtAll)}
	case s.Step == calls.RequestReady:
		return step{any: inRequests((*requests.Requests).Ready)}
	case s.Step == calls.RequestArrived:
		return step{done: inRequests((*requests.Requests).Arrived)}
	case s.Step == calls.RequestCancel:
		return step{done: inRequests((*requests.Requests).Cancel)}
	case s.Step == calls.RequestFinish:
		return step{done: inRequests((*requests.Requests).Finish)}
	case s.Starts == calls.StartsMakeComm:
		return step{done: func(r *Rank, c *call.Call) {
			r.Objects.NewComm(&c.Call, c.Comm)
			r.followComm(c)
			r.startMaking(c)
		}}
	case s.Starts == calls.StartsMessage && s.Message >= 0:
		return step{done: func(r *Rank, c *call.Call) {
			r.Messages.ReceiveMatched(&c.Call)
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
var makes = map[calls.Class]func(*Rank, *call.Call){
	calls.ClassWin:   (*Rank).newWin,
	calls.ClassComm:  func(r *Rank, c *call.Call) { r.Objects.NewComm(&c.Call, c.Comm) },
	calls.ClassGroup: inObjects((*objects.Objects).NewGroup),
	calls.ClassDatatype: func(r *Rank, c *call.Call) {
		if d := r.Objects.Types.Create(c.Kind, c.In[:c.NIn], c.InBlob, c.Out, c.Site); d != nil && d.Made == c.Site {
			d.Born(c.Site, c.End)
			d.Large = c.Large
		}
		if c.Kind == calls.TypeDup {
			old, copied := r.Objects.Types.Lookup(c.Arg("oldtype")), r.Objects.Types.Lookup(c.Made())
			if r.Objects.Copied(old); old != nil && copied != nil {
				copied.Attach(old.Attributes())
			}
		}
	},
	calls.ClassOp:         inObjects((*objects.Objects).NewOp),
	calls.ClassMessage:    func(r *Rank, c *call.Call) { r.Messages.ProbeMatched(&c.Call, c.Comm, c.Told.Received) },
	calls.ClassInfo:       inObjects((*objects.Objects).NewInfo),
	calls.ClassErrhandler: inObjects((*objects.Objects).NewErrhandler),
	calls.ClassKeyval:     inObjects((*objects.Objects).NewKeyval),
	calls.ClassMemory:     inMemory((*memory.Memory).AllocMem),
}

// frees marks the object that a call has freed, by its class.
var frees = map[calls.Class]func(*Rank, *call.Call){
	calls.ClassWin:  (*Rank).freeWin,
	calls.ClassFile: inFiles((*files.Files).Close),
	calls.ClassComm: func(r *Rank, c *call.Call) {
		if c.Comm != nil {
			c.Comm.Free(c.Site, c.Time)
			r.Objects.NoHolder(c.Comm)
		}
	},
	calls.ClassGroup: inObjects((*objects.Objects).FreeGroup),
	calls.ClassDatatype: func(r *Rank, c *call.Call) {
		if d := r.Objects.Types.Lookup(c.Freed()); d != nil && !d.Younger(c.Time) {
			r.Objects.NoHolder(d)
		}
		r.Objects.Types.Free(c.Freed(), c.Site, c.Time)
	},
	calls.ClassSession:    func(r *Rank, c *call.Call) { r.Objects.Sessions.Free(c.Freed(), c.Site, c.Time) },
	calls.ClassOp:         func(r *Rank, c *call.Call) { r.Objects.Ops.Free(c.Freed(), c.Site, c.Time) },
	calls.ClassInfo:       func(r *Rank, c *call.Call) { r.Objects.Infos.Free(c.Freed(), c.Site, c.Time) },
	calls.ClassErrhandler: inObjects((*objects.Objects).FreeErrhandler),
	calls.ClassKeyval:     (*Rank).useKeyval,
	calls.ClassMessage:    inMessages((*messages.Messages).ReceiveMatched),
	calls.ClassMemory:     inMemory((*memory.Memory).FreeMem),
}

// failsToFree applies a call that failed to free its object, by class: whether the object still exists is uncertain.
var failsToFree = map[calls.Class]func(*Rank, *call.Call){
	calls.ClassWin:     (*Rank).loseWin,
	calls.ClassFile:    inFiles((*files.Files).Lose),
	calls.ClassSession: (*Rank).keepSession,
	calls.ClassMessage: inMessages((*messages.Messages).LoseMatched),
}

// failures are the other calls that change the state although they failed.
var failures = map[calls.Kind]func(*Rank, *call.Call){
	calls.WinAttach:   inWindows((*windows.Windows).RefuseAttach),
	calls.FileSetView: inFiles((*files.Files).LoseView),
	calls.FileSeek:    inFiles((*files.Files).LoseSeek),

	calls.CommAttachBuffer:    inMessages((*messages.Messages).OtherBuffer),
	calls.SessionAttachBuffer: inMessages((*messages.Messages).OtherBuffer),

	calls.PublishName:   inNames((*names.Names).FailPublish),
	calls.UnpublishName: inNames((*names.Names).FailUnpublish),

	calls.BufferAttach: inMessages((*messages.Messages).FailsToAttach),
	calls.BufferDetach: inMessages((*messages.Messages).DoubtBuffer),
}

// special are the calls that change the state in a way of their own.
var special = map[calls.Kind]func(*Rank, *call.Call){
	calls.Init:       func(r *Rank, c *call.Call) { r.Sessions.Initialize(c.Site) },
	calls.InitThread: func(r *Rank, c *call.Call) { r.Sessions.Initialize(c.Site) },
	calls.SessionInit: func(r *Rank, c *call.Call) {
		r.Objects.NewSession(&c.Call)
		r.Sessions.Open(c.Site)
	},

	calls.SessionGetNumPsets: inObjects((*objects.Objects).AskedPsets),

	calls.PublishName:   inNames((*names.Names).Publish),
	calls.UnpublishName: inNames((*names.Names).Unpublish),
	calls.ClosePort:     inNames((*names.Names).ClosePort),

	calls.CommSetName:     (*Rank).nameCommAs,
	calls.TypeSetName:     inObjects((*objects.Objects).NameTypeAs),
	calls.WinSetName:      (*Rank).nameWinAs,
	calls.TypeGetContents: inObjects((*objects.Objects).LookInside),
	calls.TypeCommit:      inObjects((*objects.Objects).Commit),

	calls.BufferAttach:        inMessages((*messages.Messages).AttachBuffer),
	calls.BufferDetach:        inMessages((*messages.Messages).DetachBuffer),
	calls.CommAttachBuffer:    inMessages((*messages.Messages).OtherBuffer),
	calls.SessionAttachBuffer: inMessages((*messages.Messages).OtherBuffer),

	calls.InfoSet:    inObjects((*objects.Objects).SetInfo),
	calls.InfoDelete: inObjects((*objects.Objects).DeleteInfo),
	calls.WinSetInfo: (*Rank).setWinInfo,
	calls.CommSetInfo: func(r *Rank, c *call.Call) {
		if c.Comm != nil {
			c.Comm.Hint(c.Site, r.Objects.Info(c.Arg("info")))
		}
	},
	calls.WinAttach: inWindows((*windows.Windows).Attach),
	calls.WinDetach: inWindows((*windows.Windows).Detach),

	calls.WinSharedQuery: inWindows((*windows.Windows).SharedQuery),

	calls.CommGetAttr:    inMessages((*messages.Messages).ReadAttr),
	calls.AttrGet:        inMessages((*messages.Messages).ReadAttr),
	calls.WinSetAttr:     (*Rank).useKeyval,
	calls.WinDeleteAttr:  (*Rank).useKeyval,
	calls.CommSetAttr:    (*Rank).useKeyval,
	calls.CommDeleteAttr: (*Rank).useKeyval,
	calls.AttrPut:        (*Rank).useKeyval,
	calls.AttrDelete:     (*Rank).useKeyval,
	calls.TypeSetAttr:    (*Rank).useKeyval,
	calls.TypeDeleteAttr: (*Rank).useKeyval,

	calls.RegisterDatarep:  func(r *Rank, c *call.Call) { r.Files.RegisterDatarep(&c.Call) },
	calls.FileSetView:      (*Rank).setView,
	calls.FileSetAtomicity: inFiles((*files.Files).SetAtomicity),
	calls.FileSeek:         inFiles((*files.Files).Seek),
	calls.FileGetSize:      inFiles((*files.Files).AskSize),
	calls.FileGetView:      func(r *Rank, _ *call.Call) { r.Objects.Types.HandOut() },
}

func (r *Rank) nameCommAs(c *call.Call) {
	if name, _ := c.Text(); name != "" && c.Comm != nil {
		c.Comm.Rename(fmt.Sprintf("communicator %q", name))
	}
}

func (r *Rank) nameWinAs(c *call.Call) {
	if name, _ := c.Text(); name != "" && c.Win != nil && c.Win.Alive() {
		c.Win.Rename(fmt.Sprintf("%s %q", strings.SplitN(c.Win.Label, " \"", 2)[0], name))
	}
}

// startMaking notes that a communicator must not be used before a request is complete.
func (r *Rank) startMaking(c *call.Call) { r.Requests.Makes(&c.Call, r.Objects.CommOf(c.OutWord(0))) }

// leaveSession applies the entry of MPI_Session_finalize.
func (r *Rank) leaveSession(c *call.Call) {
	if r.Objects.OpenSession(c.Freed()) {
		r.Sessions.Leave(c.Site)
	}
}

// keepSession applies a failed MPI_Session_finalize.
func (r *Rank) keepSession(c *call.Call) {
	if r.Objects.OpenSession(c.Freed()) {
		r.Sessions.Stay(c.Site)
	}
}

// useKeyval applies a call that sets or deletes an attribute, or frees a keyval.
func (r *Rank) useKeyval(c *call.Call) { r.Objects.UseKeyval(&c.Call, r.holder(c)) }

// holder returns the object whose attribute a call sets or deletes; nil if it is unknown.
func (r *Rank) holder(c *call.Call) any {
	switch c.Sem.For {
	case calls.ClassWin:
		if c.Win != nil {
			return c.Win
		}
	case calls.ClassComm:
		if c.Comm != nil {
			return c.Comm
		}
	case calls.ClassDatatype:
		if d := r.Objects.Types.Lookup(c.Arg("datatype")); d != nil {
			return d
		}
	}
	return nil
}
