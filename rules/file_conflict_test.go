package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// seat is a rank with a handle of the file.
type seat struct {
	*replay.Rank
	fh int64
}

type fileStep func(s *seat)

// do takes steps in their order.
func do(all ...fileStep) fileStep {
	return func(s *seat) {
		for _, f := range all {
			f(s)
		}
	}
}

// Accesses of ints; offsets are counted in ints, too.

func wr(at, n int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_write_at", s.fh, 4*at, buf, n, intType) }
}

func rd(at, n int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_read_at", s.fh, 4*at, other, n, intType) }
}

// putInts writes at an offset in a view whose etype is MPI_INT.
func putInts(at, n int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_write_at", s.fh, at, buf, n, intType) }
}

// printInts writes at the individual file pointer.
func printInts(n int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_write", s.fh, buf, n, intType) }
}

func scan(n int64) fileStep { return func(s *seat) { s.Do("MPI_File_read", s.fh, buf, n, intType) } }

func seek(to int64) fileStep { return func(s *seat) { s.Do("MPI_File_seek", s.fh, to, seekSet) } }

func syncFile(s *seat) { s.Do("MPI_File_sync", s.fh) }

func meet(s *seat) { s.Do("MPI_Barrier", replay.World) }

func atomic(flag int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_set_atomicity", s.fh, flag) }
}

func to(rank int64) fileStep { return func(s *seat) { sends(s.Rank, rank, 1, intType) } }

func from(rank int64) fileStep { return func(s *seat) { receives(s.Rank, rank, 1, intType, 4) } }

// Accesses by the shared file pointer.

func ordered(n int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_write_ordered", s.fh, buf, n, intType) }
}

func readOrdered(n int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_read_ordered", s.fh, other, n, intType) }
}

func beginOrdered(n int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_write_ordered_begin", s.fh, buf, n, intType) }
}

func endOrdered(s *seat) { s.Do("MPI_File_write_ordered_end", s.fh, buf) }

func single(n int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_write_shared", s.fh, buf, n, intType) }
}

func seekShared(to int64) fileStep {
	return func(s *seat) { s.Do("MPI_File_seek_shared", s.fh, to, seekSet) }
}

func resize(call string, size int64) fileStep {
	return func(s *seat) { s.Do(call, s.fh, size) }
}

// vectorView shows every third block of n ints, beginning with block at.
func vectorView(at, n int64) fileStep {
	return func(s *seat) {
		v, w := int64(0x700), int64(0x701)
		s.Do("MPI_Type_vector", 1, n, n, intType, v, 4*n, 0, 4*n, 0, 4*n)
		s.Do("MPI_Type_create_resized", v, 0, 12*n, w, 4*n, 0, 12*n, 0, 4*n)
		s.Do("MPI_Type_commit", w)
		s.With("MPI_File_set_view", replay.Strings("native"), nil, s.fh, 4*n*at, intType, w, 0, replay.InfoNull)
		s.Do("MPI_Type_free", v)
		s.Do("MPI_Type_free", w)
	}
}

func view(disp int64, datarep string) fileStep {
	return func(s *seat) {
		s.With("MPI_File_set_view", replay.Strings(datarep), nil, s.fh, disp, intType, intType, 0, replay.InfoNull)
	}
}

// alone opens the file again, for this rank only, and closes it at the end.
func alone(inode int64, f fileStep) fileStep {
	return func(s *seat) {
		own := &seat{s.Rank, 0x9900 + int64(s.World())}
		s.With("MPI_File_open", replay.Strings("data"), nil, replay.Self, 0, rdwr, replay.InfoNull, own.fh, 3, inode)
		f(own)
		own.Do("MPI_File_close", own.fh)
	}
}

const inode = 4711

