package state

// arena gives values whose addresses stay valid, and gives them again once n is
// set back to 0: in a steady state it does not allocate.
type arena[T any] struct {
	chunks [][]T
	n      int // given
}

// chunk is how many values are made at once.
const chunk = 16

func (a *arena[T]) next() *T {
	if a.n == chunk*len(a.chunks) {
		a.chunks = append(a.chunks, make([]T, chunk))
	}
	v := &a.chunks[a.n/chunk][a.n%chunk]
	a.n++
	return v
}
