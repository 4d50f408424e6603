package export

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func at(ns int64) *int64 { return &ns }

func TestWhere(t *testing.T) {
	w, err := ParseWhere([]string{"rank=0-2,5", "call=MPI_*send", "time=1.5-2"})
	require.NoError(t, err)
	for _, fits := range []bool{
		w.fits(0, "MPI_Send", at(1_500_000_000)), w.fits(5, "MPI_Isend", at(2_000_000_000)), w.fits(2, "MPI_Send_c", at(1_600_000_000)),
	} {
		assert.True(t, fits)
	}
	for _, fits := range []bool{
		w.fits(3, "MPI_Send", at(1_600_000_000)), w.fits(0, "MPI_Recv", at(1_600_000_000)), w.fits(0, "MPI_Send_init", at(1_600_000_000)),
		w.fits(0, "MPI_Send", at(1_499_999_999)), w.fits(0, "MPI_Send", at(2_000_000_001)), w.fits(0, "MPI_Send", nil),
	} {
		assert.False(t, fits)
	}
	assert.NoError(t, w.within("run.log", 6))
	assert.EqualError(t, w.within("run.log", 5), "--where: there is no rank 5; the ranks of run.log are 0 to 4")
	all, err := ParseWhere(nil)
	require.NoError(t, err)
	assert.True(t, all.fits(7, "MPI_Init", nil))
	late, err := ParseWhere([]string{"time=0.5-"})
	require.NoError(t, err)
	assert.True(t, late.fits(0, "MPI_Init", at(1<<60)) && !late.fits(0, "MPI_Init", at(0)))
	both, err := ParseWhere([]string{"rank=0-3", "rank=2-5"})
	require.NoError(t, err)
	assert.True(t, both.rank(2) && both.rank(3) && !both.rank(1) && !both.rank(4))
}

// TestWhereRefuses: each message names the condition, and what is allowed.
func TestWhereRefuses(t *testing.T) {
	for condition, why := range map[string]string{
		"":               "it begins with neither rank=, call= nor time=",
		"ranks=1":        "it begins with neither rank=, call= nor time=",
		"rank=":          `"" is neither a rank nor a range of ranks`,
		"rank=3-1":       `"3-1" is neither`,
		"rank=0,x":       `"x" is neither`,
		"rank=-1":        `"-1" is neither`,
		"call=[":         "a bracket or backslash without its counterpart",
		"call=MPI_Sent":  "no MPI function has such a name",
		"call=":          "no MPI function has such a name",
		"time=1":         "not a range of seconds",
		"time=2-1":       "not a range of seconds",
		"time=a-b":       "not a range of seconds",
		"time=NaN-1":     "not a range of seconds",
		"time=0-1e300":   "not a range of seconds",
		"time=1-2-3":     "not a range of seconds",
		"time=-0.5-0.25": "not a range of seconds",
	} {
		_, err := ParseWhere([]string{"rank=0", condition})
		require.Error(t, err, condition)
		assert.Contains(t, err.Error(), why)
		assert.Contains(t, err.Error(), "--where")
		assert.Contains(t, err.Error(), "a condition is rank=0-3,7, call=MPI_*send or time=1.5-2")
	}
}

func TestRecent(t *testing.T) {
	r := &recent{most: 4}
	for seq := uint32(10); seq < 30; seq += 2 {
		r.add(moment{seq: seq, entered: uint64(seq)})
	}
	for seq := uint32(0); seq < 40; seq++ {
		m := r.at(seq)
		kept := seq >= 22 && seq <= 28 && seq%2 == 0
		require.Equal(t, kept, m != nil, "%d", seq)
		if kept {
			assert.EqualValues(t, seq, m.entered)
		}
	}
	assert.Nil(t, newRecent(4).at(1))
	assert.Equal(t, mostMoments, newRecent(1).most)
	assert.Equal(t, fewMoments, newRecent(1<<20).most)
}
