package state

// arena allocates values whose addresses stay valid, and reuses them once n is
// set back to 0: in a steady state it does not allocate memory.
type arena[T any] struct {
	chunks [][]T
	n      int // in use
}

// chunk is how many values are allocated at once. Each rank has some arenas.
const chunk = 4

func (a *arena[T]) next() *T {
	if a.n == chunk*len(a.chunks) {
		a.chunks = append(a.chunks, make([]T, chunk))
	}
	v := &a.chunks[a.n/chunk][a.n%chunk]
	a.n++
	return v
}
