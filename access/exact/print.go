package exact

import (
	"fmt"
	"strings"
)

// printer prints a kernel in a language, line by line.
type printer struct {
	*strings.Builder
	fortran bool
	// says: each access is made through a macro that says so (expected.h).
	says   bool
	indent string
}

func (p printer) line(format string, args ...any) {
	text := p.indent + fmt.Sprintf(format, args...)
	if p.fortran && len(text) > 100 { // of 132 that a line may have
		text = strings.ReplaceAll(text, " + ", " + &\n"+p.indent)
	}
	p.WriteString(text + "\n")
}

func (p printer) block(list []stmt) {
	p.indent += "\t"
	for _, s := range list {
		s.print(p)
	}
}

func (l *loop) print(p printer) {
	low, high, step := l.low, l.high, l.step
	switch {
	case p.fortran && l.backward:
		p.line("do %s = %s - 1, %s, -%d", l.v, high, low, step)
	case p.fortran:
		p.line("do %s = %s, %s - 1, %d", l.v, low, high, step)
	case l.backward:
		p.line("for (int %[1]s = %[3]s - 1; %[1]s >= %[2]s; %[1]s -= %[4]d) {", l.v, low, high, step)
	default:
		p.line("for (int %[1]s = %[2]s; %[1]s < %[3]s; %[1]s += %[4]d) {", l.v, low, high, step)
	}
	p.block(l.body)
	p.end("end do")
}

func (p printer) end(fortran string) {
	if p.fortran {
		p.line("%s", fortran)
	} else {
		p.line("}")
	}
}

func (b *branch) print(p printer) {
	p.ifThen(b.cond)
	p.block(b.then)
	if b.not != nil {
		if p.fortran {
			p.line("else")
		} else {
			p.line("} else {")
		}
		p.block(b.not)
	}
	p.end("end if")
}

func (p printer) ifThen(c condition) {
	value := p.term(c.value, elements[4])
	if p.fortran {
		p.line("if (mod(%s, 3) == %d) then", value, c.wants)
	} else {
		p.line("if (%s %% 3 == %d) {", value, c.wants)
	}
}

func (l *leave) print(p printer) {
	p.ifThen(l.cond)
	word := l.word + ";"
	if p.fortran {
		word = map[string]string{"break": "exit", "continue": "cycle"}[l.word]
	}
	p.line("\t%s", word)
	p.end("end if")
}

func (s *assign) print(p printer) {
	p.store(s.to, s.value, s.update)
}

// store prints an assignment. The sum is computed in the type of the element, or as
// a 32-bit integer if that is smaller.
func (p printer) store(to place, value []term, update bool) {
	sum := p.sum(value, to.array.elem)
	t := to.array.elem
	switch {
	case p.fortran:
		if update {
			sum = p.place(to) + " + " + sum
		}
		p.line("%s = %s", p.place(to), p.cast(sum, t))
	case p.says && update:
		p.line("UPDATE(%s, %s, %s, %s);", t.c, to.array.name, p.index(to), sum)
	case p.says:
		p.line("STORE(%s, %s, %s, %s);", t.c, to.array.name, p.index(to), sum)
	case update:
		p.line("%[1]s = (%[3]s)(%[1]s + (%[2]s));", p.place(to), sum, t.c)
	default:
		p.line("%s = (%s)(%s);", p.place(to), t.c, sum)
	}
}

func (s *add) print(p printer) {
	if p.fortran {
		p.line("s = s + (%s)", p.sum(s.value, elements[0]))
	} else {
		p.line("s += %s;", p.sum(s.value, elements[0]))
	}
}

// A Fortran array assignment is, for C, the loop that it means.
func (s *slice) print(p printer) {
	if p.fortran {
		section := func(a *array, low, step int) string {
			return fmt.Sprintf("%s(%d:%d+%d*(%s-1):%d)", a.name, low, low, step, s.count, step)
		}
		to, value := section(s.to, s.low, s.step), section(s.from, s.low2, s.step2)
		if s.update {
			value = to + " + " + value
		}
		p.line("%s = %s", to, p.cast(value, s.to.elem))
		return
	}
	p.line("for (int t = 0; t < %s; t++) {", s.count)
	p.indent += "\t"
	p.store(place{array: s.to, index: fmt.Sprintf("%d + %d * t", s.low, s.step)},
		[]term{{place: place{array: s.from, index: fmt.Sprintf("%d + %d * t", s.low2, s.step2)}}}, s.update)
	p.indent = p.indent[1:]
	p.line("}")
}

func (p printer) sum(list []term, elem element) string {
	var parts []string
	for _, t := range list {
		parts = append(parts, p.term(t, elem))
	}
	return strings.Join(parts, " + ")
}

// work is the type that values for an element are computed in.
func work(e element) element {
	if e.c == "int16_t" || e.c == "int8_t" {
		return elements[4]
	}
	return e
}

func (p printer) term(t term, elem element) string {
	elem = work(elem)
	if t.place.array == nil {
		return p.cast(t.text, elem)
	}
	value := p.place(t.place)
	if p.says {
		value = fmt.Sprintf("LOAD(%s, %s)", t.place.array.name, p.index(t.place))
	}
	if t.place.array.output {
		value = p.small(value, t.place.array.elem)
	}
	return p.cast(value, elem)
}

// small keeps sums small. For value & 15 the compiler would load a single byte.
func (p printer) small(value string, elem element) string {
	if p.fortran {
		return fmt.Sprintf("mod(%s, 13_%s)", value, kind(elem))
	}
	return fmt.Sprintf("(%s %% 13)", value)
}

func kind(e element) string {
	return strings.TrimSuffix(e.fortran[strings.Index(e.fortran, "(")+1:], ")")
}

func (p printer) cast(value string, e element) string {
	switch {
	case !p.fortran:
		return fmt.Sprintf("(%s)(%s)", e.c, value)
	case e.float:
		return fmt.Sprintf("real(%s, %s)", value, kind(e))
	}
	return fmt.Sprintf("int(%s, %s)", value, kind(e))
}

func (p printer) place(at place) string {
	if p.fortran {
		return fmt.Sprintf("%s(%s)", at.array.name, p.index(at))
	}
	return fmt.Sprintf("%s[%s]", at.array.name, p.index(at))
}

func (p printer) index(at place) string {
	switch {
	case at.via == "":
		return at.index
	case p.fortran:
		return "ix(" + at.via + ")"
	case p.says:
		return "LOAD(ix, " + at.via + ")"
	}
	return "ix[" + at.via + "]"
}
