package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

const origin, result = 0x5000, 0x6000

var (
	intType    = replay.Type("MPI_INT")
	longType   = replay.Type("MPI_LONG")
	floatType  = replay.Type("MPI_FLOAT")
	doubleType = replay.Type("MPI_DOUBLE")
	byteType   = replay.Type("MPI_BYTE")
	charType   = replay.Type("MPI_CHAR")
	noType     = replay.Type("MPI_DATATYPE_NULL")
	sum        = replay.Type("MPI_SUM")
	replace    = replay.Type("MPI_REPLACE")
	noOp       = replay.Type("MPI_NO_OP")
)

// lab is a job of two ranks, with a window of 64 bytes in units of 4 and an open fence epoch; rank 0 makes the calls.
type lab struct {
	*replay.Job
	*replay.Rank
	w int64
}

func newLab(t *testing.T) *lab {
	j := replay.New(t, 2)
	l := &lab{j, j.Rank(0), j.Allocate(64, 4)}
	fence(j, l.w)
	return l
}

// end closes the epoch and the job.
func (l *lab) end() *replay.Job {
	fence(l.Job, l.w)
	l.Free(l.w)
	l.Job.Finalize()
	return l.Job
}

// put, get and accumulate are calls to displacement 0 of rank 1.
func (l *lab) put(ocount, otype, tcount, ttype int64) {
	l.Do("MPI_Put", origin, ocount, otype, 1, 0, tcount, ttype, l.w)
}

func (l *lab) get(ocount, otype, tcount, ttype int64) {
	l.Do("MPI_Get", result, ocount, otype, 1, 0, tcount, ttype, l.w)
}

func (l *lab) accumulate(ocount, otype, tcount, ttype, op int64) {
	l.Do("MPI_Accumulate", origin, ocount, otype, 1, 0, tcount, ttype, op, l.w)
}

func (l *lab) getAccumulate(ocount, otype, rcount, rtype, tcount, ttype, op int64) {
	l.Do("MPI_Get_accumulate", origin, ocount, otype, result, rcount, rtype, 1, 0, tcount, ttype, op, l.w)
}

func (l *lab) fetch(datatype, op int64) {
	l.Do("MPI_Fetch_and_op", origin, result, datatype, 1, 0, op, l.w)
}

// contiguous creates a committed datatype of n elements of size bytes.
func (l *lab) contiguous(n, old, size int64) int64 {
	h := l.Handle()
	l.Do("MPI_Type_contiguous", n, old, h, n*size, 0, n*size, 0, n*size)
	l.Do("MPI_Type_commit", h)
	return h
}

// blocks creates a committed datatype of blocks of two ints at displacements
// counted in ints; extent is in ints, too.
func (l *lab) blocks(extent int64, displs ...int64) int64 {
	h, lengths := l.Handle(), make([]int64, len(displs))
	lo, hi := displs[0], displs[0]
	for i, d := range displs {
		lengths[i], lo, hi = 2, min(lo, d), max(hi, d)
	}
	n := int64(len(displs))
	l.With("MPI_Type_indexed", replay.Words(lengths, displs), nil, n, 0, 0, intType, h,
		8*n, 4*lo, 4*(hi+2-lo), 4*lo, 4*(hi+2-lo))
	if extent > 0 {
		old := h
		h = l.Handle()
		l.Do("MPI_Type_create_resized", old, 0, 4*extent, h, 8*n, 0, 4*extent, 4*lo, 4*(hi+2-lo))
	}
	l.Do("MPI_Type_commit", h)
	return h
}

// pair creates a committed struct of a double and an int.
func (l *lab) pair() int64 {
	h := l.Handle()
	l.With("MPI_Type_create_struct", replay.Words([]int64{1, 1}, []int64{0, 8}, []int64{doubleType, intType}), nil,
		2, 0, 0, 0, h, 12, 0, 16, 0, 12)
	l.Do("MPI_Type_commit", h)
	return h
}

// trial is a case: one call, and the expected finding; no finding if the rule is empty.
type trial struct {
	name    string
	do      func(*lab)
	message string // empty: silent
}

func run(t *testing.T, rule string, trials []trial) {
	for _, c := range trials {
		t.Run(c.name, func(t *testing.T) {
			l := newLab(t)
			c.do(l)
			j := l.end()
			if c.message == "" {
				j.Silent()
				return
			}
			f := found(t, j, rule, c.message)
			assert.Equal(t, []int{0}, f.Ranks)
		})
	}
}

func TestRma001(t *testing.T) {
	j := replay.New(t, 2)
	made := replay.Here() + 1
	w := j.Allocate(64, 4)
	bad := replay.Here() + 1
	j.Rank(0).Put(w, 1, 0, 4)
	j.Free(w)
	j.Finalize()
	f := found(t, j, "RMA001", "MPI_Put to rank 1 while no access epoch is open")
	assert.Equal(t, []int{bad, made}, []int{line(f), see(t, f)})
}

