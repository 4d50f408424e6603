package state

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Misdeclared is an argument whose declared type does not fit the datatype that is passed
// with it.
type Misdeclared struct {
	datatype.Misfit
	Arg      int8
	Declared *datatype.Declared
	Type     *datatype.Type
}

// declarations is what compilers have said of the calls of a rank.
type declarations struct {
	// of returns it: for each call of that kind on the line, the arguments that are known.
	of     func(*Call) [][]datatype.Declared
	judged map[judgedKey]*Misdeclared // nil: it fits
}

// judgedKey is a buffer at a place: judged once, however often the call is made.
type judgedKey struct {
	pc        uint64
	arg       int8
	t         *datatype.Type
	at, count int64
}

// mostJudged bounds what is remembered; mostBlocks how many blocks of a buffer with one
// for each rank are compared.
const (
	mostJudged = 1 << 12
	mostBlocks = 16
)

// Declares reports whether compilers may have noted something of the rank's calls.
func (r *Rank) Declares() bool { return r.declarations.of != nil }

// Misdeclared calls f for the buffers of a call that the program has declared as
// something else than their datatype says.
func (r *Rank) Misdeclared(c *Call, f func(*Misdeclared)) {
	d := &r.declarations
	if d.of == nil || !UsesMemory(c.Kind) {
		return
	}
	known := d.of(c)
	if len(known) == 0 {
		return
	}
	for i := range r.memoryOf(c) {
		m := &c.uses[i]
		if m.Array || m.Window {
			continue
		}
		blocks := 0
		m.each(func(b Buffer) bool {
			if x := d.judge(c, m, &b, known); x != nil {
				f(x)
				return false
			}
			blocks++
			return blocks < mostBlocks
		})
	}
}

func (d *declarations) judge(c *Call, m *Memory, b *Buffer, known [][]datatype.Declared) *Misdeclared {
	key := judgedKey{pc: c.Site.PC, arg: m.Arg, t: b.Type, at: b.Addr - m.Addr, count: b.Count}
	x, judged := d.judged[key]
	if judged {
		return x
	}
	for _, args := range known {
		if x = misfit(args, m.Arg, b, key.at); x == nil {
			break // of the calls on this line, it may be this one
		}
	}
	if d.judged == nil || len(d.judged) >= mostJudged {
		d.judged = map[judgedKey]*Misdeclared{}
	}
	d.judged[key] = x
	return x
}

func misfit(args []datatype.Declared, arg int8, b *Buffer, at int64) *Misdeclared {
	for i := range args {
		if args[i].Arg != arg {
			continue
		}
		if m := datatype.CompareDeclared(b.Type, b.Count, &args[i], at); m != nil {
			return &Misdeclared{Misfit: *m, Arg: arg, Declared: &args[i], Type: b.Type}
		}
	}
	return nil
}
