package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// releases renders 1 if a call is a release, otherwise 0. By a release, other threads or ranks may learn that the
// thread's earlier accesses are over. The thread's own operations on windows count too, because they may access its own
// memory.
func releases(v *variant) int {
	s := v.Sem
	far, _ := s.Epoch.Settles()
	switch {
	case s.Over != 0, s.RMA != calls.NoRMA, far != calls.NotSettled:
		return 1
	case s.Epoch == calls.EpochPost, s.Epoch == calls.EpochSync:
		return 1
	case s.Step == calls.RequestActivate, s.Step == calls.RequestReady:
		return 1
	}
	switch s.Match {
	case calls.MatchCollective, calls.MatchGroup, calls.MatchConnect, calls.MatchJob, calls.MatchSend,
		calls.MatchSendReceive:
		return 1
	}
	return 0
}

// lasting reports whether a buffer is in use after the call has returned.
func lasting(b calls.Buffer) bool {
	switch b.Until {
	case calls.UntilSettled, calls.UntilComplete, calls.UntilInactive, calls.UntilEnd:
		return true
	}
	return false
}

// usesInCall renders, before the call, that buffers are in use until the call returns; meanwhile then ends the use.
func usesInCall(w *writer, v *variant, indent int) {
	if !slices.ContainsFunc(v.Sem.Buffers, inCall) {
		return
	}
	w.line(indent, "if (gm_tracks_calls()) {")
	usesWhere(w, v, inCall, "GM_UNTIL_RETURN, gm_track_call_of(t), -1, 0, 0, t->seq", indent+1)
	w.line(indent, "}")
}

// readyBefore renders, before the call, that the call marks partitions of a send as ready.
func readyBefore(w *writer, v *variant, indent int) {
	if v.Sem.Step != calls.RequestReady {
		return
	}
	low, high := v.param("partition"), v.param("partition")
	if low == nil {
		low, high = v.param("partition_low"), v.param("partition_high")
	}
	w.line(indent, "if (gm_tracks())")
	if low == nil {
		w.line(indent+1, "gm_track_ready_list(%s, (int32_t)length, array_of_partitions);",
			enterWord(*v.param("request")))
		return
	}
	w.line(indent+1, "gm_track_ready(%s, %s, %s);", enterWord(*v.param("request")), enterWord(*low), enterWord(*high))
}

// meanwhile renders, after the call, that other threads may have accessed buffers whose use has just ended.
func meanwhile(w *writer, v *variant, indent int) {
	switch {
	case slices.ContainsFunc(v.Sem.Buffers, inCall):
		w.line(indent, "if (gm_tracks_calls())")
		w.line(indent+1, "gm_track_returned(t);")
	case completes(v), settledTarget(v) != "", v.Sem.IO.Half == calls.SplitEnd:
		w.line(indent, "if (gm_tracks())")
		w.line(indent+1, "gm_track_meanwhile(t);")
	}
}

// inCall reports whether a buffer is in use only as long as its call.
func inCall(b calls.Buffer) bool {
	return b.Until == calls.UntilReturn && b.Addr >= 0 && (b.Counts >= 0 || b.Type >= 0)
}

// usesFromHere renders the uses of the buffers of an operation on a window, whose call has no leave record.
func usesFromHere(w *writer, v *variant) {
	if slices.ContainsFunc(v.Sem.Buffers, lasting) {
		w.line(1, "if (gm_tracks()) {")
		uses(w, v, 2)
		w.line(1, "}")
	}
}

// handlesBefore renders, before the call, the statement that keeps the requests that the call may complete.
func handlesBefore(w *writer, v *variant, indent int) {
	if !completes(v) {
		return
	}
	w.line(indent, "if (gm_tracks())")
	w.line(indent+1, "gm_track_requests(t, %s, %s);", requestCount(v), requestArg(v))
}

// completes reports whether a call may complete requests for good. If the call keeps them (Sem.Keeps), the program
// completes them by another call.
func completes(v *variant) bool {
	s := v.Sem
	return s.Completes != calls.CompletesNone && s.Completes != calls.CompletesFree && !s.Keeps
}

