package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestMarkHugePages: if the kernel has huge pages, a part of the heap is marked for them, and takes no memory yet. The
// test runs in a separate process, because the heap of the test process may be large and empty after other tests.
func TestMarkHugePages(t *testing.T) {
	const pages, own = "/sys/kernel/mm/transparent_hugepage/enabled", "GOMARMOT_TEST_HUGE_PAGES"
	if _, err := os.Stat(pages); err != nil {
		t.Skipf("the kernel has no transparent huge pages: %v", err)
	}
	if os.Getenv(own) == "" {
		c := exec.Command(os.Args[0], "-test.run=^TestMarkHugePages$", "-test.v")
		c.Env = append(os.Environ(), own+"=1")
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Contains(t, string(out), "--- PASS: TestMarkHugePages")
		return
	}
	before := resident(t)
	markHugePages()
	assert.Less(t, resident(t)-before, int64(hugeHeap/4))
	assert.GreaterOrEqual(t, marked(t), int64(hugeHeap-2*hugePage))
}

// resident returns how many bytes of memory the process has touched.
func resident(t *testing.T) int64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	require.NoError(t, err)
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	require.NoError(t, err)
	return pages * int64(os.Getpagesize())
}

// marked returns how many bytes of the process's memory are marked for huge pages.
func marked(t *testing.T) (bytes int64) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/smaps")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`(?s)\nSize: +(\d+) kB\n.*?\nVmFlags:([^\n]*)`).FindAllSubmatch(text, -1) {
		if regexp.MustCompile(` hg\b`).Match(m[2]) {
			kb, err := strconv.ParseInt(string(m[1]), 10, 64)
			require.NoError(t, err)
			bytes += kb << 10
		}
	}
	return bytes
}

// TestHugePagesUnderLimit: a limit on the address space leaves the heap as it is.
func TestHugePagesUnderLimit(t *testing.T) {
	var was unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_AS, &was))
	limit := was
	limit.Cur = 1 << 46
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_AS, &limit))
	defer func() { assert.NoError(t, unix.Setrlimit(unix.RLIMIT_AS, &was)) }()
	before := marked(t)
	markHugePages()
	assert.Equal(t, before, marked(t))
}