func TestRma001AfterUnlock(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Put(w, 1, 0, 4)
	closed := replay.Here() + 1
	r.Do("MPI_Win_unlock", 1, w)
	r.Get(w, 1, 0, 4)
	j.Free(w)
	j.Finalize()
	assert.Equal(t, closed, see(t, found(t, j, "RMA001", "MPI_Get to rank 1")))
}

func TestRma001AfterComplete(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, x := j.Rank(0), j.Rank(1)
	x.Do("MPI_Win_post", x.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 4)
	o.Do("MPI_Win_complete", w)
	x.Do("MPI_Win_wait", w)
	bad := replay.Here() + 1
	o.Put(w, 1, 4, 4)
	j.Free(w)
	j.Finalize()
	assert.Equal(t, bad, line(found(t, j, "RMA001", "no access epoch")))
}

// RMA001 is silent if a rule of another family describes the fault better.
func TestRma001Others(t *testing.T) {
	for rule, do := range map[string]func(r *replay.Rank, w int64){
		"LOCK007": func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
			r.Put(w, 0, 0, 1)
			r.Do("MPI_Win_unlock", 1, w)
		},
		"LOCK012": func(r *replay.Rank, w int64) {
			r.Do("MPI_Rput", origin, 1, intType, 1, 0, 1, intType, w, 4711)
			r.Do("MPI_Wait", 4711)
		},
		"RMA002": func(r *replay.Rank, w int64) { r.Put(w, 7, 0, 1) },
		"WIN005": func(r *replay.Rank, w int64) { r.Put(replay.WinNull, 1, 0, 1) },
	} {
		t.Run(rule, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			do(j.Rank(0), w)
			j.Free(w)
			j.Finalize()
			found(t, j, rule, "")
		})
	}
}

func TestRma001AfterNoSucceed(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_fence", j.Flavour.ModeNoSucceed, w) })
	j.Rank(0).Put(w, 1, 0, 1)
	j.Free(w)
	j.Finalize()
	found(t, j, "FENCE005", "")
}

func TestRma002InStartEpoch(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, x := j.Rank(0), j.Rank(1)
	x.Do("MPI_Win_post", x.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 5, 0, 4)
	o.Do("MPI_Win_complete", w)
	x.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	found(t, j, "RMA002", "rank 5")
}

func TestRma001Silent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Put(w, j.Flavour.ProcNull, 0, 4)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Put(w, 1, 0, 4)
	r.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestRma002(t *testing.T) {
	to := func(target int64) func(*lab) { return func(l *lab) { l.Put(l.w, target, 0, 1) } }
	run(t, "RMA002", []trial{
		{"behind", to(2), "rank 2 of the window.*0 to 1"},
		{"negative", to(-7), "rank -7"},
		{"null", func(l *lab) { to(l.Flavour.ProcNull)(l) }, ""},
		{"self", to(0), ""},
	})
}

func TestRma002Subcomm(t *testing.T) {
	j := replay.New(t, 3)
	c, w := j.Handle(), j.Handle()
	j.Each(func(r *replay.Rank) {
		if r.World() == 0 {
			r.Do("MPI_Comm_split", replay.World, j.Flavour.Undefined, 0, replay.CommNull)
			return
		}
		r.With("MPI_Comm_split", nil, replay.Words([]int64{1, 2}), replay.World, 0, 0, c, 0, int64(r.World()-1))
		r.Do("MPI_Win_allocate", 8, 4, replay.InfoNull, c, 0x1000, w)
	})
	r := j.Rank(1)
	r.Do("MPI_Win_lock_all", 0, w)
	bad := replay.Here() + 1
	r.Put(w, 2, 0, 1)
	r.Put(w, 1, 0, 1)
	r.Do("MPI_Win_unlock_all", w)
	for i := 1; i < 3; i++ {
		j.Rank(i).Do("MPI_Win_free", w)
	}
	j.Finalize()
	assert.Equal(t, bad, line(found(t, j, "RMA002", "rank 2 of the window")))
}

func TestRma003(t *testing.T) {
	disp := func(d int64) func(*lab) { return func(l *lab) { l.Put(l.w, 1, d, 1) } }
	run(t, "RMA003", []trial{
		{"displacement", disp(-1), "target displacement -1"},
		{"both counts", func(l *lab) { l.put(-3, intType, -3, intType) }, "origin count -3 and target count -3"},
		{"result count", func(l *lab) { l.getAccumulate(1, intType, -1, intType, 1, intType, sum) }, "result count -1"},
		{"null target", func(l *lab) { l.Put(l.w, l.Flavour.ProcNull, -1, 1) }, ""},
		{"ignored origin", func(l *lab) { l.getAccumulate(-1, noType, 1, intType, 1, intType, noOp) }, ""},
		{"zero", func(l *lab) { l.put(0, intType, 0, intType) }, ""},
	})
}

