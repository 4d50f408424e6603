package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// FileConflict is two accesses to the same bytes of a file that nothing orders.
var FileConflict = &Rule{
	ID:       "FILE011",
	MPI:      "2.0",
	Title:    "conflicting accesses to a file without synchronization",
	Severity: Error,
	// Libraries that do I/O for a program know the file systems that they run on, and the user cannot
	// change them: HDF5, NetCDF and PnetCDF rely on barriers between write and read.
	InLibrary: Note,
	Scope:     JobScope,
	Since:     "0.2",
	Cite:      "MPI-4.1, File Consistency",
	Says: "If two ranks access the same bytes of a file and one of them writes, or one rank does so through two " +
		"opens, the result is defined only if the first rank calls MPI_File_sync after its access, then a " +
		"synchronization orders the two ranks, and then the second rank calls MPI_File_sync before its access. " +
		"Opening and closing a file count as MPI_File_sync. In atomic mode, accesses through one open need no " +
		"MPI_File_sync.",
	Doc: "An MPI library may keep written data, and data that it read ahead, in memory of the rank. MPI_File_sync " +
		"hands over the data that the rank has written, and lets the rank see the data that other ranks have handed " +
		"over before. It does not make ranks wait for each other, and a barrier hands over no data: so the program " +
		"needs sync, barrier, sync. MPI_File_sync is collective, so all ranks of the file make both calls. A " +
		"program without them mostly works on a local disk, and reads old data on a parallel file system. An access " +
		"that a nonblocking or split collective call has only begun may happen before or after another access of " +
		"the same rank. A write after a read that is known to be complete is a warning: the standard asks for the " +
		"same calls, but no known library reads so late.",
	Advice: "Complete an access that is pending before the next access of the same rank to these bytes. Between " +
		"accesses of two ranks call MPI_File_sync, MPI_Barrier and MPI_File_sync on all ranks of the file. " +
		"Closing the file and opening it again does the same, and so does atomic mode (MPI_File_set_atomicity) with " +
		"a barrier. Where ranks write the same bytes by mistake, correct their views or offsets.",
	Silent: []string{
		"reads alone",
		"different bytes, also of views that interleave, and also through different opens",
		"accesses of one rank through one handle, if the first access is complete before the second",
		"accesses in atomic mode through one open, in any order",
		"accesses separated by sync, order and sync, where any messages, collective calls or window " +
			"synchronizations order the ranks, also through further ranks",
		"accesses after the file was closed and opened again, if close and open are ordered",
	},
	Limit: "An access is compared only if its position is known. It is unknown for the shared file pointer if " +
		"several ranks have used the pointer in calls of their own since the file was opened or a collective call " +
		"set the pointer; for the shared file pointer after any read, and for the individual file pointer after a " +
		"nonblocking or split collective read, or a read that ends early; for both pointers after a seek from the " +
		"end of the file (MPI_SEEK_END), in MPI_MODE_APPEND, or if several threads make calls; and in views with a " +
		"representation other than \"native\", or with a filetype of more than 4096 pieces at irregular distances. " +
		"That no other rank has used the shared file pointer is known at the next collective call that moves it, or " +
		"when the file is closed. A read counts with all bytes that it asks for, also beyond the end of the file. " +
		"Two opens are of one file if name, host, device and inode are the same. The standard also forbids " +
		"concurrent sequences of operations through several opens that reach different bytes; this is not checked. " +
		"MPI_File_get_size, which counts as a read of the whole file, is not compared: libraries ask for the size " +
		"after a barrier. Accesses in a view whose datatypes come from MPI_File_get_view are not compared either. " +
		"MPI_File_set_size and MPI_File_preallocate are compared only with accesses through other opens, and the old " +
		"size is known only after MPI_MODE_EXCL or MPI_File_set_size. For each pair of source lines, only the first " +
		"conflict is reported. After records are lost, or where messages are not recorded, only accesses of one rank " +
		"are compared.",
	Facts: []fact.Kind{fact.OfFileRace},
	Job: func(p *JobPass) {
		f := *p.Fact.(*fact.FileRace)
		if !f.Waited && secondLeads(&f) {
			f.First, f.Second, f.Of, f.With = f.Second, f.First, f.With, f.Of
		}
		a, b := f.First, f.Second
		r := Report{Sites: []tracker.Site{b.Site, a.Site}, Object: b.Window}
		if f.Waited && !a.Memory.Writes && a.Site.Rank != b.Site.Rank {
			r.Severity = Warning
		}
		if !f.Of.SameHandle(&f.With) {
			if f.Synced {
				r.Related = append(r.Related, At(roleSynchronizes, f.Of.End,
					fmt.Sprintf("rank %d %s", a.Site.Rank, synchronized(f.Of.End, "its handle after its access"))))
			}
			r.Related = append(r.Related, At(roleSynchronizes, f.With.Begin,
				fmt.Sprintf("the last time before its access that rank %d %s", b.Site.Rank,
					synchronized(f.With.Begin, "its handle"))))
		}
		r.Related = append(r.Related, betweenAt(&f.Between)...)
		p.Report(r, "%s and %s reach the same %s of the file, from byte %d on: %s%s",
			accessOf(a), accessOf(b), words.Bytes(f.Hi-f.Lo), f.Lo, fileUnordered(&f), refusedSync(&f))
	},
}

