package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// keyvalCalls are the calls that take an attribute key of windows.
var keyvalCalls = []calls.Kind{calls.WinSetAttr, calls.WinGetAttr, calls.WinDeleteAttr, calls.WinFreeKeyval}

// windowArgument is an attribute key or error handler that is not valid for a window.
var windowArgument = &Rule{
	ID:       "WIN015",
	MPI:      "2.0",
	Title:    "attribute key or error handler not valid for a window",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Window Attributes; Caching, Windows; Error Handlers for Windows",
	Says: "Windows accept attribute keys from MPI_Win_create_keyval, and their predefined attributes are read-only; " +
		"they accept error handlers from MPI_Win_create_errhandler or predefined ones.",
	Doc: "The key or error handler is already freed, was created for another kind of object, or does not exist. Keys " +
		"and error handlers of another kind have callbacks with different arguments: a library that does not check " +
		"calls them with a window in place of a communicator or file.",
	Advice: "Create the key with MPI_Win_create_keyval and the error handler with MPI_Win_create_errhandler, and " +
		"free them after their last use.",
	Silent: []string{
		"MPI_Win_get_attr of predefined attributes, and of a key without an attribute on this window",
		"a freed key while a window still has an attribute with it",
		"MPI_ERRORS_RETURN, MPI_ERRORS_ARE_FATAL and MPI_ERRORS_ABORT; an error handler freed once for each time it " +
			"was created or obtained",
	},
	Limit: "A key or error handler that was not created by a recorded call is reported only if the call failed or, " +
		"for a key, ended the program. Error handlers of files are FILE006, info objects OBJ001; calls on a null or " +
		"freed window are WIN005.",
	On:     append([]calls.Kind{calls.WinSetErrhandler}, keyvalCalls...),
	Check:  checkWindowArgument,
	Done:   doneWindowArgument,
	Finish: finishWindowArgument,
}

func checkWindowArgument(p *Pass) {
	if gone(p.Win) {
		return
	}
	switch p.Call.Kind {
	case calls.WinSetErrhandler:
		checkErrhandler(p, calls.ClassWin)
	case calls.WinSetAttr, calls.WinGetAttr, calls.WinDeleteAttr, calls.WinFreeKeyval:
		checkKeyval(p)
	}
}

// doneWindowArgument reports a failed call with an unknown key or error handler.
func doneWindowArgument(p *Pass) {
	c := p.Call
	switch {
	case c.RC == 0 || gone(p.Win):
	case c.Kind == calls.WinSetErrhandler:
		checkErrhandlerMade(p)
	case unknownKeyval(p, c):
		p.Report(nil, neverKey, c.Kind)
	}
}

const neverKey = "%s with an invalid attribute key: no call on this rank created it"

// finishWindowArgument checks the calls that ended the program.
func finishWindowArgument(p *Pass) {
	if p.Rank.Sessions.Finalized || p.Rank.End.Reason != event.EndExit {
		return
	}
	for c := range p.openCalls(keyvalCalls) {
		switch {
		case !unknownKeyval(p, c):
		case c.Kind == calls.WinFreeKeyval: // a call without a window
			p.ReportAt(c.Site, tracker.Object{}, nil, neverKey+", and the rank ended in the call", c.Kind)
		case live(c.Win):
			p.ReportAt(c.Site, c.Win.Object(), nil, neverKey+", and the rank ended in the call", c.Kind)
		}
	}
}

// unknownKeyval reports whether the call takes an unknown attribute key.
func unknownKeyval(p *Pass, c *call.Call) bool {
	if !slices.Contains(keyvalCalls, c.Kind) {
		return false
	}
	v := c.Arg("win_keyval")
	return !predefinedKeyval(p, v) && p.Rank.Objects.KeyvalOf(calls.ClassWin, v) == nil &&
		otherKind(p, calls.ClassWin, v) == 0
}

