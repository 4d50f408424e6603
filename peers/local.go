package peers

import "sync"

// Local is a process of a set that runs as goroutines of this process, for tests.
type Local struct {
	rank int
	all  *locals
}

type locals struct {
	mu    sync.Mutex
	news  sync.Cond
	boxes [][]letter
	over  bool
}

type letter struct {
	from int
	text []byte
}

// NewLocal returns n processes.
func NewLocal(n int) []*Local {
	all := &locals{boxes: make([][]letter, n)}
	all.news.L = &all.mu
	out := make([]*Local, n)
	for i := range out {
		out[i] = &Local{i, all}
	}
	return out
}

// Rank is the number of the process.
func (l *Local) Rank() int { return l.rank }

// Size is the number of processes.
func (l *Local) Size() int { return len(l.all.boxes) }

// End makes Send and Receive of all processes fail.
func (l *Local) End() {
	l.all.mu.Lock()
	l.all.over = true
	l.all.mu.Unlock()
	l.all.news.Broadcast()
}

// Send sends a message.
func (l *Local) Send(to int, message []byte) error {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	if l.all.over {
		return errGone
	}
	l.all.boxes[to] = append(l.all.boxes[to], letter{l.rank, message})
	l.all.news.Broadcast()
	return nil
}

// Receive waits for a message, or for End.
func (l *Local) Receive() (from int, message []byte, err error) {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	for len(l.all.boxes[l.rank]) == 0 && !l.all.over {
		l.all.news.Wait()
	}
	if l.all.over {
		return 0, nil, errGone
	}
	box := l.all.boxes[l.rank]
	l.all.boxes[l.rank] = box[1:]
	return box[0].from, box[0].text, nil
}
