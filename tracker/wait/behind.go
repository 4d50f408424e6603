package wait

// behind are threads that wait for another one, by how far it must come: a heap.
type behind []waiter

type waiter struct {
	n      int64
	thread *thread
}

func (b behind) some() bool { return len(b) > 0 }

func (b *behind) add(n int64, t *thread) {
	h := append(*b, waiter{n, t})
	i := len(h) - 1
	for up := (i - 1) / 2; i > 0 && h[i].n < h[up].n; up = (i - 1) / 2 {
		h[i], h[up] = h[up], h[i]
		i = up
	}
	*b = h
}

// pop takes off the thread that waits for the earliest step.
func (b *behind) pop() *thread {
	h := *b
	t, last := h[0].thread, len(h)-1
	h[0], h[last] = h[last], waiter{}
	h = h[:last]
	for i := 0; ; {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < last; c++ {
			if h[c].n < h[least].n {
				least = c
			}
		}
		if least == i {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	*b = h
	return t
}
