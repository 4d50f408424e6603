package main

import "fmt"

// single renders the condition that a buffer of a call is one element of the target's datatype; "" if it always is.
func single(v *variant, buffer string) string {
	count := v.param(buffer + "_count")
	if count == nil {
		return ""
	}
	return fmt.Sprintf("%s == 1 && %s_datatype == target_datatype", enterWord(*count), buffer)
}

// valueType renders the datatype of the single element.
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

// valueLeft renders the statement that records the value which a call stores in a window. It comes before the record of
// the call.
func valueLeft(w *writer, v *variant) {
	if !v.Sem.RMA.Atomic() { // ranks signal each other by atomic operations only
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

// valueAsked renders the statement that notes a value to be fetched from a window. It comes after the record of a call
// that has no leave record.
func valueAsked(w *writer, v *variant) {
	if !v.Sem.RMA.Atomic() || !v.Sem.RMA.Reads() {
		return
	}
	when(w, single(v, "result"), "gm_value_asked(t, (uintptr_t)%s, gm_handle(win), (int32_t)target_rank, %s);",
		valueType(v), cName(*v.param("result_addr")))
}

// valuesSettled renders the statement that records the fetched values after a call that completes their operations.
func valuesSettled(w *writer, v *variant) {
	if target := settledTarget(v); target != "" {
		w.line(1, "if (!rc)")
		w.line(2, "gm_values_settled(t, pc, gm_handle(win), %s);", target)
	}
}
