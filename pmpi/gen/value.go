package main

import "github.com/gomarmot/gomarmot/pmpi/calls"

// single renders whether a call reaches one element at its target; "" if it always
// does.
func single(v *variant) string {
	count := v.param("origin_count")
	if v.Sem.RMA == calls.RMAGetAccumulate {
		count = v.param("target_count")
	}
	if count == nil {
		return ""
	}
	return enterWord(*count) + " == 1"
}

// valueType renders the datatype of that element.
func valueType(v *variant) string {
	if p := v.param("datatype"); p != nil {
		return enterWord(*p)
	}
	return enterWord(*v.param("target_datatype"))
}

// when renders a statement that holds for calls with single elements only.
func when(w *writer, v *variant, format string, args ...any) {
	indent := 1
	if condition := single(v); condition != "" {
		w.line(1, "if (%s)", condition)
		indent++
	}
	w.line(indent, format, args...)
}

// valueLeft renders, before the record of a call, what it leaves in a window.
func valueLeft(w *writer, v *variant) {
	if !v.Sem.RMA.Writes() {
		return
	}
	compare := "NULL"
	if p := v.param("compare_addr"); p != nil {
		compare = cName(*p)
	}
	when(w, v, "gm_value_left(t, pc, (uintptr_t)%s, origin_addr, %s);", valueType(v), compare)
}

// valueAsked renders, after the record of a call without a leave record, that it
// fetches something from a window.
func valueAsked(w *writer, v *variant) {
	if !v.Sem.RMA.Reads() {
		return
	}
	result := v.param("result_addr")
	if result == nil {
		result = v.param("origin_addr")
	}
	when(w, v, "gm_value_asked(t, (uintptr_t)%s, gm_handle(win), (int32_t)target_rank, %s);", valueType(v), cName(*result))
}

// valuesSettled renders, in a call that has returned, that values are there that
// the thread has fetched.
func valuesSettled(w *writer, v *variant) {
	far, all := v.Sem.Epoch.Settles()
	if far == calls.NotSettled {
		return
	}
	target := "-1"
	if !all {
		target = "(int32_t)rank"
	}
	w.line(1, "if (!rc)")
	w.line(2, "gm_values_settled(t, pc, gm_handle(win), %s);", target)
}