func TestRma003Dynamic(t *testing.T) {
	j := replay.New(t, 2)
	w := dynamic(j)
	j.Rank(1).Do("MPI_Win_attach", w, -0x1000, 64)
	fence(j, w)
	j.Rank(0).Put(w, 1, -0x1000, 4)
	fence(j, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestRma004(t *testing.T) {
	run(t, "RMA004", []trial{
		{"null", func(l *lab) { l.get(1, noType, 0, intType) }, "origin datatype of MPI_Get is MPI_DATATYPE_NULL"},
		{"not committed", func(l *lab) {
			h := l.Handle()
			l.Do("MPI_Type_contiguous", 4, intType, h, 16, 0, 16, 0, 16)
			l.put(4, intType, 1, h)
		}, "target datatype.*MPI_Type_contiguous datatype, is not committed"},
		{"freed", func(l *lab) {
			h := l.contiguous(4, intType, 4)
			l.Do("MPI_Type_free", h)
			l.put(4, intType, 1, h)
		}, "target datatype.*already freed"},
		{"result", func(l *lab) {
			h := l.contiguous(4, intType, 4)
			l.Do("MPI_Type_free", h)
			l.getAccumulate(4, intType, 1, h, 4, intType, sum)
		}, "result datatype.*already freed"},
		{"both sides", func(l *lab) { l.put(0, noType, 0, noType) }, "origin datatype"},
		{"freed later", func(l *lab) {
			h := l.contiguous(4, intType, 4)
			l.put(4, intType, 1, h)
			l.Do("MPI_Type_free", h)
		}, ""},
		{"handle used again", func(l *lab) {
			h := l.contiguous(4, intType, 4)
			l.Do("MPI_Type_free", h)
			l.Do("MPI_Type_contiguous", 2, intType, h, 8, 0, 8, 0, 8)
			l.Do("MPI_Type_commit", h)
			l.put(2, intType, 1, h)
		}, ""},
		{"ignored origin", func(l *lab) { l.getAccumulate(0, noType, 1, intType, 1, intType, noOp) }, ""},
		{"predefined", func(l *lab) { l.put(4, byteType, 4, byteType) }, ""},
	})
}

func TestRma004Site(t *testing.T) {
	l := newLab(t)
	h := l.contiguous(4, intType, 4)
	freed := replay.Here() + 1
	l.Do("MPI_Type_free", h)
	bad := replay.Here() + 1
	l.Do("MPI_Put", origin, 4, intType, 1, 0, 1, h, l.w)
	f := found(t, l.end(), "RMA004", "freed")
	assert.Equal(t, []int{bad, freed}, []int{line(f), see(t, f)})
}

func TestRma005(t *testing.T) {
	run(t, "RMA005", []trial{
		{"too long", func(l *lab) { l.Put(l.w, 1, 4, 13) },
			"MPI_Put ends at byte 68 of the window of rank 1, which has 64 bytes: target displacement 4 times displacement unit 4, then 52 bytes"},
		{"unit forgotten", func(l *lab) { l.Get(l.w, 1, 60, 1) }, "byte 244.*64 bytes"},
		{"far", func(l *lab) { l.Put(l.w, 1, 1<<62, 1) }, "far outside.*bytes$"},
		{"two integers of Fortran", func(l *lab) { l.Put(l.w, 1, 1<<32+3, 1) }, "its lower 32 bits are 3: a Fortran program"},
		{"two integers, too large", func(l *lab) { l.Put(l.w, 1, 1<<32+300, 1) }, "4 bytes$"},
		{"stride", func(l *lab) { l.put(4, intType, 1, l.blocks(0, 0, 15)) }, "byte 68.*then 68 bytes"},
		{"offset", func(l *lab) { l.put(2, intType, 1, l.blocks(0, 15)) }, "byte 68.*then bytes 60 to 68"},
		{"in front", func(l *lab) { l.put(4, intType, 1, l.blocks(0, 2, -2)) }, "starts 8 bytes in front"},
		{"self", func(l *lab) { l.Put(l.w, 0, 16, 1) }, "rank 0"},
		{"to the end", func(l *lab) { l.Put(l.w, 1, 0, 16) }, ""},
		{"nothing", func(l *lab) { l.put(0, intType, 0, intType); l.Put(l.w, 1, 1000, 0) }, ""},
		{"negative bound inside", func(l *lab) {
			h := l.blocks(0, 2, -2)
			l.Do("MPI_Put", origin, 4, intType, 1, 2, 1, h, l.w)
		}, ""},
		{"extent beyond", func(l *lab) { l.put(2, intType, 1, l.blocks(100, 14)) }, ""},
	})
}

// The size and displacement unit of the target count, not those of the origin.
func TestRma005TargetsOwn(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Handle()
	made := replay.Here() + 2
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_create", 0x1000, 64-48*int64(r.World()), 4-3*int64(r.World()), replay.InfoNull, replay.World, w, 1)
	})
	fence(j, w)
	j.Rank(0).Put(w, 1, 12, 1)
	j.Rank(1).Put(w, 0, 12, 4)
	bad := replay.Here() + 1
	j.Rank(0).Put(w, 1, 13, 1)
	fence(j, w)
	j.Free(w)
	j.Finalize()
	f := found(t, j, "RMA005", "byte 17.*16 bytes.*displacement 13 times displacement unit 1")
	assert.Equal(t, []int{bad, made}, []int{line(f), see(t, f)})
}

