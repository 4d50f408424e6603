// Package words writes numbers, amounts and lists the way people do. It is the
// only place for this, so that all messages read alike.
package words

import (
	"fmt"
	"strconv"
	"strings"
)

// Few is how many ranks, calls or other things a message lists individually.
const Few = 8

// Count is "1 record", "2 records"; large numbers get separators.
func Count[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Thousands(n) + " " + noun + "s"
}

// Thousands writes 1234567 as "1,234,567".
func Thousands[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Bytes writes an amount of data in a unit that fits: "1.5 MiB".
func Bytes(n int64) string {
	if n < 1024 {
		return Count(n, "byte")
	}
	v := float64(n)
	for _, unit := range []string{"KiB", "MiB", "GiB", "TiB", "PiB"} {
		if v /= 1024; v < 999.5 {
			return fmt.Sprintf("%.3g %s", v, unit)
		}
	}
	return fmt.Sprintf("%.3g EiB", v/1024)
}

// A puts the indefinite article before a noun.
func A(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// More ends a list that goes on: "and 12 more".
func More(n int) string { return "and " + Thousands(n) + " more" }

// Join joins the first few parts, and adds the number of the other parts.
func Join(parts []string, few int, separator string) string {
	if len(parts) <= few {
		return strings.Join(parts, separator)
	}
	return strings.Join(parts[:few], separator) + separator + More(len(parts)-few)
}

// Ranks lists ranks individually: "rank 3", "ranks 0, 2 and 5 more".
func Ranks[N int | int32](ranks []N) string {
	var parts []string
	for _, r := range ranks[:min(len(ranks), Few)] {
		parts = append(parts, strconv.Itoa(int(r)))
	}
	s := plain(len(ranks)) + strings.Join(parts, ", ")
	if n := len(ranks) - Few; n > 0 {
		s += " " + More(n)
	}
	return s
}

// RankSpans lists all of ascending ranks, as ranges: "rank 3", "ranks 0-3,7".
func RankSpans(ranks []int) string { return plain(len(ranks)) + Spans(ranks) }

// Agree turns a phrase that follows "rank 3" into the phrase that follows the names of n ranks: "is in" into "are
// in".
func Agree(n int, phrase string) string {
	verb, rest, more := strings.Cut(phrase, " ")
	if many := manyForms[verb]; many != "" && more && n != 1 {
		return many + " " + rest
	}
	return phrase
}

// manyForms are the plural forms of the verbs that Agree knows.
var manyForms = map[string]string{"is": "are", "has": "have", "was": "were", "polls": "poll", "waits": "wait"}

func plain(n int) string {
	if n == 1 {
		return "rank "
	}
	return "ranks "
}

// Spans writes ascending numbers as ranges: "0-3,7".
func Spans(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		parts = append(parts, Span(numbers[i], numbers[j]))
		i = j + 1
	}
	return strings.Join(parts, ",")
}

// Span is "3", "3,4" or "3-7".
func Span(from, to int) string {
	switch to {
	case from:
		return strconv.Itoa(from)
	case from + 1:
		return fmt.Sprintf("%d,%d", from, to)
	}
	return fmt.Sprintf("%d-%d", from, to)
}
