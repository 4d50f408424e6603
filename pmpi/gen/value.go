package main

import "fmt"

// single renders whether a buffer of a call is a single element, of the same datatype as at
// the target; "" if it always is.
func single(v *variant, buffer string) string {
	count := v.param(buffer + "_count")
	if count == nil {
		return ""
	}
	return fmt.Sprintf("%s == 1 && %s_datatype == target_datatype", enterWord(*count), buffer)
}

// valueType renders the datatype of that element.
func valueType(v *variant) string {
	if p := v.param("datatype"); p != nil {
		return enterWord(*p)
	}
	return enterWord(*v.param("target_datatype"))
}

// when renders a statement, under a condition unless that is "".
func when(w *writer, condition, format string, args ...any) {
	indent := 1
	if condition != "" {
		w.line(1, "if (%s)", condition)
		indent++
	}
	w.line(indent, format, args...)
}

// valueLeft renders, before the record of a call, the value that it stores in a window.
func valueLeft(w *writer, v *variant) {
	if !v.Sem.RMA.Atomic() { // by others ranks do not tell each other anything
		return
	}
	op, compare := "0", "NULL"
	if p := v.param("op"); p != nil {
		op = "(uintptr_t)" + enterWord(*p)
	}
	if p := v.param("compare_addr"); p != nil {
		compare = cName(*p)
	}
	when(w, single(v, "origin"), "gm_value_left(t, pc, (uintptr_t)%s, %s, origin_addr, %s);", valueType(v), op, compare)
}

// valueAsked renders, after the record of a call without a leave record, that it
// fetches something from a window.
func valueAsked(w *writer, v *variant) {
	if !v.Sem.RMA.Atomic() || !v.Sem.RMA.Reads() {
		return
	}
	when(w, single(v, "result"), "gm_value_asked(t, (uintptr_t)%s, gm_handle(win), (int32_t)target_rank, %s);",
		valueType(v), cName(*v.param("result_addr")))
}

// valuesSettled renders, in a call that has returned, that values are there that
// the thread has fetched.
func valuesSettled(w *writer, v *variant) {
	if target := settledTarget(v); target != "" {
		w.line(1, "if (!rc)")
		w.line(2, "gm_values_settled(t, pc, gm_handle(win), %s);", target)
	}
}