func TestRma014(t *testing.T) {
	for _, x := range []struct {
		name                       string
		base, unit, disp, datatype int64
		message                    string
	}{
		{"a unit of half an element", 0x1000, 2, 3, intType,
			"^MPI_Put of MPI_INT begins at byte 6 of the window of rank 1, which is not a multiple of 4: target " +
				"displacement 3 times displacement unit 2$"},
		{"an element of two units", 0x1000, 2, 4, intType, ""},
		{"a window of bytes", 0x1000, 1, 3, intType, ""},
		{"packed records", 0x1000, 5, 3, intType, ""},
		{"an element", 0x1000, 4, 3, intType, ""},
		{"memory that begins between elements", 0x1002, 2, 2, intType, ""},
		{"bytes", 0x1000, 2, 3, byteType, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Handle()
			j.Each(func(r *replay.Rank) {
				r.Do("MPI_Win_create", x.base, 64, x.unit, replay.InfoNull, replay.World, w, 1)
			})
			fence(j, w)
			j.Rank(0).Do("MPI_Put", origin, 1, x.datatype, 1, x.disp, 1, x.datatype, w)
			fence(j, w)
			j.Free(w)
			j.Finalize()
			if x.message == "" {
				j.Silent()
				return
			}
			found(t, j, "RMA014", x.message)
		})
	}
}

func TestRma006(t *testing.T) {
	for _, c := range []struct {
		name    string
		disp    int64
		message string
	}{
		{"inside", 0x2000, ""},
		{"across regions", 0x2038, ""},
		{"behind", 0x207c, "accesses 16 bytes at rank 1.*60 bytes after the start of a region of 64 bytes"},
		{"before", 0x1ffc, "4 bytes before the start of a region of 64 bytes"},
		{"elsewhere", 0x8000000, "address 0x8000000 of rank 1: no attached region"},
		{"no address", 24, "address 0x18 of rank 1.*displacement is an address"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := dynamic(j)
			j.Rank(1).Do("MPI_Win_attach", w, 0x2000, 64)
			j.Rank(1).Do("MPI_Win_attach", w, 0x2040, 64)
			fence(j, w)
			bad := replay.Here() + 1
			j.Rank(0).Put(w, 1, c.disp, 4)
			fence(j, w)
			j.Free(w)
			j.Finalize()
			if c.message == "" {
				j.Silent()
				return
			}
			assert.Equal(t, bad, line(found(t, j, "RMA006", c.message)))
		})
	}
}

func TestRma006Detached(t *testing.T) {
	j := replay.New(t, 2)
	w := dynamic(j)
	j.Rank(1).Do("MPI_Win_attach", w, 0x1000, 64)
	fence(j, w)
	j.Rank(0).Put(w, 1, 0x1000, 4)
	fence(j, w)
	gone := replay.Here() + 1
	j.Rank(1).Do("MPI_Win_detach", w, 0x1000)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	j.Rank(0).Put(w, 1, 0x1000, 4)
	fence(j, w)
	j.Free(w)
	j.Finalize()
	assert.Equal(t, gone, see(t, found(t, j, "RMA006", "no longer attached")))
}

