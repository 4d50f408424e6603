package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

const (
	buf   = 0x500000
	other = 0x700000
)

// open opens a file on MPI_COMM_WORLD on every rank; the handle is the same
// everywhere.
func open(j *replay.Job) int64 { return openOn(j, replay.World) }

func openOn(j *replay.Job, comm int64) int64 {
	h := j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_File_open", replay.Strings("data"), nil, comm, 0, 8|1, replay.InfoNull, h, 3, 4711)
	})
	return h
}

func closeAll(j *replay.Job, fh int64) {
	j.Each(func(r *replay.Rank) { r.Do("MPI_File_close", fh) })
	j.Finalize()
}

func begin(r *replay.Rank, fh int64) {
	r.Do("MPI_File_write_all_begin", fh, buf, 100, replay.Type("MPI_INT"), 1)
}

func end(r *replay.Rank, fh int64) { r.Do("MPI_File_write_all_end", fh, buf, 0, 1, 1) }

// sendToSelf sends an int to the rank itself.
func sendToSelf(r *replay.Rank, from int64) {
	me := int64(r.World())
	r.Do("MPI_Irecv", 0xa00000, 1, replay.Type("MPI_INT"), me, 0, replay.World, 0x4444)
	r.Do("MPI_Send", from, 1, replay.Type("MPI_INT"), me, 0, replay.World)
	r.Do("MPI_Wait", 0x4444, 0, me, 0, 4)
}

func TestSplitSilent(t *testing.T) {
	j := replay.New(t, 2)
	a, b := open(j), open(j)
	j.Each(func(r *replay.Rank) {
		for range 3 {
			begin(r, a)
			r.Do("MPI_File_read_ordered_begin", b, other, 10, replay.Type("MPI_INT"))
			r.Do("MPI_File_write_at", a, 0, 0x900000, 1, replay.Type("MPI_INT"))
			r.Do("MPI_File_get_size", a, 100)
			sendToSelf(r, buf+400)
			r.Do("MPI_File_read_ordered_end", b, other, 0, 1, 0)
			end(r, a)
		}
	})
	j.Each(func(r *replay.Rank) { r.Do("MPI_File_close", b) })
	closeAll(j, a)
	j.Silent()
}

func TestSplit001(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	r := j.Rank(0)
	begin(r, fh)
	r.Do("MPI_File_read_at_all_begin", fh, 0, other, 10, replay.Type("MPI_INT"))
	r.Do("MPI_File_read_at_all_end", fh, other, 0, 1, 0)
	end(r, fh)
	closeAll(j, fh)
	found(t, j, "SPLIT001", "MPI_File_read_at_all_begin while the operation of MPI_File_write_all_begin")
}

// A begin that the library refuses is reported, and no operation becomes active.
func TestSplit001Refused(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	r := j.Rank(0)
	begin(r, fh)
	r.Fail("MPI_File_write_all_begin", fh, other, 100, replay.Type("MPI_INT"), 2)
	end(r, fh)
	closeAll(j, fh)
	found(t, j, "SPLIT001", "MPI_File_write_all_begin")
}

func TestSplit002(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	r := j.Rank(0)
	begin(r, fh)
	end(r, fh)
	end(r, fh)
	closeAll(j, fh)
	found(t, j, "SPLIT002", "MPI_File_write_all_end without a preceding MPI_File_write_all_begin")
}

// After a failed begin it is unknown whether an operation is active.
func TestSplit002AfterFailure(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	r := j.Rank(0)
	r.Fail("MPI_File_write_all_begin", fh, buf, 100, replay.Type("MPI_INT"), 1)
	end(r, fh)
	closeAll(j, fh)
	j.Silent()
}

func TestSplit003(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	r := j.Rank(0)
	begin(r, fh)
	r.Do("MPI_File_read_all_end", fh, buf, 0, 1, 0)
	closeAll(j, fh)
	f := found(t, j, "SPLIT003", "MPI_File_read_all_end, but .* MPI_File_write_all_begin: its end is MPI_File_write_all_end")
	assert.Positive(t, see(t, f))
}

func TestSplit004(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	r := j.Rank(0)
	begin(r, fh)
	r.Thread = 2
	end(r, fh)
	r.Thread = 0
	closeAll(j, fh)
	found(t, j, "SPLIT004", "thread 2 calls MPI_File_write_all_end, but thread 0 called MPI_File_write_all_begin")
}

