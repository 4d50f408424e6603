package logdir

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// TestFormatDocument keeps the constants in FORMAT.md equal to the code.
func TestFormatDocument(t *testing.T) {
	b, err := os.ReadFile("../../pmpi/event/FORMAT.md")
	require.NoError(t, err)
	doc := string(b)
	for name, v := range map[string]any{
		"segment.RingMagic":   strconv.Quote(segment.RingMagic),
		"segment.RingVersion": segment.RingVersion,
		"segment.Magic":       strconv.Quote(segment.Magic),
		"segment.Version":     segment.Version,
		"segment.FrameMagic":  strconv.Quote(segment.FrameMagic),
		"logdir.Version":      Version,
		"event.MaxWords":      event.MaxWords,
		"event.SlotSize":      event.SlotSize,
		"event.MaxBlob":       event.MaxBlob,
		"event.LongArray":     event.LongArray,
		"event.LongestArray":  event.LongestArray,
	} {
		value := strings.ReplaceAll(fmt.Sprint(v), `"`, "`")
		assert.Regexp(t, `(?m)^\| [^|]+ \| `+regexp.QuoteMeta(value)+` \| `+regexp.QuoteMeta(name)+` \|$`, doc)
	}
	for name, k := range map[string]calls.Kind{
		"Pad": event.Pad, "Blob": event.Blob, "Predef": event.Predef, "Thread": event.Thread,
		"Probe": event.Probe, "Lost": event.Lost, "End": event.End,
		"Stray": event.Stray, "Binding": event.BindingUsed, "Stack": event.Stack, "Python": event.Python,
		"Polls": event.Polls, "Access": event.Access, "AccessBits": event.AccessBits,
		"Memory": event.Memory, "Changed": event.Changed, "Created": event.Created,
		"Value": event.Value, "Fetched": event.Fetched,
	} {
		assert.Contains(t, doc, fmt.Sprintf("\n| %s | %d |", name, k))
	}
	for s := segment.Running; s <= segment.Off; s++ {
		assert.Contains(t, doc, fmt.Sprintf("%d %s", s, s))
	}
	for p, name := range []string{"once", "enter", "leave"} {
		assert.Contains(t, doc, fmt.Sprintf("%d %s", p, name))
	}
	assert.Contains(t, doc, fmt.Sprintf("%d finalized, %d exit without MPI_Finalize, %d MPI_Abort",
		event.EndFinalized, event.EndExit, event.EndAbort))
	assert.Contains(t, doc, fmt.Sprintf(`"msg":%q,"format":%d`, FirstMessage, Version))
	assert.Contains(t, doc, SegmentName("run.log.d", 3))
	assert.Contains(t, doc, RingName("run.log.d", 3, 0))
	assert.Contains(t, doc, fmt.Sprintf("│ %d │     │ slots ", segment.RingHeaderSize))
}
