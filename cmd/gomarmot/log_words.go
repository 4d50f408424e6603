package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	mathbits "math/bits"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/words"
)

// wordNames turns the words of a rank's records back into what the program wrote.
type wordNames struct {
	flavour *calls.Flavour // nil: not known
	handles map[handleKey]string
}

// handleKey: handles of different classes may be equal.
type handleKey struct {
	class  calls.Class
	handle int64
}

func newWordNames(r *logdir.RankLog) wordNames {
	n := wordNames{handles: map[handleKey]string{}}
	if r.Header != nil {
		n.flavour = calls.FlavourByName(r.Header.Flavour)
	}
	return n
}

// learn adds the predefined handle that a record describes.
func (n *wordNames) learn(e *event.Event) {
	if p := calls.PredefByID(uint16(e.A[2])); p != nil {
		n.handles[handleKey{calls.Class(e.A[0]), e.A[1]}] = p.Name
	}
}

// text is a record in one line.
func (n *wordNames) text(e *event.Event) string {
	row := calls.ByKind(e.Kind)
	if row == nil {
		return n.other(e)
	}
	name := row.Name()
	if e.Large {
		name += "_c"
	}
	if e.Phase == event.Leave {
		return name + " returned" + n.results(row, e)
	}
	return name + "(" + strings.Join(n.arguments(row, e), ", ") + ")"
}

// arguments are those of a call when it was entered.
func (n *wordNames) arguments(row *calls.Row, e *event.Event) []string {
	var out []string
	blob := blobWords(e.Blob)
	i := 0
	for _, a := range row.Args() {
		if a.Variadic || a.LargeOnly && !e.Large {
			continue
		}
		if i >= int(e.N) {
			break
		}
		text := n.word(a, e.A[i])
		if a.Pointer() && a.Dir == calls.Out { // where the result goes
			text = "0x" + strconv.FormatUint(uint64(e.A[i]), 16)
		}
		if a.Capture {
			if s, ok := blob.next(a.Type, func(v int64) string { return n.element(a, v) }); ok {
				text = s
			}
		}
		out = append(out, a.Name+"="+text)
		i++
	}
	return out
}

// results are the return code, unless it means success, and the results of the
// call.
func (n *wordNames) results(row *calls.Row, e *event.Event) string {
	text := ""
	if e.N > 0 && e.A[0] != 0 {
		text = fmt.Sprintf(" with error %d", e.A[0])
	}
	i := 1
	for _, a := range row.Args() {
		if a.Scalar() && i < int(e.N) {
			text += fmt.Sprintf(" %s=%s", a.Name, n.word(a, e.A[i]))
			i++
		}
	}
	s := calls.Of(row.Kind)
	found := s.Flag < 0 || e.A[s.Flag+1] != 0
	if s.Status >= 0 && int(s.Status)+3 < int(e.N) && found {
		text += " " + n.status(e.A[s.Status+1], e.A[s.Status+2], e.A[s.Status+3])
	}
	return text + n.completed(s, e.Blob)
}

// completed are the positions of the requests that a call has completed, and their statuses, as
// far as they are recorded.
func (n *wordNames) completed(s *calls.Sem, blob []byte) string {
	text := ""
	if s.Completes == calls.CompletesSome {
		if list, ok := blobWords(blob).next("int", decimal); ok {
			text = " array_of_indices=" + list
		}
	}
	if !s.Statuses {
		return text
	}
	statuses := event.ArrayOf(blob, len(s.LeaveBlob)-1)
	var out []string
	for i := 0; i+1 < statuses.Len(); i += 2 {
		if i == 2*maxElements {
			out = append(out, words.More(statuses.Len()/2-maxElements))
			break
		}
		w := statuses.At(i)
		out = append(out, n.status(w>>32, int64(int32(w)), statuses.At(i+1)))
	}
	if len(out) == 0 {
		return text
	}
	return text + " statuses=[" + strings.Join(out, ", ") + "]"
}

// status is what a status says of its message. Those of sends, and of requests that were
// inactive, are empty.
func (n *wordNames) status(source, tag, bytes int64) string {
	if bytes < 0 {
		return "cancelled"
	}
	if f := n.flavour; f != nil && source == f.AnySource && tag == f.AnyTag && bytes == 0 {
		return "empty"
	}
	from := decimal(source)
	if n.flavour != nil {
		from = cmp.Or(n.constant("source", source), from)
	}
	return fmt.Sprintf("source=%s tag=%s bytes=%d", from, cmp.Or(n.tag(tag), decimal(tag)), bytes)
}

func decimal(v int64) string { return strconv.FormatInt(v, 10) }