// The thread that ends the operation has taken over the ring of the thread that began it.
func TestSplit004SameRing(t *testing.T) {
	for _, other := range []bool{false, true} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		take(r, 1, 7, "MPI_File_write_all_begin")
		begin(r, fh)
		if other {
			take(r, 1, 8, "MPI_File_write_all_end")
		}
		end(r, fh)
		r.Thread = 0
		closeAll(j, fh)
		if !other {
			j.Silent()
			continue
		}
		found(t, j, "SPLIT004", "thread 8 calls MPI_File_write_all_end, but thread 7 called MPI_File_write_all_begin")
	}
}

func TestSplit005(t *testing.T) {
	for _, count := range []int64{100, 0} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		r.Do("MPI_File_read_all_begin", fh, buf, count, replay.Type("MPI_INT"))
		r.Do("MPI_File_read_all_end", fh, other, 0, 1, 0)
		closeAll(j, fh)
		if count == 0 {
			j.Silent()
			continue
		}
		found(t, j, "SPLIT005", "names the buffer 0x700000, but MPI_File_read_all_begin named 0x500000")
	}
}

// MPI_BOTTOM is 0 at the begin; Open MPI's Fortran procedures pass the end another address for it. In C the address is
// the same in both calls.
func TestSplit005Bottom(t *testing.T) {
	for _, binding := range []event.Binding{event.BindingC, event.BindingMpif} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		r.Event(event.BindingUsed, int64(binding))
		r.Do("MPI_File_read_all_begin", fh, 0, 1, absolute(j, r, buf))
		r.Do("MPI_File_read_all_end", fh, other, 0, 1, 0)
		closeAll(j, fh)
		if binding == event.BindingC {
			found(t, j, "SPLIT005", "names the buffer 0x700000, but MPI_File_read_all_begin named 0x0")
		} else {
			j.Silent()
		}
	}
}

func TestSplit006(t *testing.T) {
	for _, name := range []string{"MPI_File_read_all", "MPI_File_write_ordered", "MPI_File_iread_all"} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		begin(r, fh)
		r.Do(name, fh, other, 1, replay.Type("MPI_INT"), 0x99)
		if name == "MPI_File_iread_all" {
			r.Do("MPI_Wait", 0x99, 0)
		}
		end(r, fh)
		closeAll(j, fh)
		found(t, j, "SPLIT006", name+" while")
	}
}

func TestSplit007(t *testing.T) {
	for name, severity := range map[string]rules.Severity{
		"MPI_File_set_size": rules.Error, "MPI_File_sync": rules.Error, "MPI_File_close": rules.Error,
		"MPI_File_preallocate": rules.Warning, "MPI_File_set_atomicity": rules.Warning,
	} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		begin(r, fh)
		r.Do(name, fh, 0)
		if name == "MPI_File_close" {
			j.Finalize()
		} else {
			end(r, fh)
			closeAll(j, fh)
		}
		f := found(t, j, "SPLIT007", name+" while .* MPI_File_write_all_end must come first")
		assert.Equal(t, severity, f.Severity)
	}
}

func TestSplit008(t *testing.T) {
	t.Run("blocking", func(t *testing.T) {
		j := replay.New(t, 3)
		fh := open(j)
		for i := range 2 {
			begin(j.Rank(i), fh)
			end(j.Rank(i), fh)
		}
		j.Rank(2).Do("MPI_File_write_all", fh, buf, 100, replay.Type("MPI_INT"))
		closeAll(j, fh)
		f := found(t, j, "SPLIT008", "MPI_File_write_all_begin .* MPI_File_write_all,.*does not match the blocking call")
		assert.Equal(t, []int{0, 1, 2}, f.Ranks)
	})
	t.Run("missing", func(t *testing.T) {
		j := replay.New(t, 2)
		fh := open(j)
		begin(j.Rank(0), fh)
		begin(j.Rank(1), fh)
		j.Rank(0).Stuck("MPI_File_write_all_end", fh, buf)
		j.Rank(1).InCall("MPI_Recv")
		f := found(t, j, "SPLIT008", "MPI_File_write_all_end is reached by rank 0 but not by rank 1, which is in MPI_Recv")
		assert.Equal(t, "SPLIT008", f.Rule.ID)
	})
	t.Run("counts", func(t *testing.T) {
		j := replay.New(t, 2)
		fh := open(j)
		j.Each(func(r *replay.Rank) { begin(r, fh) })
		j.Each(func(r *replay.Rank) { end(r, fh) })
		j.Rank(0).Do("MPI_File_read_at_all_begin", fh, 0, buf, 0, replay.Type("MPI_INT"))
		j.Rank(1).Do("MPI_File_read_at_all_begin", fh, 8, other, 77, replay.Type("MPI_BYTE"))
		j.Rank(0).Do("MPI_File_read_at_all_end", fh, buf, 0, 1, 0)
		j.Rank(1).Do("MPI_File_read_at_all_end", fh, other, 0, 1, 0)
		closeAll(j, fh)
		j.Silent()
	})
}

