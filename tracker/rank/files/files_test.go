package files

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

func filesOf() *Files {
	fs := &Files{}
	fs.Begin(ranktest.Reading())
	return fs
}

// opens opens a file on a communicator.
func opens(t testing.TB, fs *Files, on *objects.Comm, amode, handle int64) *File {
	c := ranktest.Returned(t, calls.FileOpen, ranktest.Args{"amode": amode}, handle)
	c.InBlob = ranktest.Texts("data")
	fs.Opened(c, on, datatype.Memory)
	return fs.Of(handle)
}

// Ranks give a file the same identity if they have made the same opens on the communicator before, failed opens
// included.
func TestOpenedFilesHaveIdentities(t *testing.T) {
	a, b := filesOf(), filesOf()
	on, other := objects.World(1, 4), objects.World(1, 4)
	first := opens(t, a, on, 0, 70)
	assert.Equal(t, first.ID, opens(t, b, other, 0, 80).ID)
	assert.Equal(t, `file 1 of MPI_COMM_WORLD ("data")`, first.label)
	refused := ranktest.Failed(ranktest.Returned(t, calls.FileOpen, nil, 0))
	a.Opened(refused, on, datatype.Memory)
	assert.Equal(t, refused.Site, a.OpenFailed)
	second := opens(t, a, on, 0, 71)
	assert.True(t, a.OpenFailed.IsZero())
	assert.NotEqual(t, second.ID, opens(t, b, other, 0, 81).ID, "the one after a failed open is the third")
	assert.Equal(t, second.ID, opens(t, b, other, 0, 82).ID)
	assert.Equal(t, []*File{first, second}, a.Living())
	assert.True(t, a.Any())
	a.reading.Gap = true
	assert.Zero(t, opens(t, a, on, 0, 72).ID, "opens may be missing")
}

// A file of a single process has a different identity in each rank.
func TestFilesOfOneProcess(t *testing.T) {
	self := func() *objects.Comm { return &objects.Comm{ID: 5, Members: []int32{1}} }
	a, b := filesOf(), filesOf()
	b.reading.World = 2
	assert.NotEqual(t, opens(t, a, self(), 0, 70).ID, opens(t, b, self(), 0, 70).ID)
}

func TestNullFile(t *testing.T) {
	fs := filesOf()
	null := calls.PredefByName("MPI_FILE_NULL")
	fs.Predefined(null, 33)
	assert.True(t, fs.Of(33).Null())
	c := ranktest.Returned(t, calls.FileOpen, nil, 33)
	fs.Opened(c, nil, datatype.Memory)
	assert.Equal(t, c.Site, fs.OpenFailed, "an error handler has made success of the failure")
	for i := range calls.Flavours {
		fs := filesOf()
		fs.flavour = &calls.Flavours[i]
		assert.Equal(t, fs.flavour.Name == "mpich", fs.Of(0) != nil, fs.flavour.Name)
	}
}

func TestFilePositions(t *testing.T) {
	fs := filesOf()
	f := fs.flavour
	file := opens(t, fs, objects.World(1, 4), 0, 70)
	seek := func(offset, whence int64) *record.Call {
		return ranktest.Returned(t, calls.FileSeek, ranktest.Args{"offset": offset, "whence": whence})
	}
	fs.Seek(seek(10, f.SeekSet), file)
	fs.Seek(seek(-3, f.SeekCur), file)
	assert.Equal(t, int64(7), file.Pos)
	assert.True(t, file.PosKnown)
	fs.Seek(seek(0, f.SeekEnd), file)
	assert.False(t, file.PosKnown, "the size of the file is unknown")
	fs.Seek(seek(4, f.SeekSet), file)
	assert.True(t, file.PosKnown)
	fs.LoseSeek(ranktest.Failed(seek(4, f.SeekSet)), file)
	assert.False(t, file.PosKnown)
	assert.False(t, opens(t, fs, objects.World(1, 4), f.ModeAppend, 71).PosKnown)

	c := ranktest.Failed(ranktest.Returned(t, calls.FileSetView, nil))
	fs.LoseView(c, nil)
	fs.LoseView(c, file)
	assert.True(t, file.View.Unknown)
	assert.Equal(t, 1, file.View.Sets)

	atomic := ranktest.Returned(t, calls.FileSetAtomicity, ranktest.Args{"flag": 1})
	fs.SetAtomicity(atomic, file)
	assert.True(t, file.Atomic)
}

