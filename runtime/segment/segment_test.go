package segment

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRoundTrip(t *testing.T) {
	path := tempFile(t, "rank-00003.seg")
	events := loop(0, 0, 30000)
	writeSegment(t, path, events, 1<<30)
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.EqualValues(t, 0o600, info.Mode().Perm())

	r, err := Open(path)
	require.NoError(t, err)
	defer r.Close()
	want := testHeader()
	want.Format = Version
	assert.Equal(t, want, *r.Header())
	assert.Equal(t, Finalized, r.State())
	assert.Equal(t, events, readAll(t, r))
	assert.Empty(t, r.damages())
}

func TestCreateNeverOverwrites(t *testing.T) {
	path := tempFile(t, "a.seg")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	_, err := Create(path, testHeader())
	require.ErrorIs(t, err, os.ErrExist)
	_, err = Create(tempFile(t, "b.seg"), Header{Rank: 1, Size: 1})
	require.ErrorContains(t, err, "rank 1 of 1")
}

func TestMetaComesInOrder(t *testing.T) {
	path := tempFile(t, "a.seg")
	events := loop(0, 0, 10)
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	for i := range events {
		if i == 4 {
			require.NoError(t, w.Meta(MetaModules, []Module{{Start: 1, End: 2, Path: "/lib/a.so"}}))
		}
		require.NoError(t, w.Append(&events[i]))
	}
	require.NoError(t, w.Close())

	r, err := Open(path)
	require.NoError(t, err)
	defer r.Close()
	assert.Equal(t, Running, r.State())
	var got []Module
	n := 0
	r.onMeta = func(name string, value json.RawMessage) {
		assert.Equal(t, MetaModules, name)
		require.NoError(t, json.Unmarshal(value, &got))
	}
	e := events[0]
	for ; r.Next(&e) == nil; n++ {
		assert.Equal(t, n >= 4, got != nil)
	}
	assert.Equal(t, 10, n)
	assert.Equal(t, []Module{{Start: 1, End: 2, Path: "/lib/a.so"}}, got)
	assert.Empty(t, r.damages())
}

func TestReaderFollowsLiveWriter(t *testing.T) {
	path := tempFile(t, "a.seg")
	events := loop(0, 0, 300)
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	r, err := Open(path)
	require.NoError(t, err)
	defer r.Close()
	assert.Empty(t, readAll(t, r))
	for i := range events {
		require.NoError(t, w.Append(&events[i]))
		if i%100 != 99 {
			continue
		}
		require.NoError(t, w.Sync())
		assert.Equal(t, events[i-99:i+1], readAll(t, r))
	}
	require.NoError(t, w.SetState(Aborted))
	require.NoError(t, w.Close())
	assert.Empty(t, readAll(t, r))
	assert.Equal(t, Aborted, r.State())
	assert.Empty(t, r.damages())
}