// requestCount renders how many requests a call has.
func requestCount(v *variant) string {
	if v.Sem.Requests < 0 {
		return "1"
	}
	return "(int32_t)" + cName(v.Params[0])
}

// requestArg renders the argument with the requests.
func requestArg(v *variant) string {
	return cName(v.Params[max(v.Sem.Request, v.Sem.Requests)])
}

// tracked renders how a call that has returned changes the set of tracked memory.
func tracked(w *writer, v *variant, indent int) {
	windowMemory(w, v, indent)
	var inner writer
	trackedSteps(&inner, v, indent+1)
	if inner.Len() == 0 {
		return
	}
	w.line(indent, "if (gm_tracks() && !rc) {")
	w.Write(inner.Bytes())
	w.line(indent, "}")
	if completes(v) {
		w.line(indent, "if (gm_tracks() && rc)")
		w.line(indent+1, "gm_track_doubted(t, %s);", requestCount(v))
	}
}

// freed renders, before a call that frees a window or request, that the object's memory is no longer tracked.
func freed(w *writer, v *variant, indent int) {
	switch v.Sem.Frees {
	case calls.ClassWin:
		w.line(indent, "gm_track_win_freed((uintptr_t)gm_handle_at(win));")
	case calls.ClassRequest:
		w.line(indent, "if (gm_tracks())")
		w.line(indent+1, "gm_track_given_up(gm_handle_at(request));")
	}
}

// trackedSteps renders the changes for a call that has succeeded.
func trackedSteps(w *writer, v *variant, indent int) {
	s := v.Sem
	if slices.ContainsFunc(s.Buffers, lasting) {
		uses(w, v, indent)
	}
	completed(w, v, indent)
	if target := settledTarget(v); target != "" {
		w.line(indent, "gm_track_settled(win, %s);", target)
	}
	switch {
	case v.Kind == calls.BufferAttach:
		w.line(indent, "gm_track_room(%s, %s);", cName(*v.param("buffer")), enterWord(*v.param("size")))
	case v.Kind == calls.BufferDetach:
		w.line(indent, "gm_track_room_over();")
	case s.IO.Half == calls.SplitEnd:
		w.line(indent, "gm_track_ended(%s);", enterWord(*v.param("fh")))
	case s.Step == calls.RequestActivate && s.Requests < 0:
		w.line(indent, "gm_track_started(1, %s);", requestArg(v))
	case s.Step == calls.RequestActivate:
		w.line(indent, "gm_track_started(%s, %s);", requestCount(v), requestArg(v))
	}
}

// settledTarget renders the target at which a call completes the operations on its window, -1 for all of them; "" if it
// completes none.
func settledTarget(v *variant) string {
	switch far, all := v.Sem.Epoch.Settles(); {
	case far == calls.NotSettled:
		return ""
	case all:
		return "-1"
	}
	return "(int32_t)rank"
}

// windowMemory renders that a window has got memory, or lost it.
func windowMemory(w *writer, v *variant, indent int) {
	const made, allocated = "(uintptr_t)gm_handle_at(win)", "(const void *)(uintptr_t)gm_long_at(baseptr)"
	gets := func(win, base, size string, shared int) {
		w.line(indent, "if (!rc)")
		w.line(indent+1, "gm_track_window(%s, %s, %s, %d);", win, base, size, shared)
	}
	switch {
	case v.Kind == calls.WinAttach:
		gets("win", "base", "size", 0)
	case v.Kind == calls.WinDetach:
		w.line(indent, "if (!rc)")
		w.line(indent+1, "gm_track_detached(win, base);")
	case v.Kind == calls.WinAllocateShared:
		gets(made, allocated, "size", 1)
	case v.Kind == calls.WinSharedQuery:
		gets("win", allocated, "gm_long_at(size)", 1)
	case v.Sem.Makes == calls.ClassWin && v.param("base") != nil:
		gets(made, "base", "size", 0)
	case v.Sem.Makes == calls.ClassWin && v.param("baseptr") != nil:
		gets(made, allocated, "size", 0)
	}
}

