package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// Access modes, the same in all MPI libraries known.
const (
	create, rdonly, wronly, rdwr, deleteOnClose, excl, appendMode, sequential = 1, 2, 4, 8, 16, 64, 128, 256

	seekSet, seekCur, seekEnd = 600, 602, 604
	current                   = -54278278 // MPI_DISPLACEMENT_CURRENT
)

// desk is a job of two ranks that have opened a file together.
type desk struct {
	*replay.Job
	t  *testing.T
	fh int64
}

func newDesk(t *testing.T, amode int64) *desk {
	d := &desk{Job: replay.New(t, 2), t: t}
	d.open(amode)
	return d
}

func (d *desk) open(amode int64) {
	d.fh = d.Handle()
	d.Each(func(r *replay.Rank) { openAs(r, d.fh, "data", amode, 3, 4711) })
}

// openAs opens a file on MPI_COMM_WORLD; dev and ino are the device and inode that the rank sees.
func openAs(r *replay.Rank, fh int64, name string, amode, dev, ino int64) {
	r.With("MPI_File_open", replay.Strings(name), nil, replay.World, 0, amode, replay.InfoNull, fh, dev, ino)
}

// refusedView sets a view that the MPI library does not accept.
func (d *desk) refusedView(r *replay.Rank, datarep string) {
	r.Refuse("MPI_File_set_view", replay.Strings(datarep), d.fh, 0, intType, intType, 0, replay.InfoNull)
}

func (d *desk) view(r *replay.Rank, disp, etype, filetype int64, datarep string) {
	r.With("MPI_File_set_view", replay.Strings(datarep), nil, d.fh, disp, etype, filetype, 0, replay.InfoNull)
}

// views sets the view of all ranks.
func (d *desk) views(disp, etype, filetype int64) {
	d.Each(func(r *replay.Rank) { d.view(r, disp, etype, filetype, "native") })
}

func (d *desk) write(r *replay.Rank, offset, count, datatype int64) {
	r.Do("MPI_File_write_at", d.fh, offset, buf, count, datatype)
}

func (d *desk) end() *replay.Job {
	closeAll(d.Job, d.fh)
	return d.Job
}

// indexed creates a committed datatype of blocks of ints; lengths and
// displacements are counted in ints.
func (d *desk) indexed(r *replay.Rank, old, size int64, lengths, displs []int64) int64 {
	h, n := d.Handle(), int64(0)
	lo, hi := displs[0], displs[0]
	for i, x := range displs {
		n += lengths[i]
		lo, hi = min(lo, x), max(hi, x+lengths[i])
	}
	r.With("MPI_Type_indexed", replay.Words(lengths, displs), nil, int64(len(displs)), 0, 0, old, h,
		size*n, size*lo, size*(hi-lo), size*lo, size*(hi-lo))
	r.Do("MPI_Type_commit", h)
	return h
}

// hvector creates a committed datatype of count single ints.
func (d *desk) hvector(r *replay.Rank, count, stride int64) int64 {
	h := d.Handle()
	span := (count-1)*stride + 4
	r.Do("MPI_Type_create_hvector", count, 1, stride, intType, h, 4*count, 0, span, 0, span)
	r.Do("MPI_Type_commit", h)
	return h
}

// resized gives a datatype of n bytes another extent.
func (d *desk) resized(r *replay.Rank, old, n, lb, extent int64) int64 {
	h := d.Handle()
	r.Do("MPI_Type_create_resized", old, lb, extent, h, n, lb, extent, 0, n)
	r.Do("MPI_Type_commit", h)
	return h
}

func contiguous(j *replay.Job, r *replay.Rank, n, old, size int64) int64 {
	h := j.Handle()
	r.Do("MPI_Type_contiguous", n, old, h, n*size, 0, n*size, 0, n*size)
	r.Do("MPI_Type_commit", h)
	return h
}

func TestFile001(t *testing.T) {
	for _, c := range []struct {
		amode   int64
		message string // empty: silent
	}{
		{create | deleteOnClose, "amode MPI_MODE_CREATE . MPI_MODE_DELETE_ON_CLOSE: it needs exactly one of .*, but has none"},
		{0, "amode 0x0: .* but has none"},
		{rdonly | wronly, "but has MPI_MODE_RDONLY . MPI_MODE_WRONLY"},
		{rdonly | wronly | rdwr, "exactly one"},
		{create | rdonly, "MPI_MODE_CREATE and MPI_MODE_RDONLY"},
		{excl | rdonly, "MPI_MODE_EXCL and MPI_MODE_RDONLY"},
		{create | rdwr | sequential, "MPI_MODE_RDWR and MPI_MODE_SEQUENTIAL"},
		{rdonly, ""},
		{create | excl | wronly, ""},
		{excl | rdwr, ""},
		{create | rdwr | appendMode, ""},
		{rdonly | sequential, ""},
		{wronly | create | sequential, ""},
	} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		at := next()
		r.Fail("MPI_File_open", replay.World, 0, c.amode, replay.InfoNull)
		j.Finalize()
		if c.message == "" {
			j.Silent()
			continue
		}
		assert.Equal(t, at, line(found(t, j, "FILE001", c.message)))
	}
}

func TestFile001Unique(t *testing.T) {
	const unique = 32
	for _, c := range []struct {
		first, second int64
		name          string
		closed        bool
		message       string
	}{
		{rdwr | unique, rdonly, "data", false, `^MPI_File_open of "data", which is still open with MPI_MODE_UNIQUE_OPEN$`},
		{rdwr, rdonly | unique, "data", false, `^MPI_File_open of "data" with MPI_MODE_UNIQUE_OPEN, while the file is open already$`},
		{rdwr, rdonly, "data", false, ""},
		{rdwr | unique, rdonly | unique, "others", false, ""},
		{rdwr | unique, rdonly | unique, "data", true, ""},
	} {
		j := replay.New(t, 1)
		r, a, b := j.Rank(0), j.Handle(), j.Handle()
		r.With("MPI_File_open", replay.Strings("data"), nil, replay.Self, 0, c.first, replay.InfoNull, a, 0, 0)
		if c.closed {
			r.Do("MPI_File_close", a)
		}
		r.With("MPI_File_open", replay.Strings(c.name), nil, replay.Self, 0, c.second, replay.InfoNull, b, 0, 0)
		if !c.closed {
			r.Do("MPI_File_close", a)
		}
		r.Do("MPI_File_close", b)
		j.Finalize()
		if c.message == "" {
			j.Silent()
			continue
		}
		found(t, j, "FILE001", c.message)
	}
}

