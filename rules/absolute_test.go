package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// Addresses of a process: of a variable on the stack and of one of the program.
const onStack, inProgram = int64(0x7ffd_1000_0000), int64(0x5555_5555_0000)

// TestAddressesChecked: a rule checks the address in each call that takes a buffer with a datatype.
func TestAddressesChecked(t *testing.T) {
	checked := 0
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		takes := slices.ContainsFunc(s.Buffers, func(b calls.Buffer) bool { return b.Type >= 0 || b.Types >= 0 })
		if !takes {
			continue
		}
		checked++
		assert.True(t, slices.ContainsFunc([]string{"MSG003", "COLL005", "RMA012", "FILE006", "OBJ004"}, func(id string) bool {
			return slices.Contains(rules.ByID(id).On, s.Kind)
		}), "%s", s.Kind)
	}
	assert.Greater(t, checked, 100)
}

const (
	twice    = "that is not MPI_BOTTOM, although the datatype has absolute addresses"
	mixed    = "and a datatype that has absolute addresses and displacements from the buffer mixed"
	relative = "MPI_BOTTOM, or NULL, although the datatype has relative displacements"
)

// nowhere are buffers with a datatype of ints.
var nowhere = []struct {
	at          []int64 // displacements
	addr, count int64
	want        string // "" if the buffer may be memory
}{
	{[]int64{onStack}, onStack, 1, twice},
	{[]int64{inProgram}, inProgram, 2, twice},
	{[]int64{inProgram, onStack}, inProgram, 1, twice},
	{[]int64{0, inProgram}, onStack, 1, mixed},
	{[]int64{8, inProgram, 4}, inProgram, 1, mixed},
	{[]int64{inProgram - onStack, onStack}, onStack, 3, mixed},
	{[]int64{8}, 0, 1, relative},
	{[]int64{8, 1 << 45}, 0, 1, relative},
	{[]int64{0, inProgram - onStack}, 0, 1, relative},
	{[]int64{inProgram - onStack, 8, onStack - inProgram}, 0, 1, relative},
	{[]int64{inProgram}, 0, 1, ""},
	{[]int64{onStack, inProgram}, 0, 1, ""},
	{[]int64{inProgram}, inProgram, 0, ""},
	{[]int64{0, inProgram}, onStack, 0, ""},
	{[]int64{8}, 0, 0, ""},
	{[]int64{onStack - inProgram}, inProgram, 1, ""},
	{[]int64{1 << 41}, 1 << 42, 1, ""},
	{[]int64{0, onStack - inProgram}, inProgram, 2, ""},
	{[]int64{inProgram - onStack, 0}, onStack, 2, ""},
	{[]int64{0, 1 << 41}, 1 << 42, 1, ""},
	{[]int64{0, inProgram}, 0x404040, 1, ""}, // to the heap of a program that is not position-independent
}

// eachNowhere calls a function of a rank with each buffer, in C and in Fortran, where MPI_BOTTOM has an address, too.
func eachNowhere(t *testing.T, rule, arg string, do func(r *replay.Rank, j *replay.Job, addr, count, datatype int64)) {
	for _, x := range nowhere {
		for _, binding := range []event.Binding{event.BindingC, event.BindingMpif} {
			j := replay.New(t, 1)
			r := j.Rank(0)
			r.Event(event.BindingUsed, int64(binding))
			do(r, j, x.addr, x.count, absolute(j, r, x.at...))
			r.Exit()
			if x.want == "" || x.addr != 0 && binding != event.BindingC {
				assert.Empty(t, only(j, rule), "%+v", x)
				continue
			}
			i := slices.IndexFunc(j.Check().Findings, func(f *rules.Finding) bool { return f.Rule.ID == rule })
			if assert.NotEqual(t, -1, i, "%+v", x) {
				f := j.Check().Findings[i]
				assert.Regexp(t, " with "+arg+" "+x.want+"$", f.Message)
				assert.Contains(t, f.Advice, "MPI_BOTTOM")
				assert.Equal(t, "the datatype was created here", f.Related[0].Note)
			}
		}
	}
}