// segments renders, after a call that has created a window which processes share, that it has the memory of all
// its ranks.
func segments(w *writer, v *variant) {
	if v.Kind == calls.WinAllocateShared {
		w.line(1, "if (gm_tracks() && !rc)")
		w.line(2, "gm_track_segments(t, pc, (uintptr_t)gm_handle_at(win), %s);", enterWord(*v.param("comm")))
	}
}

// completed renders which of the requests a call has completed.
func completed(w *writer, v *variant, indent int) {
	s := v.Sem
	if !completes(v) {
		return
	}
	found := "1"
	if s.Flag >= 0 {
		found = "gm_int_at(flag) != 0"
	}
	switch s.Completes {
	case calls.CompletesOne:
		w.line(indent, "gm_track_completed(t, %s, NULL);", found)
	case calls.CompletesAll:
		w.line(indent, "gm_track_completed(t, %s ? %s : 0, NULL);", found, requestCount(v))
	case calls.CompletesAny:
		w.line(indent, "gm_track_completed(t, %s, %s);", found, cName(*v.param("index")))
	case calls.CompletesSome:
		w.line(indent, "gm_track_completed(t, gm_within(gm_int_at(outcount), (int32_t)incount), array_of_indices);")
	}
}

// uses renders the buffers that an operation uses after its call has returned.
func uses(w *writer, v *variant, indent int) {
	usesWhere(w, v, lasting, until(v), indent)
}

// usesWhere renders the uses of the buffers for which is returns true; until is the event that ends them.
func usesWhere(w *writer, v *variant, is func(calls.Buffer) bool, until string, indent int) {
	w.line(indent, "const struct gm_until until = {%s};", until)
	if slices.ContainsFunc(v.Sem.Buffers, func(b calls.Buffer) bool { return is(b) && needsShape(b) }) {
		w.line(indent, "const struct gm_comm_shape shape = gm_comm_shape(%s);", enterWord(*v.param("comm")))
	}
	for _, b := range v.Sem.Buffers {
		if is(b) {
			useOf(w, v, b, indent)
		}
	}
}

// needsShape reports whether the communicator determines which bytes a buffer has.
func needsShape(b calls.Buffer) bool {
	return (b.Role != calls.Everywhere || b.Part == calls.BlockPerRank || b.Part == calls.BlockPerNeighbor ||
		b.Part == calls.OwnBlock)
}

// until renders the event that ends the use of the buffers.
func until(v *variant) string {
	s := v.Sem
	switch {
	case s.StartsOut >= 0:
		persistent, parts := 0, "0"
		if s.Persistent {
			persistent = 1
		}
		if s.Partitioned {
			parts = enterWord(*v.param("partitions"))
		}
		return fmt.Sprintf("GM_CLASS_REQUEST, gm_handle_at(%s), -1, %d, %s, t->seq", cName(v.Params[s.StartsArg]),
			persistent, parts)
	case s.File >= 0:
		return fmt.Sprintf("GM_CLASS_FILE, %s, -1, 0, 0, t->seq", enterWord(v.Params[s.File]))
	}
	return fmt.Sprintf("GM_CLASS_WIN, gm_handle(win), (int32_t)%s, 0, 0, t->seq", cName(v.Params[s.Target]))
}

// useOf renders the use of a buffer.
func useOf(w *writer, v *variant, b calls.Buffer, indent int) {
	use := "GM_SENT"
	switch {
	case b.Role == calls.FromRoot:
		use = fmt.Sprintf("gm_at_root(&shape, %s) ? GM_SENT : GM_FILLED", enterWord(*v.param("root")))
	case b.Writes:
		use = "GM_FILLED"
	case b.Part == calls.BlockPerPartition:
		use = "GM_SENT_IN_PARTS"
	}
	if reads := readIf(v); reads != "" && use == "GM_SENT" {
		w.line(indent, "if (%s) {", reads)
		defer w.line(indent, "}")
		indent++
	}
	buffer(w, v, b, "gm_track_use(&until, "+use, "gm_track_blocks(&until, "+use, indent)
}

