package wait

// search follows the needs of threads to find cycles.
type search struct {
	number int
	path   []node
	found  [][]*Need
}

// node is a thread that waits, or a row that some threads have not come to.
type node struct {
	thread *thread
	row    *Row
}

func (s *search) enter(m *mark, n node) bool {
	if m.search == s.number {
		if m.onPath {
			s.cycle(n)
		}
		return false
	}
	*m = mark{s.number, true}
	s.path = append(s.path, n)
	return true
}

func (s *search) leave(m *mark) {
	m.onPath = false
	s.path = s.path[:len(s.path)-1]
}

func (s *search) thread(t *thread) {
	if !t.waits() || !s.enter(&t.mark, node{thread: t}) {
		return
	}
	switch d := t.steps.At(0).need; {
	case !d.known || d.void:
	case d.row != nil:
		s.row(d.row)
	default:
		s.thread(d.peer)
	}
	s.leave(&t.mark)
}

func (s *search) row(w *Row) {
	if !s.enter(&w.mark, node{row: w}) {
		return
	}
	for i, t := range w.threads {
		if t.waits() && w.Came[i].N > t.at {
			s.thread(t)
		}
	}
	s.leave(&w.mark)
}

// cycle takes the end of the path, which leads to a node of it.
func (s *search) cycle(to node) {
	i := len(s.path) - 1
	for s.path[i] != to {
		i--
	}
	var c []*Need
	for _, n := range s.path[i:] {
		if n.thread != nil {
			c = append(c, n.thread.steps.At(0).need)
		}
	}
	s.found = append(s.found, c)
}
