package windows

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/tracker"
)

// bases returns the bases of the attached regions, and the numbers of the calls that attached them.
func bases(r *regions) (out [][2]int64) {
	for x := range r.Attached() {
		out = append(out, [2]int64{x.Base, int64(x.Site.Seq)})
	}
	return out
}

func TestRegions(t *testing.T) {
	var r regions
	for i, base := range []int64{30, 10, 30, 20, 30} {
		r.attach(Region{Base: base, Size: 8, Site: tracker.Site{Seq: uint32(i)}})
	}
	at := tracker.Site{Seq: 9}
	assert.True(t, r.detach(30, at), "the oldest of three")
	assert.Equal(t, [][2]int64{{10, 1}, {30, 2}, {20, 3}, {30, 4}}, bases(&r))
	assert.True(t, r.detach(10, at))
	assert.True(t, r.detach(30, at), "the list is compacted")
	assert.Equal(t, [][2]int64{{20, 3}, {30, 4}}, bases(&r))
	assert.Equal(t, &Region{Base: 30, Size: 8, Site: tracker.Site{Seq: 4}}, r.AttachedAt(30))
	assert.True(t, r.detach(30, at))
	assert.Nil(t, r.AttachedAt(30))
	assert.False(t, r.detach(30, at))
	assert.Equal(t, [][2]int64{{20, 3}}, bases(&r))
	assert.Equal(t, []int64{30, 10, 30, 30}, []int64{r.Detached[0].Base, r.Detached[1].Base, r.Detached[2].Base, r.Detached[3].Base})
	assert.Equal(t, at, r.Detached[0].Site)
}

func TestRegionsForget(t *testing.T) {
	var r regions
	for i := range int64(3 * maxDetached) {
		r.attach(Region{Base: i, Size: 1})
		r.detach(i, tracker.Site{})
	}
	assert.Len(t, r.Detached, maxDetached)
	assert.EqualValues(t, 3*maxDetached-1, r.Detached[maxDetached-1].Base)
	assert.Empty(t, r.list)
}
