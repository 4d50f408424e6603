package event

import "encoding/binary"

// A record's PC: a return address, and in the bits above it the number of the
// call's stack.
const (
	stackShift  = 48
	addressMask = 1<<stackShift - 1
)

// Address returns the return address of a record's PC.
func Address(pc uint64) uint64 { return pc & addressMask }

// stackOf returns the number of the stack of a record's PC; 0: none.
func stackOf(pc uint64) uint16 { return uint16(pc >> stackShift) }

// HasStack reports whether a record's PC has a stack: a library made the call.
func HasStack(pc uint64) bool { return stackOf(pc) != 0 }

// Frame is a function on the stack of a call: where it returns to, or, of a
// Python function, the line it was in; then PC is 0.
type Frame struct {
	PC   uint64
	File string
	Line int
	Func string
}

// Stacks holds the stacks of a process. The zero value is empty.
type Stacks struct {
	Of        map[uint16]CallStack // by number
	Functions map[int64]Frame      // of Python, by number, without the line
}

// CallStack is a Stack record.
type CallStack struct {
	PCs    []uint64
	Python []PythonPlace
}

// PythonPlace is a line of a Python function, which is named by its number.
type PythonPlace struct{ Code, Line int64 }

// Take keeps the stack of a Stack or Python record and ignores others.
func (s *Stacks) Take(e *Event) {
	switch e.Kind {
	case Stack:
		s.takeStack(e)
	case Python:
		s.takePython(e)
	}
}

// Python reports whether Python functions have called MPI.
func (s *Stacks) Python() bool { return len(s.Functions) > 0 }

func (s *Stacks) takeStack(e *Event) {
	_, rest := takeWords(e.Blob)
	places, _ := takeWords(rest)
	n := CallStack{PCs: ReturnAddresses(e)}
	for ; len(places) >= 16; places = places[16:] {
		n.Python = append(n.Python, PythonPlace{
			int64(binary.LittleEndian.Uint64(places)), int64(binary.LittleEndian.Uint64(places[8:])),
		})
	}
	if s.Of == nil {
		s.Of = map[uint16]CallStack{}
	}
	s.Of[uint16(e.A[0])] = n
}

// ReturnAddresses returns the addresses that a Stack record holds.
func ReturnAddresses(e *Event) []uint64 {
	var out []uint64
	for pcs, _ := takeWords(e.Blob); len(pcs) > 0; pcs = pcs[8:] {
		out = append(out, binary.LittleEndian.Uint64(pcs))
	}
	return out
}

func (s *Stacks) takePython(e *Event) {
	file, rest := takeString(e.Blob)
	name, _ := takeString(rest)
	if s.Functions == nil {
		s.Functions = map[int64]Frame{}
	}
	s.Functions[e.A[0]] = Frame{File: file, Func: name}
}

// Has reports whether all callers of a call are known, or the call has no stack.
func (s *Stacks) Has(pc uint64) bool {
	number := stackOf(pc)
	stack, known := s.Of[number]
	for _, p := range stack.Python {
		if _, named := s.Functions[p.Code]; !named {
			return false
		}
	}
	return known || number == 0
}

// Callers returns the callers of the function that made the call,
// innermost first. It is empty for calls without a stack.
func (s *Stacks) Callers(pc uint64) []Frame {
	n, ok := s.Of[stackOf(pc)]
	if !ok {
		return nil
	}
	var out []Frame
	for _, pc := range n.PCs {
		out = append(out, Frame{PC: pc})
	}
	for _, p := range n.Python {
		f, ok := s.Functions[p.Code]
		if ok {
			f.Line = int(p.Line)
			out = append(out, f)
		}
	}
	return out
}

// takeWords splits an array off a blob: its length and its words.
func takeWords(b []byte) (words, rest []byte) {
	if len(b) < 8 {
		return nil, nil
	}
	n := binary.LittleEndian.Uint64(b)
	b = b[8:]
	if n > uint64(len(b)/8) {
		return nil, nil
	}
	return b[:8*n], b[8*n:]
}

// takeString splits a string off a blob: its length in bytes, the bytes, and
// zeros to the next word.
func takeString(b []byte) (text string, rest []byte) {
	if len(b) < 8 {
		return "", nil
	}
	n := binary.LittleEndian.Uint64(b)
	b = b[8:]
	if n > uint64(len(b)) {
		return "", nil
	}
	return string(b[:n]), b[min((n+7)/8*8, uint64(len(b))):]
}