// conflicts is a job of three ranks on one host that have opened a file together.
func conflicts(t *testing.T, amode int64, does [3]fileStep) *replay.Job {
	j := replay.New(t, 3)
	j.Races, j.Hosts = true, []string{"a", "a", "a"}
	fh := j.Handle()
	for i, f := range does {
		s := &seat{j.Rank(i), fh}
		openAs(s.Rank, fh, "data", amode, 3, inode)
		if f != nil {
			f(s)
		}
		s.Do("MPI_File_close", fh)
	}
	j.Finalize()
	return j
}

func all(f fileStep) [3]fileStep { return [3]fileStep{f, f, f} }

// rankStep is a step of a rank that does not concern the file.
func rankStep(s step) fileStep { return func(x *seat) { s(x.Rank, 0) } }

// around has all ranks take a step between the accesses of rank 0 and of rank 1.
func around(a, between, b fileStep) [3]fileStep {
	return [3]fileStep{do(a, between), do(between, b), between}
}

var syncs = do(syncFile, meet, syncFile)

func TestFile011(t *testing.T) {
	const both = "^MPI_File_write_at of rank 0 and MPI_File_read_at of rank 1 reach the same 4 bytes of the file, from byte 0 on: "
	even, odd := groupAs(0x4800, 0, 2), groupAs(0x4801, 1, 2)
	for _, c := range []struct {
		name    string
		does    [3]fileStep
		message string // empty: silent
	}{
		{"nothing", [3]fileStep{wr(0, 1), rd(0, 1)}, both + "neither rank waits for the other; call MPI_File_sync after the first access, then let rank 1"},
		{"two writes", [3]fileStep{wr(0, 2), wr(1, 2)}, "write_at of rank 0 and MPI_File_write_at of rank 1 reach the same 4 bytes of the file, from byte 4 on: " +
			"neither rank waits for the other; let them write different bytes, or call"},
		{"reads", [3]fileStep{rd(0, 4), rd(0, 4), rd(0, 4)}, ""},
		{"neighbors", [3]fileStep{wr(0, 1), wr(1, 1), rd(2, 1)}, ""},
		{"own bytes", [3]fileStep{do(wr(0, 1), rd(0, 1), wr(0, 1))}, ""},

		{"sync, barrier, sync", around(wr(0, 1), syncs, rd(0, 1)), ""},
		{"barrier alone", around(wr(0, 1), meet, rd(0, 1)), both + "rank 1 waits until the first access is complete, which is not enough to see the same file"},
		{"sync alone", around(wr(0, 1), syncFile, rd(0, 1)), both + "neither rank waits for the other"},
		{"no sync of the reader", around(wr(0, 1), do(syncFile, meet), rd(0, 1)), both + "rank 0 synchronizes the file after the first access and rank 1 waits " +
			"for that, but rank 1 does not call MPI_File_sync between this wait and the second access; call it there once more, on all ranks of the file$"},
		{"no sync of the writer", around(wr(0, 1), do(meet, syncFile), rd(0, 1)), both + "rank 1 waits for rank 0 after the first access, but MPI_File_sync of rank 0 comes only later"},
		{"two syncs", around(wr(0, 1), do(syncFile, syncFile), rd(0, 1)), "neither rank waits"},
		{"message", [3]fileStep{do(wr(0, 1), syncFile, to(1), syncFile), do(syncFile, from(0), syncFile, rd(0, 1)), do(syncFile, syncFile)}, ""},
		{"message in the other direction", [3]fileStep{do(wr(0, 1), syncFile, from(1), syncFile), do(syncFile, to(0), syncFile, rd(0, 1)), do(syncFile, syncFile)}, "neither rank waits"},
		{"broadcast in the other direction", around(wr(0, 1), do(syncFile, rankStep(bcast(1)), syncFile), rd(0, 1)),
			both + "neither rank waits for the other; in the MPI_Bcast between the two, rank 1 need not wait for rank 0; call MPI_File_sync after"},
		{"barriers apart", [3]fileStep{do(rankStep(even), wr(0, 1), syncFile, rankStep(barrierOn(0x4800)), syncFile),
			do(rankStep(odd), syncFile, rankStep(barrierOn(0x4801)), syncFile, rd(0, 1)),
			do(rankStep(steps(odd, even)), syncFile, rankStep(steps(barrierOn(0x4801), barrierOn(0x4800))), syncFile)},
			both + "neither rank waits for the other; the MPI_Barrier of rank 0 after its access is on a communicator that rank 1 is not in; call MPI_File_sync after"},
		{"over a third rank", [3]fileStep{do(wr(0, 1), syncFile, to(2), syncFile), do(syncFile, from(2), syncFile, rd(0, 1)), do(syncFile, from(0), to(1), syncFile)}, ""},
		{"later again", around(wr(0, 1), do(syncs, syncs), do(rd(0, 1), wr(0, 1))), ""},
		{"write after that", [3]fileStep{do(wr(0, 1), syncs, wr(0, 1)), do(syncs, rd(0, 1)), syncs}, "neither rank waits"},

		{"atomic", all(do(atomic(1), wr(0, 3), rd(1, 3))), ""},
		{"no longer atomic", [3]fileStep{do(atomic(1), wr(0, 1), atomic(0)), do(atomic(1), atomic(0), rd(0, 1)), do(atomic(1), atomic(0))}, "reach the same 4 bytes"},

		{"interleaved views", [3]fileStep{do(vectorView(0, 2), wr(0, 40)), do(vectorView(1, 2), wr(0, 40)), do(vectorView(2, 2), wr(0, 40))}, ""},
		{"views that overlap", [3]fileStep{do(vectorView(0, 2), wr(0, 40)), do(vectorView(1, 2), wr(0, 40)), do(vectorView(1, 2), putInts(5, 2))}, "of rank 1 and .* of rank 2 reach the same 4 bytes of the file, from byte 60 on"},
		{"in a hole", [3]fileStep{do(vectorView(0, 2), putInts(1, 40)), do(view(0, "native"), putInts(0, 1)), view(0, "native")}, ""},
		{"beside a hole", [3]fileStep{do(vectorView(0, 2), putInts(1, 40)), do(view(0, "native"), putInts(1, 2)), view(0, "native")}, "reach the same 4 bytes of the file, from byte 4 on"},
		{"displacements", [3]fileStep{do(view(400, "native"), wr(0, 1)), do(view(404, "native"), wr(0, 1)), do(view(0, "native"), putInts(100, 1))}, "of rank 0 and .* of rank 2 .* from byte 400 on"},
		{"other representation", [3]fileStep{do(view(0, "external32"), wr(0, 1)), do(view(0, "external32"), wr(0, 1)), view(0, "external32")}, ""},

		{"file pointers", [3]fileStep{do(printInts(4), printInts(4)), do(seek(32), printInts(4)), do(seek(28), printInts(1))}, "MPI_File_write of rank 0 and MPI_File_write of rank 2 reach the same 4 bytes of the file, from byte 28 on"},
		{"file pointer after a read", [3]fileStep{do(scan(4), printInts(4)), do(seek(16), printInts(4))}, ""},
		{"shared file pointer of one rank", [3]fileStep{do(single(2), single(3)), rd(3, 1), nil}, "^MPI_File_read_at of rank 1 and MPI_File_write_shared of rank 0|MPI_File_write_shared of rank 0 and MPI_File_read_at of rank 1 reach the same 4 bytes of the file, from byte 12 on"},
		{"beside what one rank wrote", [3]fileStep{do(single(2), single(3)), rd(5, 1), nil}, ""},
		{"in order with what one rank wrote", [3]fileStep{do(single(2), syncs), do(syncs, rd(0, 2)), syncs}, ""},
		{"one rank after a seek", [3]fileStep{do(seekShared(40), single(1)), do(seekShared(40), wr(10, 1)), seekShared(40)}, "reach the same 4 bytes of the file, from byte 40 on"},
		{"each rank in its turn", [3]fileStep{do(single(2), seekShared(0)), do(seekShared(0), single(2)), seekShared(0)}, "reach the same 8 bytes of the file, from byte 0 on"},
		{"two ranks between", [3]fileStep{do(single(2), seekShared(9)), do(single(2), seekShared(9), rd(0, 9)), seekShared(9)}, ""},
		{"one rank that reads", [3]fileStep{do(func(s *seat) { s.Do("MPI_File_read_shared", s.fh, buf, 4, intType) }, single(2)), rd(4, 2), nil}, ""},
		{"shared file pointer", all(func(s *seat) { s.Do("MPI_File_write_shared", s.fh, buf, 4, intType) }), ""},

		{"ordered", [3]fileStep{ordered(2), do(ordered(2), rd(4, 1)), ordered(2)}, "^MPI_File_write_ordered of rank 2 and MPI_File_read_at of rank 1|" +
			"MPI_File_read_at of rank 1 and MPI_File_write_ordered of rank 2 reach the same 4 bytes of the file, from byte 16 on: neither rank waits for the other"},
		{"ordered, then in order", [3]fileStep{do(ordered(2), syncs, rd(0, 6)), do(ordered(2), syncs, rd(0, 6)), do(ordered(2), syncs)}, ""},
		{"own part of what is ordered", [3]fileStep{do(ordered(2), rd(0, 2)), do(ordered(3), rd(2, 3)), ordered(2)}, ""},
		{"second ordered one", [3]fileStep{do(ordered(1), ordered(2), rd(3, 2)), do(ordered(1), ordered(1), rd(5, 1)), do(ordered(1), ordered(1), wr(5, 1))}, "of rank 1 and .* of rank 2 reach the same 4 bytes of the file, from byte 20 on"},
		{"ordered after a shared one", [3]fileStep{do(single(2), ordered(2)), do(ordered(2), rd(6, 1)), ordered(2)}, "reach the same 4 bytes of the file, from byte 24 on"},
		{"ordered after shared ones", [3]fileStep{do(single(2), ordered(2)), do(single(2), ordered(2), rd(0, 9)), ordered(2)}, ""},
		{"ordered after a seek", all(do(seekShared(40), ordered(1), rd(12, 1))), "reach the same 4 bytes of the file, from byte 48 on"},
		{"ordered reads", [3]fileStep{do(seekShared(0), readOrdered(1), wr(1, 1)), do(seekShared(0), readOrdered(1)), do(seekShared(0), readOrdered(1))}, ""},
		{"ordered, begun", [3]fileStep{do(beginOrdered(2), rd(0, 1), endOrdered), do(beginOrdered(2), endOrdered), do(beginOrdered(2), endOrdered)}, "MPI_File_write_ordered_begin of rank 0 and MPI_File_read_at of rank 0 .* still pending"},
		{"ordered, ended", [3]fileStep{do(beginOrdered(2), endOrdered, rd(0, 2)), do(beginOrdered(2), endOrdered), do(beginOrdered(2), endOrdered)}, ""},

		{"sizes", all(do(resize("MPI_File_set_size", 0), resize("MPI_File_preallocate", 100))), ""},

		{"collective", all(func(s *seat) { s.Do("MPI_File_write_at_all", s.fh, 0, buf, 4, intType) }), "MPI_File_write_at_all of rank 0 and MPI_File_write_at_all of rank [12]"},
		{"window", all(func(s *seat) {
			w := int64(0x800)
			s.Do("MPI_Win_allocate", 4, 4, replay.InfoNull, replay.World, 0x10000, w)
			if s.World() == 0 {
				wr(0, 1)(s)
			}
			syncFile(s)
			s.Do("MPI_Win_fence", 0, w)
			syncFile(s)
			if s.World() == 1 {
				rd(0, 1)(s)
			}
			s.Do("MPI_Win_free", w)
		}), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			judge(t, conflicts(t, rdwr|create, c.does), c.message)
		})
	}
}

