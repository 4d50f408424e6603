package foreign

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestOpenRefuses: everything that is not a regular file gives an error that says
// what it is, without waiting.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, unix.Mkfifo(in("pipe"), 0o600))
	l, err := net.Listen("unix", in("socket"))
	require.NoError(t, err)
	defer l.Close()
	require.NoError(t, os.Mkdir(in("directory"), 0o700))
	require.NoError(t, os.Symlink(in("pipe"), in("link")))
	require.NoError(t, os.Symlink(in("loop"), in("loop")))
	want := map[string]string{
		in("pipe"): "a pipe", in("link"): "a pipe", in("socket"): "a socket", in("directory"): "a directory",
		"/dev/zero": "a device", "/dev/tty": "a device", "/proc/self/maps": "made up by the kernel",
		in("loop"): "too many levels", in("nothing"): "no such file",
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for path, text := range want {
			_, err := Open(path)
			assert.ErrorContains(t, err, text, path)
			_, err = ReadFile(path, 1<<20)
			assert.ErrorContains(t, err, text, path)
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("opening waits")
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	require.NoError(t, os.WriteFile(path, []byte("12345"), 0o600))
	got, err := ReadFile(path, 5)
	require.NoError(t, err)
	assert.Equal(t, "12345", string(got))
	_, err = ReadFile(path, 4)
	assert.ErrorContains(t, err, "5 bytes, more than the 4")
	require.NoError(t, os.Truncate(path, 1<<40)) // without a block on the disk
	_, err = ReadFile(path, 1<<20)
	assert.Error(t, err)
}

func TestLine(t *testing.T) {
	for given, want := range map[string]string{
		"":                         "",
		"plain ~ text":             "plain ~ text",
		"Grüße, 世界 👍":              "Grüße, 世界 👍",
		"\x1b[31mred\x07\x00\x7f":  "␛[31mred␇␀␡",
		"a\r\n::error::x\ty":       "a␍␊::error::x␉y",
		"\u202eabc\u2066\u200f":    "\uFFFDabc\uFFFD\uFFFD",
		"\u009b31m \u2028 \ufeffx": "\uFFFD31m \uFFFD \uFFFDx",
		"\xff\xfeab\x9b":           "\uFFFDab\uFFFD",
	} {
		assert.Equal(t, want, Line(given), "%q", given)
	}
	assert.Equal(t, "a\n\tb␛", Text("a\n\tb\x1b"))
	assert.Equal(t, []string{"a", "␇"}, Fields([]string{"a", "\a"}))
	assert.Equal(t, "/a/␛", Path("/a/\x1b"))
	assert.Less(t, len(Path(strings.Repeat("x", 5000))), 1100)
	long := strings.Repeat("ü", 100_000)
	assert.Equal(t, strings.Repeat("ü", MaxText)+cutMark, Line(long))
}

func TestMute(t *testing.T) {
	for given, want := range map[string]string{
		"::error::x": ": :error::x", "  ::set-env::": "  : :set-env::", "##[error]x": "# #[error]x",
		"a ##[error]x ##vso[y]": "a # #[error]x # #vso[y]",
		"std::x ::y":            "std::x ::y", "": "", ":": ":",
	} {
		assert.Equal(t, want, Mute(given))
	}
}

// TestShell: a shell reads back every word without NUL, which no path contains.
func TestShell(t *testing.T) {
	for _, word := range []string{
		"run.log", "", " ", "a b", "$(id).log", "`id`", "it's", "'", `\`, `a\nb`, "-x", "a\nb", "\x1b[31m'\\", "\u202ex", "\xff\x80'",
		"*", "~", "#x", "!x", "a;b&c|d>e<f", "{a,b}", "ü", "a##[error]x", "::##vso[x]",
	} {
		quoted := Shell(word)
		out, err := exec.Command("bash", "-c", "printf %s "+quoted).Output()
		require.NoError(t, err, quoted)
		assert.Equal(t, word, string(out), quoted)
		assert.Equal(t, quoted, Mute(Line(quoted)))
	}
	assert.Equal(t, "'./-x y'", Argument("-x y"))
}

// FuzzLine: nothing that a terminal obeys remains, whatever the input.
func FuzzLine(f *testing.F) {
	f.Add("\x1b[31m\u202e\n::error::x</script>`$(id)`\x00\xff")
	f.Fuzz(func(t *testing.T, s string) {
		for _, got := range []string{Line(s), Shell(s)} {
			if !utf8.ValidString(got) {
				t.Fatalf("%q: not UTF-8", got)
			}
			for _, r := range got {
				if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
					t.Fatalf("%q holds %q", got, r)
				}
			}
		}
		if Line(Line(s)) != Line(s) && len(s) <= MaxText {
			t.Fatalf("%q: twice is not once", s)
		}
	})
}