func TestFile002(t *testing.T) {
	type part struct {
		name     string
		amode    int64
		dev, ino int64
		failed   bool
	}
	same := part{"data", rdwr | create, 3, 4711, false}
	for _, c := range []struct {
		name    string
		other   part
		hosts   []string
		message string // empty: silent
	}{
		{"amode", part{"data", rdonly, 3, 4711, false}, nil,
			"rank 0 passes the access mode MPI_MODE_CREATE . MPI_MODE_RDWR, rank 1 passes MPI_MODE_RDONLY$"},
		{"no amode", part{"data", 0, 3, 4711, true}, nil, "rank 1 passes 0"},
		{"file", part{"other", rdwr | create, 3, 4712, false}, nil, `rank 0 opens "data", rank 1 opens "other"$`},
		{"both", part{"other", rdwr, 3, 4712, false}, nil, `access mode.*; rank 0 opens "data"`},
		{"one name", part{"data", rdwr | create, 3, 4712, false}, nil, "different files with the same name, inodes 4711 and 4712"},
		{"device", part{"data", rdwr | create, 4, 4711, false}, []string{"a", "a"}, "different files with the same name"},
		{"device elsewhere", part{"data", rdwr | create, 4, 4711, false}, []string{"a", "b"}, ""},
		{"other name", part{"ufs:./x/../data", rdwr | create, 3, 4711, false}, nil, ""},
		{"unknown file", part{"other", rdwr | create, 0, 0, false}, nil, ""},
		{"failed", part{"other", rdwr | create, 0, 0, true}, nil, `"other"`},
		{"failed, same", part{"ufs:/tmp/./data", rdwr | create, 0, 0, true}, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.Hosts = c.hosts
			fh := j.Handle()
			for i, x := range []part{same, c.other} {
				if x.failed {
					j.Rank(i).Refuse("MPI_File_open", replay.Strings(x.name), replay.World, 0, x.amode, replay.InfoNull)
					continue
				}
				openAs(j.Rank(i), fh, x.name, x.amode, x.dev, x.ino)
				j.Rank(i).Do("MPI_File_close", fh)
			}
			j.Finalize()
			var messages []string
			for _, f := range j.Check().Findings {
				if f.Rule.ID == "FILE002" {
					messages = append(messages, f.Message)
					assert.Len(t, f.Sites, 2)
				}
			}
			if c.message == "" {
				assert.Empty(t, messages)
				return
			}
			require.Len(t, messages, 1)
			assert.Regexp(t, c.message, messages[0])
		})
	}
}

// A rank that never enters the open has passed no arguments that could differ.
func TestFile002Absent(t *testing.T) {
	j := replay.New(t, 2)
	j.Rank(0).Stuck("MPI_File_open", replay.World, 0, rdwr, replay.InfoNull)
	j.Rank(1).Exit()
	for _, f := range j.Check().Findings {
		assert.NotEqual(t, "FILE002", f.Rule.ID)
	}
}

// With some libraries an open of different files never returns.
func TestFile002Hung(t *testing.T) {
	for name, message := range map[string]string{"other": `rank 0 opens "data", rank 1 opens "other"`, "./data": ""} {
		j := replay.New(t, 2)
		for i, n := range []string{"data", name} {
			j.Rank(i).StuckWith("MPI_File_open", replay.Strings(n), replay.World, 0, rdwr, replay.InfoNull)
		}
		var messages []string
		for _, f := range j.Check().Findings {
			switch f.Rule.ID {
			case "FILE002":
				messages = append(messages, f.Message)
			case "TOOL003":
				assert.Equal(t, "ranks 0, 1 were killed in an MPI call (MPI_File_open)", f.Message)
			}
		}
		if message == "" {
			assert.Empty(t, messages)
		} else {
			assert.Equal(t, []string{"MPI_File_open: " + message}, messages)
		}
	}
}

func TestFile003(t *testing.T) {
	for _, c := range []struct {
		amode   int64
		name    string
		message string // empty: silent
	}{
		{rdonly, "MPI_File_write_at", "MPI_File_write_at on a file opened with MPI_MODE_RDONLY"},
		{rdonly, "MPI_File_write_ordered", "MPI_MODE_RDONLY"},
		{rdonly, "MPI_File_write_all_begin", "MPI_MODE_RDONLY"},
		{wronly, "MPI_File_read_shared", "MPI_File_read_shared on a file opened with MPI_MODE_WRONLY"},
		{wronly, "MPI_File_read_all_end", ""},
		{rdonly, "MPI_File_read", ""},
		{wronly, "MPI_File_write", ""},
		{rdwr, "MPI_File_read", ""},
		{rdwr, "MPI_File_write", ""},
	} {
		d := newDesk(t, c.amode)
		r := d.Rank(0)
		at := next()
		r.Fail(c.name, d.fh)
		d.end()
		var lines []int
		for _, f := range d.Check().Findings {
			if f.Rule.ID == "FILE003" {
				assert.Regexp(t, c.message, f.Message)
				lines = append(lines, line(f))
				assert.Positive(t, see(t, f))
			}
		}
		if c.message == "" {
			assert.Empty(t, lines, c.name)
		} else {
			assert.Equal(t, []int{at}, lines, c.name)
		}
	}
}

func TestFile004(t *testing.T) {
	for _, name := range []string{"MPI_File_write_at", "MPI_File_iwrite_at", "MPI_File_write", "MPI_File_write_all",
		"MPI_File_seek", "MPI_File_get_position", "MPI_File_seek_shared", "MPI_File_get_position_shared",
		"MPI_File_set_size", "MPI_File_preallocate"} {
		d := newDesk(t, wronly|sequential)
		at := next()
		d.Each(func(r *replay.Rank) { r.Fail(name, d.fh) })
		d.end()
		var lines []int
		for _, f := range d.Check().Findings {
			if f.Rule.ID != "FILE004" {
				continue // other rules report the arguments, which the test leaves out
			}
			assert.Equal(t, name+" on a file opened with MPI_MODE_SEQUENTIAL", f.Message)
			lines = append(lines, line(f))
		}
		assert.Equal(t, []int{at, at}, lines, name)
	}
}

