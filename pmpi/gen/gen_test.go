package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// The committed files are up to date with the generator.
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
	var text []byte
	for _, o := range outputs {
		if strings.Contains(o.path, "zz_wrap_") {
			family, err := o.render()
			require.NoError(t, err)
			text = append(text, family...)
		}
	}
	hand, err := os.ReadFile(filepath.Join("..", "wrap", "init.c"))
	require.NoError(t, err)
	for _, v := range wrapped() {
		assert.True(t, bytes.Contains(text, []byte("GM_EXPORT int "+v.Symbol()+"(")), v.Symbol())
		assert.True(t, bytes.Contains(text, []byte("GM_PAST int P"+v.Symbol()+"(")), v.Symbol())
		if byHand(v) {
			assert.True(t, bytes.Contains(hand, []byte("int own_"+v.Symbol()+"(")), v.Symbol())
		}
		assert.Equal(t, "int", v.Ret(), v.Symbol())
	}
}

// The wrapper of MPI_Put forwards and records as the contract says.
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
	assert.Less(t, strings.Index(w.String(), "gm_commit"), strings.LastIndex(w.String(), "const int rc = real"),
		"recorded before it is forwarded")
}

// The work of the wrappers of calls on files beside recording.
func TestWrappersOfFiles(t *testing.T) {
	seen := 0
	for _, v := range wrapped() {
		var b writer
		wrapper(&b, v)
		c, name := b.String(), v.Symbol()
		forwarded := strings.LastIndex(c, "const int rc = real(")
		onFile := v.param("fh") != nil && v.Kind != calls.FileOpen
		if onFile {
			seen++
			assert.Contains(t, c, "gm_know_file(t, ", name)
		}
		assert.NotContains(t, c, "gm_handle(fh)", "%s: handles of files are whole", name)
		assert.NotContains(t, c, "gm_handle_at(fh)", "%s: handles of files are whole", name)
		assert.Equal(t, calls.Of(v.Kind).IO.Half == calls.SplitBegin, strings.Contains(c, "gm_split_begin("), name)
		assert.Equal(t, (calls.Of(v.Kind).IO.Half == calls.SplitEnd), strings.Contains(c, "gm_split_end("), name)
		if calls.Of(v.Kind).IO.Half == calls.SplitBegin || (calls.Of(v.Kind).IO.Half == calls.SplitEnd) {
			taken := strings.Index(c, "gm_split_")
			assert.Less(t, taken, strings.Index(c, "gm_record("), "%s: looked at before it is recorded", name)
			assert.Less(t, taken, forwarded, name)
		}
		if calls.Of(v.Kind).IO.Half == calls.SplitBegin {
			assert.Greater(t, strings.Index(c, "if (rc)\n\t\tgm_split_undo("), forwarded, name)
			assert.Equal(t, calls.Of(v.Kind).IO.Write, strings.Contains(c, ", digest})"), name)
		}
		request := v.param("request")
		makesRequest := onFile && request != nil && request.Dir == calls.Out
		if strings.HasPrefix(name, "MPI_File_") {
			assert.Equal(t, makesRequest, strings.Contains(c, "GM_STORE(&gm_requests, 1)"), name)
		}
	}
	assert.Greater(t, seen, 70)
}

// The records have the words that the table names, in number and, where the C
// expressions say it, in order.
func TestRecordsHaveTheWordsOfTheTable(t *testing.T) {
	added := 0
	for _, v := range wrapped() {
		if byHand(v) || v.Rec == calls.Now {
			continue
		}
		var w writer
		words, scalars := before(&w, v, 1), 0
		for _, p := range v.Params {
			if p.LargeOnly {
				continue
			}
			words = append([]string{p.Name}, words...)
			if p.Scalar() {
				scalars++
			}
		}
		assert.Len(t, words, len(v.Sem.Enter), v.Symbol())
		if v.Rec != calls.Both {
			continue
		}
		results := append(made(&w, v), told(&w, v, 1)...)
		assert.Len(t, v.Sem.Leave, scalars+len(results), v.Symbol())
		names := v.Sem.Leave[scalars:]
		for i, c := range results {
			added++
			if _, name, ok := strings.Cut(c, "."); ok && v.Sem.Makes != calls.ClassDatatype {
				assert.Equal(t, names[i], name, v.Symbol())
			}
		}
	}
	assert.Greater(t, added, 100)
}
