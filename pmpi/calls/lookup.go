package calls

import "strings"

// MaxKind is above the largest kind a call may have.
const MaxKind = 1024

var (
	byKind [MaxKind]*Row
	byName = map[string]*Row{}
)

func init() { // the index of a constant table
	for i := range Table {
		r := &Table[i]
		byKind[r.Kind] = r
		byName[r.Name()] = r
	}
}

// ByKind returns the row of kind k, or nil.
func ByKind(k Kind) *Row {
	if k >= MaxKind {
		return nil
	}
	return byKind[k]
}

// ByName returns the row of the C name (with or without _c, or with MPIX_, see HasX), or nil.
func ByName(name string) *Row {
	if r := byName[name]; r != nil {
		return r
	}
	if x, ok := strings.CutPrefix(name, "MPIX_"); ok {
		if r := byName["MPI_"+x]; r != nil && r.HasX() {
			return r
		}
		return nil
	}
	return byName[strings.TrimSuffix(name, "_c")]
}

// String returns the C name of the call, or a phrase for another event.
func (k Kind) String() string {
	if r := ByKind(k); r != nil {
		return r.Name()
	}
	if k.Program() || k == CreateThread {
		return programText[k]
	}
	return "record kind " + itoa(int(k))
}

// ArgIndex returns the position of the named argument of k, which is also the
// word of an enter record that holds it; -1 if k has no such argument.
func ArgIndex(k Kind, name string) int { return Of(k).EnterWord(name) }

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}
