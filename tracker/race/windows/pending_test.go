package windows

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// Of accesses that replace each other, only the last is left, and each completes as often as a plain list says.
func TestPending(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var p pending
		at := map[int]*race.Access{} // by the bytes that they access
		for n := int64(1); n < 60; n++ {
			switch r.IntN(5) {
			case 0:
				p.completeAtOrigin(n, tracker.Site{})
				for _, a := range at {
					assert.Positive(t, a.AtOrigin)
				}
			case 1:
				if r.IntN(4) > 0 {
					continue
				}
				p.complete(n)
				for _, a := range at {
					assert.True(t, a.Settled)
				}
				clear(at)
			default:
				i := r.IntN(7)
				a := &race.Access{}
				p.replaced(at[i])
				p.add(a)
				at[i] = a
			}
			assert.Len(t, p.list, len(at))
			for i, a := range p.list {
				assert.Equal(t, i, a.Slot)
				assert.Equal(t, i < p.here, a.AtOrigin > 0)
			}
			for _, a := range at {
				assert.Contains(t, p.list, a)
			}
		}
		for _, a := range []*race.Access{{Told: true}, {Buffers: []*race.Access{{}}}} {
			p.add(a)
			p.replaced(a)
			assert.Contains(t, p.list, a, "something else asks when it is complete")
		}
	}
}
