package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/failed"
)

// errorIgnored is an error code that a call has returned and that the program discards.
var errorIgnored = &Rule{
	ID:       "ERR001",
	MPI:      "1.0",
	Title:    "error of a call is ignored",
	Severity: Note,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Error Handling; I/O Error Handling",
	Says: "A call that has returned an error has failed: its results, and the contents of its buffers, are " +
		"undefined. Errors on files are returned by default, other errors where the program has set " +
		"MPI_ERRORS_RETURN.",
	Doc: "The call has failed, and the machine code of the program after the call overwrites the return code before " +
		"reading it, so the failure goes unnoticed. A write to a full disk is lost, a message is never sent, and " +
		"the run ends as if all were well. It is a warning if a later call reads memory that the failed call should " +
		"have filled. Each line of the program is one finding, with the number of calls that have failed there.",
	Advice: "Compare the return code with MPI_SUCCESS and end the program, or continue without the call's result. " +
		"MPI_Error_string says what went wrong. Where no error is expected, MPI_ERRORS_ARE_FATAL ends the program: " +
		"for files, set it with MPI_File_set_errhandler, of MPI_FILE_NULL for files that are opened later.",
	Silent: []string{
		"an error code that the program reads, stores, or returns to the caller, whatever happens then",
		"MPI_ERR_IN_STATUS where the program passes an array of statuses",
		"calls that make an object: the use of the handle shows whether the program has noticed the failure",
		"failures of processes that the program handles: calls of ULFM return them until they are acknowledged",
		"clean-up of objects that may not exist: MPI_File_delete, MPI_Buffer_detach, and calls that delete " +
			"attributes",
		"messages to and from MPI_PROC_NULL",
		"MPI_File_sync with a handle of MPI_MODE_RDONLY, which some MPI libraries refuse",
		"programs with an error handler of their own",
		"a last call before the program ends, or calls MPI_Abort",
		"all calls of a job in which other rules find errors",
	},
	Limit: "How the program uses the return code is read from its machine code (x86-64): where that is unclear, as " +
		"in calls at the end of a function, in calls from Fortran, and where the code uses AVX first, the rule is " +
		"silent. It is silent, too, for calls whose return code is not in the log, such as MPI_Info_get, and where " +
		"other rules find errors in the job, which may be why calls fail. The program may have filled the memory " +
		"itself since the call failed.",
	Finish: func(p *Pass) {
		if p.Rank.Objects.HandlesErrors() || p.c.foundErrors() {
			return
		}
		for _, f := range p.Rank.Failed.Places() {
			if !f.Ignored || f.Next.IsZero() || f.Next.Call == calls.Abort || expected(p, f) {
				continue
			}
			reportIgnored(p, f)
		}
	},
}

// expected reports whether a program may ignore the return code of a failed call: the statuses or the new handle also
// show the failure, or programs do not care whether the call fails.
func expected(p *Pass, f *failed.Place) bool {
	s := calls.Of(f.At.Call)
	switch {
	case f.Statuses && inStatus(p.Rank.Flavour, f.RC):
		return true
	case p.Rank.Flavour.Faulty(f.RC) && calls.ByKind(f.At.Call).Extension():
		return true
	case f.At.Call == calls.FileSync && slices.Contains(readOnlyClasses, p.Rank.Flavour.ErrClassName(f.RC)):
		return true
	case s.Makes != 0 || s.HandsOut != 0 || s.Attr == calls.DeletesAttr:
		return true
	}
	return slices.Contains([]calls.Kind{calls.FileDelete, calls.BufferDetach, calls.CommDetachBuffer,
		calls.SessionDetachBuffer, calls.Finalize, calls.SessionFinalize, calls.CommSpawn,
		calls.CommSpawnMultiple}, f.At.Call)
}

// readOnlyClasses are the error classes of MPI_File_sync with a handle of MPI_MODE_RDONLY, which the standard allows
// and MPI libraries refuse.
var readOnlyClasses = []string{"MPI_ERR_READ_ONLY", "MPI_ERR_ACCESS"}

// inStatus reports whether an error code says that the statuses have the errors.
func inStatus(f *calls.Flavour, rc int64) bool { return f.ErrClassName(rc) == "MPI_ERR_IN_STATUS" }

func reportIgnored(p *Pass, f *failed.Place) {
	const text = "%s returned an error (%s), and the program went on with %s without having looked at it"
	class := p.Rank.Flavour.ErrClassName(f.RC)
	r := Report{Sites: []tracker.Site{f.At}, Count: f.Times}
	if f.Use.IsZero() {
		r.Related = []Related{At(roleFollows, f.Next, "the program went on here")}
		p.add(r, text, []any{f.At.Call, class, f.Next.Call})
		return
	}
	r.Severity = Warning
	r.Related = []Related{At(roleFollows, f.Use, "this call reads the memory that the failed call should have filled")}
	p.add(r, text+"; %s then reads memory that the failed call should have filled",
		[]any{f.At.Call, class, f.Next.Call, f.Use.Call})
}

// WithoutConsequences removes the findings of ERR001 if there are findings of severity Error, which may be why the
// calls failed.
func WithoutConsequences(all []*Finding) []*Finding {
	if !slices.ContainsFunc(all, func(f *Finding) bool { return f.Severity == Error }) {
		return all
	}
	return slices.DeleteFunc(all, func(f *Finding) bool { return f.Rule == errorIgnored })
}