func TestFile004View(t *testing.T) {
	d := newDesk(t, wronly|sequential)
	d.view(d.Rank(0), 0, intType, intType, "native")
	d.view(d.Rank(1), current, intType, intType, "native")
	found(t, d.end(), "FILE004", "displacement 0: .* requires MPI_DISPLACEMENT_CURRENT")

	d = newDesk(t, wronly)
	d.view(d.Rank(0), 0, intType, intType, "native")
	d.view(d.Rank(1), current, intType, intType, "native")
	found(t, d.end(), "FILE004", "MPI_DISPLACEMENT_CURRENT on a file opened without MPI_MODE_SEQUENTIAL")
}

func TestFile004Silent(t *testing.T) {
	d := newDesk(t, wronly|sequential)
	d.views(current, intType, intType)
	d.Each(func(r *replay.Rank) {
		r.Do("MPI_File_write_shared", d.fh, buf, 1, intType)
		r.Do("MPI_File_write_ordered", d.fh, buf, 1, intType)
		r.Do("MPI_File_write_ordered_begin", d.fh, buf, 1, intType)
		r.Do("MPI_File_write_ordered_end", d.fh, buf)
		r.Do("MPI_File_get_byte_offset", d.fh, 4, 16)
		r.Do("MPI_File_get_size", d.fh, 16)
	})
	d.end().Silent()
}

func TestFile005(t *testing.T) {
	d := newDesk(t, rdwr)
	d.Each(func(r *replay.Rank) { r.Do("MPI_File_close", d.fh) })
	r, null := d.Rank(0), replay.Type("MPI_FILE_NULL")
	closed := next()
	r.Fail("MPI_File_write_at", d.fh, 0, buf, 1, intType)
	nulled := next()
	r.Do("MPI_File_get_size", null)
	r.Do("MPI_File_set_errhandler", null, 5)
	r.Do("MPI_File_get_errhandler", null, 5)
	r.Do("MPI_File_call_errhandler", null, 1)
	d.Finalize()
	d.Want(replay.Finding{Rule: "FILE005", Line: closed}, replay.Finding{Rule: "FILE005", Line: nulled})
	f := d.Check().Findings[0]
	assert.Equal(t, `MPI_File_write_at on file 1 of MPI_COMM_WORLD ("data"), which is already closed`, f.Message)
	assert.Len(t, f.Related, 2)
}

// The failed open is shown, if it is the last open.
func TestFile005OpenFailed(t *testing.T) {
	d := newDesk(t, rdwr)
	r, null := d.Rank(0), replay.Type("MPI_FILE_NULL")
	failed := next()
	r.Refuse("MPI_File_open", replay.Strings("none"), replay.Self, 0, rdonly, replay.InfoNull)
	r.Fail("MPI_File_read", null, buf, 1, intType)
	openAs(r, d.fh+100, "own", rdwr, 3, 4711)
	r.Do("MPI_File_get_size", null)
	var related []uint64
	for _, f := range d.Check().Findings {
		if f.Rule.ID == "FILE005" && strings.HasSuffix(f.Message, "on MPI_FILE_NULL") {
			for _, x := range f.Related {
				related = append(related, x.Site.PC)
			}
		}
	}
	assert.Equal(t, []uint64{uint64(failed)}, related)
}

// A failed open leaves the variable of a Fortran program as it was.
func TestFile005FailedInFortran(t *testing.T) {
	for _, handle := range []int64{0, 77} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		r.Event(event.Probe, int64(calls.ClassFile), handle, 0)
		failed := next()
		r.Refuse("MPI_File_open", replay.Strings("none"), replay.Self, 0, rdonly, replay.InfoNull)
		r.Fail("MPI_File_set_size", handle, 0)
		j.Finalize()
		f := found(t, j, "FILE005", "MPI_File_set_size on an invalid file handle")
		assert.Equal(t, failed, see(t, f))
	}
}

func TestFile005NeverOpened(t *testing.T) {
	const fh = 77
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Event(event.Probe, int64(calls.ClassFile), fh, 0)
	at := next()
	r.Fail("MPI_File_set_size", fh, 0)
	j.Finalize()
	assert.Equal(t, at, line(found(t, j, "FILE005", "MPI_File_set_size on an invalid file handle")))

	j = replay.New(t, 1)
	r = j.Rank(0)
	r.Event(event.Probe, int64(calls.ClassFile), fh, 0)
	r.Do("MPI_File_get_size", fh, 0)
	j.Finalize()
	found(t, j, "FILE005", "MPI_File_get_size on an invalid file handle")

	j = replay.New(t, 1)
	r = j.Rank(0)
	r.Stuck("MPI_File_read", fh, buf, 1, intType)
	r.Exit()
	found(t, j, "FILE005", "MPI_File_read on an invalid file handle.*, and the rank ended in the call")
}

// No object has the handle 0, whether the call fails or ends the rank.
func TestHandlesNeverSet(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Event(event.Probe, int64(calls.ClassFile), 0, 0)
	r.Event(event.Probe, int64(calls.ClassWin), 0, 0)
	want := []replay.Finding{{Rule: "FILE005", Line: next()}}
	r.Fail("MPI_File_set_size", 0, 0)
	want = append(want, replay.Finding{Rule: "WIN005", Line: next()})
	r.Fail("MPI_Win_set_errhandler", 0, replay.Type("MPI_ERRORS_RETURN"))
	want = append(want, replay.Finding{Rule: "WIN005", Line: next()})
	r.Stuck("MPI_Win_fence", 0, 0)
	r.Exit()
	j.Want(want...)
	assert.Contains(t, j.Check().Findings[2].Message, "MPI_Win_fence on an invalid window handle: its value is 0, as if the variable was never set")
}