// A rank breaks another rule while the other ranks make the end call: the disagreement of the ranks is a consequence.
func TestSplit008Follows(t *testing.T) {
	for rule, alone := range map[string]func(*replay.Rank, int64){
		"SPLIT007": func(r *replay.Rank, fh int64) { r.Do("MPI_File_close", fh) },
		"SPLIT006": func(r *replay.Rank, fh int64) {
			r.Do("MPI_File_write_all", fh, other, 1, replay.Type("MPI_INT"))
			end(r, fh)
			r.Do("MPI_File_close", fh)
		},
		"SPLIT003": func(r *replay.Rank, fh int64) {
			r.Do("MPI_File_write_ordered_end", fh, buf, 0, 1, 1)
			r.Do("MPI_File_close", fh)
		},
		"SPLIT002": func(r *replay.Rank, fh int64) {
			end(r, fh)
			end(r, fh)
			r.Do("MPI_File_close", fh)
		},
		"SPLIT011": func(*replay.Rank, int64) {},
	} {
		j := replay.New(t, 2)
		fh := open(j)
		j.Each(func(r *replay.Rank) { begin(r, fh) })
		end(j.Rank(0), fh)
		if rule == "SPLIT011" {
			j.Rank(0).Stuck("MPI_File_close", fh)
		} else {
			j.Rank(0).Do("MPI_File_close", fh)
		}
		alone(j.Rank(1), fh)
		if rule == "SPLIT011" {
			j.Rank(1).Do("MPI_Finalize")
		} else {
			j.Finalize()
		}
		f := finding(t, j, "SPLIT008")
		require.NotNil(t, f.Cause, rule)
		assert.Equal(t, rule, f.Cause.Rule.ID)
	}
}

func TestSplit009(t *testing.T) {
	for _, c := range []struct {
		begin, end int64
		found      bool
	}{{5, 6, true}, {5, 5, false}, {0, 6, false}, {5, 0, false}} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		r.Do("MPI_File_write_ordered_begin", fh, buf, 100, replay.Type("MPI_INT"), c.begin)
		r.Do("MPI_File_write_ordered_end", fh, buf, 0, 1, c.end)
		closeAll(j, fh)
		if !c.found {
			j.Silent()
			continue
		}
		found(t, j, "SPLIT009", `\(400 bytes\) changed between MPI_File_write_ordered_begin and MPI_File_write_ordered_end`)
	}
}

// The program's own loads and stores between begin and end.
func TestSplit009Program(t *testing.T) {
	const w = event.AccessWrites
	for _, c := range []struct {
		name    string
		dir     string
		does    event.AccessFlags
		at      int64
		message string
	}{
		{"store while written", "write", w, 4, "^this store changes the buffer that MPI_File_write_all_begin writes to the file until MPI_File_write_all_end$"},
		{"load while written", "write", 0, 4, ""},
		{"store while filled", "read", w, 4, "^this store changes the buffer that MPI_File_read_all_begin fills from the file"},
		{"load while filled", "read", 0, 4, "^this load reads the buffer that MPI_File_read_all_begin fills from the file until MPI_File_read_all_end$"},
		{"behind it", "read", w, 400, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 1)
			fh := open(j)
			r := j.Rank(0)
			var before, after []int64
			if c.dir == "write" { // digests, which differ
				before, after = []int64{5}, []int64{6}
			}
			r.Do("MPI_File_"+c.dir+"_all_begin", append([]int64{fh, buf, 100, replay.Type("MPI_INT")}, before...)...)
			at := replay.Here() + 1
			r.Runs(c.does, buf+c.at, 4, 1, 0)
			if c.message == "" && c.dir == "write" {
				after[0] = 5
			}
			r.Do("MPI_File_"+c.dir+"_all_end", append([]int64{fh, buf, 0, 1}, after...)...)
			r.Runs(c.does, buf+c.at, 4, 1, 0)
			closeAll(j, fh)
			if c.message == "" {
				j.Silent()
				return
			}
			assert.Equal(t, at, line(found(t, j, "SPLIT009", c.message)))
		})
	}
}

