package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// byHand reports whether the wrapper is in pmpi/wrap/init.c: recording begins or
// ends in it.
func byHand(v *variant) bool {
	return v.Sem.Job != calls.NoJobStep || v.Sem.Makes == calls.ClassSession || v.Sem.Frees == calls.ClassSession
}

// followed reports whether calls that complete requests are recorded once the program has made a request by this call,
// even if their own family is switched off (see unwatched).
func followed(v *variant) bool {
	switch v.Sem.Starts {
	case calls.StartsRMA, calls.StartsIO, calls.StartsMakeComm:
		return true
	}
	return false
}

// freesAnytime reports whether the call frees an object, and may do so after MPI_Finalize.
func freesAnytime(v *variant) bool { return v.Sem.Anytime && v.Sem.Frees != 0 }

// hot reports whether the record of a call is written in the wrapper itself. Elsewhere a function
// writes it: a collective call, for example, takes a hundred times as long as calling a function.
func hot(v *variant) bool {
	return v.Sem.Family == calls.FamilyRMA || v.Sem.Family == calls.FamilyMessages && !v.Sem.Persistent
}

// writer collects generated C.
type writer struct{ bytes.Buffer }

func (w *writer) line(indent int, format string, args ...any) {
	w.WriteString(strings.Repeat("\t", indent))
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// wrappersH renders the numbers of the wrapped functions.
func wrappersH() ([]byte, error) {
	var w writer
	w.WriteString(cHeader + "#ifndef ZZ_WRAPPERS_H\n#define ZZ_WRAPPERS_H\n\n#include <stdint.h>\n\n")
	w.line(0, "/* Indices into gm_real and gm_real_name. */\nenum {")
	for _, v := range wrapped() {
		w.line(1, "GM_FN_%s,", v.Symbol())
	}
	w.line(1, "GM_FUNCTIONS\n};\n")
	w.line(0, "/* Kinds of calls that are named in code written by hand. */\nenum {")
	for _, v := range wrapped() {
		if byHand(v) || !v.Large && slices.Contains(sectionKinds, v.Kind) {
			w.line(1, "GM_KIND_%s = %d,", v.Symbol(), v.Kind)
		}
	}
	w.line(0, "};\n\n/* The families of calls (calls.Family), and their names up to a NULL. */")
	w.line(0, "enum { GM_FAMILIES = %d };\n\nextern const char *const gm_family_name[];", calls.FamilyAll)
	w.line(0, "extern const char *const gm_real_name[GM_FUNCTIONS];\n"+
		"extern const uint16_t gm_kind_of[GM_FUNCTIONS];\n\n#endif")
	return w.Bytes(), nil
}

// namesC renders the tables of the wrapped functions.
func namesC() ([]byte, error) {
	var w writer
	w.WriteString(cHeader + "#include \"zz_wrappers.h\"\n\n#include <stddef.h>\n\n")
	w.line(0, "const char *const gm_family_name[] = {\"%s\", NULL};\n", strings.Join(calls.FamilyNames, "\", \""))
	w.line(0, "const char *const gm_real_name[GM_FUNCTIONS] = {")
	for _, v := range wrapped() {
		w.line(1, "\"P%s\",", v.Symbol())
	}
	w.line(0, "};")
	w.line(0, "\nconst uint16_t gm_kind_of[GM_FUNCTIONS] = {")
	for _, v := range wrapped() {
		w.line(1, "%d,", v.Kind)
	}
	w.line(0, "};")
	return w.Bytes(), nil
}

// wrappersOf returns a renderer of the wrappers of a family.
func wrappersOf(family calls.Family) func() ([]byte, error) {
	return func() ([]byte, error) {
		var body writer
		for _, v := range wrapped() {
			if v.Sem.Family != family {
				continue
			}
			if byHand(v) {
				entriesByHand(&body, v)
			} else {
				wrapper(&body, v)
				entryPast(&body, v)
			}
		}
		return append([]byte(cHeader+includesFor(body.String())), body.Bytes()...), nil
	}
}

// entriesByHand renders the MPI_ function and the PMPI_ function of a call whose wrapper
// is in init.c. Each of the two forwards to the next function of its own name.
func entriesByHand(w *writer, v *variant) {
	comma := ""
	if len(v.Params) > 0 {
		comma = ", "
	}
	w.line(0, "\n%s;", ownName(v))
	w.line(0, "\nGM_EXPORT int %s(%s)\n{", v.Symbol(), cParams(v, true))
	w.line(1, "return own_%s(gm_real_of(GM_FN_%[1]s), GM_CALLER, 0%s%s);\n}", v.Symbol(), comma, cArgs(v))
	w.line(0, "\nGM_PAST int P%s(%s)\n{", v.Symbol(), cParams(v, true))
	w.line(1, "int (*real)(%s) = gm_library_of(GM_FN_%s);", cParams(v, false), v.Symbol())
	w.line(1, "const void *pc = GM_CALLER;")
	w.line(1, "uint64_t outer;\n")
	w.line(1, "switch (gm_past(%d, pc, &outer)) {", markKind(v))
	w.line(1, "case GM_MADE:\n\t\treturn own_%s(real, pc, 1%s%s);", v.Symbol(), comma, cArgs(v))
	w.line(1, "case GM_DELIVERED:\n\t\treturn gm_delivered(real(%s), outer);\n\t}", cArgs(v))
	w.line(1, "return real(%s);\n}", cArgs(v))
}

// ownName renders the head of a wrapper in init.c. real is the function that the call continues
// in, pc the caller; past says that the call came by its PMPI_ name.
func ownName(v *variant) string {
	head := fmt.Sprintf("int own_%s(int (*real)(%s), const void *pc, int past", v.Symbol(), cParams(v, false))
	if len(v.Params) == 0 {
		return head + ")"
	}
	return head + ", " + cParams(v, true) + ")"
}

// entryPast renders the PMPI_ function, which leaves a call of the program to the wrapper.
// The wrapper is called by a hidden name: its MPI_ name may lead to a tool in front.
func entryPast(w *writer, v *variant) {
	w.line(0, "\nextern __typeof(%[1]s) own_%[1]s GM_OWN(\"%[1]s\");", v.Symbol())
	w.line(0, "\nGM_PAST int P%s(%s)\n{", v.Symbol(), cParams(v, true))
	w.line(1, "struct gm_past past = {gm_library_of(GM_FN_%s), GM_CALLER, __builtin_dwarf_cfa(), 0};", v.Symbol())
	w.line(1, "int (*const real)(%s) = past.real;\n", cParams(v, false))
	w.line(1, "switch (gm_past_made(%d, &past)) {", markKind(v))
	w.line(1, "case GM_MADE:\n\t\treturn own_%s(%s);", v.Symbol(), cArgs(v))
	w.line(1, "case GM_DELIVERED:\n\t\treturn gm_delivered(real(%s), past.outer);\n\t}", cArgs(v))
	w.line(1, "return real(%s);\n}", cArgs(v))
}

// wrapper renders the MPI_ function: guard, record, forward, record, return.
func wrapper(w *writer, v *variant) {
	w.line(0, "\nGM_EXPORT int %s(%s)\n{", v.Symbol(), cParams(v, true))
	w.line(1, "const void *pc = GM_CALLER;")
	w.line(1, "void *next = gm_real_of(GM_FN_%s);", v.Symbol())
	if quick(v) {
		recordQuickly(w, v)
	}
	w.line(1, "struct gm_thread *t = gm_enter(%d, &pc, &next);", markKind(v))
	w.line(1, "int (*const real)(%s) = next;\n", cParams(v, false))
	if freesAnytime(v) {
		w.line(1, "if (!t) {\n\t\tgm_stray_free(%d, pc);\n\t\treturn real(%s);\n\t}", v.Kind, cArgs(v))
	} else {
		w.line(1, "if (!t)\n\t\treturn real(%s);", cArgs(v))
	}
	if v.Rec != calls.Now {
		w.line(1, "gm_track(t, %d);", releases(v))
	}
	if v.Rec != calls.Now && v.Sem.Family != calls.FamilyBase {
		unwatched(w, v)
	}
	if v.Rec == calls.Local || v.Rec == calls.Both {
		if foundBy(v) == "" { // otherwise only before a record, see poll
			results(w, v, 1)
		}
		lookedAt(w, v, 1)
		locals(w, v, 1)
	}
	switch v.Rec {
	case calls.Now:
		now(w, v, 1)
	case calls.Local:
		valueLeft(w, v)
		record(w, v, "GM_ONCE", 1)
		valueAsked(w, v)
		usesFromHere(w, v)
		now(w, v, 1)
	case calls.Both:
		recorded(w, v)
	}
	w.line(0, "}")
}

// quick reports whether a wrapper has a short path besides the general path: programs make millions of these
// calls in tight loops.
func quick(v *variant) bool {
	return v.Rec == calls.Local && v.Sem.RMA != calls.NoRMA && !v.Sem.RMA.Atomic()
}

// recordQuickly renders the short way of a wrapper, for the time in which no buffers are tracked.
func recordQuickly(w *writer, v *variant) {
	w.line(1, "struct gm_thread *const quick = gm_enter_quick(%d, pc);\n", v.Sem.Family)
	w.line(1, "if (GM_LIKELY(quick != NULL)) {")
	w.line(2, "struct gm_thread *const t = quick;")
	w.line(2, "int (*const real)(%s) = next;\n", cParams(v, false))
	locals(w, v, 2)
	words := argumentWords(w, v, 2)
	w.line(2, "const struct gm_writing record = gm_open(t, %s, (uintptr_t)pc);\n", meta(v, "GM_ONCE", len(words)))
	for i, word := range words {
		w.line(2, "record.words[%d] = %s;", i, word)
	}
	w.line(2, "gm_now_at(t, %d, (uintptr_t)pc, gm_close(t, record.next));", v.Kind)
	w.line(2, "const int rc = real(%s);", cArgs(v))
	w.line(2, "gm_leave(t);")
	w.line(2, "return rc;\n\t}")
}

// results renders the record that says which addresses of results are NULL.
func results(w *writer, v *variant, indent int) {
	var all, null []string
	for i, p := range v.Params {
		if given := place(v, p); given != "" {
			all = append(all, given)
			null = append(null, fmt.Sprintf("(int64_t)!%s << %d", given, i))
		}
	}
	if len(all) > 0 {
		w.line(indent, "if (!GM_LIKELY(%s))\n%[2]sgm_null_results(t, pc, %[3]s);", strings.Join(all, " && "),
			strings.Repeat("\t", indent+1), strings.Join(null, " | "))
	}
}

// place renders the condition that the call has an address for a result, or needs none; "" if the argument is not the
// address of a result.
func place(v *variant, p param) string {
	name := cName(p)
	length := p.Len()
	switch {
	case p.Type == "MPI_Status" && p.Array == "" && p.Dir == calls.Out:
		return fmt.Sprintf("(%s || !gm_layout.ignore)", name)
	case p.Type == "MPI_Status" && p.Dir == calls.Out:
		return fmt.Sprintf("(%s || !gm_layout.ignore || (int32_t)%s <= 0)", name, cName(v.Params[0]))
	case p.Result(), p.Type == "MPI_Status" && p.Dir == calls.InOut:
		return name
	case p.Dir != calls.Out || p.Array == "" || p.Stars != "":
		return ""
	case v.Sem.OutCount >= 0:
		length = "incount"
	}
	if length == "" {
		return ""
	}
	return fmt.Sprintf("(%s || %s <= 0)", name, enterWord(*v.param(length)))
}

// unwatched renders the path of a call whose family is switched off. Calls
// that complete requests of another family are still recorded as soon as there are
// such requests, and calls that use buffers while a split collective is active.
func unwatched(w *writer, v *variant) {
	condition := fmt.Sprintf("!GM_LIKELY(gm_watched & %d)", v.Sem.Family)
	if v.Sem.Completes != calls.CompletesNone {
		condition += " && !GM_LOAD(&gm_requests)"
	}
	w.line(1, "if (%s) {", condition)
	if usesBuffer(v) {
		w.line(2, "if (GM_LOAD(&gm_splits)) {")
		record(w, v, "GM_ONCE", 3)
		w.line(2, "}")
	}
	now(w, v, 2)
	w.line(1, "}")
}

// usesBuffer reports whether a point-to-point or collective call reads
// or writes memory of the program.
func usesBuffer(v *variant) bool {
	return len(v.Sem.Buffers) > 0 && v.Sem.Win < 0 && v.Sem.File < 0 && !v.Sem.Persistent
}

// now renders the forwarding of a call without a leave record.
func now(w *writer, v *variant, indent int) {
	w.line(indent, "gm_now(t, %d, pc);", v.Kind)
	w.line(indent, "const int rc = real(%s);", cArgs(v))
	w.line(indent, "gm_leave(t);")
	w.line(indent, "return rc;")
}

// forward renders the call itself. If the program ignores the statuses, the MPI library still gets room for them,
// because the record names the message.
func forward(w *writer, v *variant, indent int) {
	handlesBefore(w, v, indent)
	usesInCall(w, v, indent)
	readyBefore(w, v, indent)
	w.line(indent, "gm_now(t, %d, pc);", v.Kind)
	w.line(indent, "const int rc = real(%s);", forwarded(v))
}

// forwarded renders the arguments of the call itself.
func forwarded(v *variant) string {
	if v.Sem.StatusArg < 0 {
		return cArgs(v)
	}
	var names []string
	for i, p := range v.Params {
		if i == int(v.Sem.StatusArg) {
			names = append(names, "at")
		} else {
			names = append(names, cName(p))
		}
	}
	return strings.Join(names, ", ")
}

// statusRoom renders the variable with the room for the statuses, and the call of gm_ask if arrays of statuses are
// worth keeping from now on.
func statusRoom(w *writer, v *variant, indent int) {
	switch {
	case v.Sem.Statuses:
		w.line(indent, "void *const at = gm_statuses(t, array_of_statuses, (int32_t)%s);", cName(v.Params[0]))
	case v.Sem.Got >= 0:
		w.line(indent, "struct gm_status own;\n\tvoid *const at = gm_status_of_read(status, &own);")
	case v.Sem.StatusArg >= 0:
		w.line(indent, "struct gm_status own;\n\tvoid *const at = gm_status_or(status, &own);")
	case v.Step == calls.RequestCancel, v.Sem.Starts == calls.StartsGeneral:
		w.line(indent, "gm_ask();")
	case v.Sem.StartsOut >= 0 && v.Sem.Source >= 0:
		w.line(indent, "gm_ask_of(%s, %s);", cName(v.Params[v.Sem.Source]), cName(v.Params[v.Sem.RecvTag]))
	}
}

func both(w *writer, v *variant) {
	statusRoom(w, v, 1)
	valueLeft(w, v)
	record(w, v, "GM_ENTER", 1)
	forward(w, v, 1)
	valuesSettled(w, v)
	leave(w, v, 1)
	segments(w, v)
	if v.Sem.Epoch == calls.EpochSync {
		w.line(1, "if (!rc)\n\t\tgm_synced_here(t, %d, pc, %s);", v.Kind, enterWord(*v.param("win")))
	}
	w.line(1, "gm_leave(t);\n\treturn rc;")
}

// recorded renders a call with an enter and a leave record.
func recorded(w *writer, v *variant) {
	if found := foundBy(v); found != "" {
		poll(w, v, found)
		return
	}
	if v.Sem.Epoch == calls.EpochSync {
		syncedAgain(w, v)
	}
	both(w, v)
}

// syncedAgain renders the counting of a synchronization in a loop that makes no other call and waits for memory to
// change: of a row of these only the first and the last are recorded, and the number of the others.
func syncedAgain(w *writer, v *variant) {
	w.line(1, "if (gm_synced(t, %d, pc, %s)) {", v.Kind, enterWord(*v.param("win")))
	forward(w, v, 2)
	w.line(2, "if (!rc) {\n\t\t\tgm_polled(t);\n\t\t\tgm_leave(t);\n\t\t\treturn rc;\n\t\t}")
	record(w, v, "GM_ENTER", 2)
	leave(w, v, 2)
	w.line(2, "gm_leave(t);\n\t\treturn rc;\n\t}")
}

// foundBy renders whether a call that programs repeat has found anything; ""
// for other calls.
func foundBy(v *variant) string {
	switch {
	case !v.Sem.Polls:
		return ""
	case v.Sem.Flag >= 0:
		return "gm_int_at(flag)"
	}
	return "gm_int_at(outcount) > 0"
}

// poll renders a call that programs repeat until it finds something: of a row
// of tests that find nothing only the first is recorded, and the number of the
// others. The wrapper saves arguments that the call may overwrite, and writes both records only
// if the call has found something.
func poll(w *writer, v *variant, found string) {
	statusRoom(w, v, 1)
	handles := slices.IndexFunc(v.Params, func(p param) bool { return p.Capture && p.Dir != calls.Out })
	condition := "gm_idle(t)"
	if v.Sem.Win >= 0 {
		condition += " && gm_handle(win) == t->win"
	}
	later := *v
	later.Params = slices.Clone(v.Params)
	if handles >= 0 {
		w.line(1, "const void *saved = NULL;\n")
		condition += fmt.Sprintf(" && gm_save_handles(t, &saved, %s, %s)", lengthOf(v, v.Params[handles]),
			cName(v.Params[handles]))
		later.Params[handles].saved = "saved"
	}
	w.line(1, "if (%s) {", condition)
	for i, p := range v.Params {
		if p.Dir == calls.InOut && p.Scalar() {
			w.line(2, "const int64_t before = %s;\n", enterWord(p))
			later.Params[i].saved = "before"
		}
	}
	forward(w, v, 2)
	w.line(2, "if (!rc && !(%s)) {\n\t\t\tgm_polled(t);\n\t\t\tgm_leave(t);\n\t\t\treturn rc;\n\t\t}", found)
	results(w, v, 2)
	arraysLookedAt(w, &later, 2)
	record(w, &later, "GM_ENTER", 2)
	leave(w, v, 2)
	w.line(2, "gm_leave(t);\n\t\treturn rc;\n\t}")
	results(w, v, 1)
	arraysLookedAt(w, v, 1)
	record(w, v, "GM_ENTER", 1)
	forward(w, v, 1)
	leave(w, v, 1)
	w.line(1, "if (!rc && !(%s))\n\t\tgm_idle_from_here(t);", found)
	w.line(1, "gm_leave(t);\n\treturn rc;")
}

// record renders the Once or Enter record: captures, then a word for each
// argument, then the call's extra words.
func record(w *writer, v *variant, phase string, indent int) {
	words := append(argumentWords(w, v, indent), before(w, v, indent)...)
	captured := slices.DeleteFunc(slices.Clone(v.Params), func(p param) bool {
		return !p.Capture || p.Dir == calls.Out
	})
	blob(w, v, captured, false, indent)
	emit(w, v, phase, words, indent)
}

// argumentWords renders calls that make the objects of a call known, and returns the words for its arguments.
func argumentWords(w *writer, v *variant, indent int) (words []string) {
	for _, p := range v.Params {
		words = append(words, enterWord(p))
		if know := knows[p.Type]; know != "" && p.Dir != calls.Out {
			w.line(indent, "%s(t, %s, pc);", know, enterWord(p))
		}
	}
	return words
}

// knows names the functions that write a Probe record for an object that
// was not created by a recorded call.
var knows = map[string]string{"MPI_Win": "gm_know_window", "MPI_File": "gm_know_file"}

// before renders the code before the Enter record and returns the words
// that it adds.
func before(w *writer, v *variant, indent int) []string {
	freed(w, v, indent)
	switch {
	case v.Sem.Frees == calls.ClassWin:
		w.line(indent, "const int64_t mapped = gm_window_mapped(win);")
		return []string{"mapped"}
	case v.Kind == calls.WinAttach:
		w.line(indent, "const int64_t mapped = gm_mapped(base, size);")
		return []string{"mapped"}
	case v.Sem.Frees == calls.ClassComm:
		w.line(indent, "gm_comm_gone(%s);", enterWord(*v.param("comm")))
	case v.Kind == calls.DistGraphCreate:
		return []string{"gm_unweighted(weights)"}
	case v.Kind == calls.DistGraphCreateAdjacent:
		return []string{"gm_unweighted(sourceweights)", "gm_unweighted(destweights)"}
	case v.Sem.Frees == calls.ClassFile:
		w.line(indent, "gm_split_forget(%s);", enterWord(*v.param("fh")))
	case v.Sem.Frees == calls.ClassDatatype:
		w.line(indent, "gm_split_type_freed((uintptr_t)%s);", enterWord(*v.param("datatype")))
	case v.Sem.IO.Half == calls.SplitBegin && v.Sem.IO.Write:
		w.line(indent, "const int64_t digest = gm_split_begin(%s, 1);", splitArgs(v))
		return []string{"digest"}
	case v.Sem.IO.Half == calls.SplitBegin:
		w.line(indent, "gm_split_begin(%s, 0);", splitArgs(v))
	case v.Sem.IO.Half == calls.SplitEnd:
		w.line(indent, "const struct gm_split_words split = gm_split_end(%s);", enterWord(*v.param("fh")))
		return []string{"split.mapped", "split.digest"}
	}
	return nil
}

// splitArgs renders the file and the buffer of a call that begins a split
// collective.
func splitArgs(v *variant) string {
	return fmt.Sprintf("%s, buf, %s, (uintptr_t)gm_handle(datatype)", enterWord(*v.param("fh")),
		enterWord(*v.param("count")))
}

// emit renders a record. Nothing between gm_begin and gm_commit may write
// a record or take time.
func emit(w *writer, v *variant, phase string, words []string, indent int) {
	head := meta(v, phase, len(words))
	switch {
	case !hot(v) && len(words) == 0:
		w.line(indent, "gm_record(t, %s, pc, NULL);", head)
		return
	case !hot(v):
		w.line(indent, "gm_record(t, %s, pc, (const int64_t[]){%s});", head, strings.Join(words, ", "))
		return
	}
	w.line(indent, "{")
	if len(words) == 0 {
		w.line(indent+1, "gm_begin(t, %s, pc);", head)
	} else {
		w.line(indent+1, "int64_t *w = gm_begin(t, %s, pc);\n", head)
	}
	for i, word := range words {
		w.line(indent+1, "w[%d] = %s;", i, word)
	}
	w.line(indent+1, "gm_commit(t);")
	w.line(indent, "}")
}

// enterWord renders the word of an argument in the enter record.
func enterWord(p param) string {
	n := cName(p)
	switch {
	case p.saved != "" && !p.Capture:
		return p.saved
	case p.Dir == calls.InOut && p.Scalar(), p.Dir == calls.In && p.IsHandle() && p.Stars == "*":
		return valueAt(p)
	case p.shape == shapePointer:
		return "(int64_t)(uintptr_t)" + n
	case p.Type == "MPI_File":
		return "(int64_t)" + n // whole: MPICH's are pointers
	case p.shape == shapeHandle:
		return "gm_handle(" + n + ")"
	case p.shape == shapeInt:
		return "(int32_t)" + n
	}
	return n
}

// valueAt renders the value at an OUT or INOUT address.
func valueAt(p param) string {
	n := cName(p)
	switch {
	case p.Type == "MPI_File":
		return "gm_long_at(" + n + ")"
	case p.IsHandle():
		return "gm_handle_at(" + n + ")"
	case p.Type == "int":
		return "gm_int_at(" + n + ")"
	}
	return "gm_long_at(" + n + ")"
}

// leave renders the record of the return: the result, the OUT values, and
// the properties of a new object.
func leave(w *writer, v *variant, indent int) {
	meanwhile(w, v, indent)
	tracked(w, v, indent)
	words := []string{"rc"}
	var captured []param
	for _, p := range v.Params {
		if p.Scalar() {
			words = append(words, valueAt(p))
		}
		if p.Capture && p.Dir == calls.Out {
			captured = append(captured, p)
		}
	}
	if v.Sem.IO.Half == calls.SplitBegin {
		w.line(indent, "if (rc)\n\t\tgm_split_undo(%s);", enterWord(*v.param("fh")))
	}
	words = append(words, made(w, v)...)
	if followed(v) {
		w.line(indent, "GM_STORE(&gm_requests, 1);")
	}
	words = append(words, told(w, v, indent)...)
	w.line(indent, "gm_returned(t, rc, pc);")
	blob(w, v, captured, true, indent)
	emit(w, v, "GM_LEAVE", words, indent)
}

// told renders the reading of the call's status and returns the words for it.
func told(w *writer, v *variant, indent int) []string {
	if v.Sem.Got >= 0 {
		return []string{"gm_bytes_read(rc, at)"}
	}
	if v.Sem.Status < 0 {
		return nil
	}
	probed := 0
	if v.Sem.Match == calls.MatchProbe {
		probed = 1
	}
	w.line(indent, "const struct gm_message message_of = gm_message_of(%s, at, %d);", returned(v), probed)
	return []string{"message_of.source", "message_of.tag", "message_of.bytes"}
}

// returned renders the condition that a call has filled its status.
func returned(v *variant) string {
	if found := foundBy(v); found != "" {
		return "!rc && " + found
	}
	return "!rc"
}

// made renders the queries on the object that the call has created and returns the words
// they add to the leave record.
func made(w *writer, v *variant) []string {
	switch v.Sem.Makes {
	case calls.ClassDatatype:
		w.line(1, "const struct gm_type_words type = gm_query_type(rc, %s);", madeName(v))
		return []string{"type.w[0]", "type.w[1]", "type.w[2]", "type.w[3]", "type.w[4]"}
	case calls.ClassComm:
		if v.Sem.Starts == calls.StartsMakeComm { // the communicator does not exist yet
			w.line(1, "gm_comm_copied(rc, comm, %s);", madeName(v))
			return []string{"0", "0"}
		}
		w.line(1, "const struct gm_comm_words comm_made = gm_query_comm(t, rc, %s, GM_TOPOLOGY_%s, pc);", madeName(v),
			topologies[v.Topology])
		if v.Topology == calls.TopologyParent {
			w.line(1, "gm_comm_copied(rc, comm, %s);", madeName(v))
		}
		return []string{"comm_made.inter", "comm_made.rank"}
	case calls.ClassGroup:
		w.line(1, "gm_query_group(t, rc, %s, pc);", madeName(v))
	case calls.ClassWin:
		w.line(1, "const int64_t model = gm_query_model(rc, win);")
		if v.param("base") == nil { // the window has memory of the MPI library, or none yet
			w.line(1, "gm_window_known(rc, win);")
			if v.Kind == calls.WinAllocate {
				w.line(1, "const int64_t placed = gm_query_base(rc, win);")
				return []string{"model", "placed"}
			}
			return []string{"model"}
		}
		w.line(1, "const int64_t mapped = gm_mapped(base, size);")
		w.line(1, "const int64_t placed = gm_query_base(rc, win);")
		w.line(1, "gm_window_made(rc, win, base, size);")
		return []string{"mapped", "model", "placed"}
	case calls.ClassFile:
		w.line(1, "const struct gm_file_words file = gm_query_file(rc, filename);")
		w.line(1, "gm_file_known(rc, fh);")
		return []string{"file.dev", "file.ino"}
	}
	return nil
}

// topologies gives the C name of each source of a communicator's neighbors.
var topologies = map[calls.Topology]string{
	calls.NoTopology: "NONE", calls.TopologyParent: "NONE",
	calls.TopologyCart: "CART", calls.TopologyGraph: "GRAPH", calls.TopologyDistGraph: "DIST_GRAPH",
}

// madeName renders the argument whose object the call creates.
func madeName(v *variant) string {
	return cName(*v.param(v.Sem.Leave[v.Sem.MakesOut]))
}
