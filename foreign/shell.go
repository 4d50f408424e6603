package foreign

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// shellPlain are the characters that mean nothing to a shell.
const shellPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^"

// Shell quotes a word for a POSIX shell, for commands that users copy. The result
// is a single line: anything not printable is written as $'...', which bash, zsh,
// ksh and POSIX since 2024 understand.
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

// Argument is Shell for a path among options: a path that begins with a dash must not be read as an option.
func Argument(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return Shell(path)
}