func TestFile005NeverClosed(t *testing.T) {
	j := replay.New(t, 2)
	at := next()
	j.Rank(0).With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, rdwr, replay.InfoNull, 77, 3, 4711)
	openAs(j.Rank(1), 77, "data", rdwr, 3, 4711)
	j.Rank(1).Do("MPI_File_close", 77)
	j.Rank(0).Do("MPI_Finalize")
	j.Rank(1).Exit()
	f := finding(t, j, "FILE005")
	assert.Equal(t, `file 1 of MPI_COMM_WORLD ("data") was not closed before MPI_Finalize`, f.Message)
	assert.Equal(t, at, line(f))
}

func TestFile005Silent(t *testing.T) {
	d := newDesk(t, rdwr)
	d.Each(func(r *replay.Rank) { r.Do("MPI_File_close", d.fh) })
	fh := d.fh
	d.Each(func(r *replay.Rank) { openAs(r, fh, "more", rdwr, 3, 4712) }) // the handle value is used again
	d.Each(func(r *replay.Rank) { r.Do("MPI_File_sync", fh) })
	d.end().Silent()

	d = newDesk(t, rdwr) // ended without MPI_Finalize
	d.Each((*replay.Rank).Exit)
	assert.Empty(t, d.Found())
}

func TestFile006(t *testing.T) {
	null := replay.Type("MPI_DATATYPE_NULL")
	for _, c := range []struct {
		name    string
		do      func(*desk, *replay.Rank)
		message string
	}{
		{"count", func(d *desk, r *replay.Rank) { d.write(r, 0, -2, intType) }, "MPI_File_write_at with count -2"},
		{"begin", func(d *desk, r *replay.Rank) { r.Fail("MPI_File_write_at_all_begin", d.fh, 0, buf, -2, intType) },
			"MPI_File_write_at_all_begin with count -2"},
		{"offset", func(d *desk, r *replay.Rank) { d.write(r, -1, 1, intType) }, "MPI_File_write_at with offset -1"},
		{"both", func(d *desk, r *replay.Rank) { d.write(r, -1, -2, intType) }, "offset -1 and count -2"},
		{"seek", func(d *desk, r *replay.Rank) { r.Fail("MPI_File_seek", d.fh, -4, seekSet) },
			"MPI_File_seek to offset -4 with MPI_SEEK_SET"},
		{"shared", func(d *desk, r *replay.Rank) { r.Fail("MPI_File_seek_shared", d.fh, -4, seekSet) },
			"MPI_File_seek_shared to offset -4 with MPI_SEEK_SET"},
		{"seek back", func(d *desk, r *replay.Rank) {
			r.Do("MPI_File_seek", d.fh, 4, seekSet)
			r.Do("MPI_File_write", d.fh, buf, 2, intType)
			r.Fail("MPI_File_seek", d.fh, -16, seekCur)
		}, "the file pointer is at 12, and would be at -4"},
		{"size", func(d *desk, r *replay.Rank) { r.Fail("MPI_File_set_size", d.fh, -1024) }, "MPI_File_set_size with size -1024"},
		{"preallocate", func(d *desk, r *replay.Rank) { r.Fail("MPI_File_preallocate", d.fh, -1) }, "with size -1"},
		{"data representation", func(d *desk, r *replay.Rank) { d.refusedView(r, "externel32") },
			`MPI_File_set_view with the data representation "externel32", which is not native`},
		{"displacement", func(d *desk, r *replay.Rank) { d.view(r, -64, intType, intType, "native") }, "with displacement -64"},
		{"null", func(d *desk, r *replay.Rank) { d.write(r, 0, 1, null) },
			"the datatype of MPI_File_write_at is MPI_DATATYPE_NULL"},
		{"freed", func(d *desk, r *replay.Rank) {
			h := contiguous(d.Job, r, 4, intType, 4)
			r.Do("MPI_Type_free", h)
			d.write(r, 0, 1, h)
		}, "MPI_Type_contiguous datatype, is already freed"},
		{"not committed", func(d *desk, r *replay.Rank) {
			h := d.Handle()
			r.Do("MPI_Type_contiguous", 4, intType, h, 16, 0, 16, 0, 16)
			d.write(r, 0, 1, h)
		}, "is not committed"},
		{"etype", func(d *desk, r *replay.Rank) { d.view(r, 0, null, intType, "native") },
			"the etype of MPI_File_set_view is MPI_DATATYPE_NULL"},
		{"filetype", func(d *desk, r *replay.Rank) {
			h := d.Handle()
			r.Do("MPI_Type_contiguous", 4, intType, h, 16, 0, 16, 0, 16)
			d.view(r, 0, intType, h, "native")
		}, "the filetype of MPI_File_set_view, MPI_Type_contiguous datatype, is not committed"},
		{"whence", func(d *desk, r *replay.Rank) { r.Fail("MPI_File_seek", d.fh, seekSet, 0) }, "MPI_File_seek with whence 0"},
		{"whence of all", func(d *desk, r *replay.Rank) { r.Fail("MPI_File_seek_shared", d.fh, 8, -1) },
			"MPI_File_seek_shared with whence -1"},
		{"read", func(d *desk, r *replay.Rank) { r.Do("MPI_File_read", d.fh, buf, 1, overlapping(d.Job, r)) },
			"the memory datatype of MPI_File_read, .* with count 1, has overlapping entries"},
		{"read at", func(d *desk, r *replay.Rank) { r.Do("MPI_File_read_at", d.fh, 0, buf, 1, overlapping(d.Job, r)) }, "overlapping"},
		{"read shared", func(d *desk, r *replay.Rank) { r.Do("MPI_File_read_shared", d.fh, buf, 1, overlapping(d.Job, r)) }, "overlapping"},
		{"read all", func(d *desk, r *replay.Rank) { r.Do("MPI_File_read_all", d.fh, buf, 1, overlapping(d.Job, r)) }, "overlapping"},
		{"iread", func(d *desk, r *replay.Rank) {
			r.Do("MPI_File_iread", d.fh, buf, 1, overlapping(d.Job, r), 55)
			r.Do("MPI_Wait", 55)
		}, "overlapping"},
		{"read begin", func(d *desk, r *replay.Rank) {
			r.Do("MPI_File_read_ordered_begin", d.fh, buf, 1, overlapping(d.Job, r))
			r.Do("MPI_File_read_ordered_end", d.fh, buf)
		}, "overlapping"},
		{"both types", func(d *desk, r *replay.Rank) { d.view(r, 0, null, null, "native") }, "the etype and filetype of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			// one rank, so that no other rank's arguments differ
			d := &desk{Job: replay.New(t, 1), t: t}
			d.open(rdwr)
			c.do(d, d.Rank(0))
			found(t, d.end(), "FILE006", c.message)
		})
	}
}

