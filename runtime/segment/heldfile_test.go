package segment

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestDescriptorTakenAway: a program that closes the segment's descriptor, and
// opens a file of its own under that number, keeps its file, and the segment
// misses nothing.
func TestDescriptorTakenAway(t *testing.T) {
	path, theirs := tempFile(t, "a.seg"), tempFile(t, "theirs")
	events := loop(0, 0, 30)
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	h := w.f.(*heldFile)
	for i := range events {
		switch i {
		case 10:
			require.NoError(t, unix.Close(h.fd))
		case 20:
			f, err := os.Create(theirs)
			require.NoError(t, err)
			defer f.Close()
			require.NoError(t, unix.Dup2(int(f.Fd()), h.fd))
			_, err = f.WriteString("checkpoint")
			require.NoError(t, err)
		}
		require.NoError(t, w.Append(&events[i]))
		require.NoError(t, w.Sync())
	}
	require.NoError(t, w.SetState(Finalized))
	require.NoError(t, unix.Close(h.fd)) // once more
	require.NoError(t, w.Close())

	r, err := Open(path)
	require.NoError(t, err)
	defer r.Close()
	assert.Equal(t, events, readAll(t, r))
	assert.Equal(t, Finalized, r.State())
	text, err := os.ReadFile(theirs)
	require.NoError(t, err)
	assert.Equal(t, "checkpoint", string(text))
}

// TestDescriptorAndFileTakenAway: if the file is missing too, nothing is
// written anywhere.
func TestDescriptorAndFileTakenAway(t *testing.T) {
	path := tempFile(t, "a.seg")
	w, err := Create(path, testHeader())
	require.NoError(t, err)
	require.NoError(t, unix.Close(w.f.(*heldFile).fd))
	kept := path + ".kept"
	require.NoError(t, os.Rename(path, kept))
	require.NoError(t, os.WriteFile(path, []byte("another"), 0o600))
	event := loop(0, 0, 1)[0]
	require.NoError(t, w.Append(&event))
	assert.ErrorContains(t, w.Sync(), path+": the program has closed it, and there is another file with that name")
	assert.EqualValues(t, 1, w.Lost())
	assert.Error(t, w.Close(), "the state cannot be written")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "another", string(text))
}
