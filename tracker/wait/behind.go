package wait

// behind is a heap of threads that wait for another thread, by how far it must come.
type behind[T any] []waiter[T]

type waiter[T any] struct {
	n      int64
	thread T
}

func (b behind[T]) some() bool { return len(b) > 0 }

func (b *behind[T]) add(n int64, t T) {
	h := append(*b, waiter[T]{n, t})
	i := len(h) - 1
	for up := (i - 1) / 2; i > 0 && h[i].n < h[up].n; up = (i - 1) / 2 {
		h[i], h[up] = h[up], h[i]
		i = up
	}
	*b = h
}

// pop takes off the thread that waits for the earliest step.
func (b *behind[T]) pop() T {
	h := *b
	t, last := h[0].thread, len(h)-1
	h[0], h[last] = h[last], waiter[T]{}
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
