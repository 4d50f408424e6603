package machine

// Code is machine code as it lies in the memory of a program.
type Code struct {
	Start uint64 // the address of the first byte
	Bytes []byte
}

// at returns the code from an address on; nil if it is not there.
func (c *Code) at(pc uint64) []byte {
	if pc < c.Start || pc-c.Start >= uint64(len(c.Bytes)) {
		return nil
	}
	return c.Bytes[pc-c.Start:]
}

// effect says how an instruction treats the result of a call, which is in a register.
type effect uint8

const (
	unknown   effect = iota // it may read the register, or is not understood
	leaves                  // it neither reads nor writes the register
	overwrite               // it overwrites the register without reading it
)

// step is an instruction: its effect on the result, and the addresses where the program may go on.
type step struct {
	effect effect
	next   [2]uint64 // the second is 0 except for conditional branches
}

// mostSteps bounds how many instructions are looked at.
const mostSteps = 256

// Ignores reports whether the program certainly never reads the integer that a call has returned to pc: on all paths
// from pc on, the register of the result is overwritten before it is read. It is false if that is not known, as when
// the result is passed on to a caller.
func (c *Code) Ignores(m Machine, pc uint64) bool {
	if m != X8664 {
		return false
	}
	seen := map[uint64]bool{}
	for todo := []uint64{pc}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		code := c.at(at)
		if code == nil || len(seen) > mostSteps {
			return false
		}
		switch s := stepX86(code, at); s.effect {
		case unknown:
			return false
		case leaves:
			for _, n := range s.next {
				if n != 0 {
					todo = append(todo, n)
				}
			}
		case overwrite:
		}
	}
	return true
}

// Machine is a kind of processor.
type Machine int64

// X8664 is the machine whose code is understood, by the number that logs have for it.
const X8664 Machine = 1
