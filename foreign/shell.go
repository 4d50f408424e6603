package foreign

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// shellPlain are the characters that mean nothing to a shell.
const shellPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^"

// Shell writes a word as a POSIX shell reads it back, for commands to be
// copied. It prints on one line whatever it holds: what is not printable is
// written in the form $'...', which bash, zsh, ksh and POSIX since 2024 know.
func Shell(word string) string {
	switch {
	case word != "" && strings.Trim(word, shellPlain) == "":
		return word
	case strings.Map(visible, word) == word && utf8.ValidString(word) && Mute(word) == word:
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRuneInString(word[i:])
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == utf8.RuneError && n == 1, visible(r) != r, r == '#': // "##[" may be a command
			for _, c := range []byte(word[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return "$'" + b.String() + "'"
}

// Argument is Shell for a path that stands among options: one that begins with
// a dash is no option.
func Argument(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return Shell(path)
}