// readIf renders the condition under which an operation reads its buffer: not if it goes to MPI_PROC_NULL, which is
// negative, nor if MPI_NO_OP combines the data. "": it always does.
func readIf(v *variant) string {
	if to := v.param("dest"); to != nil {
		return enterWord(*to) + " >= 0"
	}
	if v.Sem.Target < 0 {
		return ""
	}
	reads := enterWord(v.Params[v.Sem.Target]) + " >= 0"
	if op := v.param("op"); op != nil {
		reads += fmt.Sprintf(" && %s != (int64_t)gm_predef(GM_ID_NO_OP)", enterWord(*op))
	}
	return reads
}

// buffer renders a call of the C function one for a buffer of elements, or of several for a
// buffer with a count for each block; both texts include their first arguments.
func buffer(w *writer, v *variant, b calls.Buffer, one, several string, indent int) {
	if b.Role == calls.AtRoot {
		w.line(indent, "if (gm_at_root(&shape, %s)) {", enterWord(*v.param("root")))
		indent++
		defer w.line(indent-1, "}")
	}
	if b.Counts < 0 {
		w.line(indent, "%s, %s, %s, %s);", one, cName(v.Params[b.Addr]), amount(v, b), typeOf(v, b))
		return
	}
	blocks(w, v, b, one, several, indent)
}

// locals renders, before a call is recorded, that the call's memory stays in use after the call returns. If the memory
// is a local variable, its function should not return before the use ends.
func locals(w *writer, v *variant, indent int) {
	if memory := region(v); memory != "" {
		w.line(indent, "gm_local(t, pc, %s);", memory)
	}
	var all []int8
	for _, b := range v.Sem.Buffers {
		if lasting(b) {
			all = append(all, b.Addr, b.Counts, b.Displs, b.Types)
		}
	}
	slices.Sort(all)
	for _, i := range slices.Compact(all) {
		if i >= 0 {
			w.line(indent, "gm_local(t, pc, %s);", cName(v.Params[i]))
		}
	}
}

// region returns the argument with the memory that MPI keeps after the call, whose size the call gives in bytes; "" if
// there is none.
func region(v *variant) string {
	switch v.Kind {
	case calls.WinCreate, calls.WinAttach:
		return "base"
	case calls.BufferAttach:
		return "buffer"
	}
	return ""
}

// lookedAt renders, before a call is recorded, the check where the call's buffers lie.
func lookedAt(w *writer, v *variant, indent int) {
	var inner writer
	if memory := region(v); memory != "" {
		inner.line(indent+1, "gm_look_bytes(t, pc, %d, %s, %s);", calls.ArgIndex(v.Kind, memory), memory,
			enterWord(*v.param("size")))
	}
	for _, b := range v.Sem.Buffers {
		if b.Addr >= 0 && (b.Counts >= 0 || b.Type >= 0) {
			args := fmt.Sprintf("(t, pc, %d", b.Addr)
			buffer(&inner, v, b, "gm_look_buffer"+args, "gm_look_blocks"+args, indent+1)
		}
	}
	if foundBy(v) == "" { // otherwise poll does it, only before a record
		arrays(&inner, v, indent+1)
	}
	ifLooked(w, v, &inner, indent)
}

// arraysLookedAt renders, before a call is recorded, the check where the call's arrays of arguments lie.
func arraysLookedAt(w *writer, v *variant, indent int) {
	var inner writer
	arrays(&inner, v, indent+1)
	ifLooked(w, v, &inner, indent)
}