// Split collective operations that begin and end at random, on several files, against a list.
func TestSplitsAgainstAList(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		fs := filesOf()
		on := objects.World(1, 4)
		all := []*File{opens(t, fs, on, 0, 70), opens(t, fs, on, 0, 71)}
		var want []*Split
		for i := range 20 {
			f := all[rnd.IntN(2)]
			if rnd.IntN(2) == 0 {
				s := &Split{Begin: ranktest.Numbered(ranktest.Returned(t, calls.FileReadAllBegin, nil), i).Site, File: f}
				f.Splits = append(f.Splits, s)
				fs.Split(s)
				want = append(want, s)
				continue
			}
			end := &IO{IO: calls.Of(calls.FileReadAllEnd).IO}
			last := f.Ends(end)
			fs.EndSplit(f, end)
			want = slices.DeleteFunc(want, func(s *Split) bool { return s == last })
			require.Equal(t, want, fs.Splits)
		}
		closes := ranktest.Returned(t, calls.FileClose, nil)
		active := all[0].Active()
		fs.Close(closes, all[0])
		assert.Same(t, active, fs.ClosedOver)
		assert.Equal(t, slices.DeleteFunc(want, func(s *Split) bool { return s.File == all[0] }), fs.Splits)
		assert.Equal(t, all[1:], fs.Living())
		assert.Same(t, all[0], fs.Of(70), "its handle still leads to it")
	}
}

// An access is near a split collective operation in conflict with it if it is a store, or a load while the buffer is
// filled.
func TestSplitNear(t *testing.T) {
	for name, c := range map[string]struct {
		writes      bool // the operation writes the file: it only reads its buffer
		stores      bool
		lo, hi      int64
		failed, yes bool
	}{
		"a store to what is read":      {false, true, 0x5000, 0x5008, false, true},
		"a load of what is read":       {false, false, 0x5000, 0x5008, false, true},
		"a store to what is written":   {true, true, 0x5000, 0x5008, false, true},
		"a load of what is written":    {true, false, 0x5000, 0x5008, false, false},
		"beside it":                    {false, true, 0x5010, 0x5018, false, false},
		"its last byte":                {false, true, 0x500f, 0x5018, false, true},
		"an operation that has failed": {false, true, 0x5000, 0x5008, true, false},
	} {
		fs := filesOf()
		s := &Split{Failed: c.failed}
		s.IO.Buf, s.IO.Count, s.IO.Type, s.IO.Write = 0x5000, 16, datatype.Memory, c.writes
		fs.Split(s)
		assert.Equal(t, c.yes, fs.SplitNear(c.lo, c.hi, c.stores), name)
	}
}

func TestStrangeFiles(t *testing.T) {
	fs := filesOf()
	once := ranktest.Returned(t, calls.FileGetSize, nil)
	once.Once = true
	assert.Nil(t, fs.Meet(once, 90))
	require.Len(t, fs.UnknownFiles(), 1)
	known := ranktest.Returned(t, calls.FileSync, nil)
	assert.Nil(t, fs.Meet(ranktest.Failed(known), 90))
	known.RC = 0
	file := fs.Meet(known, 90)
	require.NotNil(t, file)
	assert.False(t, file.Known())
	assert.Equal(t, known.Site, file.Made)
	assert.Empty(t, fs.UnknownFiles())
	assert.Same(t, file, fs.Of(90))
}

// After records were lost, no file is known, and none counts as left open.
func TestForgetFiles(t *testing.T) {
	fs := filesOf()
	open, closed := opens(t, fs, objects.World(1, 4), 0, 70), opens(t, fs, objects.World(1, 4), 0, 71)
	c := ranktest.Returned(t, calls.FileClose, nil)
	fs.Close(c, closed)
	s := &Split{File: open}
	open.Splits = append(open.Splits, s)
	fs.Split(s)
	fs.Forget()
	assert.False(t, open.Known())
	assert.Nil(t, open.Active())
	assert.Same(t, open, fs.Of(70))
	assert.Nil(t, fs.Of(71), "the handle may be that of another file by now")
	assert.Empty(t, fs.Living())
	assert.Empty(t, fs.Splits)

	lost := opens(t, fs, objects.World(1, 4), 0, 72)
	fs.Lose(c, lost)
	assert.False(t, lost.Known())
	assert.Empty(t, fs.Living())
}

func TestDatareps(t *testing.T) {
	fs := filesOf()
	register := func(name string) {
		c := ranktest.Returned(t, calls.RegisterDatarep, nil)
		c.InBlob = ranktest.Texts(name)
		fs.RegisterDatarep(c)
	}
	for _, name := range datareps {
		assert.True(t, fs.KnowsDatarep(name))
		register(name)
	}
	assert.Empty(t, fs.datareps)
	assert.False(t, fs.KnowsDatarep("mine"))
	register("mine")
	register("mine")
	assert.Equal(t, []string{"mine"}, fs.datareps)
	assert.False(t, fs.KnowsDatarep("yours"))
	fs.reading.Lost = 1
	assert.True(t, fs.KnowsDatarep("yours"))
}
