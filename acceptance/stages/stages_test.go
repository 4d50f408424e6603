package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// sh is a stage that runs a script.
func sh(name, script string, tests bool, lane int) stage {
	return stage{name, []string{"sh", "-c", script}, tests, lane}
}

const events = `cat <<'END'
{"Action":"output","Package":"p","Test":"TestA/x","Output":"    a_test.go:3: boom\n"}
{"Action":"fail","Package":"p","Test":"TestA/x","Elapsed":2.5}
{"Action":"output","Package":"p","Test":"TestA/y","Output":"quiet\n"}
{"Action":"pass","Package":"p","Test":"TestA/y","Elapsed":9}
{"Action":"fail","Package":"p","Test":"TestA","Elapsed":11.5}
{"Action":"skip","Package":"p","Test":"TestB","Elapsed":0}
{"Action":"fail","Package":"p","Elapsed":11.6}
END
exit 1`

func TestFailuresAndTheSlowest(t *testing.T) {
	var out strings.Builder
	ok := run(context.Background(), []stage{sh("programs", events, true, 0), sh("lint", "echo fine", false, 1)}, &out, time.Hour)
	text := out.String()
	assert.False(t, ok)
	assert.Contains(t, text, "--- in p TestA/x\n    a_test.go:3: boom\n")
	assert.NotContains(t, text, "quiet")
	assert.NotContains(t, text, "fine")
	assert.Regexp(t, `the slowest tests:\n +9.0 s  p TestA/y\n +2.5 s  p TestA/x\n +0.0 s  p TestB\n`, text)
	assert.Regexp(t, `programs  FAILED \(exit status 1\) after \d+ s, processor time \d+ s\nlint      passed after`, text)
	assert.Contains(t, text, "1 passed, 2 failed, 1 skipped")
}

func TestPlainStageShowsItsOutputIfItFails(t *testing.T) {
	var out strings.Builder
	assert.False(t, run(context.Background(), []stage{sh("lint", "echo bad line; exit 3", false, 0)}, &out, time.Hour))
	assert.Contains(t, out.String(), "bad line\n")
}

// A build that fails is shown.
func TestBuildFailure(t *testing.T) {
	var out strings.Builder
	script := `printf '{"ImportPath":"p","Action":"build-output","Output":"x.go:1: no\\n"}\n{"ImportPath":"p","Action":"build-fail"}\n'; exit 1`
	assert.False(t, run(context.Background(), []stage{sh("packages", script, true, 0)}, &out, time.Hour))
	assert.Contains(t, out.String(), "x.go:1: no")
}

func TestProgressAndLanes(t *testing.T) {
	var out strings.Builder
	list := []stage{sh("slow", "sleep 0.5", false, 0), sh("first", "sleep 0.1", false, 1), sh("second", "true", false, 1)}
	assert.True(t, run(context.Background(), list, &out, 200*time.Millisecond))
	text := out.String()
	assert.Contains(t, text, "0:00 slow: running")
	assert.Less(t, strings.Index(text, "0:00 first: passed"), strings.Index(text, "0:00 second: passed"))
	assert.Less(t, strings.Index(text, "0:00 second: passed"), strings.Index(text, "0:00 slow: passed"))
}

// What is not in test2json's format comes through.
func TestOtherLines(t *testing.T) {
	var out strings.Builder
	assert.True(t, run(context.Background(), []stage{sh("packages", "printf 'go: downloading x'", true, 0)}, &out, time.Hour))
	assert.Contains(t, out.String(), "go: downloading x")
}