// overlapping creates a committed datatype of two blocks of two ints; the second
// begins in the middle of the first.
func overlapping(j *replay.Job, r *replay.Rank) int64 {
	h := j.Handle()
	r.Do("MPI_Type_vector", 2, 2, 1, intType, h, 16, 0, 12, 0, 12)
	r.Do("MPI_Type_commit", h)
	return h
}

// A write only reads its data from memory, and an empty datatype overlaps nothing.
func TestFile006OverlapSilent(t *testing.T) {
	d := newDesk(t, rdwr)
	d.Each(func(r *replay.Rank) {
		h := overlapping(d.Job, r)
		r.Do("MPI_File_write_at", d.fh, 0, buf, 3, h)
		r.Do("MPI_File_write_all_begin", d.fh, buf, 1, h)
		r.Do("MPI_File_write_all_end", d.fh, buf)
		r.Do("MPI_File_read_at", d.fh, 0, buf, 0, h)
		for _, whence := range []int64{seekSet, seekCur, seekEnd} {
			r.Do("MPI_File_seek", d.fh, 0, whence)
		}
	})
	d.end().Silent()
}

func TestFile006Silent(t *testing.T) {
	d := newDesk(t, rdwr)
	d.Each(func(r *replay.Rank) {
		d.refusedView(r, "external32")
		r.With("MPI_Register_datarep", replay.Strings("mine"), nil, 0, 0, 0, 0, 0)
		d.refusedView(r, "mine")
		r.Do("MPI_File_seek", d.fh, 4, seekSet)
		r.Do("MPI_File_seek", d.fh, -4, seekCur)
		r.Do("MPI_File_seek", d.fh, -4, seekEnd)
		r.Do("MPI_File_seek", d.fh, -4, seekCur) // its starting position is unknown
		r.Do("MPI_File_seek", d.fh, 0, seekSet)
		r.Do("MPI_File_read", d.fh, buf, 4, intType)
		r.Do("MPI_File_seek", d.fh, -16, seekCur)
		d.write(r, 0, 0, intType)
		h := contiguous(d.Job, r, 4, intType, 4)
		d.view(r, 0, h, h, "native")
		r.Do("MPI_Type_free", h)
		d.write(r, 0, 4, intType)
		r.Do("MPI_File_write_at", d.fh, 0, buf, 4, intType)
	})
	d.end().Silent()
}

// MPI_File_get_view returns datatypes that no record names, with handle values that freed datatypes may have had.
func TestFile006GetView(t *testing.T) {
	d := newDesk(t, rdwr)
	d.Each(func(r *replay.Rank) {
		h := contiguous(d.Job, r, 4, intType, 4)
		d.view(r, 0, h, h, "native")
		r.Do("MPI_Type_free", h)
		r.Do("MPI_File_get_view", d.fh)
		d.write(r, 0, 1, h)
		d.view(r, 0, h, h+1000, "native")
		r.Do("MPI_Type_free", h)
		r.Do("MPI_Type_free", h+1000)
		d.write(r, 0, 3, intType)
	})
	d.end().Silent()
}

func TestFile007(t *testing.T) {
	for _, name := range []string{"MPI_File_close", "MPI_File_set_size", "MPI_File_preallocate", "MPI_File_sync", "MPI_File_set_view"} {
		d := newDesk(t, rdwr)
		made := next()
		d.Each(func(r *replay.Rank) { r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55) })
		args := []int64{d.fh, 64, intType, intType, 0, replay.InfoNull}
		early := next()
		d.Each(func(r *replay.Rank) { r.With(name, replay.Strings("native"), nil, args...) })
		completed := next()
		d.Each(func(r *replay.Rank) { r.Do("MPI_Wait", 55) })
		if name != "MPI_File_close" {
			d.Each(func(r *replay.Rank) { r.Do("MPI_File_close", d.fh) })
		}
		d.Finalize()
		d.Want(replay.Finding{Rule: "FILE007", Line: early}, replay.Finding{Rule: "FILE007", Rank: 1, Line: early})
		f := d.Check().Findings[0]
		assert.Equal(t, name+" while the request of MPI_File_iwrite_at on the file is pending", f.Message)
		shows(t, f, made, completed)
	}
}

// Several requests for which a call does not wait are one fault.
func TestFile007Once(t *testing.T) {
	d := newDesk(t, rdwr)
	r := d.Rank(0)
	r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55)
	r.Do("MPI_File_iread_at", d.fh, 0, other, 1, intType, 56)
	early := next()
	d.Each(func(r *replay.Rank) { r.Do("MPI_File_sync", d.fh) })
	r.With("MPI_Waitall", replay.Words([]int64{55, 56}), nil, 2)
	assert.Equal(t, early, line(found(t, d.end(), "FILE007", "MPI_File_sync while the request of MPI_File_iwrite_at")))
}

// A test tells something only if it finds the request complete.
func TestFile007Test(t *testing.T) {
	d := newDesk(t, rdwr)
	r := d.Rank(1)
	r.Do("MPI_File_iread", d.fh, buf, 1, intType, 55)
	early := next()
	d.Each(func(r *replay.Rank) { r.Do("MPI_File_set_size", d.fh, 64) })
	r.Do("MPI_Test", 55, 0)
	r.Do("MPI_Test", 55, 1)
	f := found(t, d.end(), "FILE007", "MPI_File_set_size while the request of MPI_File_iread on")
	assert.Equal(t, early, line(f))
}

