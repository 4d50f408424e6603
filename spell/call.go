package spell

import (
	"encoding/binary"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// The names of values of statuses.
const (
	statusName   = "status"
	statusesName = "statuses"
)

// Arguments returns the arguments of a call at its entry, in the order of its prototype. e is the enter record.
func (n *Names) Arguments(e *event.Event) []Value {
	row := calls.ByKind(e.Kind)
	if row == nil {
		return nil
	}
	out := make([]Value, 0, e.N)
	rest := e.Blob
	i := 0
	for k := range row.Args() {
		a := &row.Args()[k]
		if a.Variadic || a.LargeOnly && !e.Large {
			continue
		}
		if i >= int(e.N) {
			break
		}
		what := n.word(a, e.A[i])
		if a.Pointer() && a.Dir == calls.Out { // where the result goes
			what = address(e.A[i])
		}
		if a.Capture {
			var v any
			if v, rest = n.captured(a, rest); v != nil {
				what = v
			}
		}
		out = append(out, Value{a.Name, what})
		i++
	}
	return out
}

// Returned returns the return code of a call, 0 for MPI_SUCCESS; e is the record of the call's return.
func Returned(e *event.Event) int64 {
	if e.N == 0 {
		return 0
	}
	return e.A[0]
}

// Results returns the results of a call; e is its leave record.
func (n *Names) Results(e *event.Event) []Value {
	row := calls.ByKind(e.Kind)
	if row == nil {
		return nil
	}
	var out []Value
	i := 1
	for k := range row.Args() {
		a := &row.Args()[k]
		if a.Scalar() && i < int(e.N) {
			out = append(out, Value{a.Name, n.word(a, e.A[i])})
			i++
		}
	}
	s := calls.Of(row.Kind)
	found := s.Flag < 0 || e.A[s.Flag+1] != 0
	if s.Status >= 0 && int(s.Status)+3 < int(e.N) && found {
		out = append(out, Value{statusName, n.status(e.A[s.Status+1], e.A[s.Status+2], e.A[s.Status+3])})
	}
	return append(out, n.completed(s, e.Blob)...)
}

// completed returns the positions of the requests that a call has completed, and their statuses, as far as they are
// recorded.
func (n *Names) completed(s *calls.Sem, blob []byte) []Value {
	var out []Value
	if s.Completes == calls.CompletesSome {
		if list, _ := n.captured(&calls.Arg{Type: "int"}, blob); list != nil {
			out = append(out, Value{"array_of_indices", list})
		}
	}
	if !s.Statuses {
		return out
	}
	var statuses []any
	list := event.ArrayOf(blob, len(s.LeaveBlob)-1)
	for i := 0; i+1 < list.Len(); i += 2 {
		w := list.At(i)
		statuses = append(statuses, n.status(w>>32, int64(int32(w)), list.At(i+1)))
	}
	if len(statuses) == 0 {
		return out
	}
	return append(out, Value{statusesName, statuses})
}

// status returns the value of a status. Statuses of sends and of inactive requests are empty.
func (n *Names) status(source, tag, bytes int64) any {
	if bytes < 0 {
		return Word("cancelled")
	}
	if f := n.flavour; f != nil && source == f.AnySource && tag == f.AnyTag && bytes == 0 {
		return Word("empty")
	}
	return Status{Source: n.named("source", source), Tag: n.named("tag", tag), Bytes: bytes}
}

// captured returns the array or string of an argument that a blob begins with, and the rest of the blob; nil where
// there is none.
func (n *Names) captured(a *calls.Arg, blob []byte) (value any, rest []byte) {
	if len(blob) < 8 {
		return nil, nil
	}
	count := int64(binary.LittleEndian.Uint64(blob))
	blob = blob[8:]
	words := count
	isText := strings.HasSuffix(a.Type, "char")
	if isText {
		words = count/8 + (count%8+7)/8
	}
	if count < 0 || words > int64(len(blob)/8) {
		return nil, nil
	}
	have, rest := blob[:8*words], blob[8*words:]
	if isText {
		return string(have[:count]), rest
	}
	list := make([]any, words)
	for i := range list {
		list[i] = n.element(a, int64(binary.LittleEndian.Uint64(have[8*i:])))
	}
	return list, rest
}
