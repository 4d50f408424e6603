package requests

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
)

// waiter is a thread that repeats waits for a long array of requests.
type waiter struct {
	rnd    *rand.Rand
	values []int64 // the array now
	told   []int64 // the array of the last record
	seq    uint32
	state  Waited
}

// blob encodes the array as in a record: whole, or as the difference.
func (w *waiter) blob(whole bool) []byte {
	if whole || len(w.told) != len(w.values) {
		return ranktest.Words(w.values)
	}
	var pairs []int64
	for i, v := range w.values {
		if v != w.told[i] {
			pairs = append(pairs, int64(i), v)
		}
	}
	return event.AppendChanges(nil, w.seq, pairs...)
}

// enters makes the next call.
func (w *waiter) enters(t *testing.T, reqs *Requests, seq int) *asking {
	c := &asking{Call: *ranktest.Numbered(ranktest.Returned(t, calls.Waitsome, nil), seq)}
	c.InBlob = w.blob(w.rnd.IntN(20) == 0)
	w.told, w.seq = slices.Clone(w.values), uint32(seq)
	require.True(t, reqs.ResolveRepeated(&c.Call, &c.Asked, &w.state))
	return c
}

// vainOf counts, one by one, the elements for which there is no request.
func vainOf(reqs *Requests, all []*waiter) (n int) {
	for _, w := range all {
		for _, g := range w.state.given {
			if g.value != reqs.null && (g.handle == nil || g.handle.first == nil) {
				n++
			}
		}
	}
	return n
}

// Two threads wait for long arrays, in which few elements change, while requests come and go at random, also requests
// that the arrays still name: each call has the same requests as a look at the whole array finds.
func TestRepeatedWaitsAgainstWholeArrays(t *testing.T) {
	const null = 7
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		reqs := requestsOf()
		reqs.Predefined(null)
		all := []*waiter{{rnd: rnd}, {rnd: rnd}}
		for _, w := range all {
			w.values = slices.Repeat([]int64{null}, event.LongArray+rnd.IntN(4))
		}
		for i := 1; i < 300; i++ {
			w := all[rnd.IntN(2)]
			k := rnd.IntN(len(w.values))
			switch value := 100 + rnd.Int64N(60); rnd.IntN(12) {
			case 0, 1, 2, 3:
				reqs.posts(t, calls.Irecv, value, i)
				w.values[k] = value
			case 4:
				w.values[k] = value // a copy, or the value of no request
			case 5, 6:
				reqs.ends(t, calls.Wait, w.values[k])
			case 7:
				reqs.ends(t, calls.Wait, w.values[k])
				w.values[k] = null
			case 8:
				if rnd.IntN(20) == 0 {
					reqs.Forget()
				}
				if rnd.IntN(20) == 0 {
					reqs.ForgetWaited(&w.state)
					w.told = nil
				}
			default:
				c := w.enters(t, reqs, i)
				want := &asking{Call: *ranktest.Numbered(ranktest.Returned(t, calls.Waitsome, nil), i)}
				want.InBlob = ranktest.Words(w.values)
				reqs.Resolve(both(want))
				require.Equal(t, len(want.Asked.given), len(c.Asked.given))
				for k := range want.Asked.given {
					require.Equal(t, want.Asked.given[k].value, c.Asked.given[k].value)
					require.Same(t, want.Asked.given[k].handle, c.Asked.given[k].handle)
				}
			}
			require.Equal(t, vainOf(reqs, all), reqs.vain)
		}
	}
}

// A call that has not returned keeps its requests, even if another thread gets the handle of one of them, or if a
// nested call waits for the same array.
func TestRepeatedWaitsThatHaveNotReturned(t *testing.T) {
	reqs := requestsOf()
	var open []*asking
	var state Waited
	values := make([]int64, event.LongArray)
	for i := range values {
		values[i] = int64(100 + i)
		reqs.posts(t, calls.Irecv, values[i], i+1)
	}
	enters := func(seq int, blob []byte) *asking {
		c := &asking{Call: *ranktest.Numbered(ranktest.Returned(t, calls.Waitany, nil), seq)}
		c.InBlob = blob
		for _, o := range open {
			o.Keep(&state)
		}
		open = append(open, c)
		require.True(t, reqs.ResolveRepeated(&c.Call, &c.Asked, &state))
		return c
	}
	enters(50, ranktest.Words(values))
	open = nil
	outer := enters(51, event.AppendChanges(nil, 50))
	assert.True(t, outer.Asked.shared)

	h, _ := reqs.Sharing(103)
	reqs.SetAside(h, &outer.Asked)
	assert.Equal(t, vainOf(reqs, []*waiter{{state: state}}), reqs.vain)
	reqs.posts(t, calls.Irecv, 103, 60)

	enters(52, event.AppendChanges(nil, 51, 4, 999))
	assert.Equal(t, int64(104), outer.Asked.given[4].value)
	assert.Equal(t, uint32(4), outer.Asked.given[3].handle.first.Made.Seq, "that of the call")
	assert.Equal(t, uint32(60), state.given[3].handle.first.Made.Seq, "the new one")
	assert.Equal(t, 1, reqs.vain, "999")
	assert.True(t, reqs.MayBeVain(&outer.Asked), "it has an array of its own now")
}

// If the record is missing to which a later record gives only the differences, all requests are unknown.
func TestRepeatedWaitsForUnknownArrays(t *testing.T) {
	for name, blob := range map[string][]byte{
		"base":     event.AppendChanges(nil, 49, 1, 5),
		"position": event.AppendChanges(nil, 50, event.LongArray, 5),
	} {
		t.Run(name, func(t *testing.T) {
			reqs := requestsOf()
			w := &waiter{rnd: rand.New(rand.NewPCG(1, 1)), values: make([]int64, event.LongArray)}
			w.enters(t, reqs, 50)
			c := &asking{Call: *ranktest.Numbered(ranktest.Returned(t, calls.Waitany, nil), 51)}
			c.InBlob = blob
			assert.False(t, reqs.ResolveRepeated(&c.Call, &c.Asked, &w.state))
			assert.Empty(t, c.Asked.given)
			assert.Nil(t, w.state.given)
			assert.Zero(t, reqs.vain)
		})
	}
}
