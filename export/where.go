package export

import (
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Where selects the calls that fit all of its conditions. The zero value selects all calls.
type Where struct {
	ranks   [][]span
	names   []string        // patterns of path.Match, in lower case
	times   []span          // nanoseconds
	matched map[string]bool // results of named, by call
}

// span is the numbers from lo to hi.
type span struct{ lo, hi int64 }

func (s span) has(n int64) bool { return s.lo <= n && n <= s.hi }

const whereAllowed = "a condition is rank=0-3,7, call=MPI_*send or time=1.5-2 (seconds since the first call of the job)"

// ParseWhere reads conditions. An error names the bad condition and the allowed conditions.
func ParseWhere(conditions []string) (*Where, error) {
	w := &Where{matched: map[string]bool{}}
	for _, c := range conditions {
		key, value, _ := strings.Cut(c, "=")
		problem := "it begins with neither rank=, call= nor time="
		switch strings.TrimSpace(key) {
		case "rank":
			problem = w.addRanks(value)
		case "call":
			problem = w.addCall(value)
		case "time":
			problem = w.addTime(value)
		}
		if problem != "" {
			return nil, fmt.Errorf("--where %q: %s; %s", c, problem, whereAllowed)
		}
	}
	return w, nil
}

func (w *Where) addRanks(list string) (problem string) {
	var all []span
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			to = from
		}
		lo, errLo := strconv.ParseUint(from, 10, 31)
		hi, errHi := strconv.ParseUint(to, 10, 31)
		if errLo != nil || errHi != nil || hi < lo {
			return fmt.Sprintf("%q is neither a rank nor a range of ranks", part)
		}
		all = append(all, span{int64(lo), int64(hi)})
	}
	w.ranks = append(w.ranks, all)
	return ""
}

func (w *Where) addCall(pattern string) (problem string) {
	pattern = strings.ToLower(strings.TrimSpace(pattern))
	if _, err := path.Match(pattern, ""); err != nil {
		return "the pattern has a bracket or backslash without its counterpart"
	}
	for k := range calls.MaxKind {
		row := calls.ByKind(calls.Kind(k))
		if row == nil {
			continue
		}
		if fits, _ := path.Match(pattern, strings.ToLower(row.Name())); fits {
			w.names = append(w.names, pattern)
			return ""
		}
	}
	return "no MPI function has such a name"
}

func (w *Where) addTime(value string) (problem string) {
	from, to, isRange := strings.Cut(strings.TrimSpace(value), "-")
	lo, okLo := nanoseconds(from, 0)
	hi, okHi := nanoseconds(to, math.MaxInt64)
	if !isRange || !okLo || !okHi || hi < lo {
		return "the time is not a range of seconds"
	}
	w.times = append(w.times, span{lo, hi})
	return ""
}

// nanoseconds reads a number of seconds; it returns empty if text is empty.
func nanoseconds(text string, empty int64) (ns int64, ok bool) {
	if text == "" {
		return empty, true
	}
	s, err := strconv.ParseFloat(text, 64)
	if err != nil || !(s >= 0 && s < 1e9) {
		return 0, false
	}
	return int64(math.Round(s * 1e9)), true
}

// within returns an error if a condition names a rank that a job of ranks ranks does not have.
func (w *Where) within(log string, ranks int) error {
	for _, list := range w.ranks {
		for _, s := range list {
			if s.hi >= int64(ranks) {
				return fmt.Errorf("--where: there is no rank %d; the ranks of %s are 0 to %d", s.hi, log, ranks-1)
			}
		}
	}
	return nil
}

// rank reports whether calls of rank n may fit.
func (w *Where) rank(n int) bool {
	for _, list := range w.ranks {
		fits := false
		for _, s := range list {
			fits = fits || s.has(int64(n))
		}
		if !fits {
			return false
		}
	}
	return true
}

// fits reports whether a call fits. entered is nil if the time of the call is not known: then no condition on time
// fits.
func (w *Where) fits(rank int, call string, entered *int64) bool {
	if !w.rank(rank) || len(w.names) > 0 && !w.named(call) {
		return false
	}
	for _, s := range w.times {
		if entered == nil || !s.has(*entered) {
			return false
		}
	}
	return true
}

// named reports whether the name of a call fits all patterns.
func (w *Where) named(call string) bool {
	fits, known := w.matched[call]
	if known {
		return fits
	}
	name := strings.ToLower(strings.TrimSuffix(call, "_c"))
	fits = true
	for _, p := range w.names {
		ok, err := path.Match(p, name)
		fits = fits && ok && err == nil
	}
	w.matched[call] = fits
	return fits
}
