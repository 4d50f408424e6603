package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// mail is a job whose ranks send and receive.
type mail struct {
	*replay.Job
	*replay.Rank // rank 0, which makes the calls
}

func newMail(t *testing.T) *mail {
	j := replay.New(t, 3)
	return &mail{j, j.Rank(0)}
}

// letter makes a call. with sets arguments by name; the other arguments are those of a message of one int to or from
// rank 1.
func letter(r *replay.Rank, call string, with map[string]int64) {
	row := calls.ByName(call)
	values := map[string]int64{"buf": origin, "sendbuf": origin, "recvbuf": result, "count": 1, "sendcount": 1, "recvcount": 1,
		"datatype": intType, "sendtype": intType, "recvtype": intType, "dest": 1, "source": 1, "tag": 3, "sendtag": 3, "recvtag": 3,
		"comm": replay.World, "partitions": 1, "request": 0x4400, "info": replay.InfoNull}
	for name, v := range with {
		values[name] = v
	}
	var args []int64
	for _, a := range row.Args() {
		if !a.LargeOnly && !a.Variadic {
			args = append(args, values[a.Name])
		}
	}
	r.Fail(call, args...)
}

// posting lists the calls that send or receive on a communicator.
func posting() []string {
	var out []string
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		if s.Match.MovesMessage() && s.Comm >= 0 {
			out = append(out, calls.Table[i].Name())
		}
	}
	return out
}

// each makes every call with one argument changed: the calls that have the argument lead to the finding, the other
// calls lead to none.
func each(t *testing.T, rule, pattern string, f func(*mail) (name string, value int64)) {
	judged := 0
	for _, call := range posting() {
		m := newMail(t)
		if s := calls.Of(calls.ByName(call).Kind); s.Send == calls.SendBuffered && !s.Persistent {
			m.Do("MPI_Buffer_attach", 0x90000, 1<<20)
		}
		name, value := f(m)
		letter(m.Rank, call, map[string]int64{name: value, "send" + name: value})
		m.Job.Finalize()
		if calls.ArgIndex(calls.ByName(call).Kind, name) < 0 && calls.ArgIndex(calls.ByName(call).Kind, "send"+name) < 0 {
			m.Silent()
			continue
		}
		judged++
		assert.Contains(t, found(t, m.Job, rule, pattern).Message, call)
	}
	assert.Greater(t, judged, 5)
}

func constant(name string, value int64) func(*mail) (string, int64) {
	return func(*mail) (string, int64) { return name, value }
}

func TestMsg001(t *testing.T) {
	each(t, "MSG001", "to rank 3 of MPI_COMM_WORLD, but its group has only ranks 0 to 2", constant("dest", 3))
	each(t, "MSG001", "to MPI_ANY_SOURCE, which only receives and probes may use", constant("dest", replay.AnySource))
	each(t, "MSG001", "from rank 7", constant("source", 7))
	m := newMail(t)
	for _, call := range []string{"MPI_Probe", "MPI_Iprobe", "MPI_Mprobe", "MPI_Improbe"} {
		letter(m.Rank, call, map[string]int64{"source": replay.AnySource})
		letter(m.Rank, call, map[string]int64{"source": m.Flavour.ProcNull})
	}
	m.Job.Finalize()
	m.Silent()

	m = newMail(t)
	letter(m.Rank, "MPI_Send", map[string]int64{"comm": replay.CommNull, "dest": 9})
	m.Job.Finalize()
	found(t, m.Job, "OBJ001", "MPI_COMM_NULL")
}

// Receives in partitions have no wildcards.
func TestPartitionWildcards(t *testing.T) {
	for arg, want := range map[string][2]string{
		"source": {"MSG001", "^MPI_Precv_init from MPI_ANY_SOURCE, which receives in partitions may not use$"},
		"tag":    {"MSG002", "^MPI_Precv_init asks for MPI_ANY_TAG, which receives in partitions may not use$"},
	} {
		m := newMail(t)
		letter(m.Rank, "MPI_Precv_init", map[string]int64{arg: replay.AnySource}) // MPI_ANY_TAG has the same value
		m.Exit()
		found(t, m.Job, want[0], want[1])

		m = newMail(t)
		letter(m.Rank, "MPI_Recv_init", map[string]int64{arg: replay.AnySource})
		letter(m.Rank, "MPI_Precv_init", map[string]int64{"source": m.Flavour.ProcNull})
		m.Exit()
		assert.Empty(t, only(m.Job, want[0]))
	}
}

