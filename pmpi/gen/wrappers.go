package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// byHand lists the wrappers in pmpi/init.c: recording begins or ends in them.
var byHand = map[string]bool{
	"MPI_Init": true, "MPI_Init_thread": true, "MPI_Session_init": true,
	"MPI_Finalize": true, "MPI_Session_finalize": true, "MPI_Abort": true,
}

// followed lists the calls whose request makes Mode Request record.
var followed = map[calls.Kind]bool{
	calls.Rput: true, calls.Rget: true, calls.Raccumulate: true, calls.RgetAccumulate: true,
	calls.CommIdup: true, calls.CommIdupWithInfo: true,
}

// later lists the calls whose result is not valid when they return.
var later = map[calls.Kind]bool{calls.CommIdup: true, calls.CommIdupWithInfo: true}

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
	w.WriteString(cHeader + "#ifndef ZZ_WRAPPERS_H\n#define ZZ_WRAPPERS_H\n\n")
	w.line(0, "/* Indices into gm_real and gm_real_name. */\nenum {")
	for _, v := range wrapped() {
		w.line(1, "GM_FN_%s,", v.Symbol())
	}
	w.line(1, "GM_FUNCTIONS\n};\n")
	w.line(0, "/* Kinds of the calls whose wrappers are written by hand. */\nenum {")
	for _, v := range wrapped() {
		if byHand[v.Symbol()] {
			w.line(1, "GM_KIND_%s = %d,", v.Symbol(), v.Kind)
		}
	}
	w.line(0, "};\n\nextern const char *const gm_real_name[GM_FUNCTIONS];\n\n#endif")
	return w.Bytes(), nil
}

// wrappersC renders the wrappers.
func wrappersC() ([]byte, error) {
	var w writer
	w.WriteString(cHeader + "#include \"gm.h\"\n\n#include \"zz_wrappers.h\"\n\n")
	w.line(0, "uint32_t gm_requests;\n")
	w.line(0, "const char *const gm_real_name[GM_FUNCTIONS] = {")
	for _, v := range wrapped() {
		w.line(1, "\"P%s\",", v.Symbol())
	}
	w.line(0, "};")
	for _, v := range wrapped() {
		if !byHand[v.Symbol()] {
			wrapper(&w, v)
		}
	}
	return w.Bytes(), nil
}

// wrapper renders one wrapper: guard, record, forward, record, return.
func wrapper(w *writer, v *variant) {
	w.line(0, "\nGM_EXPORT int %s(%s)\n{", v.Symbol(), cParams(v, true))
	w.line(1, "int (*real)(%s) = gm_real_of(GM_FN_%s);", cParams(v, false), v.Symbol())
	w.line(1, "const void *pc = GM_CALLER;")
	w.line(1, "struct gm_thread *t = gm_enter(pc);\n")
	if makesWindow(v) {
		w.line(1, "if (t && gm_from_f08(pc)) {\n\t\tgm_leave(t);\n\t\tt = NULL;\n\t}")
	}
	w.line(1, "if (!t)\n\t\treturn real(%s);", cArgs(v))
	switch v.Rec {
	case calls.Now:
		now(w, v)
	case calls.Local:
		record(w, v, "GM_ONCE", 1)
		now(w, v)
	case calls.Both:
		both(w, v)
	case calls.Request:
		w.line(1, "if (!GM_LOAD(&gm_requests)) {")
		w.line(2, "gm_now(t, %d, pc);", v.Kind)
		w.line(2, "const int rc = real(%s);", cArgs(v))
		w.line(2, "gm_leave(t);\n\t\treturn rc;\n\t}")
		both(w, v)
	}
	w.line(0, "}")
}

// makesWindow reports whether a call returns a new window.
func makesWindow(v *variant) bool {
	return slices.ContainsFunc(v.Params, func(p param) bool { return p.Type == "MPI_Win" && p.Dir == calls.Out })
}

// now forwards without a leave record.
func now(w *writer, v *variant) {
	w.line(1, "gm_now(t, %d, pc);", v.Kind)
	w.line(1, "const int rc = real(%s);", cArgs(v))
	w.line(1, "gm_leave(t);\n\treturn rc;")
}

