package machine

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/arch/x86/x86asm"
)

// program has a function for each way of treating f's result.
const program = `
extern int f(int), g(int, ...), handler(int);
extern double store;
extern int kept;
void ignored_call(void) { f(1); g(2); }
void ignored_loop(int n) { for (int i = 0; i < n; i++) { f(i); store += i; } g(1, 2); }
void ignored_branch(int n) { f(n); if (n > 3) g(1); else g(2); g(3); }
int ignored_value(int n) { f(n); return n + 1; }
int used_compared(int n) { if (f(n)) g(1); return 2; }
int used_returned(int n) { return f(n); }
int used_kept(int n) { int rc = f(n); g(1); return rc; }
void used_stored(int n) { kept = f(n); g(1); }
void used_passed(int n) { handler(f(n)); }
void used_or(int n) { int rc = f(n); rc |= f(n + 1); if (rc) g(1); }
void used_extended(int n) { store = f(n); g(3); }
void used_switch(int n) { switch (f(n)) { case 1: g(1); break; case 2: g(2); break; case 7: g(3); break; } }
void used_later(int n) { int rc = f(n); if (n > 2) { g(1); if (rc) g(2); } }
void used_tail(int n) { f(n); }
`

// TestIgnores compiles functions of which the first call's result is ignored or used, as their names say, at each level
// of optimization. In the last function, the result is still in the register that returns to the caller.
func TestIgnores(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the compiler of this machine makes other code")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "p.c")
	require.NoError(t, os.WriteFile(source, []byte(program), 0o600))
	for _, level := range []string{"-O0", "-Og", "-O1", "-O2", "-O3", "-Os"} {
		object := filepath.Join(dir, "p"+level+".so")
		out, err := exec.Command("gcc", level, "-fPIC", "-shared", "-fno-optimize-sibling-calls", "-fno-inline", "-o", object, source).CombinedOutput()
		require.NoError(t, err, string(out))
		f, err := elf.Open(object)
		require.NoError(t, err)
		text := f.Section(".text")
		bytes, err := text.Data()
		require.NoError(t, err)
		c := &Code{Start: text.Addr, Bytes: bytes}
		symbols, err := f.DynamicSymbols()
		require.NoError(t, err)
		seen := 0
		for _, s := range symbols {
			if s.Section == elf.SHN_UNDEF || elf.ST_TYPE(s.Info) != elf.STT_FUNC {
				continue
			}
			want := s.Name[:4] == "igno"
			assert.Equal(t, want, c.Ignores(X8664, afterCall(t, c, s.Value)), "%s %s", level, s.Name)
			assert.False(t, c.Ignores(X8664+1, afterCall(t, c, s.Value)), "a machine that is not known")
			seen++
		}
		require.NoError(t, f.Close())
		assert.Equal(t, 14, seen)
	}
}

// afterCall returns the address behind the first call of a function.
func afterCall(t *testing.T, c *Code, pc uint64) uint64 {
	for {
		x, err := x86asm.Decode(c.at(pc), 64)
		require.NoError(t, err)
		pc += uint64(x.Len)
		if x.Op == x86asm.CALL {
			return pc
		}
	}
}