// Ranks of an intercommunicator are ranks in the remote group.
func TestMsg001Remote(t *testing.T) {
	for to, bad := range map[int64]bool{0: false, 1: false, 2: true} {
		m := newMail(t)
		inter := m.Handle()
		m.With("MPI_Intercomm_create", nil, replay.Words([]int64{0}, []int64{1, 2}), replay.Self, 0, replay.World, 1, 0, inter, 1, 0)
		letter(m.Rank, "MPI_Send", map[string]int64{"comm": inter, "dest": to})
		m.Exit()
		if bad {
			found(t, m.Job, "MSG001", "but its remote group has only ranks 0 to 1")
		} else {
			assert.Empty(t, m.Found())
		}
	}
}

func TestMsg002(t *testing.T) {
	each(t, "MSG002", "with tag -5|asks for tag -5", constant("tag", -5))
	m := newMail(t)
	letter(m.Rank, "MPI_Send", map[string]int64{"tag": -1})
	m.Exit()
	found(t, m.Job, "MSG002", "MPI_Send sends with MPI_ANY_TAG")

	m = newMail(t)
	letter(m.Rank, "MPI_Recv", map[string]int64{"tag": -1})
	letter(m.Rank, "MPI_Recv", map[string]int64{"tag": -1, "source": m.Flavour.ProcNull})
	letter(m.Rank, "MPI_Send", map[string]int64{"tag": 1 << 30}) // the bound is unknown
	m.Exit()
	assert.Empty(t, only(m.Job, "MSG002"))
}

func TestMsg003(t *testing.T) {
	each(t, "MSG003", "count -1", constant("count", -1))
	each(t, "MSG003", "buffer NULL", constant("buf", 0))
	for _, with := range []map[string]int64{{"buf": 0, "count": 0}, {"buf": 0, "dest": -2}} {
		m := newMail(t)
		letter(m.Rank, "MPI_Send", with)
		m.Job.Finalize()
		m.Silent()
	}
}

// TestMsg003Relative: with MPI_BOTTOM, the datatype of a structure has no absolute addresses.
func TestMsg003Relative(t *testing.T) {
	m := newMail(t)
	letter(m.Rank, "MPI_Send", map[string]int64{"buf": 0, "datatype": absolute(m.Job, m.Rank, 8)})
	m.Exit()
	f := found(t, m.Job, "MSG003", "with the buffer MPI_BOTTOM, or NULL, although the datatype has relative displacements")
	assert.Contains(t, f.Advice, "address of the variable")
}

// TestMsg003Absolute: the sum of two addresses is not an address.
func TestMsg003Absolute(t *testing.T) {
	const stack, program, here = 0x7ffd_1000_0000, 0x5555_5555_0000, 0xaaaa_5555_0000
	for _, c := range []struct {
		lb, buf, count int64
		bad            bool
	}{
		{stack, stack, 1, true},
		{program, program, 2, true},
		{program, stack, 1, true},
		{here, here, 1, true}, // on aarch64
		{program, program, 0, false},
		{program, 0, 1, false},
		{stack - program, program, 1, false},
		{0x404040, 0x404040, 1, false}, // of a program that is not position-independent
		{1 << 41, 1 << 42, 1, false},
		{0xffff_8000_0000 - 0x404040, 0x404040, 1, false},
	} {
		m := newMail(t)
		h := absolute(m.Job, m.Rank, c.lb)
		letter(m.Rank, "MPI_Send", map[string]int64{"buf": c.buf, "count": c.count, "datatype": h})
		m.Exit()
		if !c.bad {
			assert.Empty(t, only(m.Job, "MSG003"), "%+v", c)
			continue
		}
		f := found(t, m.Job, "MSG003", "MPI_Send of .* with a buffer that is not MPI_BOTTOM, although the datatype has absolute")
		assert.Contains(t, f.Advice, "MPI_BOTTOM")
	}
}