// conflict returns the first finding, which must fit the message; other ranks may have the same finding.
func conflict(t *testing.T, j *replay.Job, message string) *rules.Finding {
	t.Helper()
	out := j.Check().Findings
	require.NotEmpty(t, out)
	for _, f := range out {
		assert.Equal(t, "FILE011", f.Rule.ID, f.Message)
	}
	i := slices.IndexFunc(out, func(f *rules.Finding) bool { return assert.ObjectsAreEqual("FILE011", f.Rule.ID) })
	require.GreaterOrEqual(t, i, 0)
	assert.Regexp(t, message, out[i].Message)
	return out[i]
}

// judge expects a conflict that fits the message; no conflict if the message is empty.
func judge(t *testing.T, j *replay.Job, message string) {
	t.Helper()
	if message == "" {
		j.Silent()
		return
	}
	conflict(t, j, message)
}

// A write after a read that is known to be complete is a warning.
func TestFile011ReadFirst(t *testing.T) {
	j := conflicts(t, rdwr, around(rd(0, 1), meet, wr(0, 1)))
	f := conflict(t, j, "^MPI_File_read_at of rank 0 and MPI_File_write_at of rank 1 .*: rank 1 waits until the first access is complete")
	assert.Equal(t, rules.Warning, f.Severity)
}