func TestRma012Absolute(t *testing.T) {
	i, sum := replay.Type("MPI_INT"), replay.Type("MPI_SUM")
	for _, c := range []struct {
		name, arg string
		args      func(addr, n, d, w int64) []int64
	}{
		{"MPI_Put", "origin_addr", func(a, n, d, w int64) []int64 { return []int64{a, n, d, 0, 0, n, i, w} }},
		{"MPI_Get", "origin_addr", func(a, n, d, w int64) []int64 { return []int64{a, n, d, 0, 0, n, i, w} }},
		{"MPI_Rput", "origin_addr", func(a, n, d, w int64) []int64 { return []int64{a, n, d, 0, 0, n, i, w, 0x77} }},
		{"MPI_Accumulate", "origin_addr", func(a, n, d, w int64) []int64 { return []int64{a, n, d, 0, 0, n, i, sum, w} }},
		{"MPI_Get_accumulate", "origin_addr", func(a, n, d, w int64) []int64 {
			return []int64{a, n, d, origin, n, i, 0, 0, n, i, sum, w}
		}},
		{"MPI_Get_accumulate", "result_addr", func(a, n, d, w int64) []int64 {
			return []int64{origin, n, i, a, n, d, 0, 0, n, i, sum, w}
		}},
	} {
		eachNowhere(t, "RMA012", c.arg, func(r *replay.Rank, j *replay.Job, addr, count, datatype int64) {
			w := j.Allocate(64, 4)
			r.Do("MPI_Win_lock_all", 0, w)
			r.Do(c.name, c.args(addr, count, datatype, w)...)
		})
	}
	j, r, w := window(t)
	d := absolute(j, r, onStack)
	r.Do("MPI_Win_lock_all", 0, w)
	r.Do("MPI_Put", onStack, 1, d, j.Flavour.ProcNull, 0, 1, i, w)
	r.Do("MPI_Get_accumulate", onStack, 1, d, origin, 1, i, 0, 0, 1, i, replay.Type("MPI_NO_OP"), w)
	r.Do("MPI_Win_unlock_all", w)
	endWith(j, w)
	j.Silent()
}

func TestRma005Absolute(t *testing.T) {
	for _, c := range []struct {
		lb, disp int64
		want     string
	}{
		{inProgram, 0, "; the target datatype has absolute addresses$"},
		{0, inProgram, "; the target displacement is as large as an address$"},
		{1 << 20, 0, "bytes [0-9]+ to [0-9]+$"},
	} {
		l := newLab(t)
		h := absolute(l.Job, l.Rank, c.lb)
		l.Do("MPI_Put", origin, 1, intType, 1, c.disp, 1, h, l.w)
		l.Do("MPI_Type_free", h)
		f := found(t, l.end(), "RMA005", c.want)
		assert.Equal(t, max(c.lb, c.disp) == inProgram, f.Advice != "")
	}
	l := newLab(t) // a window of 128 TiB
	w := l.Allocate(1<<47, 1)
	fence(l.Job, w)
	l.Do("MPI_Put", origin, 1, intType, 1, 0, 1, absolute(l.Job, l.Rank, inProgram), w)
	fence(l.Job, w)
	l.Free(w)
	l.end().Silent()
}

func TestRma006Absolute(t *testing.T) {
	for _, c := range []struct {
		lb, disp int64
		want     string
	}{
		{inProgram, inProgram, "the target displacement and the displacements in the target datatype are absolute addresses"},
		{inProgram, 0, ""},
		{0, inProgram, ""},
		{64, inProgram, "64 bytes after the start of a region"},
		{0, 8, "no region is attached there"},
	} {
		j := replay.New(t, 2)
		w := dynamic(j)
		j.Rank(1).Do("MPI_Win_attach", w, inProgram, 64)
		fence(j, w)
		r := j.Rank(0)
		h := absolute(j, r, c.lb)
		r.Do("MPI_Put", origin, 1, intType, 1, c.disp, 1, h, w)
		r.Do("MPI_Type_free", h)
		fence(j, w)
		j.Free(w)
		j.Finalize()
		if c.want == "" {
			assert.Empty(t, only(j, "RMA006"))
			continue
		}
		f := found(t, j, "RMA006", c.want)
		assert.Equal(t, c.disp == 8, strings.HasPrefix(f.Advice, "Pass the address of the memory"))
	}
}