// secondLeads reports whether the program means the second access to come first, if neither rank waits for the other:
// the rank of the second access makes a call after it that the other rank makes before the first access. Without such
// calls, the access of the lower rank comes first.
func secondLeads(f *fact.FileRace) bool {
	if after := &f.Between.After; !after.IsZero() {
		return after.Rank == f.Second.Site.Rank
	}
	return f.First.Site.Rank > f.Second.Site.Rank
}

// synchronized says how a call, which counts as MPI_File_sync, has synchronized the file.
func synchronized(s tracker.Site, what string) string {
	switch s.Call {
	case calls.FileOpen:
		return "opened the file"
	case calls.FileClose:
		return "closed the file"
	}
	return "synchronized " + what
}

// fileUnordered says why nothing orders two accesses to a file, and which calls would.
func fileUnordered(f *fact.FileRace) string {
	a, b := f.First, f.Second
	me, other := a.Site.Rank, b.Site.Rank
	together := a.Window.ID == b.Window.ID
	switch {
	case f.Of.SameHandle(&f.With):
		return "the first access is still pending, so either may take effect first; " + endIt(a)
	case me == other && f.Synced:
		what := "calls MPI_File_sync with"
		if f.With.Begin.Call == calls.FileOpen {
			what = "opens"
		}
		return fmt.Sprintf("the accesses go through two handles of the file, and rank %d %s the second handle before "+
			"it synchronizes the first; call MPI_File_sync with the second handle after that, or open the file only "+
			"then", me, what)
	case me == other:
		return fmt.Sprintf("the accesses go through two handles of the file, and rank %d does not synchronize the "+
			"first handle; "+
			"after the first access close the file or call MPI_File_sync, and then call MPI_File_sync with the "+
			"second handle, "+
			"or open the file only then", me)
	case f.Synced && together:
		return fmt.Sprintf("rank %d synchronizes the file after the first access and rank %d waits for that, but "+
			"rank %d does not call "+
			"MPI_File_sync between this wait and the second access; call it there once more, on all ranks of the file",
			me, other, other)
	case f.Synced:
		return fmt.Sprintf("rank %d synchronizes or closes the file after the first access and rank %d waits for "+
			"that, "+
			"but its own handle is older; call MPI_File_sync on rank %d between this wait and the second access, "+
			"or open the file only then", me, other, other)
	case f.Waited && f.Of.Done > 0 && (f.Of.End.Call == calls.FileSync || !together):
		return fmt.Sprintf("rank %d waits for rank %d after the first access, but %s of rank %d comes only later; %s",
			other, me, f.Of.End.Call, me, syncs(f, together))
	case f.Waited && !a.Memory.Writes:
		return fmt.Sprintf("rank %d waits until the first access is complete, but does not call MPI_File_sync after "+
			"that, "+
			"so the standard lets rank %d read the data of the second access; %s", other, me, syncs(f, together))
	case f.Waited:
		return fmt.Sprintf("rank %d waits until the first access is complete, which is not enough to see the same "+
			"file as rank %d; %s",
			other, me, syncs(f, together))
	}
	return fmt.Sprintf("neither rank waits for the other%s; %s", betweenWhy(&f.Between), syncs(f, together))
}

// refusedSync says that a handle which only reads may have to be opened later.
func refusedSync(f *fact.FileRace) string {
	if f.First.Window.ID == f.Second.Window.ID || f.Second.Memory.Writes {
		return ""
	}
	return " (MPI libraries refuse MPI_File_sync with a handle of MPI_MODE_RDONLY)"
}

// syncs says which calls order two accesses.
func syncs(f *fact.FileRace, together bool) string {
	me, other := f.First.Site.Rank, f.Second.Site.Rank
	if !together {
		return fmt.Sprintf("let rank %d close the file or call MPI_File_sync after the first access, rank %d wait "+
			"for that, "+
			"with a message or a barrier, and then open the file or call MPI_File_sync "+
			"before the second access", me, other)
	}
	why := ""
	if f.First.Memory.Writes && f.Second.Memory.Writes && !f.Waited {
		why = "let them write different bytes, or "
	}
	return why + fmt.Sprintf("call MPI_File_sync after the first access, then let rank %d wait for that, with a "+
		"barrier or "+
		"a message, and call MPI_File_sync again before the second access (all ranks of the file make both calls); "+
		"or set atomic mode", other)
}

// endIt says how a rank ends an access that it has only begun.
func endIt(a *fact.Side) string {
	if end := calls.Of(a.Site.Call).IO; end.Half == calls.SplitBegin {
		return "call its end before the second access"
	}
	return "complete its request before the second access"
}
