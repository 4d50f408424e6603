package acceptance

import (
	"os"
	"path/filepath"
	"slices"
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
	"flag":  "flag rank=* call=* at=* count=*",
	"sync":  "sync rank=* call=* at=* count=*",
}

// Provoked is the environment of a run with every choice of the kinds forced that GOMARMOT_TEST_PROVOKE names,
// separated by commas, except one; nil if it names none. The plan is written to dir.
func Provoked(dir, except string) []string {
	kinds := os.Getenv("GOMARMOT_TEST_PROVOKE")
	if kinds == "" {
		return nil
	}
	list := strings.Split(kinds, ",")
	return []string{ForcedEverywhere(dir, slices.DeleteFunc(list, func(kind string) bool { return kind == except })...)}
}

// ForcedEverywhere is the setting with which every choice of the kinds is forced. The plan is written to dir.
func ForcedEverywhere(dir string, kinds ...string) string {
	lines := []string{"gomarmot-provoke 1"}
	for _, kind := range kinds {
		if everywhere[kind] == "" {
			panic("provoke has no kind " + kind)
		}
		lines = append(lines, everywhere[kind])
	}
	plan := filepath.Join(dir, "plan")
	if err := os.WriteFile(plan, []byte(strings.Join(append(lines, "end", ""), "\n")), 0o600); err != nil {
		panic(err)
	}
	return "GOMARMOT_PROVOKE=" + plan
}