// The target datatype has absolute addresses and small displacements mixed.
func TestRma005Mixed(t *testing.T) {
	for _, c := range []struct {
		places []int64
		want   string
	}{
		{[]int64{0, inProgram}, "; the target datatype has absolute addresses and displacements from the start of the window mixed$"},
		{[]int64{onStack, 16}, "displacements from the start of the window mixed$"},
		{[]int64{onStack, inProgram}, "; the target datatype has absolute addresses$"},
		{[]int64{0, 1 << 20}, "then [0-9]+ bytes$"},
	} {
		l := newLab(t)
		h := absolute(l.Job, l.Rank, c.places...)
		l.Do("MPI_Put", origin, int64(len(c.places)), intType, 1, 0, 1, h, l.w)
		l.Do("MPI_Type_free", h)
		assert.Equal(t, c.places[1] != 1<<20, found(t, l.end(), "RMA005", c.want).Advice != "")
	}
}

func TestRma006Mixed(t *testing.T) {
	const mixed = "the target datatype has absolute addresses and displacements from a buffer mixed"
	for _, c := range []struct {
		name   string
		places []int64
		disp   int64
		want   string
	}{
		{"no address", []int64{8, inProgram}, 0, mixed},
		{"address of the buffer", []int64{0, onStack}, onStack, mixed},
		{"difference", []int64{0, onStack - inProgram}, inProgram, ""},
		{"too far", []int64{0, onStack - inProgram + 64}, inProgram, "64 bytes after the start of a region"},
		{"addresses alone", []int64{inProgram, onStack}, 0, ""},
		{"displacements alone", []int64{8, 16}, 0, "no region is attached there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := dynamic(j)
			j.Rank(1).Do("MPI_Win_attach", w, inProgram, 64)
			j.Rank(1).Do("MPI_Win_attach", w, onStack, 64)
			fence(j, w)
			r := j.Rank(0)
			h := absolute(j, r, c.places...)
			r.Do("MPI_Put", origin, int64(len(c.places)), intType, 1, c.disp, 1, h, w)
			r.Do("MPI_Type_free", h)
			fence(j, w)
			j.Free(w)
			j.Finalize()
			if c.want == "" {
				assert.Empty(t, only(j, "RMA006"))
				return
			}
			f := found(t, j, "RMA006", c.want)
			assert.Equal(t, c.want == mixed, strings.HasPrefix(f.Advice, "Pass a target displacement of 0"))
		})
	}
}

func TestFile006Absolute(t *testing.T) {
	for _, c := range []struct {
		name   string
		before []int64 // arguments between the file and the buffer
		after  []int64
	}{
		{"MPI_File_write", nil, nil}, {"MPI_File_read_at", []int64{0}, nil}, {"MPI_File_write_all", nil, nil},
		{"MPI_File_read_shared", nil, nil}, {"MPI_File_write_ordered", nil, nil},
		{"MPI_File_iwrite_at", []int64{0}, []int64{0x77}}, {"MPI_File_iread_all", nil, []int64{0x77}},
		{"MPI_File_write_at_all_begin", []int64{0}, nil}, {"MPI_File_read_ordered_begin", nil, nil},
	} {
		eachNowhere(t, "FILE006", "buf", func(r *replay.Rank, j *replay.Job, addr, count, datatype int64) {
			d := &desk{Job: j, t: t}
			d.open(rdwr)
			r.Do(c.name, slices.Concat([]int64{d.fh}, c.before, []int64{addr, count, datatype}, c.after)...)
		})
	}
}

