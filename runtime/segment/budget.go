package segment

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
)

// Budget bounds the memory of the process while a log is read: a few bytes can
// stand for millions of records, and what a program made and never freed has to
// be kept. All streams of a log share one.
type Budget struct {
	mu    sync.Mutex
	limit uint64 // bytes that are in use after a collection
	next  uint64 // bytes from which on it has to be looked at closely
	over  bool
}

// NewBudget returns a budget of so many bytes in use; what is garbage comes on
// top.
func NewBudget(bytes uint64) *Budget { return &Budget{limit: bytes, next: bytes} }

const heapObjects = "/memory/classes/heap/objects:bytes"

// spent reports whether the process uses more than the budget. A nil budget
// has no bound.
func (b *Budget) spent() bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return true
	}
	if inUse() <= b.next {
		return false
	}
	runtime.GC()
	n := inUse()
	b.over = n > b.limit
	b.next = max(b.limit, 2*n) // where the next collection would come by itself
	return b.over
}

// inUse is the memory that objects take, garbage included.
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

// excessive is the error about a budget that is spent.
func (b *Budget) excessive(path string, place int64) error {
	return &FileError{Path: path, Offset: place, Problem: Excessive, Text: fmt.Sprintf(
		"the log takes more than %d MB of memory, out of proportion to its files; if it is what gomarmot wrote, as of a program "+
			"that makes millions of objects and frees none, set GOMARMOT_MEMORY to more MB", b.limit>>20)}
}
