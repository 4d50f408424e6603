package rules

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/words"
)

// Unfreed is an object that still exists at MPI_Finalize.
var Unfreed = &Rule{
	ID:        "OBJ002",
	MPI:       "1.0",
	Title:     "object never freed",
	Severity:  Warning,
	InLibrary: Note,
	Scope:     RankScope,
	Since:     "0.2",
	Cite:      "MPI-4.1, Opaque Objects; Finalizing MPI; Session Creation and Destruction Methods",
	Says: "The program frees the objects that its calls return, references that queries return included, and " +
		"finalizes each session; MPI_Finalize does neither.",
	Doc: "The object still exists when MPI_Finalize is called, or the last MPI_Session_finalize in a process that " +
		"knows sessions only, or at the end of a process that calls MPI_Finalize and leaves a session open. One " +
		"such object is harmless. If each step of a loop makes another, memory grows until the program ends, and MPI " +
		"libraries run out of communicators after a few thousand.",
	Advice: "Free what the call returns with the call for its class, such as MPI_Comm_free, MPI_Group_free or " +
		"MPI_Session_finalize, after its last use. A library frees its objects in a function of its own, if it has " +
		"such a function.",
	Silent: []string{
		"predefined objects, and datatypes of MPI_Type_create_f90_real and its counterparts, which may not be freed",
		"MPI_COMM_NULL, and the communicator of MPI_Comm_get_parent",
		"objects that delete functions of attributes of MPI_COMM_SELF free in MPI_Finalize, and the keys of these " +
			"attributes",
		"datatypes and groups that were freed while objects made from them continue to exist",
		"info objects, or error handlers, of a process that frees one of these after MPI_Finalize, as MPI-4.0 allows",
		"objects of a library, in a program that exits with an open session: the library may free them when it is " +
			"unloaded",
		"fewer than 1,000 objects of one place, or objects of a place of which other objects were freed, in a " +
			"program that is aborted, is killed or exits without MPI_Finalize",
	},
	Limit: "Windows are WIN009, files FILE005. Info objects and error handlers are reported only after the run: the " +
		"program may free them when it has called MPI_Finalize. Where a process ends otherwise, many objects of one " +
		"place are a note, and a warning if it ended in the call that makes them. Where calls may be missing from " +
		"the log, nothing is reported. If several places got references to one object, the oldest references count " +
		"as left, and the message names a call of another kind that returned a reference. An object that a library " +
		"made is a note. Datatypes that MPI_File_get_view returns are not recorded.",
	Finish: func(p *Pass) {
		switch {
		case p.Rank.Gaps():
		case p.Rank.End.Reason == event.EndFinalized:
			reportLeft(p, p.Rank.Objects.Left(), p.Rank.Sessions.FinalizedAt.Call.String())
		case p.Rank.EndedInSession():
			byLibrary := func(k objects.Kept) bool { return event.HasStack(k.Site.PC) }
			reportLeft(p, slices.DeleteFunc(p.Rank.Objects.Left(), byLibrary), "the process ended")
		default:
			reportAlive(p)
		}
	},
}

// reportLeft reports the places that created objects which were not freed before the end.
func reportLeft(p *Pass, left []objects.Kept, end string) {
	for _, k := range left {
		if k.Class == calls.ClassKeyval && !p.Rank.Watches(calls.FamilyObjects) {
			continue // whether an attribute of MPI_COMM_SELF has the key is unknown
		}
		again, related := againText(&k)
		before := end
		if !k.Ended.IsZero() {
			before = k.Ended.Call.String()
			related = append(related, At(roleFollows, k.Ended, "the session ends here"))
		}
		p.ReportTimes(k.Left, k.Site, related, "%s before %s%s", leftText(&k), before, again)
	}
}

// manyAlive is the number of objects of one place in the source, none of which was freed, from which on the place is
// reported if the process ends without MPI_Finalize.
const manyAlive = 1000

// reportAlive reports the places of which many objects exist at the end of a process that does not reach MPI_Finalize.
// The MPI library may have ended the process because it had no room for more objects.
func reportAlive(p *Pass) {
	for _, k := range p.Rank.Objects.Left() {
		if k.Left < manyAlive || k.Left != k.Made {
			continue
		}
		text := fmt.Sprintf("%s that %s returned here exist, and none was freed",
			words.Count(k.Left, objectNames[k.Class]), k.Site.Call)
		ended := false
		for c := range p.openCalls([]calls.Kind{k.Site.Call}) {
			ended = ended || c.Site.PC == k.Site.PC
		}
		if ended {
			p.ReportTimes(k.Left, k.Site, nil, "%s: the rank ended in another call of %s", text, k.Site.Call)
		} else {
			p.NoteAt(k.Site, "%s when the rank ended without MPI_Finalize", text)
		}
	}
}

// objectNames are the classes of objects in the singular.
var objectNames = map[calls.Class]string{calls.ClassComm: "communicator", calls.ClassGroup: "group",
	calls.ClassDatatype: "datatype", calls.ClassOp: "reduction operation", calls.ClassInfo: "info object",
	calls.ClassErrhandler: "error handler", calls.ClassKeyval: "attribute key", calls.ClassSession: "session"}

// againText names the first call of another kind that has also returned the unfreed objects: the program may not have
// freed the handle that this call returned.
func againText(k *objects.Kept) (string, []Related) {
	it, handle := "it", "that handle"
	if k.Left > 1 {
		it, handle = "some of them", "these handles"
	}
	for _, s := range k.Again {
		if s.Call != k.Site.Call {
			return fmt.Sprintf("; %s has returned %s again, and %s must be freed, too", s.Call, it, handle),
				[]Related{At(roleFollows, s, "this call has returned "+it+" again")}
		}
	}
	return "", nil
}

func leftText(k *objects.Kept) string {
	freed, name := "freed", objectNames[k.Class]
	if k.Class == calls.ClassSession {
		freed = "finalized"
	}
	switch {
	case k.Made == 1:
		return fmt.Sprintf("the %s that %s returned was not %s", name, k.Site.Call, freed)
	case k.Left == k.Made:
		return fmt.Sprintf("none of the %s that %s returned was %s", words.Count(k.Made, name), k.Site.Call, freed)
	case k.Left == 1:
		return fmt.Sprintf("one of the %s that %s returned was not %s", words.Count(k.Made, name), k.Site.Call, freed)
	}
	return fmt.Sprintf("%s of the %s that %s returned were not %s", words.Thousands(k.Left), words.Count(k.Made, name),
		k.Site.Call, freed)
}
