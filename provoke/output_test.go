package provoke

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func out(text string) Output { return NewOutput([]byte(text)) }

func TestOutputIsTheSame(t *testing.T) {
	for name, pair := range map[string][2]string{
		"as it is":          {"a\nb\n", "a\nb\n"},
		"another order":     {"rank 0\nrank 1\n", "rank 1\nrank 0\n"},
		"near":              {"heat 1000.000001\n", "heat 1000.000002\n"},
		"Fortran":           {"x 1.0D+03\n", "x 1.0000000001D+03\n"},
		"blanks at the end": {"a \n", "a\n"},
	} {
		_, same := out(pair[0]).same(out(pair[1]), 1e-6)
		assert.True(t, same, name)
	}
}

func TestOutputLeavesOutTheLibrary(t *testing.T) {
	before, after := out("sum 3\n"), out("[1795941391.856647] [node:8787 :0] mpool.c:53  UCX  WARN object leaked\nsum 3\n")
	_, same := before.same(after, 0)
	assert.True(t, same)
	_, same = before.same(out("[1] [node] UCX\nsum 3\n"), 0)
	assert.False(t, same, "a line of the program")
}

func TestOutputDiffers(t *testing.T) {
	for name, pair := range map[string][2]string{
		"a number":     {"sum 3\n", "sum 4\n"},
		"a word":       {"fine 1\n", "strange 1\n"},
		"another line": {"a\nb\n", "a\n"},
		"a line less":  {"a\n", "a\nb\n"},
		"twice":        {"a\na\n", "a\nb\n"},
		"more numbers": {"1 2\n", "1\n"},
	} {
		_, same := out(pair[0]).same(out(pair[1]), 1e-6)
		assert.False(t, same, name)
	}
	_, same := out("x 1.0000001\n").same(out("x 1\n"), 0)
	assert.False(t, same, "no tolerance")
}

func TestOutputNamesTheLine(t *testing.T) {
	line, _ := out("a\nsum 4\n").same(out("sum 3\na\n"), 1e-6)
	assert.Equal(t, "sum 4", line)
}