func TestSplit010(t *testing.T) {
	in := replay.Type("MPI_INT")
	for _, c := range []struct {
		name     string
		split    string
		severity rules.Severity // 0: silent
		args     []int64
	}{
		{"MPI_Recv", "write", rules.Error, []int64{buf + 396, 1, in, 0, 0, replay.World}},
		{"MPI_Recv", "write", 0, []int64{buf + 400, 1, in, 0, 0, replay.World}},
		{"MPI_Send", "write", rules.Warning, []int64{buf, 1, in, 0, 0, replay.World}},
		{"MPI_Send", "read", rules.Error, []int64{buf, 1, in, 0, 0, replay.World}},
		{"MPI_Bcast", "write", rules.Warning, []int64{buf, 1, in, 0, replay.World}},
		{"MPI_File_read_at", "write", rules.Error, []int64{0, 0, buf, 1, in}},
		{"MPI_File_write_at", "write", rules.Warning, []int64{0, 0, buf, 1, in}},
	} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		if c.split == "write" {
			begin(r, fh)
		} else {
			r.Do("MPI_File_read_all_begin", fh, buf, 100, in)
		}
		if c.name == "MPI_File_read_at" || c.name == "MPI_File_write_at" {
			c.args[0] = fh
		}
		if c.name == "MPI_Send" {
			r.Do("MPI_Irecv", 0xa00000, 1, in, 0, 0, replay.World, 0x4444)
		}
		r.Do(c.name, c.args...)
		if c.name == "MPI_Send" {
			r.Do("MPI_Wait", 0x4444, 0, 0, 0, 4)
		}
		if c.split == "write" {
			end(r, fh)
		} else {
			r.Do("MPI_File_read_all_end", fh, buf, 0, 1, 0)
		}
		closeAll(j, fh)
		if c.severity == 0 {
			j.Silent()
			continue
		}
		f := found(t, j, "SPLIT010", c.name)
		assert.Equal(t, c.severity, f.Severity, c.name)
	}
}

// The end after the close is the same fault, on the handle or on the value that the close has left; the end of another
// operation is another fault.
func TestSplit007EndAfterClose(t *testing.T) {
	for _, c := range []struct {
		copied bool
		end    string
		rules  []string
	}{
		{false, "MPI_File_write_all_end", []string{"SPLIT007"}},
		{true, "MPI_File_write_all_end", []string{"SPLIT007"}},
		{false, "MPI_File_write_ordered_end", []string{"FILE005", "SPLIT007"}},
	} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		begin(r, fh)
		r.Do("MPI_File_close", fh)
		if !c.copied {
			fh = replay.Type("MPI_FILE_NULL")
		}
		r.Fail(c.end, fh, buf, 0, 1, 1)
		j.Finalize()
		var got []string
		for _, f := range j.Check().Findings {
			got = append(got, f.Rule.ID)
		}
		assert.ElementsMatch(t, c.rules, got)
	}
}

func TestSplit010SameHandle(t *testing.T) {
	for name, rule := range map[string]string{"MPI_File_write_all_begin": "SPLIT001", "MPI_File_write_all": "SPLIT006"} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		begin(r, fh)
		r.Fail(name, fh, buf, 100, replay.Type("MPI_INT"))
		end(r, fh)
		closeAll(j, fh)
		found(t, j, rule, "while the operation of MPI_File_write_all_begin is active")
	}
}

func TestSplit010ProcNull(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	r := j.Rank(0)
	in, none := replay.Type("MPI_INT"), j.Flavour.ProcNull
	begin(r, fh)
	r.Do("MPI_Recv", buf, 1, in, none, 0, replay.World)
	r.Do("MPI_Sendrecv", buf, 1, in, none, 0, buf, 1, in, none, 0, replay.World)
	r.Do("MPI_Sendrecv_replace", buf, 1, in, none, 0, none, 0, replay.World)
	end(r, fh)
	closeAll(j, fh)
	j.Silent()
}

// TestSplit010RMA: windows over the buffer, and origins in it.
func TestSplit010RMA(t *testing.T) {
	in := replay.Type("MPI_INT")
	run := func(call string, origin, disp int64) *replay.Job {
		j := replay.New(t, 1)
		fh := open(j)
		w := j.Create(buf, 400, 4)
		r := j.Rank(0)
		r.Do("MPI_Win_fence", 0, w)
		begin(r, fh)
		r.Do(call, origin, 1, in, 0, disp, 1, in, w)
		end(r, fh)
		r.Do("MPI_Win_fence", 0, w)
		r.Do("MPI_Win_free", w)
		closeAll(j, fh)
		return j
	}
	found(t, run("MPI_Get", buf+8, 0), "SPLIT010", "MPI_Get writes to the buffer")
	found(t, run("MPI_Put", other, 99), "SPLIT010", "MPI_Put writes to window memory in the buffer")
	run("MPI_Get", other, 0).Silent() // two calls that only read the memory
}

