package sessions

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
)

func TestSessionsEndMPI(t *testing.T) {
	type step = func(*Sessions)
	open := func(n int) step { return func(ss *Sessions) { ss.Open(ranktest.At(n)) } }
	leave := func(n int) step { return func(ss *Sessions) { ss.Leave(ranktest.At(n)) } }
	stay := func(n int) step { return func(ss *Sessions) { ss.Stay(ranktest.At(n)) } }
	initialize := func(n int) step { return func(ss *Sessions) { ss.Initialize(ranktest.At(n)) } }
	finalize := func(n int) step { return func(ss *Sessions) { ss.Finalize(ranktest.At(n)) } }
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
			var ss Sessions
			ss.Begin(ranktest.Reading())
			for _, f := range c.steps {
				f(&ss)
			}
			assert.Equal(t, c.inited, ss.Inited)
			assert.Equal(t, c.finalized != 0, ss.Finalized)
			assert.Equal(t, c.finalized, int(ss.FinalizedAt.Seq))
			assert.Equal(t, c.only, ss.SessionsOnly())
		})
	}
}

// If records are missing, MPI_Init may be among them: then no session ends MPI.
func TestSessionsAfterAGap(t *testing.T) {
	d := ranktest.Reading()
	var ss Sessions
	ss.Begin(d)
	ss.Open(ranktest.At(1))
	assert.True(t, ss.Any() && ss.SessionsOnly())
	d.Gap = true
	ss.Leave(ranktest.At(2))
	assert.False(t, ss.Finalized)
	assert.False(t, ss.SessionsOnly())
}

// Random sessions against a list of the open sessions.
func TestSessionsAgainstAList(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var ss Sessions
		ss.Begin(ranktest.Reading())
		var first, ended tracker.Site
		open, inited := 0, false
		for i := 1; i < 12; i++ {
			switch rnd.IntN(6) {
			case 0, 1:
				ss.Open(ranktest.At(i))
				open++
				if first.IsZero() {
					first = ranktest.At(i)
				}
			case 2, 3, 4:
				if open == 0 {
					continue
				}
				ss.Leave(ranktest.At(i))
				if open--; open == 0 && !inited {
					ended = ranktest.At(i)
				}
				if rnd.IntN(3) == 0 {
					ss.Stay(ranktest.At(i))
					if open++; ended == ranktest.At(i) {
						ended = tracker.Site{}
					}
				}
			case 5:
				ss.Initialize(ranktest.At(i))
				inited = true
			}
			assert.Equal(t, first, ss.First)
			assert.Equal(t, ended, ss.FinalizedAt)
			assert.Equal(t, open, ss.staying)
		}
	}
}