// The run ends in the wait, or before it.
func TestFile007NeverBack(t *testing.T) {
	for _, wait := range []bool{true, false} {
		d := newDesk(t, rdwr)
		d.Rank(0).Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55)
		early := next()
		d.Each(func(r *replay.Rank) { r.Do("MPI_File_close", d.fh) })
		if wait {
			d.Rank(0).Stuck("MPI_Wait", 55)
		}
		f := finding(t, d.Job, "FILE007")
		assert.Equal(t, early, line(f))
		assert.EqualValues(t, 1, f.Count)
	}
}

func TestFile007Silent(t *testing.T) {
	d := newDesk(t, rdwr)
	more := d.Handle()
	d.Each(func(r *replay.Rank) { openAs(r, more, "more", rdwr, 3, 4712) })
	d.Each(func(r *replay.Rank) {
		r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55)
		r.Do("MPI_File_sync", more)
		r.Do("MPI_File_set_size", more, 64)
		r.Do("MPI_File_close", more)
		r.Do("MPI_File_seek", d.fh, 0, seekSet)
		r.Do("MPI_File_set_atomicity", d.fh, 1)
		r.Do("MPI_File_get_size", d.fh)
		r.Do("MPI_Test", 55, 1)
		r.Do("MPI_File_sync", d.fh)
		r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 0, intType, replay.Type("MPI_REQUEST_NULL"))
	})
	d.end().Silent()
}

// Two requests have the same handle value: which of them is complete is unknown.
func TestFile007Shared(t *testing.T) {
	d := newDesk(t, rdwr)
	r := d.Rank(0)
	r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55)
	r.Do("MPI_File_iwrite_at", d.fh, 8, buf, 1, intType, 55)
	r.Do("MPI_Wait", 55)
	d.Each(func(r *replay.Rank) { r.Do("MPI_File_sync", d.fh) })
	r.Do("MPI_Wait", 55)
	d.end().Silent()
}

