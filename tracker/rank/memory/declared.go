package memory

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Declares reports whether compilers may have noted types for the rank's calls.
func (m *Memory) Declares() bool { return m.declarations.noted != nil && m.declarations.noted.Any() }

// Misdeclared calls f for the buffers of a call whose declared type does not fit their datatype.
func (m *Memory) Misdeclared(c *call.Call, f func(*Misdeclared)) {
	d := &m.declarations
	if !m.Declares() || !call.UsesMemory(c.Kind) {
		return
	}
	known := d.noted.Of(c.Site)
	if len(known) == 0 {
		return
	}
	for i := range m.Of(c) {
		u := &c.Used.List[i]
		if u.Array || u.Window {
			continue
		}
		blocks := 0
		u.Each(func(b datatype.Buffer) bool {
			if x := d.judge(c, u, &b, known); x != nil {
				f(x)
				return false
			}
			blocks++
			return blocks < mostBlocks
		})
	}
}

// FortranInteger returns the bytes of the integer that a Fortran program passes as an argument; 0 if that is not known,
// or differs between calls on the line.
func (m *Memory) FortranInteger(c *call.Call, arg int8) int64 {
	return onAll(m, c, func(n *datatype.Noted) int64 { return n.Integer(arg) })
}

// FortranConstant returns the name of the constant of MPI that a Fortran program passes as an argument, in lower case;
// "" if that is not known, or differs between calls on the line.
func (m *Memory) FortranConstant(c *call.Call, arg int8) string {
	return onAll(m, c, func(n *datatype.Noted) string { return n.MPIConstant(arg) })
}

// onAll returns what of says for all calls on the line of a call; the zero value if that differs between them.
func onAll[T comparable](m *Memory, c *call.Call, of func(*datatype.Noted) T) (x T) {
	if !m.Declares() {
		return x
	}
	var none T
	for i, n := range m.declarations.noted.Of(c.Site) {
		switch is := of(&n); {
		case i == 0:
			x = is
		case x != is:
			return none
		}
	}
	return x
}

// Overrun is an argument that needs more bytes than the rest of its variable has.
type Overrun struct {
	Arg      int8
	Needs    int64 // from the argument's address on
	Statuses int64 // number of statuses that the call sets; 0: the argument is a buffer
	Variable *datatype.Variable
}

// Overruns calls f for the buffers and statuses of a call that end beyond their variable. It checks only buffers of
// predefined datatypes: a derived datatype may reach other variables from the first.
func (m *Memory) Overruns(c *call.Call, f func(*Overrun)) {
	d := &m.declarations
	if !m.Declares() || !call.UsesMemory(c.Kind) && c.Sem.StatusArg < 0 {
		return
	}
	known := d.noted.Of(c.Site)
	if len(known) == 0 {
		return
	}
	if o := (Overrun{Arg: c.Sem.StatusArg, Statuses: statusesOf(c)}); o.Statuses > 0 {
		o.Needs = datatype.MulSat(o.Statuses, int64(m.reading.Flavour.Status.Size))
		if o.beyond(known) {
			f(&o)
		}
	}
	if !call.UsesMemory(c.Kind) {
		return
	}
	for i := range m.Of(c) {
		u := &c.Used.List[i]
		if u.Array || u.Window {
			continue
		}
		o := Overrun{Arg: u.Arg, Needs: math.MaxInt64}
		if !o.beyond(known) { // no variable is known
			continue
		}
		u.Each(func(b datatype.Buffer) bool {
			at := b.Addr - u.Addr
			if b.Type == nil || b.Type.Predef == nil || at < 0 {
				return true
			}
			_, hi := datatype.Span(b.Type, b.Count)
			if o.Needs = datatype.AddSat(at, hi); !o.beyond(known) {
				return true
			}
			if d.judge(c, u, &b, known) == nil { // OBJ008 says why
				f(&o)
			}
			return false
		})
	}
}

// statusesOf returns the number of statuses that a call certainly sets.
func statusesOf(c *call.Call) int64 {
	switch {
	case c.Sem.StatusArg < 0 || c.Sem.Flag >= 0 || c.Sem.OutCount >= 0:
		return 0
	case !c.Sem.Statuses:
		return 1
	case c.Sem.Completes == calls.CompletesAll:
		return c.In[0]
	}
	return 0
}

// beyond reports whether the argument ends beyond its variable for every call on the line, and sets o.Variable to the
// variable with the most room.
func (o *Overrun) beyond(known []datatype.Noted) bool {
	o.Variable = nil
	for i := range known {
		k := slices.IndexFunc(known[i].Variables, func(v datatype.Variable) bool { return v.Arg == o.Arg })
		if k < 0 || known[i].Variables[k].Rest >= o.Needs {
			return false
		}
		if v := &known[i].Variables[k]; o.Variable == nil || v.Rest > o.Variable.Rest {
			o.Variable = v
		}
	}
	return true
}