func TestRma007(t *testing.T) {
	op := func(name string, datatype int64) func(*lab) {
		return func(l *lab) { l.accumulate(1, datatype, 1, datatype, replay.Type(name)) }
	}
	op0 := func(name string, datatype int64) func(*lab) {
		return func(l *lab) { l.accumulate(0, datatype, 0, datatype, replay.Type(name)) }
	}
	run(t, "RMA007", []trial{
		{"user-defined", func(l *lab) {
			h := l.Handle()
			l.Do("MPI_Op_create", 0x1, 1, h)
			l.accumulate(1, intType, 1, intType, h)
		}, "user-defined operation"},
		{"no-op", op("MPI_NO_OP", intType), "MPI_NO_OP"},
		{"null", op("MPI_OP_NULL", intType), "MPI_OP_NULL"},
		{"unset", func(l *lab) { l.accumulate(1, intType, 1, intType, 0) }, "the op of MPI_Accumulate is not the handle of an operation"},
		{"two types", func(l *lab) { l.accumulate(1, intType, 1, longType, sum) }, "MPI_INT at the origin and MPI_LONG at the target"},
		{"result type", func(l *lab) { l.getAccumulate(1, intType, 1, longType, 1, intType, sum) }, "MPI_LONG at the result and MPI_INT"},
		{"mixed", func(l *lab) { h := l.pair(); l.accumulate(1, h, 1, h, replace) }, "MPI_DOUBLE and MPI_INT"},
		{"bits of floats", op("MPI_BAND", doubleType), "MPI_BAND on MPI_DOUBLE"},
		{"logic of floats", op("MPI_LOR", floatType), "MPI_LOR on MPI_FLOAT"},
		{"sum of characters", op("MPI_SUM", charType), "MPI_SUM on MPI_CHAR"},
		{"sum of bytes", op("MPI_SUM", byteType), "MPI_SUM on MPI_BYTE"},
		{"maximum of complex", op("MPI_MAX", replay.Type("MPI_C_DOUBLE_COMPLEX")), "MPI_MAX on"},
		{"location without pairs", op("MPI_MAXLOC", intType), "MPI_MAXLOC on MPI_INT"},
		{"sum of pairs", op("MPI_SUM", replay.Type("MPI_2INT")), "MPI_SUM on MPI_2INT"},
		{"fetch", func(l *lab) { l.fetch(doubleType, replay.Type("MPI_BXOR")) }, "MPI_Fetch_and_op with MPI_BXOR on MPI_DOUBLE"},

		{"sum", op("MPI_SUM", intType), ""},
		{"sum of complex", op("MPI_SUM", replay.Type("MPI_C_DOUBLE_COMPLEX")), ""},
		{"bits of bytes", op("MPI_BOR", byteType), ""},
		{"bits of addresses", op("MPI_BAND", replay.Type("MPI_AINT")), ""},
		{"logic of bools", op("MPI_LAND", replay.Type("MPI_C_BOOL")), ""},
		{"location", op("MPI_MINLOC", replay.Type("MPI_DOUBLE_INT")), ""},
		{"replace characters", op("MPI_REPLACE", charType), ""},
		{"replace pairs", op("MPI_REPLACE", replay.Type("MPI_2INT")), ""},
		{"two names", func(l *lab) { l.accumulate(1, intType, 1, replay.Type("MPI_INT32_T"), sum) }, ""},
		{"derived of one type", func(l *lab) { l.accumulate(4, intType, 1, l.blocks(0, 0, 4), sum) }, ""},
		{"fetch only", func(l *lab) { l.getAccumulate(0, noType, 1, intType, 1, intType, noOp) }, ""},
		{"fetch one", func(l *lab) { l.fetch(doubleType, noOp) }, ""},
		{"nothing", func(l *lab) { l.accumulate(0, intType, 0, longType, sum) }, ""},
		{"no bytes", op0("MPI_SUM", byteType), ""},
		{"no bytes fetched", func(l *lab) { l.getAccumulate(0, byteType, 0, byteType, 0, byteType, sum) }, ""},
		{"no op", op0("MPI_NO_OP", intType), ""},
		{"empty type", func(l *lab) { h := l.contiguous(0, byteType, 1); l.accumulate(2, h, 2, h, sum) }, ""},
		{"only the origin is empty", func(l *lab) { l.getAccumulate(0, byteType, 1, byteType, 1, byteType, sum) }, "MPI_SUM on MPI_BYTE"},
		{"null target", func(l *lab) {
			l.Do("MPI_Accumulate", origin, 1, intType, l.Flavour.ProcNull, 0, 1, longType, noOp, l.w)
		}, ""},
	})
}

func TestRma008(t *testing.T) {
	swap := func(name string) func(*lab) {
		return func(l *lab) {
			l.Do("MPI_Compare_and_swap", origin, origin, result, replay.Type(name), 1, 0, l.w)
		}
	}
	trials := []trial{
		{"swap of derived", func(l *lab) {
			h := l.contiguous(1, intType, 4)
			l.Do("MPI_Compare_and_swap", origin, origin, result, h, 1, 0, l.w)
		}, "derived datatype.*predefined"},
		{"fetch of derived", func(l *lab) { l.fetch(l.contiguous(2, intType, 4), sum) }, "derived datatype.*predefined"},
		{"fetch of float", func(l *lab) { l.fetch(floatType, sum) }, ""},
	}
	for _, name := range []string{"MPI_DOUBLE", "MPI_CHAR", "MPI_2INT", "MPI_C_DOUBLE_COMPLEX"} {
		trials = append(trials, trial{"swap of " + name, swap(name), "MPI_Compare_and_swap on " + name})
	}
	for _, name := range []string{"MPI_INT", "MPI_UNSIGNED_LONG", "MPI_BYTE", "MPI_C_BOOL", "MPI_AINT", "MPI_SIGNED_CHAR"} {
		trials = append(trials, trial{"swap of " + name, swap(name), ""})
	}
	run(t, "RMA008", trials)
}

