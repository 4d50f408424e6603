package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// badHandle is a call on an invalid handle.
var badHandle = &Rule{
	ID:       "OBJ001",
	MPI:      "1.0",
	Title:    "call on an invalid handle",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Opaque Objects; Group Management; Communicator Management; Caching; Error Handling; The Info " +
		"Object",
	Says: "An argument that is a handle names an object that exists: null handles are erroneous unless the " +
		"description of the function allows them, and a handle is valid until the object is freed.",
	Doc: "The communicator, group, datatype, operation, info object, error handler, attribute key or session is a " +
		"null handle, a copy of the handle of an object that is already freed, or a variable that was never set. " +
		"MPI_Comm_split, MPI_Comm_create and MPI_Cart_create return MPI_COMM_NULL on the ranks that they leave out. " +
		"The memory behind a stale handle may belong to another object by then, so libraries do not always notice. " +
		"The communicator of MPI_Comm_idup may not be used before its request is complete: not all ranks may know of " +
		"it yet. MPI_COMM_WORLD and MPI_COMM_SELF exist only where MPI_Init was called, not in a process that opens " +
		"sessions only.",
	Advice: "Create the object before its first use and free it after its last use, set copies of its handle to the " +
		"null handle when it is freed, and skip calls on a communicator on ranks where it is MPI_COMM_NULL. Wait " +
		"for the request of MPI_Comm_idup before the first call on its communicator. Where only sessions are used, " +
		"create communicators from groups (MPI_Group_from_session_pset, MPI_Comm_create_from_group).",
	Silent: []string{
		"a handle value that a later object has reused",
		"MPI_INFO_NULL for hints; MPI_Comm_get_name of MPI_COMM_NULL and MPI_Type_get_name of MPI_DATATYPE_NULL",
		"arguments of MPI_Comm_spawn and MPI_Intercomm_create that are significant on another rank only",
		"a freed attribute key while an object has an attribute with it; a group or error handler freed once for " +
			"each time it was returned",
		"a datatype freed while datatypes that were derived from it exist",
		"a freed handle that a callback uses, if the MPI library may have passed it to the callback: functions of " +
			"attributes get the key and the object with the attribute, those of reductions and files a datatype, and " +
			"error handlers the object with the error",
		"MPI_Abort on MPI_COMM_WORLD in a process that opens sessions only",
		"a communicator of MPI_Comm_idup once a wait or test of any kind has completed the request, or another " +
			"thread may have done so",
	},
	Limit: "In callbacks, freed handles are reported only in functions of attributes, while MPI_Finalize or a call " +
		"runs them that frees or duplicates a communicator or datatype, or sets or deletes an attribute. A handle " +
		"that was not created by a recorded call is reported only if the call failed because of such a handle, or " +
		"the process ended in the call: as a note if the process was killed, perhaps for another reason. " +
		"Communicators of sends, receives and collective calls are checked here; their datatypes and operations are " +
		"MSG004 and COLL005, old types of datatype constructors OBJ006, messages MSG011, requests REQ003, windows " +
		"WIN005, files FILE005, and other handles than info objects in calls that create or use windows or files " +
		"WIN004, WIN015, PSCW007, RMA004 and FILE006.",
	On:    slices.Concat(handleUsers, completers),
	If:    OddObject | Failed,
	Check: checkHandles,
	Done: func(p *Pass) {
		doneHandles(p)
		if p.Rank.Requests.EarlyUses && p.Call.Sem.Completes != calls.CompletesNone {
			reportUnmade(p)
		}
	},
	Finish: func(p *Pass) {
		finishHandles(p)
		finishUnmade(p)
	},
}

func checkHandles(p *Pass) {
	uses := handleUses[p.Call.Kind]
	if len(uses) == 1 && uses[0].class == calls.ClassComm && !oddObject(p) {
		return
	}
	for i := range uses {
		u := &uses[i]
		switch h := u.head(p.Rank, p.Call); {
		case h == nil:
			checkNoObject(p, u)
		case !h.Alive() && u.needed(p):
			reportGone(p, u, h)
		case u.class == calls.ClassDatatype:
			checkPacked(p, u)
		case u.class == calls.ClassComm && h.Predef != nil && !h.Null() && p.Rank.Sessions.SessionsOnly() &&
			p.Call.Kind != calls.Abort:
			p.Report([]Related{At(roleCreated, p.Rank.Sessions.First, "MPI was initialized here, with a session")},
				"the argument %s of %s is %s, but this process "+
					"has not called MPI_Init", u.name, p.Call.Kind, h.Predef.Name)
		}
	}
}

// checkNoObject reports handles that no object can have.
func checkNoObject(p *Pass, u *handleUse) {
	switch h := p.Call.In[u.arg]; {
	case !u.needed(p):
	case u.class == calls.ClassKeyval:
		if h == p.Rank.Flavour.KeyvalInvalid {
			p.Report(nil, "the argument %s of %s is MPI_KEYVAL_INVALID", u.name, p.Call.Kind)
		}
	case h == 0:
		p.Report(failedMaking(p.Rank, u.class, h), "the argument %s of %s is not the handle of %s: its value is 0, %s",
			u.name, p.Call.Kind, article(classNames[u.class]), asIf(p))
	}
}

// asIf says how a handle may have become 0. In Fortran, some libraries turn the number of a freed object into 0.
func asIf(p *Pass) string {
	if p.Rank.Threads.FromC(p.Call.Site) {
		return "as if the variable was never set"
	}
	return "as if the variable was never set, or the object is already freed"
}

