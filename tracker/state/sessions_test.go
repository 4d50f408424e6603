package state

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/tracker"
)

func TestSessionsEndMPI(t *testing.T) {
	type step = func(*sessions)
	open := func(n int) step { return func(ss *sessions) { ss.open(at(n)) } }
	leave := func(n int) step { return func(ss *sessions) { ss.leave(at(n)) } }
	stay := func(n int) step { return func(ss *sessions) { ss.stay(at(n)) } }
	initialize := func(n int) step { return func(ss *sessions) { ss.initialize(at(n)) } }
	finalize := func(n int) step { return func(ss *sessions) { ss.finalize(at(n)) } }
	for name, c := range map[string]struct {
		steps     []step
		inited    bool
		finalized int // the call that has ended MPI; 0: none
		only      bool
	}{
		"nothing":                 {nil, false, 0, false},
		"MPI_Init":                {[]step{initialize(1)}, true, 0, false},
		"MPI_Finalize":            {[]step{initialize(1), finalize(2)}, true, 2, false},
		"a session":               {[]step{open(1)}, true, 0, true},
		"the last session":        {[]step{open(1), open(2), leave(3), leave(4)}, true, 4, true},
		"not the last session":    {[]step{open(1), open(2), leave(3)}, true, 0, true},
		"one after the other":     {[]step{open(1), leave(2), open(3), leave(4)}, true, 4, true},
		"MPI_Init goes on":        {[]step{initialize(1), open(2), leave(3)}, true, 0, false},
		"both":                    {[]step{initialize(1), open(2), leave(3), finalize(4)}, true, 4, false},
		"failed":                  {[]step{open(1), leave(2), stay(2)}, true, 0, true},
		"failed, then succeeded":  {[]step{open(1), leave(2), stay(2), leave(3)}, true, 3, true},
		"another one has failed":  {[]step{open(1), open(2), leave(3), stay(3), leave(4)}, true, 0, true},
		"failed after the ending": {[]step{open(1), leave(2), stay(9)}, true, 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			var ss sessions
			ss.begin(readingOf())
			for _, f := range c.steps {
				f(&ss)
			}
			assert.Equal(t, c.inited, ss.inited)
			assert.Equal(t, c.finalized != 0, ss.finalized)
			assert.Equal(t, c.finalized, int(ss.finalizedAt.Seq))
			assert.Equal(t, c.only, ss.sessionsOnly())
		})
	}
}

// Where records are missing, MPI_Init may be among these: then no session ends MPI.
func TestSessionsAfterAGap(t *testing.T) {
	d := readingOf()
	var ss sessions
	ss.begin(d)
	ss.open(at(1))
	assert.True(t, ss.any() && ss.sessionsOnly())
	d.Gap = true
	ss.leave(at(2))
	assert.False(t, ss.finalized)
	assert.False(t, ss.sessionsOnly())
}

// Random sessions against a list of those that are open.
func TestSessionsAgainstAList(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var ss sessions
		ss.begin(readingOf())
		var first, ended tracker.Site
		open, inited := 0, false
		for i := 1; i < 12; i++ {
			switch rnd.IntN(6) {
			case 0, 1:
				ss.open(at(i))
				open++
				if first.IsZero() {
					first = at(i)
				}
			case 2, 3, 4:
				if open == 0 {
					continue
				}
				ss.leave(at(i))
				if open--; open == 0 && !inited {
					ended = at(i)
				}
				if rnd.IntN(3) == 0 {
					ss.stay(at(i))
					if open++; ended == at(i) {
						ended = tracker.Site{}
					}
				}
			case 5:
				ss.initialize(at(i))
				inited = true
			}
			assert.Equal(t, first, ss.first)
			assert.Equal(t, ended, ss.finalizedAt)
			assert.Equal(t, open, ss.staying)
		}
	}
}
