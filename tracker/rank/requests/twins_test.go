package requests

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// One of three requests with the same value is complete: uses of the buffers of two show a use that came too early.
func TestTwins(t *testing.T) {
	reqs := requestsOf()
	var q [3]*Request
	for i := range q {
		q[i] = reqs.posts(t, calls.Isend, 100, i+1)
	}
	assert.Nil(t, q[0].Twins)
	reqs.ends(t, calls.Wait, 100)
	assert.False(t, q[1].NoteUse(tracker.Site{Seq: 7}), "it may be complete")
	assert.False(t, q[1].NoteUse(tracker.Site{Seq: 8}), "again")
	assert.True(t, q[0].NoteUse(tracker.Site{Seq: 9}))
	assert.False(t, q[0].NoteUse(tracker.Site{Seq: 9}), "reported already")
	assert.Equal(t, []Use{{q[1].Made, tracker.Site{Seq: 7}}, {q[0].Made, tracker.Site{Seq: 9}}}, q[2].Twins.Uses)
	reqs.ends(t, calls.Waitall, 100, 100)
	alone := reqs.posts(t, calls.Isend, 100, 10)
	assert.Nil(t, alone.Twins)
	reqs.ends(t, calls.Wait, 100)
	assert.Nil(t, alone.Twins, "it had no twins")
}

// A program uses buffers of requests only once they are complete, whichever requests a wait completes.
func TestTwinsOfCorrectPrograms(t *testing.T) {
	const value = 100
	rnd := rand.New(rand.NewPCG(29, 30))
	uses := 0
	for range 200 {
		reqs := requestsOf()
		var pending, complete []*Request
		for i := 1; i < 100; i++ {
			switch k := rnd.IntN(4); {
			case k < 2 && len(pending) < 2*mostOver:
				pending = append(pending, reqs.posts(t, calls.Isend, value, i))
			case k == 2 && len(pending) > 0:
				one := rnd.IntN(len(pending))
				complete = append(complete, pending[one])
				pending = append(pending[:one], pending[one+1:]...)
				reqs.ends(t, calls.Wait, value)
				if len(pending) == 0 {
					complete = complete[:0]
				}
			case len(complete) > 0:
				q := complete[rnd.IntN(len(complete))]
				if q.Twins != nil {
					uses++
					require.False(t, q.NoteUse(tracker.Site{Seq: uint32(i)}))
				}
			}
		}
	}
	assert.Greater(t, uses, 1000)
}

// stopped notes the requests whose operations have ended.
type stopped struct {
	noMemory
	all      map[*Request]bool
	released int
}

func (s *stopped) Stop(q *Request)    { s.all[q] = true }
func (s *stopped) Release(q *Request) { s.all[q], s.released = true, s.released+1 }

// The buffers of requests with the same value are kept until all are complete; in programs with several threads, and
// with persistent requests, only until the first is.
func TestTwinsKeepBuffers(t *testing.T) {
	for name, c := range map[string]struct {
		second  calls.Kind
		threads bool
		kept    bool
	}{
		"sends":      {calls.Isend, false, true},
		"threads":    {calls.Isend, true, false},
		"persistent": {calls.SendInit, false, false},
	} {
		reqs := requestsOf()
		ended := &stopped{all: map[*Request]bool{}}
		reqs.memory, reqs.Threaded = ended, c.threads
		first, second := reqs.posts(t, calls.Isend, 100, 1), reqs.posts(t, c.second, 100, 2)
		second.Active = true
		reqs.ends(t, calls.Wait, 100)
		assert.Equal(t, !c.kept, ended.all[first], name)
		assert.Equal(t, !c.kept, ended.all[second], name)
		reqs.ends(t, calls.Wait, 100)
		assert.True(t, ended.all[first] && ended.all[second], name)
	}
}

// Of the complete requests of a value only some are kept.
func TestTwinsMany(t *testing.T) {
	reqs := requestsOf()
	ended := &stopped{all: map[*Request]bool{}}
	reqs.memory = ended
	first := reqs.posts(t, calls.Isend, 100, 1)
	for i := range 2 * mostOver {
		reqs.posts(t, calls.Isend, 100, i+2)
		reqs.ends(t, calls.Wait, 100)
	}
	assert.NotNil(t, first.Twins)
	assert.Equal(t, 2*mostOver, first.Twins.Complete)
	assert.Equal(t, mostOver, first.Twins.kept)
	assert.Equal(t, mostOver, ended.released)
	reqs.Forget()
	assert.Equal(t, 2*mostOver+1, ended.released)
}
