package acceptance

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// Retries counts and bounds the runs that were repeated because of a wrong outcome: a rare difference that gomarmot
// causes must not hide behind repetition.
type Retries struct {
	Most int // in a run of a package's tests

	mu     sync.Mutex
	told   []string
	denied int
}

// allow reports whether the run named by what may be repeated, and counts it.
func (r *Retries) allow(what string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.told) >= r.Most {
		r.denied++
		return false
	}
	r.told = append(r.told, what)
	return true
}

// exceeded reports whether the limit was exceeded.
func (r *Retries) exceeded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.denied > 0
}

// tell prints which runs were repeated, and how often.
func (r *Retries) tell(w io.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(w, "run again: %d of at most %d", len(r.told), r.Most)
	if r.denied > 0 {
		fmt.Fprintf(w, "; %d more were not allowed, which fails the tests", r.denied)
	}
	fmt.Fprintln(w)
	slices.Sort(r.told)
	for i := 0; i < len(r.told); {
		n := 1
		for i+n < len(r.told) && r.told[i+n] == r.told[i] {
			n++
		}
		fmt.Fprintf(w, "  %d x %s\n", n, strings.TrimSpace(r.told[i]))
		i += n
	}
}

// mostAlike is how often a run may be repeated until its outcome is the same with gomarmot
// as without.
const mostAlike = 10

// UntilAlike calls without and with in turn, until their outcomes are the same. Launchers have races of their own: a
// job that crashes may, in a hundredth of the runs, end with the status of a rank that mpiexec itself has ended, with
// gomarmot or not.
func UntilAlike[T any](r *Retries, what string, without, with func() T, alike func(a, b T) bool) (a, b T) {
	b, a = with(), without()
	for try := 0; try < mostAlike && !alike(a, b) && r.allow(what); try++ {
		if try%2 == 0 {
			a = without()
		} else {
			b = with()
		}
	}
	return a, b
}
