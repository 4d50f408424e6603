package foreign

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxText is how many characters of a foreign text are shown: more than the
// longest path has.
const MaxText = 5000

// cutMark stands for the text that was cut off.
const cutMark = " ..."

// Line makes foreign text printable, as one line. Line breaks, characters that a
// terminal would obey, and characters that change how the surrounding text reads
// each become a visible sign; invalid UTF-8 becomes U+FFFD. Text without any of
// these is returned unchanged.
func Line(s string) string { return clean(s, visible) }

// Text is Line for multi-line text: line breaks and tabs stay.
func Text(s string) string {
	return clean(s, func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return visible(r)
	})
}

func clean(s string, sign func(rune) rune) string {
	if plainASCII(s) && len(s) <= MaxText {
		return s
	}
	return strings.Map(sign, strings.ToValidUTF8(Cut(s, MaxText), "\uFFFD"))
}

func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Cut shortens text to n characters and a mark, if it is longer.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	at := 0
	for range n {
		_, size := utf8.DecodeRuneInString(s[at:])
		if at += size; at >= len(s) {
			return s
		}
	}
	return s[:at] + cutMark
}

// Path is Line for a path in a sentence. A path longer than any file can have is
// shortened.
func Path(path string) string {
	const most, end = 1000, 100
	if len(path) <= most {
		return Line(path)
	}
	return Line(path[:most-end] + cutMark + " " + path[len(path)-end:])
}

// Fields is Line of each text.
func Fields(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = Line(s)
	}
	return out
}

// visible returns a character that can be shown instead of r: a sign of its own for each control character of
// ASCII, U+FFFD for other control and format characters, and r for the rest.
func visible(r rune) rune {
	switch {
	case r < ' ':
		return 0x2400 + r // ␛, ␇, ␊, ...
	case r == 0x7f:
		return 0x2421 // ␡
	case r < 0x7f:
		return r
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
		return unicode.ReplacementChar
	}
	return r
}

// commands breaks the texts that CI services take for a command anywhere in a line.
var commands = strings.NewReplacer("##[", "# #[", "##vso[", "# #vso[")

// Mute puts a blank into text that a CI service would take for a command:
// "##[error]" and "##vso[...]" anywhere, "::error ::" at the beginning of a line.
// Wrapping alone may move foreign text there.
func Mute(line string) string {
	line = commands.Replace(line)
	text := strings.TrimLeft(line, " \t")
	if strings.HasPrefix(text, "::") {
		at := len(line) - len(text) + 1
		return line[:at] + " " + line[at:]
	}
	return line
}

// JSON writes invisible characters of JSON text as escapes: the data stay the
// same, and the text can be shown on a terminal.
func JSON(text []byte) []byte {
	if plainJSON(text) {
		return text
	}
	out := make([]byte, 0, len(text)+64)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == '\n' || visible(r) == r:
			out = append(out, text[:n]...)
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			a, b := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, a, b)
		}
		text = text[n:]
	}
	return out
}

func plainJSON(text []byte) bool {
	for _, c := range text {
		if c > '~' {
			return false
		}
	}
	return true
}
