package exact

import (
	"fmt"
	"math/rand"
)

// length is how many elements an array of a kernel has: enough for each index that
// a kernel computes.
const length = 2400

// element is a type of array elements.
type element struct {
	c, fortran string
	float      bool
}

var elements = []element{
	{"double", "real(c_double)", true},
	{"double", "real(c_double)", true},
	{"float", "real(c_float)", true},
	{"int64_t", "integer(c_int64_t)", false},
	{"int32_t", "integer(c_int32_t)", false},
	{"int32_t", "integer(c_int32_t)", false},
	{"int16_t", "integer(c_int16_t)", false},
	{"int8_t", "integer(c_int8_t)", false},
}

// array is an array that a kernel works on. A global array is a variable of the program: loads of
// it cannot trap, and so the optimizer takes more liberties.
type array struct {
	name   string
	elem   element
	output bool
	global bool
	stored bool // by a plain assignment: a second would make the first dead
}

// The program is a tree of statements that is printed as C, as C that reports its own
// accesses, and as Fortran.
type (
	kernel struct {
		name     string
		arrays   []*array
		restrict bool
		body     []stmt
	}
	loop struct {
		v        string
		low      string
		high     string
		step     int
		backward bool
		body     []stmt
	}
	branch struct {
		cond      condition
		then, not []stmt
	}
	leave struct { // break or continue, if
		cond condition
		word string
	}
	assign struct {
		to     place
		value  []term
		update bool
	}
	add   struct{ value []term } // to the result
	slice struct {               // a whole-array statement
		to, from               *array
		low, step, low2, step2 int
		count                  string
		update                 bool
	}
	// term is place, or a variable or constant where place has no array.
	term struct {
		place place
		text  string
	}
	place struct {
		array *array
		index string
		via   string // index into the array of indices
	}
	condition struct {
		value term
		wants int // the remainder of its division by 3
	}
	stmt interface{ print(p printer) }
)

// maker makes a random kernel.
type maker struct {
	*rand.Rand
	k    *kernel
	vars []string
	next int
}

func newKernel(r *rand.Rand, name string) *kernel {
	m := &maker{Rand: r, k: &kernel{name: name, restrict: r.Intn(2) == 0}}
	for i := 0; i < 4; i++ {
		m.k.arrays = append(m.k.arrays, &array{name: fmt.Sprintf("a%d", i), elem: elements[r.Intn(len(elements))],
			output: i < 2, global: r.Intn(4) == 0})
	}
	for n := 1 + r.Intn(3); n > 0; n-- {
		m.k.body = append(m.k.body, m.loop(1))
	}
	return m.k
}

func (m *maker) loop(depth int) stmt {
	if depth == 1 && m.Intn(8) == 0 {
		return m.slice()
	}
	m.next++
	l := &loop{v: fmt.Sprintf("v%d", m.next), step: 1, low: "0", backward: m.Intn(6) == 0}
	l.high = []string{"n", "n", "m", "5", "16", "n - 1"}[m.Intn(6)]
	if len(m.vars) > 0 && m.Intn(4) == 0 {
		l.high = m.vars[len(m.vars)-1]
	}
	if m.Intn(4) == 0 {
		l.step = 2 + m.Intn(3)
	}
	if m.Intn(4) == 0 {
		l.low = "1"
	}
	m.vars = append(m.vars, l.v)
	l.body = m.body(depth)
	m.vars = m.vars[:len(m.vars)-1]
	return l
}

func (m *maker) body(depth int) []stmt {
	var list []stmt
	for n := 1 + m.Intn(3); n > 0; n-- {
		list = append(list, m.stmt(depth))
	}
	if _, last := list[len(list)-1].(*leave); last { // or the condition would not be needed
		list = append(list, m.simple())
	}
	return list
}

func (m *maker) stmt(depth int) stmt {
	switch m.Intn(12) {
	case 0, 1:
		if depth < 3 {
			return m.loop(depth + 1)
		}
	case 2, 3:
		b := &branch{cond: m.condition(), then: []stmt{m.simple()}}
		if m.Intn(2) == 0 {
			b.not = []stmt{m.simple()}
		}
		return b
	case 4:
		if m.Intn(3) == 0 {
			return &leave{m.condition(), []string{"break", "continue"}[m.Intn(2)]}
		}
	}
	return m.simple()
}

func (m *maker) simple() stmt {
	if m.Intn(3) == 0 {
		return &add{m.sum()}
	}
	a := m.k.arrays[m.Intn(2)]
	s := &assign{to: m.place(a), update: a.stored || m.Intn(3) == 0}
	a.stored = a.stored || !s.update
	s.value = m.sum()
	return s
}

// sum is of a few terms. Reals stay small integers: all sums are exact, in any order.
func (m *maker) sum() []term {
	var list []term
	for n := 1 + m.Intn(3); n > 0; n-- {
		list = append(list, m.term())
	}
	return append(list, term{place: m.place(m.k.arrays[2+m.Intn(2)])})
}

func (m *maker) term() term {
	switch m.Intn(5) {
	case 0:
		return term{text: m.vars[m.Intn(len(m.vars))]}
	case 1:
		return term{text: fmt.Sprint(1 + m.Intn(5))}
	case 2:
		if a := m.k.arrays[m.Intn(2)]; !a.elem.float {
			return term{place: m.place(a)}
		}
	}
	return term{place: m.place(m.k.arrays[2+m.Intn(2)])}
}

// place returns a random element of an array. Its index is linear in the variables of the loops, the innermost among
// them, or is looked up in the array of indices.
func (m *maker) place(a *array) place {
	inner := m.vars[len(m.vars)-1]
	if m.Intn(8) == 0 {
		return place{array: a, via: inner}
	}
	index := fmt.Sprintf("%d * %s + %d", 1+m.Intn(3), inner, m.Intn(4))
	if m.Intn(5) == 0 {
		index = fmt.Sprintf("%d - %s", 45+m.Intn(3), inner)
	}
	for _, v := range m.vars[:len(m.vars)-1] {
		if m.Intn(3) > 0 {
			index += fmt.Sprintf(" + %d * %s", []int{1, 2, 12, 25}[m.Intn(4)], v)
		}
	}
	return place{array: a, index: index}
}

func (m *maker) condition() condition {
	c := condition{value: m.term(), wants: m.Intn(3)}
	if c.value.place.array == nil && m.Intn(2) == 0 {
		c.value = term{place: m.place(m.k.arrays[2+m.Intn(2)])}
	}
	return c
}

func (m *maker) slice() stmt {
	to := m.k.arrays[m.Intn(2)]
	s := &slice{to: to, from: m.k.arrays[2+m.Intn(2)], low: m.Intn(5), step: 1 + m.Intn(3), low2: m.Intn(5),
		step2: 1 + m.Intn(3), count: []string{"n", "m", "7"}[m.Intn(3)], update: to.stored}
	to.stored = true
	return s
}
