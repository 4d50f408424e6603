package rules

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// handleUse is an argument that must be the handle of an object.
type handleUse struct {
	arg   int8
	class calls.Class
	name  string
	null  bool // the null handle is allowed
	// at is the argument with the rank of the process that needs the handle, such as the root or leader; -1 if all
	// processes need it.
	at int8
}

// handleUses are the arguments that OBJ001 checks, by call.
var handleUses = func() *[calls.MaxKind][]handleUse {
	var t [calls.MaxKind][]handleUse
	for i := range calls.Table {
		row := &calls.Table[i]
		if row.Rec == calls.Local || row.Rec == calls.Both {
			t[row.Kind] = usesOf(row)
		}
	}
	return &t
}()

// handleUsers are the calls that have such arguments.
var handleUsers = func() []calls.Kind {
	var out []calls.Kind
	for k := range handleUses {
		if len(handleUses[k]) > 0 {
			out = append(out, calls.Kind(k))
		}
	}
	return out
}()

func usesOf(row *calls.Row) []handleUse {
	var out []handleUse
	s := calls.Of(row.Kind)
	for _, a := range row.Args() {
		class := a.Class()
		if a.Dir == calls.Out || a.Array != "" || !handleClasses[class] || otherFamily(s, class) {
			continue
		}
		u := handleUse{arg: int8(s.EnterWord(a.Name)), class: class, name: a.Name, at: neededAt(s.Kind, a.Name)}
		u.null = nullAllowed(row.Kind, class)
		out = append(out, u)
	}
	return out
}

var handleClasses = map[calls.Class]bool{calls.ClassComm: true, calls.ClassGroup: true, calls.ClassDatatype: true,
	calls.ClassOp: true, calls.ClassInfo: true, calls.ClassErrhandler: true, calls.ClassKeyval: true,
	calls.ClassSession: true}

// otherFamily reports whether rules of another family check the handles of a
// class in a call.
func otherFamily(s *calls.Sem, class calls.Class) bool {
	switch {
	case class == calls.ClassInfo:
		return false
	// WIN004, WIN015, PSCW007, RMA004
	case s.Job == calls.JobAborts, s.For == calls.ClassWin && s.Win < 0, s.Family == calls.FamilyRMA:
		return true
	case s.Family == calls.FamilyIO: // FILE006
		return class != calls.ClassComm && s.Kind != calls.FileGetTypeExtent
	case class == calls.ClassDatatype: // OBJ006, MSG004, COLL005
		return s.Makes == calls.ClassDatatype || s.Match != calls.NotMatched
	case class == calls.ClassOp: // COLL005
		return s.Match != calls.NotMatched
	}
	return false
}

// nullAllowed reports whether the standard allows the null handle: no hints, and
// the names of null objects.
func nullAllowed(k calls.Kind, class calls.Class) bool {
	switch class {
	case calls.ClassComm:
		return k == calls.CommGetName
	case calls.ClassDatatype:
		return k == calls.TypeGetName
	case calls.ClassInfo:
		return !strings.HasPrefix(k.String(), "MPI_Info_")
	}
	return false
}

// neededAt returns the argument that names the process on which an argument is significant; -1: on all processes.
func neededAt(k calls.Kind, name string) int8 {
	s := calls.Of(k)
	switch {
	case name == "info" && (k == calls.CommSpawn || k == calls.CommAccept || k == calls.CommConnect):
		return s.Root
	case name == "peer_comm", name == "remote_group":
		return int8(s.EnterWord("local_leader"))
	}
	return -1
}

// needed reports whether the argument is significant on this rank.
func (u *handleUse) needed(p *Pass) bool {
	return u.at < 0 || isRank(p, p.Call.In[u.at])
}

// isRank reports whether this process has a rank in the communicator or group
// of the call; false if that is unknown.
func isRank(p *Pass, rank int64) bool {
	if c := p.Call.Comm; c != nil {
		return c.Alive() && int64(c.MyRank) == rank
	}
	g := p.Rank.Objects.Group(p.Call.Arg("local_group"))
	return g != nil && rank >= 0 && rank < int64(len(g.Members)) && int(g.Members[rank]) == p.Rank.World
}

// head returns the header of the object that an argument names; nil if no
// recorded call created it.
func (u *handleUse) head(r *rank.Rank, c *call.Call) *object.Header {
	return r.Head(u.class, c.In[u.arg], c)
}

// classNames are the kinds of objects in the singular.
var classNames = map[calls.Class]string{calls.ClassComm: "communicator", calls.ClassGroup: "group",
	calls.ClassDatatype: "datatype", calls.ClassOp: "operation", calls.ClassInfo: "info object",
	calls.ClassErrhandler: "error handler", calls.ClassKeyval: "attribute key", calls.ClassSession: "session"}

// describe returns the name of an object for messages, as far as the object has a name of its own.
func (u *handleUse) describe(r *rank.Rank, h int64) string {
	switch u.class {
	case calls.ClassComm:
		return r.Objects.CommOf(h).String()
	case calls.ClassDatatype:
		return r.Objects.Types.Lookup(h).String()
	}
	return article(classNames[u.class])
}

// article puts the article before a noun.
func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// failedMaking returns the failed call that should have returned an object and that has left this handle; nothing if
// there is no such call.
func failedMaking(r *rank.Rank, class calls.Class, handle int64) []Related {
	f := r.Failed.Left(class, handle)
	if f == nil {
		return nil
	}
	why := "this call failed with " + r.Flavour.ErrClassName(f.RC) + ", and has left the handle"
	return []Related{At(roleCauses, f.At, why)}
}
