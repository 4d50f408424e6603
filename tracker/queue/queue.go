// Package queue holds items that wait in order.
package queue

import "slices"

// Queue keeps its storage: in a steady state it neither allocates nor moves its items.
type Queue[T any] struct {
	items []T // items before head have been popped
	head  int
}

// Len returns how many entries there are.
func (q *Queue[T]) Len() int { return len(q.items) - q.head }

// At returns the i-th entry; it stays in place until the next push.
func (q *Queue[T]) At(i int) *T { return &q.items[q.head+i] }

// Push adds an entry at the end.
func (q *Queue[T]) Push(v T) {
	if len(q.items) == cap(q.items) && q.head > len(q.items)/2 {
		n := copy(q.items, q.items[q.head:])
		q.items, q.head = q.items[:n], 0
	}
	q.items = append(q.items, v)
}

// Pop drops the first entry.
func (q *Queue[T]) Pop() {
	q.head++
	if q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
	}
}

// Cut keeps the first n entries.
func (q *Queue[T]) Cut(n int) { q.items = q.items[:q.head+n] }

// Remove drops the i-th entry.
func (q *Queue[T]) Remove(i int) {
	q.items = slices.Delete(q.items, q.head+i, q.head+i+1)
}

// Insert puts an entry before the i-th entry.
func (q *Queue[T]) Insert(i int, v T) {
	q.Push(v)
	q.items = slices.Insert(q.items[:len(q.items)-1], q.head+i, v)
}

// Index returns the position of an entry, -1 if it is not there.
func Index[T comparable](q *Queue[T], v T) int { return slices.Index(q.items[q.head:], v) }

// All returns the entries; they stay in place until the next push.
func (q *Queue[T]) All() []T { return q.items[q.head:] }
