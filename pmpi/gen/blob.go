package main

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// capture is one array or string that a blob keeps.
type capture struct {
	param
	n string // C expression of the array's length; "" of a string
}

// lengthOf renders the length of a captured array.
func lengthOf(v *variant, p param) string {
	name := p.Len()
	if name == "" {
		// What Waitsome and Testsome fill; undefined after some errors.
		return "gm_within(gm_int_at(outcount), (int32_t)incount)"
	}
	n := v.param(name)
	if n == nil {
		panic(fmt.Sprintf("gen: %s: no length for %s", v.Symbol(), p.Name))
	}
	if n.Dir == calls.In {
		return enterWord(*n)
	}
	return valueAt(*n)
}

// blob renders the blob record of the captured arguments, in order.
func blob(w *writer, v *variant, captured []param, after bool, indent int) {
	statuses := v.Sem.Statuses && after
	if len(captured) == 0 && !statuses {
		return
	}
	w.line(indent, "{")
	var total []string
	var list []capture
	for i, p := range captured {
		c := capture{param: p}
		if p.Array == "" {
			total = append(total, fmt.Sprintf("gm_string_words(%s)", cName(p)))
		} else {
			c.n = fmt.Sprintf("n%d", i)
			w.line(indent+1, "const int64_t %s = gm_array_len(%s, %s, %s);", c.n, lengthOf(v, p), c.from(), c.size())
			total = append(total, "1 + "+c.n)
		}
		list = append(list, c)
	}
	if statuses {
		w.line(indent+1, "const int64_t ns = gm_statuses_kept(%s, at, %s);", returned(v), statusCount(v))
		total = append(total, "1 + 2 * ns")
	}
	w.line(indent+1, "struct gm_blob blob;\n")
	w.line(indent+1, "gm_blob_open(&blob, t, pc, %s);", strings.Join(total, " + "))
	for _, c := range list {
		w.line(indent+1, "%s;", c.put())
	}
	if statuses {
		w.line(indent+1, "gm_blob_statuses(&blob, ns, at);")
	}
	w.line(indent, "}")
}

// statusCount renders how many statuses a call has filled.
func statusCount(v *variant) string {
	if v.Sem.OutCount >= 0 {
		return "gm_within(gm_int_at(outcount), (int32_t)incount)"
	}
	return "(int32_t)count"
}

// from renders where the elements are.
func (c capture) from() string {
	if c.saved != "" {
		return c.saved
	}
	return cName(c.param)
}

// size renders the bytes of an element.
func (c capture) size() string {
	switch {
	case c.saved != "" || isLong(c.Type):
		return "sizeof(int64_t)"
	case c.IsHandle():
		return "gm_handle_size()"
	}
	return "sizeof(int32_t)"
}

// put renders the call that writes the argument into the blob.
func (c capture) put() string {
	n := cName(c.param)
	switch {
	case c.n == "":
		return fmt.Sprintf("gm_blob_string(&blob, %s)", n)
	case c.saved != "":
		return fmt.Sprintf("gm_blob_longs(&blob, %s, %s)", c.n, c.saved)
	case c.IsHandle():
		return fmt.Sprintf("gm_blob_handles(&blob, %s, %s)", c.n, n)
	case c.Type == "int":
		return fmt.Sprintf("gm_blob_ints(&blob, %s, %s)", c.n, n)
	case isLong(c.Type):
		return fmt.Sprintf("gm_blob_longs(&blob, %s, %s)", c.n, n)
	}
	panic("gen: cannot capture " + c.Type)
}