func TestRma009(t *testing.T) {
	run(t, "RMA009", []trial{
		{"put too much", func(l *lab) { l.put(4, intType, 2, intType) }, "origin data is 16 bytes, the target.* 8 bytes"},
		{"get too much", func(l *lab) { l.get(2, intType, 4, intType) }, "target data is 16 bytes, the origin.* 8 bytes"},
		{"other type", func(l *lab) { l.put(2, floatType, 2, intType) }, "MPI_FLOAT .*origin and MPI_INT .*target"},
		{"bytes and ints", func(l *lab) { l.put(8, byteType, 2, intType) }, "MPI_BYTE.*MPI_INT"},
		{"order in a struct", func(l *lab) { l.put(1, l.pair(), 3, intType) }, "MPI_DOUBLE.*MPI_INT"},
		{"accumulate too much", func(l *lab) { l.accumulate(4, intType, 2, intType, sum) }, "16 bytes.*8 bytes"},
		{"result too small", func(l *lab) { l.getAccumulate(2, intType, 1, intType, 2, intType, sum) }, "target data is 8 bytes, the result.*4 bytes"},

		{"less", func(l *lab) { l.put(2, intType, 4, intType); l.get(4, intType, 2, intType) }, ""},
		{"bytes", func(l *lab) { l.put(8, byteType, 8, byteType) }, ""},
		{"another layout", func(l *lab) { l.put(4, intType, 1, l.blocks(0, 0, 4)) }, ""},
		{"two names", func(l *lab) { l.put(2, longType, 2, replay.Type("MPI_INT64_T")) }, ""},
		{"nothing", func(l *lab) { l.put(0, floatType, 2, intType) }, ""},
		{"ignored origin", func(l *lab) { l.getAccumulate(9, doubleType, 1, intType, 1, intType, noOp) }, ""},
		{"null target", func(l *lab) {
			l.Do("MPI_Put", origin, 4, intType, l.Flavour.ProcNull, 0, 2, intType, l.w)
		}, ""},
	})
}

func TestRma010(t *testing.T) {
	over := func(l *lab) int64 { return l.blocks(0, 0, 1) }
	close := func(l *lab) int64 { return l.blocks(1, 0) }
	run(t, "RMA010", []trial{
		{"get", func(l *lab) { l.get(1, over(l), 4, intType) }, "origin datatype.*overlapping"},
		{"put", func(l *lab) { l.put(4, intType, 1, over(l)) }, "target datatype.*overlapping"},
		{"accumulate", func(l *lab) { l.accumulate(4, intType, 1, over(l), sum) }, "target datatype"},
		{"result", func(l *lab) { l.getAccumulate(4, intType, 1, over(l), 4, intType, sum) }, "result datatype"},
		{"extent", func(l *lab) { l.put(4, intType, 2, close(l)) }, "count 2.*overlapping"},

		{"one element", func(l *lab) { l.put(2, intType, 1, close(l)) }, ""},
		{"only read", func(l *lab) { l.put(1, over(l), 4, intType); l.get(4, intType, 1, over(l)) }, ""},
		{"fetched", func(l *lab) { l.getAccumulate(0, intType, 4, intType, 1, over(l), noOp) }, ""},
		{"apart", func(l *lab) { l.put(4, intType, 1, l.blocks(0, 0, 2)) }, ""},
	})
}

func TestRma011(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	bad := replay.Here() + 1
	r.Do("MPI_Rput", origin, 1, intType, 1, 0, 1, intType, w, j.Handle())
	q := rput(j, r, w)
	r.Do("MPI_Wait", q)
	r.Do("MPI_Win_unlock", 1, w)
	freed := replay.Here() + 1
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_free", w) })
	j.Finalize()
	f := found(t, j, "RMA011", "MPI_Rput is never completed")
	assert.Equal(t, []int{bad, freed}, []int{line(f), see(t, f)})
}

func TestRma011RequestFree(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock_all", 0, w)
	q := rput(j, r, w)
	bad := replay.Here() + 1
	r.Do("MPI_Request_free", q)
	r.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	assert.Equal(t, bad, see(t, found(t, j, "RMA011", "MPI_Request_free")))
}

