package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWrap(t *testing.T) {
	assert.Equal(t, []string{"one two", "three"}, wrap("one two three", 8))
	assert.Equal(t, []string{"a", "/long/path/stays/whole", "b"}, wrap("a /long/path/stays/whole b", 8))
	assert.Equal(t, []string{"first", "", "second"}, wrap(" first\n\nsecond\n", 20))
	assert.Equal(t, []string{"größer"}, wrap("größer", 6))
	assert.Equal(t, []string{""}, wrap("", 6))
	assert.Equal(t, []string{"流体/解法.c in", "main"}, wrap("流体/解法.c in main", 18), "each of 4 letters takes two columns")
	assert.Equal(t, []string{"流体/解法.c in main"}, wrap("流体/解法.c in main", 19))
	assert.Equal(t, []string{"re\u0301sume\u0301 ab"}, wrap("re\u0301sume\u0301 ab", 9), "combining marks take none")
	assert.Equal(t, []string{"🚀/a.c", "b"}, wrap("🚀/a.c b", 7))
}

// Texts that differ in bytes, runes, letters and columns.
const (
	cjk       = "計算/境界.c"                        // 4 letters of two columns and 3 of one
	combining = "re\u0301seau.c"                 // 8 letters of one column, one of them of two runes
	emoji     = "🚀app/👩\u200d💻.c"                // two letters of two columns and 6 of one
	styled    = "\x1b[1;31mERROR\x1b[0m LOCK003" // 13 columns and codes
)

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{"": 0, "heat.c": 6, cjk: 11, combining: 8, emoji: 10, styled: 13} {
		assert.Equal(t, want, width(s), "%q", s)
	}
}

func TestCut(t *testing.T) {
	for _, s := range []string{"exchange(a, b);", cjk, combining, emoji} {
		assert.Equal(t, s, cut(s, width(s)), "%q fits", s)
		assert.Equal(t, s, cutFront(s, width(s)), "%q fits", s)
		for n := 5; n < width(s); n++ {
			assert.LessOrEqual(t, width(cut(s, n)), n, "%q", s)
			assert.LessOrEqual(t, width(cutFront(s, n)), n, "%q", s)
		}
	}
	assert.Equal(t, "exchan ...", cut("exchange(a, b);", 10))
	assert.Equal(t, "…ge(a, b);", cutFront("exchange(a, b);", 10))
	assert.Equal(t, "計 ...", cut(cjk, 7), "a letter of two columns is not split")
	assert.Equal(t, "…/境界.c", cutFront(cjk, 8))
	assert.Equal(t, "…/境界.c", cutFront(cjk, 9))
	assert.Equal(t, "re\u0301 ...", cut(combining, 6), "a mark stays with its letter")
	assert.Equal(t, "…e\u0301seau.c", cutFront("rre\u0301seau.c", 8))
	assert.Equal(t, "…👩\u200d💻.c", cutFront(emoji, 5))
	assert.Equal(t, "exchange", cut("exchange", 4), "there is no room for the mark")
}

// TestTextWidthOfLetters: columns line up and lines keep within the width, whatever the program's names are made of.
func TestTextWidthOfLetters(t *testing.T) {
	for _, name := range []string{"heat", "熱伝導の境界交換", "e\u0301change\u0301", "🚀🚀"} {
		dir := sourceFile(t, name+".c", 20, map[int]string{12: strings.Repeat(name+"(境界, 右); ", 12)})
		r := quotedReport(dir)
		for i := range r.Findings[0].Sites {
			r.Findings[0].Sites[i].File, r.Findings[0].Sites[i].Func = dir+"/"+name+".c", name
		}
		r.Findings[0].Message = strings.Repeat("the window "+name+" is locked ", 8)
		out := textOf(t, r, Options{Dir: dir, Width: 60})
		require.Contains(t, out, "> 12 | "+name, "the line is quoted")
		for line := range strings.Lines(out) {
			if line = strings.TrimRight(line, "\n"); !strings.HasPrefix(line, "  calls ") {
				assert.LessOrEqual(t, width(line), 60, line)
			}
		}
	}
}

// TestTableWidthOfLetters: the last column begins at one place in all rows.
func TestTableWidthOfLetters(t *testing.T) {
	var out strings.Builder
	rows := [][]string{{"heat.c", "last"}, {cjk, "last"}, {combining, "last"}}
	require.NoError(t, Table(&out, 60, []string{"file", "says"}, rows))
	places := map[int]int{}
	for line := range strings.Lines(out.String()) {
		if before, _, ok := strings.Cut(line, "last"); ok {
			places[width(before)]++
		}
	}
	assert.Equal(t, map[int]int{14: 3}, places, out.String())
}
