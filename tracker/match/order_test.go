package match_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// Nobody comes back from a nonblocking collective call knowing who has made it, and
// nothing is kept for that.
func TestMeetingsEnd(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Handle()
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w) })
	for range 50 {
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Ibarrier", replay.World, 0x7000)
			r.Do("MPI_Wait", 0x7000)
			r.Do("MPI_Allreduce", 1, 2, 0, replay.Type("MPI_INT"), replay.Type("MPI_SUM"), replay.World)
			r.Do("MPI_Win_fence", 0, w)
			r.Do("MPI_Win_fence", j.Flavour.ModeNoPrecede, w)
			r.Do("MPI_Barrier", replay.World)
		})
	}
	v := watch(j, 3, 1)
	assert.LessOrEqual(t, v.meetings, 1, "beside the call that created the window, before which nobody watched")
}