// TestRma011RequestFreeAborts: the MPI library ends the program in MPI_Request_free.
func TestRma011RequestFreeAborts(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Begin("MPI_Request_free", rput(j, r, w))
	found(t, j, "RMA011", "MPI_Request_free")
}

func TestRma011Silent(t *testing.T) {
	for i, complete := range []func(*replay.Rank, int64){
		func(r *replay.Rank, q int64) { r.Do("MPI_Wait", q) },
		func(r *replay.Rank, q int64) { r.Do("MPI_Test", q, 0); r.Do("MPI_Test", q, 1) },
		func(r *replay.Rank, q int64) { r.With("MPI_Waitall", replay.Words([]int64{q}), nil, 1) },
		func(r *replay.Rank, q int64) {
			r.With("MPI_Waitany", replay.Words([]int64{requestNull, q}), nil, 2, 0, 1)
		},
		func(r *replay.Rank, q int64) { r.With("MPI_Testany", replay.Words([]int64{q}), nil, 1, 0, 0, 1) },
		func(r *replay.Rank, q int64) {
			r.With("MPI_Waitsome", replay.Words([]int64{q}), replay.Words([]int64{0}), 1, 0, 1)
		},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			r := j.Rank(0)
			r.Do("MPI_Win_lock_all", 0, w)
			q := rput(j, r, w)
			r.Do("MPI_Win_unlock_all", w)
			complete(r, q)
			j.Free(w)
			j.Finalize()
			j.Silent()
		})
	}
}

func TestRma011NotFinalized(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock_all", 0, w)
	rput(j, r, w)
	j.Each((*replay.Rank).Exit)
	j.Want()
}

// The datatypes that do not match are shown.
func TestRma009Derived(t *testing.T) {
	l := newLab(t)
	intType, h := replay.Type("MPI_INT"), l.Handle()
	made := replay.Here() + 1
	l.Do("MPI_Type_contiguous", 4, intType, h, 16, 0, 16, 0, 16)
	l.Do("MPI_Type_commit", h)
	l.put(2, replay.Type("MPI_DOUBLE"), 1, h)
	f := found(t, l.end(), "RMA009", "MPI_DOUBLE .* at the origin and MPI_INT")
	assert.Equal(t, made, see(t, f))
	assert.Equal(t, "the target datatype was created here", f.Related[0].Note)
}

func TestRma012(t *testing.T) {
	i, null := replay.Type("MPI_INT"), int64(0)
	for _, c := range []struct {
		name, what string
		args       []int64
	}{
		{"MPI_Put", "origin", []int64{null, 1, i, 0, 0, 1, i}},
		{"MPI_Rput", "origin", []int64{null, 1, i, 0, 0, 1, i}},
		{"MPI_Get", "origin", []int64{null, 1, i, 0, 0, 1, i}},
		{"MPI_Accumulate", "origin", []int64{null, 1, i, 0, 0, 1, i, replay.Type("MPI_SUM")}},
		{"MPI_Get_accumulate", "origin", []int64{null, 1, i, 0x5000, 1, i, 0, 0, 1, i, replay.Type("MPI_SUM")}},
		{"MPI_Get_accumulate", "result", []int64{0x5000, 1, i, null, 1, i, 0, 0, 1, i, replay.Type("MPI_SUM")}},
		{"MPI_Get_accumulate", "result", []int64{null, 0, i, null, 1, i, 0, 0, 1, i, replay.Type("MPI_NO_OP")}},
		{"MPI_Fetch_and_op", "origin and result", []int64{null, null, i, 0, 0, replay.Type("MPI_SUM")}},
		{"MPI_Compare_and_swap", "origin", []int64{null, 0x5000, 0x6000, i, 0, 0}},
		{"MPI_Compare_and_swap", "compare", []int64{0x5000, null, 0x6000, i, 0, 0}},
		{"MPI_Compare_and_swap", "result", []int64{0x5000, 0x6000, null, i, 0, 0}},
	} {
		j, r, w := window(t)
		r.Do("MPI_Win_lock_all", 0, w)
		bad := replay.Here() + 1
		r.Fail(c.name, append(c.args, w, 0x7777)...)
		r.Do("MPI_Win_unlock_all", w)
		endWith(j, w)
		f := found(t, j, "RMA012", c.name+" with the "+c.what+" address NULL")
		assert.Equal(t, bad, line(f))
	}
}

// absolute creates a committed datatype of one int at each address.
func absolute(j *replay.Job, r *replay.Rank, addresses ...int64) int64 {
	h, n, lo := j.Handle(), int64(len(addresses)), slices.Min(addresses)
	extent := slices.Max(addresses) + 4 - lo
	r.With("MPI_Type_create_hindexed_block", replay.Words(addresses), nil, n, 1, 0, replay.Type("MPI_INT"), h,
		4*n, lo, extent, lo, extent)
	r.Do("MPI_Type_commit", h)
	return h
}