// other is a record that is not a call.
func (n *wordNames) other(e *event.Event) string {
	switch e.Kind {
	case event.Thread:
		if e.N > 3 {
			return fmt.Sprintf("first call of thread %d", e.A[3])
		}
		return fmt.Sprintf("first call of thread %d", e.Thread)
	case event.Probe:
		return fmt.Sprintf("handle %#x, not created by a recorded call", uint64(e.A[1]))
	case event.Lost:
		switch {
		case e.Thread == event.NoThread:
			return fmt.Sprintf("%d calls of threads that could not be recorded are missing here", event.Missing(e))
		case e.A[0] < 0:
			return "records are missing here"
		}
		return fmt.Sprintf("%d records are missing here", event.Missing(e))
	case event.End:
		return "end: " + endReasons[event.EndReason(e.A[0])]
	case event.Stray:
		if e.A[1] == 0 {
			return calls.Kind(e.A[0]).String() + " before MPI_Init"
		}
		return calls.Kind(e.A[0]).String() + " after MPI_Finalize"
	case event.Polls:
		return words.Count(e.A[0], "more test") + " that found nothing"
	case event.Value:
		if e.N > 2 {
			return fmt.Sprintf("the next call leaves %d where %d is", e.A[1], e.A[2])
		}
		return fmt.Sprintf("the operand of the next call is %d", e.A[1])
	case event.Fetched:
		return fmt.Sprintf("record %d has fetched %d", e.A[0], e.A[1])
	case event.Access:
		if event.AccessFlags(e.A[4])&event.AccessFence != 0 {
			return "memory fence"
		}
		text := fmt.Sprintf("%s of %s at %#x", event.AccessFlags(e.A[4]).Kind(), words.Bytes(e.A[1]), uint64(e.A[0]))
		if e.A[2] > 1 {
			text += fmt.Sprintf(", %s, %s apart", words.Count(e.A[2], "time"), words.Count(e.A[3], "byte"))
		}
		return text
	case event.Memory:
		return memoryText(e)
	case event.Changed:
		return fmt.Sprintf("what is sent from %#x has changed since the operation began", uint64(e.A[3]))
	case event.Segment:
		return fmt.Sprintf("rank %d of the window has %s at %#x", e.A[1], words.Bytes(e.A[3]), uint64(e.A[2]))
	case event.AccessBits:
		units := 0
		for _, w := range e.A[min(3, e.N):e.N] {
			units += mathbits.OnesCount64(uint64(w))
		}
		return fmt.Sprintf("%s of %s of %s from %#x on", event.AccessFlags(e.A[2]).Kind(), words.Count(units, "unit"), words.Bytes(e.A[1]), uint64(e.A[0]))
	}
	return e.Kind.String()
}

// memoryText words what a record says of memory.
func memoryText(e *event.Event) string {
	block := fmt.Sprintf("block of %s at %#x", words.Bytes(e.A[5]), uint64(e.A[4]))
	switch event.MemoryState(e.A[0]) {
	case event.MemoryNone:
		return "NULL where the next call needs the address of a result"
	case event.MemoryBeyond:
		return fmt.Sprintf("buffer from %#x to %#x ends beyond the %s", uint64(e.A[2]), uint64(e.A[3]), block)
	case event.MemoryFreed:
		return fmt.Sprintf("buffer at %#x lies in a freed %s", uint64(e.A[2]), block)
	case event.MemoryReturned:
		return fmt.Sprintf("functions with local variables from %#x to %#x have returned", uint64(e.A[2]), uint64(e.A[3]))
	}
	return block + " is freed while MPI uses it"
}

var endReasons = map[event.EndReason]string{
	event.EndFinalized: "MPI_Finalize", event.EndExit: "exit without MPI_Finalize", event.EndAbort: "MPI_Abort",
}

// handleClasses are the classes of the handles that may be predefined.
var handleClasses = map[string]calls.Class{
	"MPI_Comm": calls.ClassComm, "MPI_Datatype": calls.ClassDatatype, "MPI_Group": calls.ClassGroup,
	"MPI_Op": calls.ClassOp, "MPI_Win": calls.ClassWin, "MPI_File": calls.ClassFile, "MPI_Info": calls.ClassInfo,
	"MPI_Request": calls.ClassRequest,
}

// word is the value of one argument.
func (n *wordNames) word(a calls.Arg, v int64) string {
	if class, ok := handleClasses[a.Type]; ok && !array(a) {
		if name := n.handles[handleKey{class, v}]; name != "" {
			return name
		}
	}
	if a.Pointer() && !a.Scalar() || a.IsHandle() || a.Name == "baseptr" {
		return "0x" + strconv.FormatUint(uint64(v), 16)
	}
	if n.flavour != nil {
		if s := n.constant(a.Name, v); s != "" {
			return s
		}
	}
	return strconv.FormatInt(v, 10)
}