// Operations of one rank that are not complete.
func TestFile011Pending(t *testing.T) {
	iwr := func(at, n, h int64) fileStep {
		return func(s *seat) { s.Do("MPI_File_iwrite_at", s.fh, 4*at, buf, n, intType, h) }
	}
	ird := func(at, n, h int64) fileStep {
		return func(s *seat) { s.Do("MPI_File_iread_at", s.fh, 4*at, other+64*h, n, intType, h) }
	}
	wait := func(h int64) fileStep { return func(s *seat) { s.Do("MPI_Wait", h) } }
	begin := func(n int64) fileStep {
		return func(s *seat) { s.Do("MPI_File_write_at_all_begin", s.fh, 0, buf, n, intType) }
	}
	end := func(s *seat) { s.Do("MPI_File_write_at_all_end", s.fh, buf) }
	for _, c := range []struct {
		name    string
		does    fileStep
		message string // empty: silent
	}{
		{"two writes", do(iwr(0, 2, 55), iwr(1, 2, 56), wait(55), wait(56)), "MPI_File_iwrite_at of rank 0 and MPI_File_iwrite_at of rank 0 reach the same 4 bytes of the file, from byte 4 on: " +
			"the first access is still pending, so either may take effect first; complete its request before the second access$"},
		{"read", do(iwr(0, 2, 55), ird(1, 2, 56), wait(55), wait(56)), "still pending"},
		{"blocking", do(iwr(0, 2, 55), rd(0, 1), wait(55)), "still pending"},
		{"waited", do(iwr(0, 2, 55), wait(55), ird(0, 2, 56), wait(56)), ""},
		{"other one waited", do(iwr(0, 2, 55), iwr(2, 2, 56), wait(56), rd(0, 1), wait(55)), "iwrite_at of rank 0 and MPI_File_read_at of rank 0"},
		{"other bytes", do(iwr(0, 2, 55), iwr(2, 2, 56), wait(55), wait(56)), ""},
		{"reads", do(ird(0, 2, 55), ird(0, 2, 56), wait(55), wait(56)), ""},
		{"atomic", do(iwr(0, 2, 55), ird(0, 2, 56), wait(55), wait(56)), ""},
		{"found complete", do(iwr(0, 2, 55), func(s *seat) { s.Do("MPI_Request_get_status", 55, 1) }, rd(0, 1), wait(55)), ""},
		{"failed wait", do(iwr(0, 2, 55), func(s *seat) { s.Fail("MPI_Wait", 55) }, rd(0, 1)), ""},
		{"equal requests", do(iwr(0, 2, 55), iwr(4, 2, 55), wait(55), rd(0, 1), wait(55)), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := c.does
			if c.name == "atomic" {
				f = do(atomic(1), f)
			}
			d := [3]fileStep{f}
			if c.name == "atomic" {
				d[1], d[2] = atomic(1), atomic(1)
			}
			judge(t, conflicts(t, rdwr|create, d), c.message)
		})
	}
	for _, c := range []struct {
		name    string
		first   fileStep
		message string
	}{
		{"split collective", do(begin(4), rd(0, 1), end), "MPI_File_write_at_all_begin of rank 0 and MPI_File_read_at of rank 0 .*still pending.*; call its end before the second access$"},
		{"ended", do(begin(4), end, rd(0, 1)), ""},
		{"beside it", do(begin(4), rd(4, 1), end), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			judge(t, conflicts(t, rdwr|create, [3]fileStep{c.first, do(begin(0), end), do(begin(0), end)}), c.message)
		})
	}
}