func TestFile010Absolute(t *testing.T) {
	for _, c := range []struct {
		lb, addr, count, at int64 // the filetype's displacement; the buffer and the displacement in its datatype
		bad                 bool
	}{
		{inProgram, 0, 1, inProgram, true},
		{inProgram, inProgram, 1, 0, true},
		{inProgram, inProgram - 8, 1, 8, true},
		{inProgram, inProgram - 8, 3, 0, true},
		{inProgram, inProgram - 8, 2, 0, false},
		{inProgram, inProgram, 0, 0, false},
		{inProgram, inProgram + 4, 1, 0, false},
		{inProgram, onStack, 1, 0, false},
		{0x404040, 0x404040, 1, 0, false},
	} {
		d := &desk{Job: replay.New(t, 1), t: t}
		d.open(rdwr)
		r := d.Rank(0)
		filetype := absolute(d.Job, r, c.lb)
		d.view(r, 0, replay.Type("MPI_BYTE"), filetype, "native")
		r.Do("MPI_Type_free", filetype)
		r.Do("MPI_File_write", d.fh, c.addr, c.count, absolute(d.Job, r, c.at))
		if d.end(); !c.bad {
			assert.Empty(t, only(d.Job, "FILE010"), "%+v", c)
			continue
		}
		f := found(t, d.Job, "FILE010", fmt.Sprintf("the first byte is at displacement %#x of the file", c.lb))
		assert.Equal(t, rules.Warning, f.Severity, "a sparse file may be an image of the memory")
		assert.Contains(t, f.Advice, "count bytes of the file")
		assert.Len(t, f.Related, 2)
	}
}

func TestFile010AddressesDecrease(t *testing.T) {
	d := &desk{Job: replay.New(t, 1), t: t}
	d.open(rdwr)
	r := d.Rank(0)
	filetype := absolute(d.Job, r, onStack, inProgram)
	d.view(r, 0, replay.Type("MPI_BYTE"), filetype, "native")
	r.Do("MPI_Type_free", filetype)
	d.end()
	f := found(t, d.Job, "FILE010", "are as large as absolute addresses .* do not ascend: the lowest is 0x555555550000$")
	assert.Equal(t, rules.Error, f.Severity)
	assert.Contains(t, f.Advice, "count bytes of the file")
}

func TestObj004Absolute(t *testing.T) {
	const room = 0x9000
	for _, c := range []struct {
		name, arg string
		args      func(addr, n, d int64) []int64
	}{
		{"MPI_Pack", "inbuf", func(a, n, d int64) []int64 { return []int64{a, n, d, room, 64, 0, replay.World} }},
		{"MPI_Unpack", "outbuf", func(a, n, d int64) []int64 { return []int64{room, 64, 0, a, n, d, replay.World} }},
		{"MPI_Pack_external", "inbuf", func(a, n, d int64) []int64 { return []int64{0, a, n, d, room, 64, 0} }},
		{"MPI_Unpack_external", "outbuf", func(a, n, d int64) []int64 { return []int64{0, room, 64, 0, a, n, d} }},
	} {
		eachNowhere(t, "OBJ004", c.arg, func(r *replay.Rank, _ *replay.Job, addr, count, datatype int64) {
			r.Do(c.name, c.args(addr, count, datatype)...)
		})
	}
}

func TestObj004Null(t *testing.T) {
	i, sum := replay.Type("MPI_INT"), replay.Type("MPI_SUM")
	j := replay.New(t, 1)
	r := j.Rank(0)
	own := j.Handle()
	r.Do("MPI_Op_create", 0x1, 1, own)
	r.Do("MPI_Pack", 0, 0, i, 0x9000, 64, 0, replay.World)
	r.Do("MPI_Reduce_local", 0, 0, 0, i, sum)
	r.Do("MPI_Reduce_local", 0, 0, 1, i, own) // the function may ignore its arguments
	first := replay.Here() + 1
	r.Do("MPI_Pack", 0, 1, i, 0x9000, 64, 0, replay.World)
	r.Do("MPI_Reduce_local", 0x8000, 0, 1, i, sum)
	r.Do("MPI_Reduce_local", 0, 0x8000, 1, i, sum)
	r.Do("MPI_Op_free", own)
	j.Finalize()
	j.Want(wanted("OBJ004", first), wanted("OBJ004", first+1), wanted("OBJ004", first+2))
}
