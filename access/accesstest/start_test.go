package accesstest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	plainResult   = "49950001\n"
	unrecorded    = "; loads and stores of the program are not recorded\n"
	cannotReserve = "gomarmot: cannot reserve 32 TiB of address space for tables (Cannot allocate memory)"
)

// plain builds testdata/plain.c with hooks; more are further arguments of the linker.
func plain(t *testing.T, more ...string) string {
	t.Helper()
	object := compile(t, "plain.o", "-c", "-fsanitize=thread", filepath.Join("testdata", "plain.c"))
	args := append([]string{object}, more...)
	return compile(t, "plain", append(append(args, library(t)...), "-ltsan")...)
}

// ran is how a program ended.
type ran struct {
	out, err string
	code     int
}

// shell runs a program as "$@" of a script.
func shell(script, program string) ran {
	var out, err strings.Builder
	c := exec.Command("sh", "-c", script, "sh", program)
	c.Stdout, c.Stderr = &out, &err
	_ = c.Run() // the exit code says it
	return ran{out.String(), err.String(), c.ProcessState.ExitCode()}
}

// gccFile is the path of a file of gcc's.
func gccFile(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("gcc", "-print-file-name="+name).Output()
	require.NoError(t, err)
	path := strings.TrimSpace(string(out))
	require.True(t, filepath.IsAbs(path), "gcc has no %s", name)
	return path
}

// TestUnwatched: without libgomarmot.so, nothing is different.
func TestUnwatched(t *testing.T) {
	assert.Equal(t, ran{out: plainResult}, shell(`exec "$@"`, plain(t)))
}

// TestAddressSpace: a limit that leaves no room for tables costs a program with hooks
// nothing but the record, and a program with inline tests does not begin.
func TestAddressSpace(t *testing.T) {
	const limited = `ulimit -v 20000000; exec "$@"`
	assert.Equal(t, ran{plainResult, cannotReserve + unrecorded, 0}, shell(limited, plain(t)))

	inline := plain(t, filepath.Join("testdata", "inline.s"))
	assert.Equal(t, ran{out: plainResult}, shell(`exec "$@"`, inline))
	r := shell(limited, inline)
	assert.Equal(t, 1, r.code)
	assert.Empty(t, r.out)
	assert.Equal(t, cannotReserve+", and this program was compiled by gomarmot cc to use them; "+
		"allow it (ulimit -v unlimited; vm.overcommit_memory other than 2), or compile without gomarmot cc\n", r.err)
}

// TestSanitizers: where ThreadSanitizer's or AddressSanitizer's own library is in the
// process, it keeps its place.
func TestSanitizers(t *testing.T) {
	const line = " has its memory where the tables of libgomarmot-access.so would be" + unrecorded
	r := shell("exec env LD_PRELOAD="+gccFile(t, "libtsan.so")+` "$@"`, plain(t))
	assert.Equal(t, ran{plainResult, "gomarmot: ThreadSanitizer" + line, 0}, r)
	r = shell("exec env LD_PRELOAD="+gccFile(t, "libasan.so")+` "$@"`, plain(t))
	assert.Equal(t, ran{plainResult, "gomarmot: AddressSanitizer" + line, 0}, r)
}
