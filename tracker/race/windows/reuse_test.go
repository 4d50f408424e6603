package windows

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// accessBy returns an access, complete at its origin and its target, by a call.
func accessBy(k calls.Kind) *race.Access {
	a := &race.Access{Settled: true}
	a.Site.Call, a.Epoch = k, op.StartedEpoch
	return a
}

func TestForgottenAccessIsUsedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		call   calls.Kind
		change func(*race.Access)
		again  bool
	}{
		"complete":            {calls.Put, func(*race.Access) {}, true},
		"not complete":        {calls.Put, func(a *race.Access) { a.Settled = false }, false},
		"of a race":           {calls.Put, func(a *race.Access) { a.Told = true }, false},
		"with a lock":         {calls.Put, func(a *race.Access) { a.Epoch = op.LockEpoch }, false},
		"unlocked":            {calls.Put, func(a *race.Access) { a.Epoch, a.Released = op.LockEpoch, 7 }, true},
		"with another lock":   {calls.Put, func(a *race.Access) { a.Locks = op.NewLocked(make([]op.LockRef, 1)) }, false},
		"its request is open": {calls.Rput, func(*race.Access) {}, false},
	} {
		t.Run(name, func(t *testing.T) {
			m := New(Config{Size: 1})
			a := accessBy(c.call)
			c.change(a)
			m.forgotten(a)
			b := m.fresh()
			assert.Equal(t, c.again, a == b)
			assert.Equal(t, race.Access{}, *b)
		})
	}
}

// A loop continues only with its own access, not with another access that uses the same memory.
func TestLoopEndsWhenItsAccessIsUsedAgain(t *testing.T) {
	a := accessBy(calls.Put)
	a.Site.Rank, a.At.N = 3, 20
	l := loop{last: a, n: 20}
	assert.Same(t, a, l.current(3))
	a.At.N = 24
	assert.Nil(t, l.current(3), "a later access of the rank")
	a.At.N, a.Site.Rank = 20, 4
	assert.Nil(t, l.current(3), "an access of another rank")
	assert.Nil(t, new(loop).current(3), "no access")
}
