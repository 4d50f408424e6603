package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// setChecks check calls on the process sets of sessions.
var setChecks = map[calls.Kind]func(*Pass){calls.SessionGetNthPset: checkNthPset}

// sessionChecks check calls that take groups and communicators, which may come from sessions.
var sessionChecks = func() map[calls.Kind]func(*Pass) {
	t := map[calls.Kind]func(*Pass){}
	for i := range handleUses {
		k, groups, comms := calls.Kind(i), 0, 0
		for _, u := range handleUses[k] {
			switch u.class {
			case calls.ClassGroup:
				groups++
			case calls.ClassComm:
				comms++
			}
		}
		if s := calls.Of(k); s.Frees == 0 && (groups > 0 || comms > 1 || comms > 0 && s.Makes == calls.ClassComm) {
			t[k] = checkSessions
		}
	}
	return t
}()

// checkNthPset reports the number of a process set that the session is not known to have. A session may get further
// process sets at any time.
func checkNthPset(p *Pass) {
	n, s := p.Call.Arg("n"), p.Rank.Objects.Sessions.Get(p.Call.Arg("session"))
	switch {
	case n < 0:
		p.Report(nil, "MPI_Session_get_nth_pset with n %d", n)
	case s != nil && s.Alive() && s.Asked.Call != 0 && n >= s.Psets:
		p.ReportAs(Warning, []Related{At(roleFollows, s.Asked, fmt.Sprintf("this call returned %d", s.Psets))},
			"MPI_Session_get_nth_pset with n %d, but MPI_Session_get_num_psets has returned %d, and the sets are "+
				"numbered from 0", n, s.Psets)
	}
}

// checkSessions reports objects of finalized sessions, and objects of several sessions in a call. Calls after the last
// session was finalized, or after MPI_Finalize, are THREAD002.
func checkSessions(p *Pass) {
	if !p.Rank.Sessions.Any() || p.Rank.Sessions.Finalized {
		return
	}
	var first *handleUse
	var from *objects.Session
	for i := range handleUses[p.Call.Kind] {
		u := &handleUses[p.Call.Kind][i]
		h := u.head(p.Rank, p.Call)
		if h == nil || !h.Alive() || !u.needed(p) {
			continue
		}
		s := p.Rank.Objects.SessionOf(h)
		switch world := u.class == calls.ClassComm && h.Predef != nil; {
		case s == nil && !world: // unknown, or the empty group
		case s != nil && !s.Freed.IsZero():
			p.Report([]Related{At(roleFreed, s.Freed, "the session was finalized here"),
				At(roleCreated, h.Made, "the "+classNames[u.class]+" was created here")},
				"the argument %s of %s is %s of a session that is finalized", u.name, p.Call.Kind,
				article(classNames[u.class]))
			return
		case first == nil:
			first, from = u, s
		case s != from:
			p.Report([]Related{openedAt(from), openedAt(s)}, "the arguments %s and %s of %s come from %s", first.name,
				u.name, p.Call.Kind, origins(first.head(p.Rank, p.Call), from, h, s))
			return
		}
	}
}

// openedAt returns the call that opened a session; nothing if the call is unknown.
func openedAt(s *objects.Session) Related {
	if s == nil {
		return Related{}
	}
	return At(roleBegan, s.Made, "one session was opened here")
}

// origins names the different origins of two objects.
func origins(a *object.Header, of *objects.Session, b *object.Header, with *objects.Session) string {
	switch {
	case of == nil:
		return fmt.Sprintf("%s and a session", a.Predef.Name)
	case with == nil:
		return fmt.Sprintf("a session and %s", b.Predef.Name)
	}
	return "different sessions"
}

// errorChecks check calls on error classes, codes and strings.
var errorChecks = map[calls.Kind]func(*Pass){
	calls.AddErrorString:    checkPredefinedError("errorcode"),
	calls.RemoveErrorString: checkPredefinedError("errorcode"),
	calls.RemoveErrorCode:   checkPredefinedError("errorcode"),
	calls.RemoveErrorClass:  checkPredefinedError("errorclass"),
}

// checkPredefinedError reports a predefined error class, which is also an error code.
func checkPredefinedError(name string) func(*Pass) {
	return func(p *Pass) {
		if class := predefinedClass(p.Rank.Flavour, p.Call.Arg(name)); class != "" {
			p.Report(nil, "%s of %s, which is predefined", p.Call.Kind, class)
		}
	}
}

// predefinedClass names a predefined error class; "" for other values, such as error codes that the program has added
// to a predefined class.
func predefinedClass(f *calls.Flavour, value int64) string {
	if value == 0 {
		return "MPI_SUCCESS"
	}
	if name := f.ErrClassName(value); f.ErrClass(value) == value && strings.HasPrefix(name, "MPI_") {
		return name
	}
	return ""
}
