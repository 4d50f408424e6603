package spell

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/words"
)

// Value is an argument or a result of a call: an int64, a Word, a string that the program passed, a Status, or a list
// of these.
type Value struct {
	Name string // as in the standard; "status" for a status, "statuses" for an array of them
	What any
}

// Word is a named value, such as MPI_ANY_TAG or MPI_COMM_WORLD, or an address or unnamed handle: 0x1000.
type Word string

// Status describes the message that a call has received or found. A source or tag is an int64 or a Word.
type Status struct {
	Source any   `json:"source"`
	Tag    any   `json:"tag"`
	Bytes  int64 `json:"bytes"`
}

// maxElements bounds the elements of an array that a line shows.
const maxElements = 8

// text formats a value for one line of output.
func text(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case string:
		return strconv.Quote(v)
	case Word:
		return string(v)
	case Status:
		return fmt.Sprintf("source=%s tag=%s bytes=%d", text(v.Source), text(v.Tag), v.Bytes)
	case []any:
		return "[" + strings.Join(texts(v, "..."), " ") + "]"
	}
	return ""
}

// texts formats the first maxElements elements, and appends more if there are further elements.
func texts(list []any, more string) []string {
	var out []string
	for i, v := range list {
		if i == maxElements {
			return append(out, more)
		}
		out = append(out, text(v))
	}
	return out
}

// arguments formats the arguments of a call, which stand in parentheses.
func arguments(values []Value) string {
	var out []string
	for _, v := range values {
		out = append(out, v.Name+"="+text(v.What))
	}
	return strings.Join(out, ", ")
}

// results formats the results of a call, which follow its arguments in the line.
func results(values []Value) string {
	var b strings.Builder
	for _, v := range values {
		switch list, many := v.What.([]any); {
		case v.Name == statusName:
			b.WriteString(" " + text(v.What))
		case many && v.Name == statusesName:
			more := words.More(len(list) - maxElements)
			b.WriteString(" " + statusesName + "=[" + strings.Join(texts(list, more), ", ") + "]")
		default:
			b.WriteString(" " + v.Name + "=" + text(v.What))
		}
	}
	return b.String()
}