func TestFile008(t *testing.T) {
	double := replay.Type("MPI_DOUBLE")
	for _, c := range []struct {
		name    string
		do      func(*desk, *replay.Rank, int64)
		message string
	}{
		{"size", func(d *desk, r *replay.Rank, i int64) { r.Do("MPI_File_set_size", d.fh, 1024*(i+1)) },
			"MPI_File_set_size: rank 0 passes size 1024, rank 1 passes 2048"},
		{"preallocate", func(d *desk, r *replay.Rank, i int64) { r.Do("MPI_File_preallocate", d.fh, 1024*i) },
			"MPI_File_preallocate: rank 0 passes size 0, rank 1 passes 1024"},
		{"flag", func(d *desk, r *replay.Rank, i int64) { r.Do("MPI_File_set_atomicity", d.fh, i) },
			"rank 0 passes flag 0, rank 1 passes 1"},
		{"offset", func(d *desk, r *replay.Rank, i int64) { r.Do("MPI_File_seek_shared", d.fh, 64*i, seekSet) },
			"rank 0 passes offset 0, rank 1 passes 64"},
		{"whence", func(d *desk, r *replay.Rank, i int64) { r.Do("MPI_File_seek_shared", d.fh, 0, seekSet+2*i) },
			"rank 0 passes whence MPI_SEEK_SET, rank 1 passes MPI_SEEK_CUR"},
		{"etype", func(d *desk, r *replay.Rank, i int64) {
			e := []int64{intType, double}[i]
			d.view(r, 0, e, e, "native")
		}, "rank 0 passes an etype with extent 4, rank 1 passes one with extent 8"},
		{"datarep", func(d *desk, r *replay.Rank, i int64) {
			d.view(r, 0, intType, intType, []string{"native", "external32"}[i])
		}, `rank 0 passes the data representation "native", rank 1 passes "external32"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, rdwr)
			d.Each(func(r *replay.Rank) { c.do(d, r, int64(r.World())) })
			f := found(t, d.end(), "FILE008", c.message)
			assert.Equal(t, []int{0, 1}, f.Ranks)
			assert.Equal(t, f.Sites[0].PC, f.Sites[1].PC)
		})
	}
}

func TestFile008Silent(t *testing.T) {
	d := newDesk(t, rdwr)
	float := replay.Type("MPI_FLOAT")
	d.Each(func(r *replay.Rank) {
		i := int64(r.World())
		r.Do("MPI_File_set_size", d.fh, 1024)
		r.Do("MPI_File_preallocate", d.fh, 2048)
		r.Do("MPI_File_set_atomicity", d.fh, 1+i) // both are true
		r.Do("MPI_File_seek_shared", d.fh, 4, seekSet)
		e := []int64{intType, float}[i]
		d.view(r, 64*i, e, e, "native")
		r.Do("MPI_File_write_at_all", d.fh, i, buf, i, e)
	})
	d.end().Silent()
}

func TestFile009(t *testing.T) {
	for _, name := range []string{"MPI_File_write_shared", "MPI_File_iread_shared", "MPI_File_write_ordered", "MPI_File_write_ordered_begin"} {
		d := newDesk(t, rdwr)
		d.Each(func(r *replay.Rank) { d.view(r, 1024*int64(r.World()), intType, intType, "native") })
		use := next()
		d.Each(func(r *replay.Rank) { r.Do(name, d.fh, buf, 1, intType, 55) })
		d.Each(func(r *replay.Rank) {
			r.Do("MPI_Wait", 55)
			if name == "MPI_File_write_ordered_begin" {
				r.Do("MPI_File_write_ordered_end", d.fh, buf)
			}
		})
		f := found(t, d.end(), "FILE009", name+" of rank 0 and "+name+" of rank 1 while the views differ: displacement 0 on rank 0, 1024 on rank 1")
		assert.Equal(t, use, line(f))
		assert.Len(t, f.Related, 2)
	}
}

func TestFile009Types(t *testing.T) {
	d := newDesk(t, rdwr)
	d.Each(func(r *replay.Rank) {
		d.view(r, 0, intType, []int64{intType, d.resized(r, intType, 4, 0, 8)}[r.World()], "native")
	})
	d.Rank(1).Do("MPI_File_write_shared", d.fh, buf, 1, intType)
	found(t, d.end(), "FILE009", "filetype MPI_INT on rank 0, MPI_Type_create_resized datatype on rank 1")

	d = newDesk(t, rdwr)
	d.Each(func(r *replay.Rank) {
		d.view(r, 0, d.resized(r, intType, 4, 0, 4+4*int64(r.World())), intType, "native")
	})
	d.Rank(0).Do("MPI_File_write_shared", d.fh, buf, 1, intType)
	j := d.end()
	assert.Regexp(t, "etype a MPI_Type_create_resized datatype on rank 0, a different one on rank 1", finding(t, j, "FILE009").Message)
}

func TestFile009Silent(t *testing.T) {
	d := newDesk(t, rdwr)
	shared := func(r *replay.Rank) { r.Do("MPI_File_write_shared", d.fh, buf, 1, intType) }
	d.Each(shared)
	d.Each(func(r *replay.Rank) {
		d.view(r, 1024*int64(r.World()), intType, intType, "native")
		d.write(r, 0, 4, intType)
		r.Do("MPI_File_write_all", d.fh, buf, 4, intType)
	})
	d.Each(func(r *replay.Rank) {
		d.view(r, 8, intType, []int64{intType, contiguous(d.Job, r, 1, intType, 4)}[r.World()], "native")
	})
	d.Each(shared)
	d.end().Silent()
}

func TestFile010View(t *testing.T) {
	double := replay.Type("MPI_DOUBLE")
	for _, c := range []struct {
		name    string
		amode   int64
		types   func(*desk, *replay.Rank) (etype, filetype int64)
		message string // empty: silent
	}{
		{"size", rdwr, func(d *desk, r *replay.Rank) (int64, int64) { return double, intType },
			"the filetype, MPI_INT, has 4 bytes of data, not a whole number of etypes, MPI_DOUBLE with 8 bytes"},
		{"basics", rdwr, func(d *desk, r *replay.Rank) (int64, int64) { return double, contiguous(d.Job, r, 2, intType, 4) },
			`not built from the etype, MPI_DOUBLE: its basic element 0 is MPI_INT \(4 bytes\) where etypes have MPI_DOUBLE`},
		{"negative", rdwr, func(d *desk, r *replay.Rank) (int64, int64) {
			return intType, d.indexed(r, intType, 4, []int64{1, 4}, []int64{-2, 0})
		}, "negative displacement -8"},
		{"decreasing", rdwr, func(d *desk, r *replay.Rank) (int64, int64) {
			return double, d.indexed(r, double, 8, []int64{1, 1, 1}, []int64{6, 2, 0})
		}, "decrease: 16 comes after 48"},
		{"decreasing etype", rdonly, func(d *desk, r *replay.Rank) (int64, int64) {
			e := d.indexed(r, intType, 4, []int64{1, 1}, []int64{1, 0})
			return e, e
		}, "the displacements of the etype and filetype, .* decrease: 0 comes after 4"},
		{"overlap", wronly, func(d *desk, r *replay.Rank) (int64, int64) {
			return intType, d.indexed(r, intType, 4, []int64{2, 2}, []int64{0, 1})
		}, "overlap, and the file was opened for writing"},
		{"long overlap", rdonly, func(d *desk, r *replay.Rank) (int64, int64) {
			return intType, d.indexed(r, intType, 4, []int64{3, 3}, []int64{0, 1})
		}, "decrease: 4 comes after 8"},
		{"hole", rdwr, func(d *desk, r *replay.Rank) (int64, int64) { return intType, d.hvector(r, 4, 6) },
			"a hole of 2 bytes at displacement 4, not a multiple of the etype, MPI_INT with 4 bytes"},
		{"hole at the end", rdwr, func(d *desk, r *replay.Rank) (int64, int64) { return intType, d.resized(r, intType, 4, 0, 6) },
			"a hole of 2 bytes at displacement 4"},
		{"hole at the beginning", rdwr, func(d *desk, r *replay.Rank) (int64, int64) {
			return intType, d.resized(r, intType, 4, -2, 6)
		}, "a hole of 2 bytes at displacement -2"},
		{"cut", rdwr, func(d *desk, r *replay.Rank) (int64, int64) {
			return contiguous(d.Job, r, 2, intType, 4), d.indexed(r, intType, 4, []int64{1, 1}, []int64{0, 3})
		}, "a piece of 4 bytes at displacement 0, not a multiple"},

		{"of bytes", rdwr, func(d *desk, r *replay.Rank) (int64, int64) { return replay.Type("MPI_BYTE"), d.hvector(r, 4, 6) }, ""},
		{"of blocks of bytes", rdwr, func(d *desk, r *replay.Rank) (int64, int64) {
			return contiguous(d.Job, r, 4, replay.Type("MPI_BYTE"), 1), d.hvector(r, 4, 8)
		}, ""},
		{"same name", rdwr, func(d *desk, r *replay.Rank) (int64, int64) {
			return replay.Type("MPI_INT32_T"), contiguous(d.Job, r, 4, intType, 4)
		}, ""},
		{"read twice", rdonly, func(d *desk, r *replay.Rank) (int64, int64) {
			return intType, d.indexed(r, intType, 4, []int64{2, 2}, []int64{0, 1})
		}, ""},
		{"every second", rdwr, func(d *desk, r *replay.Rank) (int64, int64) {
			return intType, d.resized(r, intType, 4, 0, 8)
		}, ""},
		{"unknown", rdwr, func(d *desk, r *replay.Rank) (int64, int64) {
			r.Event(event.Probe, int64(calls.ClassDatatype), 99, 1)
			return intType, 99
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &desk{Job: replay.New(t, 1), t: t}
			d.open(c.amode)
			r := d.Rank(0)
			e, f := c.types(d, r)
			d.view(r, 0, e, f, "native")
			if d.end(); c.message == "" {
				assert.Empty(t, slices.DeleteFunc(d.Found(), func(f replay.Finding) bool { return f.Rule == "TOOL001" }))
				return
			}
			found(t, d.Job, "FILE010", c.message)
		})
	}
}

func TestFile010Access(t *testing.T) {
	d := newDesk(t, rdwr)
	double := replay.Type("MPI_DOUBLE")
	d.Each(func(r *replay.Rank) {
		p := contiguous(d.Job, r, 3, double, 8)
		d.view(r, 0, p, p, "native")
	})
	r := d.Rank(0)
	d.write(r, 0, 9, double)
	d.write(r, 0, 0, double)
	at := next()
	r.Do("MPI_File_write_at", d.fh, 0, buf, 8, double)
	f := found(t, d.end(), "FILE010", `MPI_File_write_at of 64 bytes \(8 of MPI_DOUBLE\): not a whole number of etypes of 24 bytes`)
	assert.Equal(t, at, line(f))
	assert.Positive(t, see(t, f))
}

// The order of the memory datatype is free.
func TestFile010Memory(t *testing.T) {
	d := newDesk(t, rdonly)
	d.views(0, intType, intType)
	r := d.Rank(0)
	r.Do("MPI_File_read_at", d.fh, 0, buf, 2, d.indexed(r, intType, 4, []int64{1, 1, 2}, []int64{6, 2, -4}))
	d.end().Silent()
}

func TestFile012(t *testing.T) {
	d := newDesk(t, rdwr)
	r := d.Rank(0)
	at := next()
	r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55)
	closed := next()
	d.Each(func(r *replay.Rank) { r.Do("MPI_File_close", d.fh) })
	d.Finalize()
	f := found(t, d.Job, "FILE012", "the request of MPI_File_iwrite_at is never completed by a wait or test")
	assert.Equal(t, at, line(f))
	assert.Equal(t, closed, see(t, f))
}

// What a read has got is the last word of its record.
func TestFile013(t *testing.T) {
	const ignored = 0 // MPI_STATUS_IGNORE
	d := newDesk(t, rdonly)
	r := d.Rank(0)
	at := next()
	r.Do("MPI_File_read_at", d.fh, 5, buf, 2, intType, ignored, 4)
	f := found(t, d.end(), "FILE013", "MPI_File_read_at gets 4 of the 8 bytes requested from offset 5, and the program ignores the status")
	assert.Equal(t, at, line(f))

	d = newDesk(t, rdonly)
	r = d.Rank(0)
	r.Do("MPI_File_read_at", d.fh, 5, buf, 2, intType, ignored, 8)
	r.Do("MPI_File_read_at", d.fh, 5, buf, 2, intType, 0x9000, 4)
	d.end().Silent()
}

// The end of a split collective read whose file is unknown.
func TestFile013UnknownFile(t *testing.T) {
	d := newDesk(t, rdonly)
	d.Rank(0).Do("MPI_File_read_all_end", 0x7777, buf, 1, 1, 0, 0)
	found(t, d.end(), "TOOL001", "^MPI_File_read_all_end on a file opened by a call that gomarmot did not see")
}

func TestFile012Free(t *testing.T) {
	d := newDesk(t, rdwr)
	r := d.Rank(0)
	at := next()
	r.Do("MPI_File_iread_all", d.fh, buf, 1, intType, 55)
	d.Rank(1).Do("MPI_File_iread_all", d.fh, buf, 1, intType, 56)
	d.Rank(1).Do("MPI_Wait", 56)
	r.Do("MPI_Request_free", 55)
	assert.Equal(t, at, line(found(t, d.end(), "FILE012", "passed to MPI_Request_free")))
}

// A request that a status has shown to be complete may be freed.
func TestFile012GetStatus(t *testing.T) {
	d := newDesk(t, rdwr)
	d.Each(func(r *replay.Rank) {
		r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55)
		r.Do("MPI_Request_get_status", 55, 0)
		r.Do("MPI_Request_get_status", 55, 1)
		r.Do("MPI_Request_free", 55)
		r.Do("MPI_File_sync", d.fh)
	})
	d.end().Silent()

	d = newDesk(t, rdwr)
	r := d.Rank(0)
	r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55)
	early := next()
	d.Each(func(r *replay.Rank) { r.Do("MPI_File_sync", d.fh) })
	r.Do("MPI_Request_get_status", 55, 1)
	r.Do("MPI_Wait", 55)
	assert.Equal(t, early, line(found(t, d.end(), "FILE007", "MPI_File_sync")))
}

func TestFile012Silent(t *testing.T) {
	d := newDesk(t, rdwr)
	r := d.Rank(0)
	r.Do("MPI_File_iwrite_at", d.fh, 0, buf, 1, intType, 55)
	r.Exit()
	d.Rank(1).Exit()
	assert.Empty(t, d.Found())
}

func TestTool001File(t *testing.T) {
	const fh = 77
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Event(event.Probe, int64(calls.ClassFile), fh, 1)
	at := next()
	r.Do("MPI_File_write_at", fh, 0, buf, 1, intType)
	r.Do("MPI_File_read", fh, buf, 1, intType)
	r.Do("MPI_File_close", fh)
	j.Finalize()
	assert.Equal(t, at, line(found(t, j, "TOOL001", "MPI_File_write_at on a file opened by a call that gomarmot did not see")))

	j = replay.New(t, 1)
	r = j.Rank(0)
	r.Do("MPI_File_sync", fh) // the library was not asked about the handle, but the call succeeds
	r.Do("MPI_File_close", fh)
	j.Finalize()
	found(t, j, "TOOL001", "MPI_File_sync on a file opened by a call that gomarmot did not see")
}

func TestTool001FileTypes(t *testing.T) {
	d := newDesk(t, rdwr)
	d.view(d.Rank(0), 0, intType, 98, "native")
	d.view(d.Rank(1), 0, intType, intType, "native")
	d.write(d.Rank(1), 0, 1, 99)
	d.write(d.Rank(1), 0, 1, 99)
	var got []string
	for _, f := range d.end().Check().Findings {
		got = append(got, f.Rule.ID+" "+f.Message)
	}
	assert.ElementsMatch(t, []string{
		"TOOL001 the filetype of MPI_File_set_view was created by a call that gomarmot did not see: rules on its layout are off",
		"TOOL001 the datatype of MPI_File_write_at was created by a call that gomarmot did not see: rules on its layout are off",
	}, got)
}