// TestMsg003Mixed: the address of the buffer is subtracted from one address only.
func TestMsg003Mixed(t *testing.T) {
	for _, c := range []struct {
		buf, first, second int64
		bad                bool
	}{
		{onStack, 0, inProgram, true},
		{inProgram, 8, inProgram + 64, true},
		{0xaaaa_5555_0000, 0, 0xffff_8000_0000, true}, // on aarch64
		{onStack, inProgram - onStack, 0, false},
		{inProgram, 0, onStack - inProgram, false},
		{0x404040, 0, onStack - 0x404040, false},
		{0x404040, 0, onStack, false},
		{0xaaaa_5555_0000, 0, 0xffff_8000_0000 - 0xaaaa_5555_0000, false},
		{0, inProgram, onStack, false},
	} {
		m := newMail(t)
		h := absolute(m.Job, m.Rank, c.first, c.second)
		letter(m.Rank, "MPI_Send", map[string]int64{"buf": c.buf, "datatype": h})
		m.Exit()
		if !c.bad {
			assert.Empty(t, only(m.Job, "MSG003"), "%+v", c)
			continue
		}
		f := found(t, m.Job, "MSG003", "with a buffer and a datatype that has absolute addresses and displacements from")
		assert.Contains(t, f.Advice, "Subtract the address of the buffer")
	}
}

func TestMsg004(t *testing.T) {
	derived := func(end ...string) func(*mail) (string, int64) {
		return func(m *mail) (string, int64) {
			h := m.Handle()
			m.Do("MPI_Type_contiguous", 2, intType, h, 8, 0, 8, 0, 8)
			for _, call := range end {
				m.Do(call, h)
			}
			return "datatype", h
		}
	}
	each(t, "MSG004", "is not committed", derived())
	each(t, "MSG004", "is already freed", derived("MPI_Type_commit", "MPI_Type_free"))
	each(t, "MSG004", "is MPI_DATATYPE_NULL", constant("datatype", noType))
	m := newMail(t)
	_, h := derived()(m)
	letter(m.Rank, "MPI_Sendrecv", map[string]int64{"recvtype": h})
	m.Job.Finalize()
	found(t, m.Job, "MSG004", "the receive datatype of MPI_Sendrecv")
}

// MPI_PROC_NULL excuses no other argument than the buffer.
func TestMsgProcNull(t *testing.T) {
	null := newMail(t).Flavour.ProcNull
	for _, c := range []struct {
		call, rule, pattern string
		with                map[string]int64
	}{
		{"MPI_Send", "MSG002", "sends with tag -2", map[string]int64{"tag": -2, "dest": null}},
		{"MPI_Send", "MSG002", "sends with MPI_ANY_TAG", map[string]int64{"tag": -1, "dest": null}},
		{"MPI_Irecv", "MSG002", "asks for tag -7", map[string]int64{"tag": -7, "source": null}},
		{"MPI_Iprobe", "MSG002", "asks for tag -7", map[string]int64{"tag": -7, "source": null}},
		{"MPI_Sendrecv", "MSG002", "sends with tag -2", map[string]int64{"sendtag": -2, "dest": null}},
		{"MPI_Send_init", "MSG003", "count -1", map[string]int64{"count": -1, "dest": null}},
		{"MPI_Sendrecv", "MSG003", "receive count -1", map[string]int64{"recvcount": -1, "source": null}},
		{"MPI_Sendrecv_replace", "MSG003", "count -1", map[string]int64{"count": -1, "source": null, "dest": null}},
		{"MPI_Recv", "MSG004", "is MPI_DATATYPE_NULL", map[string]int64{"datatype": noType, "source": null}},
		{"MPI_Sendrecv", "MSG004", "the send datatype of MPI_Sendrecv is MPI_DATATYPE_NULL", map[string]int64{"sendtype": noType, "dest": null}},
	} {
		m := newMail(t)
		letter(m.Rank, c.call, c.with)
		m.Job.Finalize()
		assert.Contains(t, found(t, m.Job, c.rule, c.pattern).Message, c.call)
	}
}