// arrays renders the look-ups of the call's arrays of arguments in the heap.
func arrays(w *writer, v *variant, indent int) {
	for i, p := range v.Params {
		c := capture{param: p}
		size := c.size()
		if p.Type == "MPI_Status" {
			size = "gm_layout.size"
		}
		switch name := cName(p); {
		case p.Array == "" || p.Stars != "":
		case v.Sem.OutCount >= 0 && p.Dir == calls.Out:
			handles := capture{param: v.Params[v.Sem.Requests]}
			w.line(indent, "gm_look_completed(t, pc, %d, %s, %s, (int32_t)incount, %s);", i, name, size, handles.from())
		case p.Type == "MPI_Status":
			w.line(indent, "gm_look_array(t, pc, %d, %s, (int32_t)%s, %s);", i, name, cName(v.Params[0]), size)
		case p.Capture, p.Len() != "" && v.Sem.Root < 0:
			w.line(indent, "gm_look_array(t, pc, %d, %s, %s, %s);", i, name, lengthOf(v, p), size)
		}
	}
}

// ifLooked renders calls that look at memory.
func ifLooked(w *writer, v *variant, inner *writer, indent int) {
	if inner.Len() == 0 {
		return
	}
	w.line(indent, "if (gm_looks()) {")
	if bytes.Contains(inner.Bytes(), []byte("&shape")) || bytes.Contains(inner.Bytes(), []byte("shape.")) {
		w.line(indent+1, "const struct gm_comm_shape shape = gm_comm_shape(%s);", enterWord(*v.param("comm")))
	}
	w.Write(inner.Bytes())
	w.line(indent, "}")
}

// typeOf renders the datatype of a buffer.
func typeOf(v *variant, b calls.Buffer) string {
	if b.Type < 0 {
		return "0"
	}
	return cName(v.Params[b.Type])
}

// amount renders how many elements a buffer with a single count has.
func amount(v *variant, b calls.Buffer) string {
	if b.Count < 0 {
		return "1"
	}
	n := enterWord(v.Params[b.Count])
	switch b.Part {
	case calls.BlockPerRank:
		return n + " * shape.ranks"
	case calls.BlockPerNeighbor:
		return n + " * " + neighbors(v, b)
	case calls.BlockPerPartition:
		return n + " * " + enterWord(*v.param("partitions"))
	}
	return n
}

// neighbors renders how many blocks a buffer of a neighborhood collective has.
func neighbors(v *variant, b calls.Buffer) string {
	if strings.HasPrefix(v.Params[b.Addr].Name, "send") {
		return "shape.destinations"
	}
	return "shape.sources"
}

// blocks renders a buffer with a count for each block.
func blocks(w *writer, v *variant, b calls.Buffer, one, several string, indent int) {
	n := "shape.ranks"
	if b.Part == calls.BlockPerNeighbor {
		n = neighbors(v, b)
	}
	addr := cName(v.Params[b.Addr])
	if b.Part == calls.OwnBlock {
		counts := cName(v.Params[b.Counts])
		w.line(indent, "%s, %s, gm_track_count(%s, shape.rank, %d), %s);", one, addr, counts, large(v), typeOf(v, b))
		return
	}
	displs, types := "NULL", "NULL"
	if b.Displs >= 0 {
		displs = cName(v.Params[b.Displs])
	}
	if b.Types >= 0 {
		types = cName(v.Params[b.Types])
	}
	w.line(indent, "{")
	w.line(indent+1, "const struct gm_blocks blocks = {%s, %s, %s, %s, %s, %d, %d};\n", n, cName(v.Params[b.Counts]),
		displs, typeOf(v, b), types, large(v), wide(v, b))
	w.line(indent+1, "%s, %s, &blocks);", several, addr)
	w.line(indent, "}")
}

// wide returns 1 if the displacements are 64 bits wide: in the large variant, and always in some calls.
func wide(v *variant, b calls.Buffer) int {
	if b.Displs >= 0 && strings.Contains(v.Params[b.Displs].Type, "MPI_Aint") {
		return 1
	}
	return large(v)
}

func large(v *variant) int {
	if v.Large {
		return 1
	}
	return 0
}