func both(w *writer, v *variant) {
	record(w, v, "GM_ENTER", 1)
	w.line(1, "gm_now(t, %d, pc);", v.Kind)
	w.line(1, "const int rc = real(%s);", cArgs(v))
	leave(w, v)
	w.line(1, "gm_leave(t);\n\treturn rc;")
}

// record renders the Once or Enter record: captures, then one word an
// argument, then the call's extra word.
func record(w *writer, v *variant, phase string, indent int) {
	var captured []param
	var words []string
	for _, p := range v.Params {
		words = append(words, enterWord(p))
		if p.Type == "MPI_Win" && p.Dir != calls.Out {
			w.line(indent, "gm_know_window(t, %s, pc);", enterWord(p))
		}
		if p.Capture && p.Dir != calls.Out {
			captured = append(captured, p)
		}
	}
	if v.Kind == calls.WinFree {
		words = append(words, "gm_window_mapped(win)")
	}
	blob(w, v, captured, indent)
	emit(w, v, phase, words, indent)
}

// emit renders one record. Words that call a function that may write records
// or take time are computed by the caller before.
func emit(w *writer, v *variant, phase string, words []string, indent int) {
	w.line(indent, "{")
	if v.Kind == calls.WinFree && phase == "GM_ENTER" {
		last := len(words) - 1
		w.line(indent+1, "const int64_t mapped = %s;", words[last])
		words[last] = "mapped"
	}
	name := "w"
	if len(words) == 0 {
		w.line(indent+1, "gm_begin(t, %s, pc);", meta(v, phase, 0))
	} else {
		w.line(indent+1, "int64_t *%s = gm_begin(t, %s, pc);\n", name, meta(v, phase, len(words)))
	}
	for i, word := range words {
		w.line(indent+1, "%s[%d] = %s;", name, i, word)
	}
	w.line(indent+1, "gm_commit(t);")
	w.line(indent, "}")
}

// enterWord renders what the enter record holds of an argument.
func enterWord(p param) string {
	n := cName(p)
	switch {
	case p.Dir == calls.InOut && p.Scalar():
		return valueAt(p)
	case p.shape == shapePointer:
		return "(int64_t)(uintptr_t)" + n
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
	case p.IsHandle():
		return "gm_handle_at(" + n + ")"
	case p.Type == "int":
		return "gm_int_at(" + n + ")"
	}
	return "gm_long_at(" + n + ")"
}

// leave renders the record of the return: the result, the OUT values, and
// what the call has made.
func leave(w *writer, v *variant) {
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
	words = append(words, made(w, v)...)
	if followed[v.Kind] {
		w.line(1, "GM_STORE(&gm_requests, 1);")
	}
	blob(w, v, captured, 1)
	emit(w, v, "GM_LEAVE", words, 1)
}

// made renders the queries on what the call has made and returns the words
// they add to the leave record.
func made(w *writer, v *variant) []string {
	for _, p := range v.Params {
		if p.Dir != calls.Out || !p.Scalar() {
			continue
		}
		switch p.Type {
		case "MPI_Datatype":
			w.line(1, "const struct gm_type_words type = gm_query_type(rc, %s);", cName(p))
			return []string{"type.w[0]", "type.w[1]", "type.w[2]", "type.w[3]", "type.w[4]"}
		case "MPI_Comm":
			if later[v.Kind] {
				return []string{"0", "0"}
			}
			w.line(1, "const struct gm_comm_words comm_made = gm_query_comm(t, rc, %s, pc);", cName(p))
			return []string{"comm_made.inter", "comm_made.rank"}
		case "MPI_Group":
			w.line(1, "gm_query_group(t, rc, %s, pc);", cName(p))
			return nil
		}
	}
	switch v.Kind {
	case calls.WinAllocate, calls.WinAllocateShared, calls.WinCreateDynamic:
		w.line(1, "gm_window_known(rc, win);")
	case calls.WinCreate:
		w.line(1, "const int64_t mapped = gm_mapped(base, size);")
		w.line(1, "gm_window_made(rc, win, base, size);")
		return []string{"mapped"}
	}
	return nil
}
