package acceptance

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// everywhere maps a kind to the line of a plan that forces each choice of the kind, on all ranks (make test-provoked).
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

// Provoked returns the environment of a run in which every choice is forced of the kinds that GOMARMOT_TEST_PROVOKE
// names, separated by commas, without the kind except; nil if no kind is left. The plan is written to dir.
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
