package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The committed files are what the generator writes today.
func TestNoDrift(t *testing.T) {
	for _, o := range outputs {
		t.Run(o.path, func(t *testing.T) {
			want, err := o.render()
			require.NoError(t, err)
			have, err := os.ReadFile(filepath.Join("..", "..", o.path))
			require.NoError(t, err)
			assert.Equal(t, string(want), string(have), "run make generate")
		})
	}
}

// Two runs give the same bytes.
func TestDeterministic(t *testing.T) {
	for _, o := range outputs {
		first, err := o.render()
		require.NoError(t, err)
		second, err := o.render()
		require.NoError(t, err)
		assert.Equal(t, string(first), string(second), o.path)
	}
}

// Every recorded call has a wrapper, by hand or generated, and no record has
// more words than its slots hold.
func TestEveryRecordedCallIsWrapped(t *testing.T) {
	text, err := wrappersC()
	require.NoError(t, err)
	hand, err := os.ReadFile(filepath.Join("..", "init.c"))
	require.NoError(t, err)
	for _, v := range wrapped() {
		source := string(text)
		if byHand[v.Symbol()] {
			source = string(hand)
		}
		assert.Contains(t, source, "GM_EXPORT int "+v.Symbol()+"(")
		assert.Equal(t, "int", v.Ret(), v.Symbol())
	}
}

// What the wrapper of MPI_Put forwards and records is what the contract says.
func TestWrapperOfPut(t *testing.T) {
	var w writer
	for _, v := range wrapped() {
		if v.Symbol() == "MPI_Put" {
			wrapper(&w, v)
		}
	}
	for _, want := range []string{
		"intptr_t origin_count", "int64_t target_disp", "GM_META(283, GM_ONCE, 0, 8)",
		"w[1] = (int32_t)origin_count;", "w[2] = gm_handle(origin_datatype);", "w[7] = gm_handle(win);",
		"return real(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);",
	} {
		assert.Contains(t, w.String(), want)
	}
	assert.Less(t, strings.Index(w.String(), "gm_commit"), strings.Index(w.String(), "const int rc = real"),
		"recorded before it is forwarded")
}
