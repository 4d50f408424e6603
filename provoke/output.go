package provoke

import (
	"bufio"
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Output is the standard output of a run. The lines of several ranks may come in any order, so they are sorted.
type Output struct{ lines []string }

// longestLine bounds the compared part of a line, in bytes.
const longestLine = 1 << 20

// ofLibrary is a line that the MPI library prints on its own account, with the time.
var ofLibrary = regexp.MustCompile(`^\[\d+\.\d+\] \[[^]]*\] .* (UCX|UCC) `)

// NewOutput reads the standard output of a run. Lines of the MPI library are left out.
func NewOutput(text []byte) Output {
	var o Output
	s := bufio.NewScanner(bytes.NewReader(text))
	for s.Buffer(nil, longestLine); s.Scan(); {
		if !ofLibrary.Match(s.Bytes()) {
			o.lines = append(o.lines, strings.TrimRight(s.Text(), " \t\r"))
		}
	}
	slices.Sort(o.lines)
	return o
}

// number is a number in a line of output.
var number = regexp.MustCompile(`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?`)

// same reports whether two runs have printed the same; if not, line is the first line of o without a counterpart in p.
// Numbers may differ by the tolerance, relative to the larger number.
func (o Output) same(p Output, tolerance float64) (line string, same bool) {
	if slices.Equal(o.lines, p.lines) {
		return "", true
	}
	mine, theirs := rest(o.lines, p.lines), rest(p.lines, o.lines)
	for _, a := range mine {
		i := slices.IndexFunc(theirs, func(b string) bool { return alike(a, b, tolerance) })
		if i < 0 {
			return a, false
		}
		theirs = slices.Delete(theirs, i, i+1)
	}
	if len(theirs) > 0 {
		return "", false
	}
	return "", true
}

// rest returns the lines of a that b lacks, each as often as b lacks it; a and b are sorted.
func rest(a, b []string) []string {
	var out []string
	for _, line := range a {
		for len(b) > 0 && b[0] < line {
			b = b[1:]
		}
		if len(b) > 0 && b[0] == line {
			b = b[1:]
			continue
		}
		out = append(out, line)
	}
	return out
}

// alike reports whether two lines differ only in numbers, and these by no more than the tolerance.
func alike(a, b string, tolerance float64) bool {
	if tolerance <= 0 || number.ReplaceAllString(a, "#") != number.ReplaceAllString(b, "#") {
		return false
	}
	x, y := number.FindAllString(a, -1), number.FindAllString(b, -1)
	for i := range x {
		if !near(x[i], y[i], tolerance) {
			return false
		}
	}
	return true
}

func near(a, b string, tolerance float64) bool {
	if a == b {
		return true
	}
	x, errX := strconv.ParseFloat(strings.Map(exponent, a), 64)
	y, errY := strconv.ParseFloat(strings.Map(exponent, b), 64)
	return errX == nil && errY == nil && math.Abs(x-y) <= tolerance*max(math.Abs(x), math.Abs(y))
}

// exponent turns Fortran's exponent letter D into an e.
func exponent(r rune) rune {
	if r == 'D' || r == 'd' {
		return 'e'
	}
	return r
}
