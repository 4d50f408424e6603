package segment

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRingInFormatDocument keeps the fields of a ring in FORMAT.md equal to
// the code.
func TestRingInFormatDocument(t *testing.T) {
	b, err := os.ReadFile("../../pmpi/event/FORMAT.md")
	require.NoError(t, err)
	fields := map[string]string{}
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(line, "│")
		if len(cells) == 6 {
			fields[strings.TrimSpace(cells[3])] = strings.TrimSpace(cells[1]) + " " + strings.TrimSpace(cells[2])
		}
	}
	for name, want := range map[string]string{
		"version":   fmt.Sprint(ringVersion, " u32"),
		"rank":      fmt.Sprint(ringRank, " u32"),
		"thread":    fmt.Sprint(ringThread, " u32"),
		"pid":       fmt.Sprint(ringPID, " u32"),
		"tid":       fmt.Sprint(ringTID, " u32"),
		"head":      fmt.Sprint(ringHead, " u64"),
		"reserve":   fmt.Sprint(ringReserve, " u64"),
		"now_kind":  fmt.Sprint(ringNowKind, " u32"),
		"now_seq":   fmt.Sprint(ringNowSeq, " u32"),
		"now_pc":    fmt.Sprint(ringNowPC, " u64"),
		"now_count": fmt.Sprint(ringNowCount, " u64"),
		"lost":      fmt.Sprint(ringLost, " u64"),
		"tail":      fmt.Sprint(ringTail, " u64"),
		"alive":     fmt.Sprint(ringAlive, " u64"),
		"since":     fmt.Sprint(ringSince, " u64"),
		"struck":    fmt.Sprint(ringStruck, " u64"),
		"fault":     fmt.Sprint(ringFault, " u64"),
		"place":     fmt.Sprint(ringPlace, " u64"),
		"state":     fmt.Sprint(ringState, " u32"),
	} {
		assert.Equal(t, want, fields[name], name)
	}
}