// checkErrhandlerMade reports a failed call with an unknown error handler.
func checkErrhandlerMade(p *Pass) {
	if p.Call.RC != 0 && p.Rank.Objects.ErrhandlerOf(p.Call.Arg("errhandler")) == nil {
		p.Report(nil, "%s with an invalid error handler: no call on this rank created it", p.Call.Kind)
	}
}

func predefinedKeyval(p *Pass, v int64) bool {
	f := p.Rank.Flavour
	return v == f.KeyvalInvalid || f.WinKeyval(v) != "" || f.IsCommKeyval(v)
}

// otherKind returns the class, other than the given class, of the objects that an attribute key belongs to; 0 if there
// is no such key.
func otherKind(p *Pass, than calls.Class, v int64) calls.Class {
	for _, class := range []calls.Class{calls.ClassComm, calls.ClassDatatype, calls.ClassWin} {
		if class != than && p.Rank.Objects.KeyvalOf(class, v) != nil {
			return class
		}
	}
	return 0
}

func checkKeyval(p *Pass) {
	f, v := p.Rank.Flavour, p.Call.Arg("win_keyval")
	switch name := f.WinKeyval(v); {
	case name != "":
		reportPredefined(p, name)
		return
	case v == f.KeyvalInvalid:
		p.Report(nil, "%s with the key MPI_KEYVAL_INVALID", p.Call.Kind)
		return
	case f.IsCommKeyval(v):
		p.Report(nil, "%s with the key of a predefined attribute of communicators", p.Call.Kind)
		return
	}
	k := p.Rank.Objects.KeyvalOf(calls.ClassWin, v)
	switch class := otherKind(p, calls.ClassWin, v); {
	case k != nil && !k.Freed.IsZero() && !k.InUse():
		p.Report([]Related{At(roleFreed, k.Freed, "the key was freed here"),
			At(roleCreated, k.Made, "the key was created here")},
			"%s with a key that is already freed", p.Call.Kind)
	case k == nil && class != 0:
		p.Report([]Related{At(roleCreated, p.Rank.Objects.KeyvalOf(class, v).Made, "the key was created here")},
			"%s with a key created for %s", p.Call.Kind, kindNames[class])
	}
}

// reportPredefined reports calls that are not allowed on a predefined attribute.
func reportPredefined(p *Pass, name string) {
	switch p.Call.Kind {
	case calls.WinSetAttr:
		p.Report(nil, "MPI_Win_set_attr of the predefined attribute %s, which is read-only", name)
	case calls.WinDeleteAttr:
		p.Report(nil, "MPI_Win_delete_attr of the predefined attribute %s, which is read-only", name)
	case calls.WinFreeKeyval:
		p.Report(nil, "MPI_Win_free_keyval of the key of the predefined attribute %s", name)
	}
}

// kindNames are the kinds of objects in the plural.
var kindNames = map[calls.Class]string{calls.ClassComm: "communicators", calls.ClassDatatype: "datatypes",
	calls.ClassWin: "windows", calls.ClassFile: "files", calls.ClassSession: "sessions"}

// checkErrhandler reports an error handler that is not valid for objects of the
// class.
func checkErrhandler(p *Pass, class calls.Class) {
	e := p.Rank.Objects.ErrhandlerOf(p.Call.Arg("errhandler"))
	switch {
	case e == nil:
	case e.Null():
		p.Report(nil, "%s with MPI_ERRHANDLER_NULL", p.Call.Kind)
	case e.Predef != nil:
	case !e.Freed.IsZero():
		p.Report([]Related{At(roleFreed, e.Freed, "the error handler was freed here"),
			At(roleCreated, e.Made, "the error handler was created here")},
			"%s with an error handler that is already freed", p.Call.Kind)
	case e.For != class:
		p.Report([]Related{At(roleCreated, e.Made, "the error handler was created here")},
			"%s with an error handler created for %s", p.Call.Kind, kindNames[e.For])
	}
}
