package segment

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Memory in use before the log is opened, such as the ballast of the command, does not count.
func TestBudgetIsForTheLog(t *testing.T) {
	runtime.GC() // otherwise garbage of other tests would count as kept before
	before := make([]byte, 64<<20)
	b := NewBudget(16 << 20)
	assert.False(t, b.Spent(), "nothing was kept since")
	some := make([]byte, 8<<20)
	assert.False(t, b.Spent(), "8 of 16 MB")
	garbage := make([]byte, 64<<20)
	runtime.KeepAlive(garbage)
	assert.False(t, b.Spent(), "garbage does not count")
	more := make([]byte, 64<<20)
	assert.True(t, b.Spent(), "72 of 16 MB")
	runtime.KeepAlive(before)
	runtime.KeepAlive(some)
	runtime.KeepAlive(more)
	assert.ErrorContains(t, b.excessive("rank-0.seg", 7), "more than 16 MB")
}