func TestMsg009(t *testing.T) {
	const overhead = 128
	attach := func(n int64) func(*mail) { return func(m *mail) { m.Do("MPI_Buffer_attach", 0x90000, n) } }
	detach := func(m *mail) { m.Do("MPI_Buffer_detach", 0x90000, 100) }
	send := func(m *mail) { m.Do("MPI_Bsend", origin, 10, intType, 1, 0, replay.World) }
	hear := func(m *mail) { m.Do("MPI_Barrier", replay.World) }
	initialize := func(m *mail) { m.Do("MPI_Bsend_init", origin, 10, intType, 1, 0, replay.World, 0x4401) }
	start := func(m *mail) { m.Do("MPI_Start", 0x4401) }
	const one = 40 + overhead
	for name, c := range map[string]struct {
		do    []func(*mail)
		std   int
		found string
	}{
		"no buffer":        {[]func(*mail){send}, 31, "MPI_Bsend, but no buffer is attached"},
		"no buffer, start": {[]func(*mail){initialize, start}, 31, "MPI_Start, but no buffer is attached"},
		"detached":         {[]func(*mail){attach(one), detach, send}, 31, "no buffer is attached"},
		"too small":        {[]func(*mail){attach(one - 1), send}, 31, "needs 168 bytes .* it has only 167 bytes"},
		"too small, start": {[]func(*mail){attach(one - 1), initialize, start}, 31, "MPI_Start needs 168 bytes"},
		"fits":             {[]func(*mail){attach(one), send}, 31, ""},
		"two":              {[]func(*mail){attach(2*one - 1), send, send}, 31, "2 messages have been sent in a row that need 336 bytes"},
		"two fit":          {[]func(*mail){attach(2 * one), send, send}, 31, ""},
		"heard in between": {[]func(*mail){attach(one), send, hear, send, hear, send}, 31, ""},
		"attached again":   {[]func(*mail){attach(one), send, detach, attach(one), send}, 31, ""},
		"negative size":    {[]func(*mail){attach(-5)}, 31, "MPI_Buffer_attach with size -5"},
		"automatic, -1":    {[]func(*mail){func(m *mail) { m.Do("MPI_Buffer_attach", 2, -1) }, send}, 31, ""},
		"attached twice":   {[]func(*mail){attach(one), attach(one)}, 31, "while another buffer is attached"},
		"automatic":        {[]func(*mail){func(m *mail) { m.Do("MPI_Buffer_attach", 2, 0) }, send, send}, 31, ""},
		"MPI-4.1":          {[]func(*mail){send}, 41, "MPI_Bsend, but no buffer is attached"},
		"of a communicator": {[]func(*mail){func(m *mail) { m.Do("MPI_Comm_attach_buffer", replay.World, 0x90000, one) }, send,
			attach(8), send, detach, send}, 41, ""},
		"of a session":       {[]func(*mail){func(m *mail) { m.Fail("MPI_Session_attach_buffer", 0x9000, 0x90000, one) }, send}, 41, ""},
		"detach, MPI-4.1":    {[]func(*mail){detach}, 41, "MPI_Buffer_detach although no buffer is attached"},
		"detach":             {[]func(*mail){detach}, 31, ""},
		"refused":            {[]func(*mail){func(m *mail) { m.Fail("MPI_Buffer_attach", 0x90000, one) }, send}, 31, ""},
		"to MPI_PROC_NULL":   {[]func(*mail){func(m *mail) { m.Do("MPI_Bsend", origin, 10, intType, -2, 0, replay.World) }}, 31, ""},
		"attached twice, 41": {[]func(*mail){attach(one), attach(one)}, 41, "while another buffer is attached"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMail(t)
			m.Std = c.std
			for _, f := range c.do {
				f(m)
			}
			m.Exit()
			var got []string
			for _, f := range m.Check().Findings {
				if f.Rule.ID == "MSG009" {
					got = append(got, f.Message)
				}
			}
			if c.found == "" {
				assert.Empty(t, got)
				return
			}
			assert.Len(t, got, 1)
			assert.Regexp(t, c.found, strings.Join(got, " "))
		})
	}
}

// A receive of a message that no probe has returned is an error if the rank has ended in the receive, and a note if the
// rank was killed.
func TestMsg011Unknown(t *testing.T) {
	run := func(end func(*replay.Rank)) *mail {
		m := newMail(t)
		m.Stuck("MPI_Mrecv", result, 1, intType, 0x5500)
		end(m.Rank)
		return m
	}
	f := found(t, run((*replay.Rank).Exit).Job, "MSG011", "no probe on this rank returned it, and the rank ended in the call$")
	assert.Equal(t, rules.Error, f.Severity)
	for _, f := range run(func(*replay.Rank) {}).Job.Check().Findings {
		assert.Equal(t, "TOOL003", f.Rule.ID, f.Message)
	}
}

