package match

import "slices"

// fifo is a queue that keeps its storage: in a steady state it neither
// allocates nor moves what it holds.
type fifo[T any] struct {
	items []T // those before head are gone
	head  int
}

func (q *fifo[T]) len() int { return len(q.items) - q.head }

// at returns the i-th entry; it stays in place until the next push.
func (q *fifo[T]) at(i int) *T { return &q.items[q.head+i] }

func (q *fifo[T]) push(v T) {
	if len(q.items) == cap(q.items) && q.head > len(q.items)/2 {
		n := copy(q.items, q.items[q.head:])
		q.items, q.head = q.items[:n], 0
	}
	q.items = append(q.items, v)
}

// pop drops the first entry.
func (q *fifo[T]) pop() {
	q.head++
	if q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
	}
}

// cut keeps the first n entries.
func (q *fifo[T]) cut(n int) { q.items = q.items[:q.head+n] }

// remove drops the i-th entry.
func (q *fifo[T]) remove(i int) {
	q.items = slices.Delete(q.items, q.head+i, q.head+i+1)
}

// insert puts an entry before the i-th one.
func (q *fifo[T]) insert(i int, v T) {
	q.push(v)
	q.items = slices.Insert(q.items[:len(q.items)-1], q.head+i, v)
}

// index returns the position of an entry, -1 if it is not there.
func index[T comparable](q *fifo[T], v T) int { return slices.Index(q.items[q.head:], v) }
