package memory

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Misdeclared is an argument whose declared type does not fit the datatype passed with it.
type Misdeclared struct {
	datatype.Misfit
	Arg      int8
	Declared *datatype.Declared
	Type     *datatype.Type
	Owner    *datatype.Owner // if not nil: the only fault is that this owner is copied byte by byte
	Handle   bool            // the elements are handles of MPI, of whichever datatype
}

// declarations holds the types that compilers have noted for the arguments of the rank's calls.
type declarations struct {
	noted  reading.Noted
	judged map[judgedKey]*Misdeclared // nil: the types fit
}

// judgedKey identifies a buffer at a place in the program: it is judged once, however often the call is made.
type judgedKey struct {
	pc        uint64
	arg       int8
	t         *datatype.Type
	at, count int64
}

// mostJudged bounds the remembered results; mostBlocks the compared blocks of a buffer with a block for each rank.
const (
	mostJudged = 1 << 12
	mostBlocks = 16
)

func (d *declarations) judge(c *call.Call, m *call.Memory, b *datatype.Buffer, known []datatype.Noted) *Misdeclared {
	key := judgedKey{pc: c.Site.PC, arg: m.Arg, t: b.Type, at: b.Addr - m.Addr, count: b.Count}
	x, judged := d.judged[key]
	if judged {
		return x
	}
	for i := range known {
		if x = misfit(&known[i], m.Arg, b, key.at); x == nil {
			break // it may be this call of the line
		}
	}
	if d.judged == nil || len(d.judged) >= mostJudged {
		d.judged = map[judgedKey]*Misdeclared{}
	}
	d.judged[key] = x
	return x
}

func misfit(noted *datatype.Noted, arg int8, b *datatype.Buffer, at int64) *Misdeclared {
	args := noted.Types
	for i := range args {
		if args[i].Arg != arg {
			continue
		}
		if args[i].Handle() && b.Count > 0 && b.Type != nil && b.Type.Size > 0 {
			return &Misdeclared{Arg: arg, Declared: &args[i], Type: b.Type, Handle: true}
		}
		if m := datatype.CompareDeclared(b.Type, b.Count, &args[i], at); m != nil {
			return &Misdeclared{Misfit: *m, Arg: arg, Declared: &args[i], Type: b.Type}
		}
		for k := range noted.Owners {
			if o := &noted.Owners[k]; o.Arg == arg && o.CopiedBy(b.Type, b.Count, at) {
				return &Misdeclared{Arg: arg, Declared: &args[i], Type: b.Type, Owner: o}
			}
		}
	}
	return nil
}