// TestSplit010OtherRank: a put into memory that its target writes to a file.
func TestSplit010OtherRank(t *testing.T) {
	in := replay.Type("MPI_INT")
	run := func(call string, steps func(r *replay.Rank, w, fh int64, put func())) *replay.Job {
		j := replay.New(t, 2)
		fh := open(j)
		w := j.Create(buf, 400, 4)
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Win_fence", 0, w)
			steps(r, w, fh, func() {
				if r == j.Rank(0) {
					r.Do(call, other, 1, in, 1, 0, 1, in, w)
				}
			})
			r.Do("MPI_Win_fence", 0, w)
			r.Do("MPI_Win_free", w)
		})
		closeAll(j, fh)
		return j
	}
	inside := func(r *replay.Rank, w, fh int64, put func()) { begin(r, fh); put(); end(r, fh) }
	across := func(r *replay.Rank, w, fh int64, put func()) {
		begin(r, fh)
		r.Do("MPI_Win_fence", 0, w)
		put()
		r.Do("MPI_Win_fence", 0, w)
		end(r, fh)
	}
	f := found(t, run("MPI_Put", inside), "SPLIT010", "MPI_Put of rank 0 writes to memory of rank 1 that MPI_File_write_all_begin")
	assert.Equal(t, []int{0, 1}, f.Ranks)
	found(t, run("MPI_Put", across), "SPLIT010", "MPI_Put of rank 0")
	run("MPI_Get", inside).Silent()
	run("MPI_Put", func(r *replay.Rank, w, fh int64, put func()) {
		put()
		r.Do("MPI_Win_fence", 0, w)
		begin(r, fh)
		end(r, fh)
	}).Silent()
	// Rank 1 ends its part, then a barrier, and only then comes rank 0's put.
	found(t, run("MPI_Put", func(r *replay.Rank, w, fh int64, put func()) {
		begin(r, fh)
		if r.World() == 1 {
			end(r, fh)
		}
		r.Do("MPI_Barrier", replay.World)
		put()
		if r.World() == 0 {
			end(r, fh)
		}
	}), "COLL001", "opposite order")
	run("MPI_Put", func(r *replay.Rank, w, fh int64, put func()) {
		begin(r, fh)
		if r.World() == 1 {
			end(r, fh)
			r.Do("MPI_Send", 0x900000, 0, in, 0, 0, replay.World)
			return
		}
		r.Do("MPI_Recv", 0x900000, 0, in, 1, 0, replay.World)
		put()
		end(r, fh)
	}).Silent()
}

func TestSplit011(t *testing.T) {
	j := replay.New(t, 1)
	fh := open(j)
	begin(j.Rank(0), fh)
	j.Finalize()
	found(t, j, "SPLIT011", "no MPI_File_write_all_end follows")
}

func TestSplit012(t *testing.T) {
	for _, mapped := range []int64{0, 1, -1} {
		j := replay.New(t, 1)
		fh := open(j)
		r := j.Rank(0)
		r.Do("MPI_File_read_all_begin", fh, buf, 100, replay.Type("MPI_INT"))
		r.Do("MPI_File_read_all_end", fh, buf, 0, mapped, 0)
		closeAll(j, fh)
		if mapped != 0 {
			j.Silent()
			continue
		}
		found(t, j, "SPLIT012", "no longer mapped at MPI_File_read_all_end")
	}
}

// The rules about halves of split collectives watch every half.
func TestSplitRulesWatchEveryHalf(t *testing.T) {
	for _, dir := range []string{"read", "write"} {
		for _, how := range []string{"all", "at_all", "ordered"} {
			b, e := calls.ByName("MPI_File_"+dir+"_"+how+"_begin"), calls.ByName("MPI_File_"+dir+"_"+how+"_end")
			require.NotNil(t, b)
			require.NotNil(t, e)
			assert.Contains(t, rules.SecondBegin.On, b.Kind)
			for _, r := range []*rules.Rule{rules.EndWithoutBegin, rules.OtherEnd, rules.OtherThread, rules.OtherBuffer,
				rules.BufferChanged, rules.BufferFreed} {
				assert.Contains(t, r.On, e.Kind, r.ID)
			}
		}
	}
}
