package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stack returns a stack as in profiles, with the innermost function first.
func stack(functions ...string) (out []*profile.Function) {
	for _, f := range functions {
		name, file, _ := strings.Cut(f, "@")
		out = append(out, &profile.Function{Name: name, Filename: "/somewhere/" + file})
	}
	return out
}

const (
	runs  = module + "check.(*runner).run@check/run.go"
	fills = module + "check.(*feed).fillGuarded@check/feed.go"
)

func TestStageOf(t *testing.T) {
	for want, s := range map[string][]*profile.Function{
		decoding:  stack("runtime.memmove@x.s", module+"check.(*checkedStream).Next@check/log.go", fills, runs),
		ranks:     stack(module+"tracker/rank.(*Rank).Apply@tracker/rank/rank.go", fills, runs),
		"races":   stack(module+"tracker/order.Before@tracker/order/clocks.go", module+"tracker/race.(*Space).Add@tracker/race/space.go", runs),
		meeting:   stack(module+"tracker/order.Before@tracker/order/clocks.go", module+"tracker/job.(*Job).Take@tracker/job/job.go", runs),
		"waits":   stack(module+"tracker/wait.(*Judge).Take@tracker/wait/judge.go", runs),
		collector: stack("runtime.scanobject@mgc.go", "runtime.gcBgMarkWorker@mgc.go"),
		opening:   stack("os.Open@file.go", module+"runtime/logdir.(*Log).open@runtime/logdir/log.go"),
		ends:      stack(module + "check.open@check/log.go"),
	} {
		assert.Equal(t, want, stageOf(s), "%v", s)
	}
}

// TestStages: the code that the stages name exists.
func TestStages(t *testing.T) {
	for _, s := range slices.Concat(inRanks, serially) {
		for _, code := range s.code {
			folder, name := filepath.Split(code)
			switch {
			case strings.HasPrefix(code, "runtime."):
			case strings.Contains(code, "("):
				pkg, function, _ := strings.Cut(code, ".(")
				typ, method, _ := strings.Cut(function, ").")
				assert.True(t, has(t, "../"+pkg+"/*.go", " "+typ+") "+method), code)
			default:
				files, err := filepath.Glob("../" + folder + name + "*")
				require.NoError(t, err)
				assert.NotEmpty(t, files, code)
			}
		}
	}
}

// has reports whether a file has a text.
func has(t *testing.T, pattern, text string) bool {
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	return slices.ContainsFunc(files, func(file string) bool {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		return strings.Contains(string(content), text)
	})
}

func TestAccount(t *testing.T) {
	a := account{of: map[string]float64{decoding: 1, ranks: 7, collector: 2, meeting: 1, "races": 3, ends: 2}, longest: 1. / 4}
	assert.Equal(t, 16.0, a.work())
	assert.Equal(t, 3+2+2.0, a.critical(), "the longer of races and meeting, the end, and a quarter of the work on ranks")
	assert.Equal(t, []float64{16, 8, 7}, []float64{a.on(1), a.on(2), a.on(64)})
	assert.Equal(t, "races", a.limit())
	assert.Contains(t, a.String(), "ranks 44 %, races 19 %")
}

func TestAccountOf(t *testing.T) {
	sample := func(n int64, functions ...string) *profile.Sample {
		s := &profile.Sample{Value: []int64{n}}
		for _, f := range stack(functions...) {
			s.Location = append(s.Location, &profile.Location{Line: []profile.Line{{Function: f}}})
		}
		return s
	}
	a := accountOf(&profile.Profile{Sample: []*profile.Sample{sample(3, fills, runs), sample(1, runs)}}, 2)
	assert.Equal(t, map[string]float64{ranks: 1.5, meeting: 0.5}, a.of)
}