// element is the value of one element of an array argument.
func (n *wordNames) element(a calls.Arg, v int64) string {
	class, ok := handleClasses[a.Type]
	if !ok {
		return decimal(v)
	}
	return cmp.Or(n.handles[handleKey{class, v}], "0x"+strconv.FormatUint(uint64(v), 16))
}

func array(a calls.Arg) bool { return a.Array != "" }

// constant names values that differ between MPI libraries.
func (n *wordNames) constant(arg string, v int64) string {
	f := n.flavour
	switch arg {
	case "lock_type":
		return map[int64]string{f.LockExclusive: "MPI_LOCK_EXCLUSIVE", f.LockShared: "MPI_LOCK_SHARED"}[v]
	case "whence":
		return map[int64]string{f.SeekSet: "MPI_SEEK_SET", f.SeekCur: "MPI_SEEK_CUR", f.SeekEnd: "MPI_SEEK_END"}[v]
	case "target_rank", "rank", "source", "dest":
		return map[int64]string{f.ProcNull: "MPI_PROC_NULL", f.AnySource: "MPI_ANY_SOURCE"}[v]
	case "tag", "recvtag":
		return n.tag(v)
	case "assert":
		return bits(v, []bit{
			{f.ModeNoCheck, "MPI_MODE_NOCHECK"}, {f.ModeNoStore, "MPI_MODE_NOSTORE"}, {f.ModeNoPut, "MPI_MODE_NOPUT"},
			{f.ModeNoPrecede, "MPI_MODE_NOPRECEDE"}, {f.ModeNoSucceed, "MPI_MODE_NOSUCCEED"},
		})
	case "amode":
		return bits(v, []bit{
			{f.ModeCreate, "MPI_MODE_CREATE"}, {f.ModeRdonly, "MPI_MODE_RDONLY"}, {f.ModeWronly, "MPI_MODE_WRONLY"},
			{f.ModeRdwr, "MPI_MODE_RDWR"}, {f.ModeDeleteOnClose, "MPI_MODE_DELETE_ON_CLOSE"},
			{f.ModeUniqueOpen, "MPI_MODE_UNIQUE_OPEN"}, {f.ModeExcl, "MPI_MODE_EXCL"}, {f.ModeAppend, "MPI_MODE_APPEND"},
			{f.ModeSequential, "MPI_MODE_SEQUENTIAL"},
		})
	}
	return ""
}

// tag names the value for any tag; "" for other tags.
func (n *wordNames) tag(v int64) string {
	if n.flavour != nil && v == n.flavour.AnyTag {
		return "MPI_ANY_TAG"
	}
	return ""
}

type bit struct {
	value int64
	name  string
}

// bits names the bits of v; "" if there is none, or one without a name.
func bits(v int64, all []bit) string {
	var names []string
	for _, b := range all {
		if v&b.value != 0 {
			names = append(names, b.name)
			v &^= b.value
		}
	}
	if v != 0 {
		return ""
	}
	return strings.Join(names, "|")
}

// captured reads the arrays and strings of a blob, one after the other.
type captured struct{ words []int64 }

func blobWords(blob []byte) *captured {
	c := &captured{}
	for ; len(blob) >= 8; blob = blob[8:] {
		c.words = append(c.words, int64(binary.LittleEndian.Uint64(blob)))
	}
	return c
}

// maxElements is how many elements of an array are shown.
const maxElements = 8

// next is the next array, or string if its elements are characters. text gives the text of an
// element.
func (c *captured) next(typ string, text func(int64) string) (string, bool) {
	if len(c.words) == 0 {
		return "", false
	}
	n := c.words[0]
	words := n
	if strings.HasSuffix(typ, "char") {
		words = (n + 7) / 8
	}
	if n < 0 || words > int64(len(c.words)-1) {
		return "", false
	}
	have := c.words[1 : 1+words]
	c.words = c.words[1+words:]
	if strings.HasSuffix(typ, "char") {
		var b []byte
		for _, w := range have {
			b = binary.LittleEndian.AppendUint64(b, uint64(w))
		}
		return strconv.Quote(string(b[:n])), true
	}
	var out []string
	for i, w := range have {
		if i == maxElements {
			out = append(out, "...")
			break
		}
		out = append(out, text(w))
	}
	return "[" + strings.Join(out, " ") + "]", true
}
