package acceptance

import (
	"os"
	"path/filepath"
	"strings"
)

// everywhere are lines of plans that force each choice of a kind, on all ranks (make test-provoked).
var everywhere = map[string]string{
	"send":  "send rank=* call=* at=* count=*",
	"match": "match rank=* call=* at=* count=* source=1 ms=20",
	"order": "order rank=* call=* at=* count=* index=*",
	"fill":  "fill rank=* call=* at=* count=*",
	"rma":   "rma rank=* call=* at=* count=*",
	"file":  "file rank=* call=* at=* count=*",
	"early": "early rank=* call=* at=* count=*",
}

// planEverywhere writes a plan for these kinds, separated by commas, and returns its path.
func planEverywhere(dir, kinds string) string {
	lines := []string{"gomarmot-provoke 1"}
	for kind := range strings.SplitSeq(kinds, ",") {
		if everywhere[kind] == "" {
			panic("GOMARMOT_TEST_PROVOKE: there is no kind " + kind)
		}
		lines = append(lines, everywhere[kind])
	}
	plan := filepath.Join(dir, "plan")
	if err := os.WriteFile(plan, []byte(strings.Join(append(lines, "end", ""), "\n")), 0o600); err != nil {
		panic(err)
	}
	return plan
}