// Files that are opened several times.
func TestFile011Opens(t *testing.T) {
	own := func(f fileStep) fileStep { return alone(inode, f) }
	for _, c := range []struct {
		name    string
		does    [3]fileStep
		message string // empty: silent
	}{
		{"two ranks", [3]fileStep{own(wr(0, 1)), own(rd(0, 1))}, "^MPI_File_write_at of rank 0 and MPI_File_read_at of rank 1 .*: neither rank waits for the other; let rank 0 close the file"},
		{"other bytes", [3]fileStep{own(wr(0, 1)), own(rd(1, 1))}, ""},
		{"other file", [3]fileStep{alone(3, wr(0, 1)), alone(4, rd(0, 1))}, ""},
		{"unknown file", [3]fileStep{alone(0, wr(0, 1)), alone(0, rd(0, 1))}, ""},
		{"closed, then opened", [3]fileStep{do(own(wr(0, 1)), meet), do(meet, own(rd(0, 1))), meet}, ""},
		{"closed too late", [3]fileStep{own(do(wr(0, 1), meet)), do(meet, own(rd(0, 1))), meet}, "rank 1 waits for rank 0 after the first access, but MPI_File_close of rank 0 comes only later"},
		{"opened too early", [3]fileStep{do(own(wr(0, 1)), meet), own(do(meet, rd(0, 1))), meet}, "rank 0 synchronizes or closes the file after the first access and rank 1 waits for that, but its own handle is older"},
		{"synchronized", [3]fileStep{own(do(wr(0, 1), syncs)), own(do(syncs, rd(0, 1))), meet}, ""},
		{"other handle synchronized", [3]fileStep{do(own(do(wr(0, 1), meet)), syncFile), do(meet, syncFile, rd(0, 1)), do(meet, syncFile)}, "MPI_File_close of rank 0 comes only later"},
		{"together and alone", [3]fileStep{do(wr(0, 1), syncFile, meet), do(syncFile, meet, own(rd(0, 1))), do(syncFile, meet)}, ""},
		{"together and alone, not synchronized", [3]fileStep{do(wr(0, 1), meet), do(meet, own(rd(0, 1))), meet}, "rank 1 waits for rank 0 after the first access, but MPI_File_close of rank 0 comes only later"},
		{"one rank", [3]fileStep{own(func(s *seat) {
			wr(0, 1)(s)
			own2 := &seat{s.Rank, 0x9955}
			s.With("MPI_File_open", replay.Strings("data"), nil, replay.Self, 0, rdwr, replay.InfoNull, own2.fh, 3, inode)
			rd(0, 1)(own2)
			own2.Do("MPI_File_close", own2.fh)
		})}, "the accesses go through two handles of the file, and rank 0 does not synchronize the first handle"},
		{"one rank, half", [3]fileStep{own(func(s *seat) {
			own2 := &seat{s.Rank, 0x9955}
			s.With("MPI_File_open", replay.Strings("data"), nil, replay.Self, 0, rdwr, replay.InfoNull, own2.fh, 3, inode)
			do(wr(0, 1), syncFile)(s)
			rd(0, 1)(own2)
			own2.Do("MPI_File_close", own2.fh)
		})}, "the accesses go through two handles of the file, and rank 0 opens the second handle before it synchronizes the first"},
		{"one rank, synchronized", [3]fileStep{own(func(s *seat) {
			own2 := &seat{s.Rank, 0x9955}
			s.With("MPI_File_open", replay.Strings("data"), nil, replay.Self, 0, rdwr, replay.InfoNull, own2.fh, 3, inode)
			do(wr(0, 1), syncFile)(s)
			do(syncFile, rd(0, 1))(own2)
			own2.Do("MPI_File_close", own2.fh)
		})}, ""},
		{"size", [3]fileStep{own(resize("MPI_File_set_size", 8)), own(wr(1, 4))}, "MPI_File_set_size of rank 0 and MPI_File_write_at of rank 1 reach the same 12 bytes of the file, from byte 8 on"},
		{"size behind it", [3]fileStep{own(resize("MPI_File_set_size", 20)), own(wr(1, 4))}, ""},
		{"size before a read", [3]fileStep{own(resize("MPI_File_set_size", 8)), own(rd(1, 4))}, ""},
		{"known size", [3]fileStep{own(do(resize("MPI_File_set_size", 8), resize("MPI_File_set_size", 16))), own(rd(0, 4))}, "MPI_File_set_size of rank 0 and MPI_File_read_at of rank 1 reach the same 8 bytes of the file, from byte 8 on"},
		{"preallocated", [3]fileStep{own(do(resize("MPI_File_set_size", 8), resize("MPI_File_preallocate", 16))), own(rd(0, 4))}, "MPI_File_preallocate of rank 0 and"},
		{"enough", [3]fileStep{own(do(resize("MPI_File_set_size", 8), resize("MPI_File_preallocate", 4))), own(rd(0, 2))}, ""},
		{"atomic in one open only", [3]fileStep{own(do(atomic(1), wr(0, 1))), own(do(atomic(1), rd(0, 1)))}, "reach the same 4 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			judge(t, conflicts(t, rdwr|create, c.does), c.message)
		})
	}
}