func TestMsg011(t *testing.T) {
	probe := func(r *replay.Rank, m int64) { r.Do("MPI_Mprobe", 1, 3, replay.World, m, 0, 1, 3, 4) }
	receive := func(r *replay.Rank, m int64) { r.Do("MPI_Mrecv", result, 1, intType, m, 0, 1, 3, 4) }
	send := func(r *replay.Rank) { r.Do("MPI_Send", origin, 1, intType, 0, 3, replay.World) }
	null := replay.Type("MPI_MESSAGE_NULL")

	m := newMail(t)
	send(m.Job.Rank(1))
	send(m.Job.Rank(1))
	probe(m.Rank, 0x5500)
	receive(m.Rank, 0x5500)
	probe(m.Rank, 0x5500) // the handle is used again
	m.Do("MPI_Imrecv", result, 1, intType, 0x5500, 0x4400)
	m.Do("MPI_Wait", 0x4400, 0, 1, 3, 4)
	m.Do("MPI_Mprobe", m.Flavour.ProcNull, 3, replay.World, 0x5501, 0, m.Flavour.ProcNull, -1, 0)
	for range 2 {
		m.Do("MPI_Mrecv", result, 1, intType, 0x5501, 0, m.Flavour.ProcNull, -1, 0)
		m.Do("MPI_Mrecv", 0, 1, intType, 0x5501, 0, m.Flavour.ProcNull, -1, 0)
	}
	m.Job.Finalize()
	m.Silent()

	m = newMail(t)
	send(m.Job.Rank(1))
	probe(m.Rank, 0x5500)
	m.Job.Finalize()
	found(t, m.Job, "MSG011", "the message that MPI_Mprobe has found is never received")

	m = newMail(t)
	send(m.Job.Rank(1))
	probe(m.Rank, 0x5500)
	receive(m.Rank, 0x5500)
	m.Fail("MPI_Mrecv", result, 1, intType, 0x5500)
	m.Job.Finalize()
	found(t, m.Job, "MSG011", "MPI_Mrecv of a message that was already received")

	m = newMail(t)
	m.Do("MPI_Improbe", 1, 3, replay.World, 0)
	m.Fail("MPI_Imrecv", result, 1, intType, null)
	m.Job.Finalize()
	f := found(t, m.Job, "MSG011", "MPI_Imrecv of MPI_MESSAGE_NULL")
	assert.Len(t, f.Related, 1)
}

func TestMsg013(t *testing.T) {
	for recvbuf, bad := range map[int64]bool{origin: true, origin + 36: true, origin + 40: false, origin - 40: false, origin - 36: true} {
		for _, call := range []string{"MPI_Sendrecv", "MPI_Isendrecv"} {
			m := newMail(t)
			with := map[string]int64{"sendcount": 10, "recvcount": 10, "recvbuf": recvbuf}
			letter(m.Rank, call, with)
			m.Job.Finalize()
			if bad {
				found(t, m.Job, "MSG013", call+" receives 10 MPI_INT into memory of the 10 MPI_INT that it sends")
			} else {
				m.Silent()
			}
		}
	}
	m := newMail(t)
	letter(m.Rank, "MPI_Sendrecv", map[string]int64{"recvbuf": origin, "source": -2})
	letter(m.Rank, "MPI_Sendrecv", map[string]int64{"recvbuf": origin, "recvcount": 0})
	letter(m.Rank, "MPI_Sendrecv_replace", nil)
	m.Job.Finalize()
	m.Silent()
}

// Elements that overlap each other are a fault, as entries that overlap are.
func TestMsg014Elements(t *testing.T) {
	for count, bad := range map[int64]bool{1: false, 2: true} {
		m := newMail(t)
		pair, narrow := m.Handle(), m.Handle()
		m.Do("MPI_Type_contiguous", 2, intType, pair, 8, 0, 8, 0, 8)
		m.Do("MPI_Type_create_resized", pair, 0, 4, narrow, 8, 0, 4, 0, 8)
		m.Do("MPI_Type_commit", narrow)
		letter(m.Rank, "MPI_Recv", map[string]int64{"datatype": narrow, "count": count})
		m.Job.Finalize()
		if !bad {
			m.Silent()
			continue
		}
		f := found(t, m.Job, "MSG014", "the datatype of MPI_Recv, .*, has overlapping entries")
		assert.Equal(t, rules.Error, f.Severity)
	}
}

// A probe has no datatype, whatever datatype the call before it had.
func TestMsg004Probe(t *testing.T) {
	j := replay.New(t, 2)
	j.Each(func(r *replay.Rank) {
		peer := int64(1 - r.World())
		pair := j.Handle()
		r.Do("MPI_Type_contiguous", 2, intType, pair)
		r.Do("MPI_Type_commit", pair)
		r.Do("MPI_Sendrecv", origin, 1, pair, peer, 0, result, 1, pair, peer, 0, replay.World, 0)
		r.Do("MPI_Type_free", pair)
		r.Do("MPI_Iprobe", peer, 0, replay.World, 0, 0)
	})
	j.Finalize()
	j.Silent()
}