func TestRma012Silent(t *testing.T) {
	i, null := replay.Type("MPI_INT"), int64(0)
	j, r, w := window(t)
	empty := j.Handle()
	r.Do("MPI_Type_contiguous", 0, i, empty, 0, 0, 0, 0, 0)
	r.Do("MPI_Type_commit", empty)
	at := absolute(j, r, 0x7f0000001000)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Do("MPI_Put", null, 0, i, 0, 0, 0, i, w)
	r.Do("MPI_Put", null, 2, empty, 0, 0, 2, empty, w)
	r.Do("MPI_Put", null, 1, at, 0, 0, 1, i, w)
	r.Do("MPI_Win_flush_all", w)
	r.Do("MPI_Get", null, 1, at, 0, 0, 1, i, w)
	r.Do("MPI_Put", null, 1, i, j.Flavour.ProcNull, 0, 1, i, w)
	r.Do("MPI_Fetch_and_op", null, 0x5000, i, 0, 0, replay.Type("MPI_NO_OP"), w)
	r.Do("MPI_Get_accumulate", null, 0, i, 0x5010, 1, i, 0, 0, 1, i, replay.Type("MPI_NO_OP"), w)
	r.Do("MPI_Get_accumulate", null, 1, i, 0x5020, 1, i, 0, 0, 1, i, replay.Type("MPI_NO_OP"), w)
	r.Do("MPI_Get_accumulate", null, 0, i, null, 0, i, 0, 0, 0, i, replay.Type("MPI_SUM"), w)
	r.Do("MPI_Win_unlock_all", w)
	endWith(j, w)
	j.Silent()
}

// Displacements near 0 are not absolute addresses.
func TestRma012NoAbsoluteAddress(t *testing.T) {
	for _, displacement := range []int64{16, -16} {
		j, r, w := window(t)
		at := absolute(j, r, displacement)
		r.Do("MPI_Win_lock_all", 0, w)
		r.Fail("MPI_Put", 0, 1, at, 0, 0, 1, replay.Type("MPI_INT"), w)
		r.Do("MPI_Win_unlock_all", w)
		endWith(j, w)
		found(t, j, "RMA012", "NULL")
	}
}

func TestRma013(t *testing.T) {
	const a, b, base = int64(0x5000), int64(0x6000), int64(0x10000)
	i, sum := replay.Type("MPI_INT"), replay.Type("MPI_SUM")
	for _, c := range []struct {
		name, text string
		args       []int64
	}{
		{"MPI_Fetch_and_op", "writes result_addr, 4 bytes of which are also in origin_addr", []int64{a, a, i, 1, 0, sum}},
		{"MPI_Get_accumulate", "writes result_addr, 12 bytes of which are also in origin_addr", []int64{a, 4, i, a + 4, 4, i, 1, 0, 4, i, sum}},
		{"MPI_Compare_and_swap", "writes result_addr, 4 bytes of which are also in compare_addr", []int64{a, b, b, i, 1, 0}},
		{"MPI_Put", "writes target memory of its own rank, 4 bytes of which are also in origin_addr", []int64{base + 4, 2, i, 0, 0, 2, i}},
		{"MPI_Get", "writes origin_addr, 4 bytes of which are also in target memory of its own rank", []int64{base + 4, 2, i, 0, 0, 2, i}},
		{"MPI_Accumulate", "writes target memory of its own rank, 8 bytes of which are also in origin_addr", []int64{base, 2, i, 0, 0, 2, i, sum}},
		{"MPI_Get", "writes origin_addr, 8 bytes of which are also in target memory of its own rank", []int64{base, 2, i, 0, 0, 2, i}},
		{"MPI_Put", "", []int64{base + 8, 2, i, 0, 0, 2, i}},
		{"MPI_Put", "", []int64{base + 4, 2, i, 1, 0, 2, i}},
		{"MPI_Compare_and_swap", "", []int64{a, a, b, i, 1, 0}},
		{"MPI_Fetch_and_op", "", []int64{a, a, i, 1, 0, replay.Type("MPI_NO_OP")}},
	} {
		j := replay.New(t, 2)
		r, w := j.Rank(0), j.Allocate(64, 4)
		r.Do("MPI_Win_lock_all", 0, w)
		bad := replay.Here() + 1
		r.Do(c.name, append(c.args, w, 0x7777)...)
		r.Do("MPI_Win_unlock_all", w)
		endWith(j, w)
		if c.text == "" {
			j.Silent()
			continue
		}
		assert.Equal(t, bad, line(found(t, j, "RMA013", c.name+" "+c.text)))
	}
}
