package segment

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
)

// Budget bounds the memory of the process while a log is read: a few bytes of a log can stand for millions of
// records, and objects that a program created and never freed must be kept. All streams of a log share a Budget.
type Budget struct {
	mu     sync.Mutex
	before uint64 // bytes in use when the log was opened
	limit  uint64 // bytes of the log that are in use after a collection
	next   uint64 // bytes of the log, with garbage, above which Spent collects the garbage and counts again
	over   bool
}

// NewBudget returns a budget of bytes. Memory in use now and garbage do not count.
func NewBudget(bytes uint64) *Budget {
	return &Budget{before: inUse(), limit: bytes, next: bytes}
}

// exhausted reports whether Spent has returned true before.
func (b *Budget) exhausted() bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.over
}

const heapObjects = "/memory/classes/heap/objects:bytes"

// Spent reports whether the process uses more than the budget. A nil budget
// is unlimited.
func (b *Budget) Spent() bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return true
	}
	if b.added() <= b.next {
		return false
	}
	runtime.GC()
	n := b.added()
	b.over = n > b.limit
	b.next = max(b.limit, 2*n) // when the next collection would run anyway
	return b.over
}

// added is how many bytes more are in use than when the log was opened.
func (b *Budget) added() uint64 {
	n := inUse()
	return n - min(n, b.before)
}

// inUse is the memory that objects take, including garbage.
func inUse() uint64 {
	s := []metrics.Sample{{Name: heapObjects}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}

// Limit sets the budget of a stream.
func (s *Stream) Limit(b *Budget) {
	if s.seg != nil {
		s.seg.budget = b
	}
}

// excessive is the error for an exhausted budget.
func (b *Budget) excessive(path string, start int64) error {
	return &FileError{Path: path, Offset: start, Problem: Excessive, Text: fmt.Sprintf(
		"the log takes more than %d MB of memory, out of proportion to its files; if gomarmot did write it, "+
			"say for a program "+
			"that creates millions of objects and frees none, set GOMARMOT_MEMORY to more MB", b.limit>>20)}
}