func reportGone(p *Pass, u *handleUse, h *object.Header) {
	switch {
	case h.Null() && u.null:
	case h.Null():
		p.Report(failedMaking(p.Rank, u.class, p.Call.In[u.arg]), "the argument %s of %s is %s", u.name, p.Call.Kind,
			h.Predef.Name)
	case u.class == calls.ClassKeyval && p.Rank.Objects.KeyvalOf(p.Call.Sem.For, p.Call.In[u.arg]).InUse():
	case mayBeHanded(p, u.class, h):
	default:
		p.Report([]Related{At(roleFreed, h.Freed, "the "+classNames[u.class]+" was freed here"),
			At(roleCreated, h.Made, "the "+classNames[u.class]+" was created here")},
			"the argument %s of %s, %s, is already freed", u.name, p.Call.Kind, u.describe(p.Rank, p.Call.In[u.arg]))
	}
}

// checkPacked reports a datatype that is packed or unpacked before it is
// committed.
func checkPacked(p *Pass, u *handleUse) {
	switch p.Call.Kind {
	case calls.Pack, calls.Unpack, calls.PackExternal, calls.UnpackExternal:
		if d := p.Rank.Objects.Types.Lookup(p.Call.In[u.arg]); !d.Committed {
			reportUnusable(p, "argument "+u.name, d)
		}
	}
}

const neverMade = "the argument %s of %s is not the handle of %s: no call on this rank created it"

// doneHandles reports a call that failed because of a handle that no recorded call created.
func doneHandles(p *Pass) {
	if p.Call.RC == 0 {
		return
	}
	if u := unknownHandle(p, p.Call); u != nil && blames(p.Rank.Flavour, p.Call.RC, u.class) {
		p.Report(failedMaking(p.Rank, u.class, p.Call.In[u.arg]), neverMade, u.name, p.Call.Kind,
			article(classNames[u.class]))
	}
}

// blames reports whether an error code is about the handles of a class. Some classes have no error class of their own.
func blames(f *calls.Flavour, rc int64, class calls.Class) bool {
	want, ok := map[calls.Class]int64{calls.ClassComm: f.ErrComm, calls.ClassDatatype: f.ErrType,
		calls.ClassGroup: f.ErrGroup, calls.ClassOp: f.ErrOp, calls.ClassInfo: f.ErrInfo}[class]
	return !ok || f.ErrClass(rc) == want
}

// unknownHandle returns the first argument of a call that is not the handle of a known object; nil if all are known.
func unknownHandle(p *Pass, c *call.Call) *handleUse {
	if p.Rank.Gaps() {
		return nil
	}
	for i := range handleUses[c.Kind] {
		u := &handleUses[c.Kind][i]
		h := c.In[u.arg]
		switch {
		case u.head(p.Rank, c) != nil || h == 0 || u.at >= 0:
		case u.class == calls.ClassKeyval && (predefinedKeyval(p, h) || otherKind(p, c.Sem.For, h) != 0):
		default:
			return u
		}
	}
	return nil
}

// finishHandles checks the call that ended the process.
func finishHandles(p *Pass) {
	c := p.Rank.EndedCall()
	if c == nil {
		noteHandles(p)
		return
	}
	if u := unknownHandle(p, c); u != nil {
		made := failedMaking(p.Rank, u.class, c.In[u.arg])
		p.ReportAt(c.Site, tracker.Object{}, made, neverMade+", and the process ended in the call", u.name, c.Kind,
			article(classNames[u.class]))
	}
}

// noteHandles looks at the call in which the process was killed, perhaps for another reason: a library may have created
// the object by PMPI.
func noteHandles(p *Pass) {
	c := p.Rank.KilledCall(int(p.Rank.LastSite.Ring))
	if c == nil {
		return
	}
	if u := unknownHandle(p, c); u != nil {
		p.NoteAt(c.Site, neverMade+", as far as recorded, and the rank was killed in the call", u.name, c.Kind,
			article(classNames[u.class]))
	}
}

// reportUnmade reports calls on the communicator of an MPI_Comm_idup before the same thread completed its request: the
// order of calls of different threads is not known exactly.
func reportUnmade(p *Pass) {
	for x := p.Rank.CompletedBy(p.Call); x.Next(); {
		if q := x.Request; q.UsedEarly.Ring == p.Call.Site.Ring {
			unmade(p, q, At(roleFollows, p.Call.Site, "the request was not completed before this call"))
		}
	}
}

// finishUnmade reports such calls for requests that are still pending. It reports nothing if the rank has several
// threads: another thread may have completed the request by a call that is not in the log.
func finishUnmade(p *Pass) {
	if !p.Rank.Requests.EarlyUses || p.Rank.Threads.Rings() > 1 {
		return
	}
	for _, q := range p.Rank.Requests.PendingOnes() {
		unmade(p, q)
	}
}

func unmade(p *Pass, q *requests.Request, related ...Related) {
	if q.UsedEarly.IsZero() || q.Shared || !p.Rank.AllRequests() {
		return
	}
	p.ReportAt(q.UsedEarly, q.Makes.Object(), append([]Related{At(roleCreated, q.Made, "its request was created here")},
		related...),
		"%s uses %s before the request of %s is complete", q.UsedEarly.Call, q.Makes.Label, q.Made.Call)
}