// Accesses whose bytes or outcome are unknown are not reported.
func TestFile011Unknown(t *testing.T) {
	race := [3]fileStep{wr(0, 1), rd(0, 1)}
	conflict(t, conflicts(t, rdwr|create, race), "")
	t.Run("sequential", func(t *testing.T) {
		for _, f := range conflicts(t, wronly|create|sequential, all(printInts(1))).Check().Findings {
			assert.NotEqual(t, "FILE011", f.Rule.ID)
		}
	})
	t.Run("lost records", func(t *testing.T) {
		j := conflicts(t, rdwr|create, [3]fileStep{wr(0, 1), rd(0, 1), func(s *seat) { s.Event(event.Lost, 1) }})
		for _, f := range j.Check().Findings {
			assert.NotEqual(t, "FILE011", f.Rule.ID)
		}
	})
	t.Run("failed", func(t *testing.T) {
		conflicts(t, rdwr|create, [3]fileStep{func(s *seat) { s.Fail("MPI_File_write_at", s.fh, 0, buf, 1, intType) }, rd(0, 1)}).Silent()
	})
	t.Run("hosts", func(t *testing.T) {
		own := func(f fileStep) fileStep { return alone(5, f) }
		j := conflicts(t, rdwr|create, [3]fileStep{own(wr(0, 1)), own(rd(0, 1))})
		j.Hosts = []string{"a", "b", "b"}
		j.Silent()
	})
}

// A loop of accesses is kept as one access; its conflicts are still found.
func TestFile011Loops(t *testing.T) {
	const n = 5000
	loop := func(me, of int64) fileStep {
		return func(s *seat) {
			for i := range int64(n) {
				s.Do("MPI_File_write_at", s.fh, 4*(i*of+me), buf, 1, intType)
			}
		}
	}
	conflicts(t, rdwr|create, [3]fileStep{loop(0, 3), loop(1, 3), loop(2, 3)}).Silent()
	conflict(t, conflicts(t, rdwr|create, [3]fileStep{loop(0, 3), loop(1, 3), rd(3*(n-1), 1)}), "of rank 0 and MPI_File_read_at of rank 2")
}
