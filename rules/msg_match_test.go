package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// sends sends n elements with tag 3.
func sends(r *replay.Rank, to, n, datatype int64) {
	r.Do("MPI_Send", origin, n, datatype, to, 3, replay.World)
}

// receives receives up to n elements with tag 3, and gets some bytes.
func receives(r *replay.Rank, from, n, datatype, bytes int64) {
	r.Do("MPI_Recv", result, n, datatype, from, 3, replay.World, 0, from, 3, bytes)
}

func only(j *replay.Job, id string) []replay.Finding {
	var out []replay.Finding
	for _, f := range j.Found() {
		if f.Rule == id {
			out = append(out, f)
		}
	}
	return out
}

// A receive that was too small has taken its message: the next receive takes the next message.
func TestGoingOnAfterTruncation(t *testing.T) {
	j := replay.New(t, 2)
	a, b := j.Rank(0), j.Rank(1)
	sends(a, 1, 10, intType)
	sends(a, 1, 2, doubleType)
	sends(a, 1, 3, intType)
	b.Fail("MPI_Recv", result, 5, intType, 0, 3, replay.World)
	short := replay.Here() - 1
	receives(b, 0, 2, doubleType, 16)
	receives(b, 0, 3, intType, 12)
	j.Finalize()
	j.Want(replay.Finding{Rule: "MSG005", Rank: 1, Line: short})
}

// A receive that failed for another reason may or may not have taken a message: later calls on its channel are not
// judged, other channels are.
func TestGoingOnAfterFailure(t *testing.T) {
	for _, call := range []string{"MPI_Recv", "MPI_Irecv"} {
		j := replay.New(t, 2)
		a, b := j.Rank(0), j.Rank(1)
		sends(a, 1, 2, intType)
		sends(a, 1, 2, doubleType)
		sends(a, 1, 2, intType)
		a.Do("MPI_Send", origin, 1, intType, 1, 4, replay.World)
		b.Fail(call, result, 20, byteType, 0, 3, replay.World)
		receives(b, 0, 2, doubleType, 16)
		bad := replay.Here() + 1
		b.Do("MPI_Recv", result, 1, floatType, 0, 4, replay.World, 0, 0, 4, 4)
		j.Finalize()
		assert.Equal(t, []replay.Finding{{Rule: "MSG006", Rank: 1, Line: bad}}, j.Found(), call)
	}
}

// It is unknown whether a freed receive has taken a message.
func TestFreedReceive(t *testing.T) {
	for _, from := range []int64{0, replay.AnySource} {
		j := replay.New(t, 2)
		a, b := j.Rank(0), j.Rank(1)
		b.Do("MPI_Irecv", result, 4, intType, from, 3, replay.World, 0x4400)
		b.Do("MPI_Request_free", 0x4400)
		sends(a, 1, 4, intType)
		sends(a, 1, 4, doubleType)
		receives(b, 0, 4, doubleType, 32)
		j.Finalize()
		for _, id := range []string{"MSG005", "MSG006", "MSG007"} {
			assert.Empty(t, only(j, id))
		}
	}
}

// An active send that is freed is a message like others.
func TestFreedSend(t *testing.T) {
	j := replay.New(t, 2)
	a, b := j.Rank(0), j.Rank(1)
	a.Do("MPI_Isend", origin, 4, intType, 1, 3, replay.World, 0x4400)
	a.Do("MPI_Request_free", 0x4400)
	receives(b, 0, 2, doubleType, 16)
	j.Finalize()
	assert.Len(t, only(j, "MSG006"), 1)
}

// Messages of two threads have no order: which message a receive has taken is unknown, but the number of messages is
// known.
func TestMessagesOfThreads(t *testing.T) {
	j := replay.New(t, 2)
	j.ThreadLevel = "MPI_THREAD_MULTIPLE"
	a, b := j.Rank(0), j.Rank(1)
	sends(a, 1, 4, intType)
	a.Thread = 1
	sends(a, 1, 4, doubleType)
	lost := replay.Here() + 1
	a.Do("MPI_Send", origin, 1, intType, 1, 3, replay.World)
	a.Thread = 0
	receives(b, 0, 4, doubleType, 32)
	receives(b, 0, 4, intType, 16)
	j.Finalize()
	assert.Empty(t, only(j, "MSG006"))
	assert.Equal(t, []replay.Finding{{Rule: "MSG007", Rank: 0, Line: lost}}, only(j, "MSG007"))
}

// A matched probe takes its message before it returns: while another thread is in a matched probe, or looks for
// messages again and again, the call that returns first may have the second message.
func TestMatchedProbesOfThreads(t *testing.T) {
	long, short := func(r *replay.Rank) { sends(r, 1, 4, doubleType) }, func(r *replay.Rank) { sends(r, 1, 2, doubleType) }
	receive := func(r *replay.Rank, message, n int64) {
		r.Do("MPI_Mrecv", result, n, doubleType, message, 0, 0, 3, 8*n)
	}
	for _, c := range []struct {
		name string
		do   func(r *replay.Rank)
		want string
	}{
		{"another one is in a probe", func(r *replay.Rank) {
			r.Begin("MPI_Mprobe", 0, 3, replay.World, 0x5500, 0)
			r.Thread = 1
			r.Do("MPI_Mprobe", 0, 3, replay.World, 0x5501, 0, 0, 3, 16)
			receive(r, 0x5501, 2)
			r.Thread = 0
			r.End("MPI_Mprobe", 0x5500, 0, 3, 32)
			receive(r, 0x5500, 4)
		}, ""},
		{"another one looks again and again", func(r *replay.Rank) {
			r.Do("MPI_Improbe", 0, 3, replay.World, 0, 0x5500, 0)
			r.Thread = 1
			r.Do("MPI_Mprobe", 0, 3, replay.World, 0x5501, 0, 0, 3, 16)
			receive(r, 0x5501, 2)
			r.Thread = 0
			r.Do("MPI_Improbe", 0, 3, replay.World, 1, 0x5500, 0, 0, 3, 32)
			receive(r, 0x5500, 4)
		}, ""},
		{"another one probes for others", func(r *replay.Rank) {
			r.Begin("MPI_Mprobe", 0, 4, replay.World, 0x5500, 0)
			r.Thread = 1
			r.Do("MPI_Mprobe", 0, 3, replay.World, 0x5501, 0, 0, 3, 32)
			receive(r, 0x5501, 2)
			r.Do("MPI_Mprobe", 0, 3, replay.World, 0x5501, 0, 0, 3, 16)
			receive(r, 0x5501, 2)
			r.Thread = 0
		}, "MSG005"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.ThreadLevel = "MPI_THREAD_MULTIPLE"
			long(j.Rank(0))
			short(j.Rank(0))
			if c.want != "" { // the goal of the first thread's wait
				j.Rank(0).Do("MPI_Send", origin, 1, intType, 1, 4, replay.World)
			}
			r := j.Rank(1)
			c.do(r)
			if c.want != "" {
				r.End("MPI_Mprobe", 0x5500, 0, 4, 4)
				r.Do("MPI_Mrecv", result, 1, intType, 0x5500, 0, 0, 4, 4)
			}
			j.Finalize()
			if c.want == "" {
				assert.Empty(t, only(j, "MSG005"))
				return
			}
			assert.Len(t, only(j, c.want), 1)
		})
	}
}

// Nothing is reported about a rank whose records are missing; the other ranks are judged.
func TestMessagesOfLossyRank(t *testing.T) {
	j := replay.New(t, 3)
	a, b, c := j.Rank(0), j.Rank(1), j.Rank(2)
	sends(a, 1, 4, intType)
	b.Event(event.Lost, 10)
	sends(a, 2, 4, intType)
	c.Do("MPI_Irecv", result, 4, doubleType, 1, 3, replay.World, 0x4400)
	c.Do("MPI_Wait", 0x4400, 0, 1, 3, 32)
	j.Finalize()
	assert.Len(t, only(j, "MSG007"), 1)
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "MSG007" {
			assert.Equal(t, []int{0, 2}, f.Ranks)
		}
	}
	assert.Empty(t, only(j, "MSG006"))
}

// A receive from any source that has failed names no message: the error says that the message was too long.
func TestTruncated(t *testing.T) {
	openmpi := calls.FlavourByName("openmpi")
	irecv := func(r *replay.Rank, tag, h int64) {
		r.Do("MPI_Irecv", 0x5000+h*0x100, 2, intType, 0, tag, replay.World, h)
	}
	for name, c := range map[string]struct {
		tag, rc int64
		before  func(r *replay.Rank) // starts another operation, with the handle 71, for the same call; nil: none
		found   bool
	}{
		"any tag":               {-1, openmpi.ErrTruncate, nil, true},
		"with a tag":            {3, openmpi.ErrTruncate, nil, false},
		"another error":         {-1, openmpi.ErrRequest, nil, false},
		"one of two":            {-1, openmpi.ErrTruncate, func(r *replay.Rank) { irecv(r, -1, 71) }, false},
		"it, or a broadcast":    {-1, openmpi.ErrTruncate, func(r *replay.Rank) { r.Do("MPI_Ibcast", 0x9000, 1, intType, 0, replay.World, 71) }, false},
		"it, or an unknown one": {-1, openmpi.ErrTruncate, func(*replay.Rank) {}, false},
	} {
		t.Run(name, func(t *testing.T) {
			check := func(j *replay.Job, bad int) {
				j.Each((*replay.Rank).Exit)
				if !c.found {
					assert.Empty(t, only(j, "MSG005"))
					return
				}
				f := found(t, j, "MSG005", "has room for 2 MPI_INT .8 bytes., but gets a message that is longer: MPI_ERR_TRUNCATE$")
				assert.Equal(t, bad, line(f))
			}
			given := []int64{70}
			if c.before == nil {
				j := replay.New(t, 2)
				j.Rank(1).FailAs(c.rc, "MPI_Recv", 0x5000, 2, intType, 0, c.tag, replay.World, 0)
				check(j, replay.Here()-1)
			} else {
				given = []int64{71, 70}
			}
			j := replay.New(t, 2)
			r := j.Rank(1)
			if c.before != nil {
				c.before(r)
			}
			r.Do("MPI_Irecv", 0x5000, 2, intType, 0, c.tag, replay.World, 70)
			bad := replay.Here() - 1
			r.RefuseAs(c.rc, "MPI_Waitany", replay.Words(given), int64(len(given)))
			check(j, bad)
		})
	}
}

// A pending wildcard delays only the matches of messages that it could have taken.
func TestPendingWildcard(t *testing.T) {
	j := replay.New(t, 2)
	a, b := j.Rank(0), j.Rank(1)
	b.Do("MPI_Irecv", result+64, 4, intType, replay.AnySource, 9, replay.World, 0x4400)
	sends(a, 1, 4, intType)
	receives(b, 0, 4, floatType, 16)
	a.Do("MPI_Send", origin, 1, intType, 1, 9, replay.World)
	b.Do("MPI_Wait", 0x4400, 0, 0, 9, 4)
	j.Finalize()
	found(t, j, "MSG006", "MPI_Recv of rank 1 takes a message of MPI_Send of rank 0")

	j = replay.New(t, 2)
	a, b = j.Rank(0), j.Rank(1)
	b.Do("MPI_Irecv", result, 4, intType, replay.AnySource, 3, replay.World, 0x4400)
	sends(a, 1, 4, intType)
	sends(a, 1, 4, floatType)
	receives(b, 0, 4, floatType, 16) // takes the second message: the first one is taken
	b.Stuck("MPI_Wait", 0x4400)      // the record of the wait never names the message
	b.Exit()
	a.Finalize()
	for _, id := range []string{"MSG005", "MSG006", "MSG007"} {
		assert.Empty(t, only(j, id))
	}
}

// A cancelled send does not count; if it is unknown whether a send was cancelled, nothing is reported.
func TestCancelledSends(t *testing.T) {
	for name, status := range map[string][]byte{"kept": replay.Words([]int64{0, -1}), "unknown": nil} {
		j := replay.New(t, 2)
		a := j.Rank(0)
		a.Do("MPI_Isend", origin, 4, intType, 1, 3, replay.World, 0x4400)
		a.Do("MPI_Cancel", 0x4400)
		a.With("MPI_Waitall", replay.Words([]int64{0x4400}), status, 1)
		j.Finalize()
		assert.Empty(t, only(j, "MSG007"), name)
	}
	j := replay.New(t, 2)
	a := j.Rank(0)
	lost := replay.Here() + 1
	a.Do("MPI_Isend", origin, 4, intType, 1, 3, replay.World, 0x4400)
	a.Do("MPI_Cancel", 0x4400)
	a.Do("MPI_Wait", 0x4400, 0, 0, 0, 0)
	j.Finalize()
	assert.Equal(t, []replay.Finding{{Rule: "MSG007", Rank: 0, Line: lost}}, only(j, "MSG007"))
}

// The data of a send with an unusable datatype is unknown; so is the message of a send with an invalid count or tag.
func TestInvalidMessages(t *testing.T) {
	j := replay.New(t, 2)
	a, b := j.Rank(0), j.Rank(1)
	h := j.Handle()
	a.Do("MPI_Type_contiguous", 2, intType, h, 8, 0, 8, 0, 8)
	sends(a, 1, 4, h)
	receives(b, 0, 1, doubleType, 8)
	j.Finalize()
	assert.Empty(t, only(j, "MSG005"))
	assert.Empty(t, only(j, "MSG006"))
	assert.Len(t, only(j, "MSG004"), 1)
}

// A communicator has processes of another job, whose calls are in another log.
func TestMessagesBeyond(t *testing.T) {
	j := replay.New(t, 2)
	c := j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_Comm_spawn", nil, replay.Words([]int64{0, 1}, []int64{-1, -1}), 0, 0, 2, replay.InfoNull, 0, replay.World, c, 0, 1, int64(r.World()))
		r.Do("MPI_Send", origin, 1, intType, 1, 3, c)
	})
	j.Finalize()
	assert.Empty(t, only(j, "MSG007"))
	assert.Empty(t, only(j, "MSG001"))
}

// A rank that waits for a process of another job may go on: it is not to blame for a call that it has not reached.
func TestHangBeyond(t *testing.T) {
	for _, call := range []string{"MPI_Recv", "MPI_Wait", "MPI_Barrier"} {
		t.Run(call, func(t *testing.T) {
			j := replay.New(t, 2)
			c := j.Handle()
			j.Each(func(r *replay.Rank) {
				r.With("MPI_Comm_spawn", nil, replay.Words([]int64{0, 1}, []int64{-1, -1}), 0, 0, 2, replay.InfoNull, 0, replay.World, c, 0, 1, int64(r.World()))
			})
			switch a := j.Rank(0); call {
			case "MPI_Recv":
				a.Stuck(call, result, 1, intType, 1, 3, c, 0)
			case "MPI_Wait":
				a.Do("MPI_Irecv", result, 1, intType, 1, 3, c, 0x700)
				a.Stuck(call, 0x700, 0)
			case "MPI_Barrier":
				a.Stuck(call, c)
			}
			j.Rank(1).Stuck("MPI_Barrier", replay.World)
			assert.Empty(t, j.Found())
		})
	}
}

// The status of a probe may say "cancelled": MPICH does not set it.
func TestProbeWithoutCancelled(t *testing.T) {
	j := replay.New(t, 2)
	a, b := j.Rank(0), j.Rank(1)
	b.Do("MPI_Send", origin, 1, intType, 0, 3, replay.World)
	a.Do("MPI_Mprobe", replay.AnySource, 3, replay.World, 0x5500, 0, 1, 3, -1)
	a.Do("MPI_Mrecv", result, 1, intType, 0x5500, 0, 1, 3, 4)
	j.Finalize()
	j.Silent()
}

// A ready send needs a posted receive: the calls for which its rank has waited show whether the receive is posted.
func TestMsg008(t *testing.T) {
	rsend := func(r *replay.Rank) { r.Do("MPI_Rsend", origin, 1, intType, 1, 7, replay.World) }
	irecv := func(r *replay.Rank) { r.Do("MPI_Irecv", result, 1, intType, 0, 7, replay.World, 0x4400) }
	wait := func(r *replay.Rank) { r.Do("MPI_Wait", 0x4400, 0, 0, 7, 4) }
	meet := func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) }
	give := func(r *replay.Rank) { r.Do("MPI_Send", origin, 1, intType, 0, 5, replay.World) }
	both := func(r *replay.Rank) { // a call completes the receives; the receive from any source comes last
		r.Do("MPI_Irecv", result, 1, intType, replay.AnySource, 5, replay.World, 0x4401)
		r.Do("MPI_Irecv", result+64, 1, intType, 1, 5, replay.World, 0x4402)
		r.With("MPI_Waitall", replay.Words([]int64{0x4402, 0x4401}), replay.Words([]int64{1<<32 | 5, 4, 1<<32 | 5, 4}), 2)
	}
	for _, c := range []struct {
		name     string
		a, b     []func(*replay.Rank)
		severity rules.Severity
		message  string
	}{
		{"unordered", []func(*replay.Rank){rsend}, []func(*replay.Rank){irecv, wait}, rules.Warning,
			"^MPI_Rsend of rank 0 to rank 1 with tag 7 may come before its receive: rank 0 does not wait until rank 1 has posted MPI_Irecv$"},
		{"barrier too early", []func(*replay.Rank){meet, rsend}, []func(*replay.Rank){meet, irecv, wait}, rules.Warning, "may come before its receive"},
		{"certainly too late", []func(*replay.Rank){rsend, meet}, []func(*replay.Rank){meet, irecv, wait}, rules.Error,
			"^MPI_Rsend of rank 0 to rank 1 with tag 7 comes before its receive: rank 1 posts MPI_Irecv only after a call that waits for the send$"},
		{"barrier", []func(*replay.Rank){meet, rsend}, []func(*replay.Rank){irecv, meet, wait}, 0, ""},
		{"message", []func(*replay.Rank){func(r *replay.Rank) { receives(r, 1, 1, intType, 4) }, rsend},
			[]func(*replay.Rank){irecv, func(r *replay.Rank) { sends(r, 0, 1, intType) }, wait}, 0, ""},
		{"two messages", []func(*replay.Rank){both, rsend}, []func(*replay.Rank){give, give, irecv, wait}, rules.Warning, "may come before its receive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			for _, f := range c.a {
				f(j.Rank(0))
			}
			for _, f := range c.b {
				f(j.Rank(1))
			}
			j.Finalize()
			if c.message == "" {
				j.Silent()
				return
			}
			f := found(t, j, "MSG008", c.message)
			assert.Equal(t, c.severity, f.Severity)
			assert.Equal(t, 0, int(f.Sites[0].Rank), "the send comes first")
		})
	}

	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Irecv", result, 1, intType, 0, 7, replay.World, 0x4400)
	r.Do("MPI_Rsend", origin, 1, intType, 0, 7, replay.World)
	wait(r)
	j.Finalize()
	j.Silent() // a message of the rank to itself
}

// A receive from any source that could have taken the message of another rank.
func TestMsg010(t *testing.T) {
	type job struct { // a and b send to c
		a, b, c *replay.Rank
		*replay.Job
	}
	send := func(r *replay.Rank, tag int64) { r.Do("MPI_Send", origin, 1, intType, 2, tag, replay.World) }
	take := func(r *replay.Rank, asked, from, tag int64) {
		r.Do("MPI_Recv", result, 1, intType, asked, tag, replay.World, 0, from, tag, 4)
	}
	const anyone, anyTag = replay.AnySource, -1
	takeAny := func(r *replay.Rank, from, tag int64) {
		r.Do("MPI_Recv", result, 1, intType, anyone, anyTag, replay.World, 0, from, tag, 4)
	}
	sendsN := func(r *replay.Rank, n int64) { r.Do("MPI_Send", origin, n, intType, 2, 0, replay.World) }
	probed := func(r *replay.Rank, from, n, room int64) {
		r.Do("MPI_Probe", anyone, 0, replay.World, 0x9000, from, 0, 4*n)
		r.Do("MPI_Recv", result, room, intType, anyone, 0, replay.World, 0x9000, from, 0, 4*n)
	}
	for _, c := range []struct {
		name     string
		do       func(j job)
		severity rules.Severity
		message  string
	}{
		{"two senders", func(j job) { send(j.a, 0); send(j.b, 0); take(j.c, anyone, 1, 0); take(j.c, anyone, 0, 0) }, rules.Note,
			"^MPI_Recv of rank 2 takes messages of any source: it took that of rank 1, and could as well have taken that of rank 0$"},
		{"asked for by name", func(j job) { send(j.a, 0); send(j.b, 0); take(j.c, anyone, 1, 0); take(j.c, 0, 0, 0) }, rules.Warning,
			"took the message of rank 1, but could have taken that of rank 0, for which MPI_Recv asks by name: if it always asks for rank 0, it may wait forever in another run$"},
		{"the status says who is left", func(j job) {
			send(j.a, 0)
			send(j.b, 0)
			j.c.Do("MPI_Recv", result, 1, intType, anyone, 0, replay.World, 0x9000, 1, 0, 4)
			take(j.c, 0, 0, 0)
		}, rules.Note, "if it always asks for rank 0, it may wait forever in another run$"},
		{"asked for before", func(j job) {
			send(j.a, 0)
			send(j.b, 0)
			j.c.Do("MPI_Irecv", result, 1, intType, anyone, 0, replay.World, 0x4400)
			j.c.Do("MPI_Irecv", result+8, 1, intType, 0, 0, replay.World, 0x4500)
			j.c.Do("MPI_Wait", 0x4400, 0x9000, 1, 0, 4)
			j.c.Do("MPI_Wait", 0x4500, 0x9000, 0, 0, 4)
		}, rules.Warning, "if it always asks for rank 0, it may wait forever in another run$"},
		{"the only message with a tag", func(j job) { send(j.a, 6); send(j.b, 5); takeAny(j.c, 1, 5); take(j.c, anyone, 0, 6) },
			rules.Warning, "^MPI_Recv of rank 2 took the message of rank 1, but could have taken that of rank 0, the only one with " +
				"tag 6, for which MPI_Recv asks: if it always asks for that tag, it may wait forever in another run$"},
		{"the status says which tag is left", func(j job) {
			send(j.a, 6)
			send(j.b, 5)
			j.c.Do("MPI_Recv", result, 1, intType, anyone, anyTag, replay.World, 0x9000, 1, 5, 4)
			take(j.c, anyone, 0, 6)
		}, rules.Note, "if it always asks for that tag, it may wait forever in another run$"},
		{"another message with the tag comes later", func(j job) {
			send(j.a, 6)
			send(j.b, 5)
			takeAny(j.c, 1, 5)
			take(j.c, anyone, 0, 6)
			send(j.a, 6)
			take(j.c, anyone, 0, 6)
		}, rules.Note, "takes messages of any source"},
		{"another message with the tag is there", func(j job) {
			send(j.a, 6)
			send(j.a, 6)
			send(j.b, 5)
			takeAny(j.c, 1, 5)
			take(j.c, anyone, 0, 6)
			take(j.c, anyone, 0, 6)
		}, rules.Note, "takes messages of any source"},
		{"both have the tag", func(j job) { send(j.a, 6); send(j.b, 6); takeAny(j.c, 1, 6); take(j.c, anyone, 0, 6) },
			rules.Note, "takes messages of any source"},
		{"a receive of any tag that was posted before took one with the tag", func(j job) {
			send(j.a, 6)
			send(j.b, 5)
			send(j.b, 6)
			takeAny(j.c, 1, 5)
			takeAny(j.c, 1, 6)
			take(j.c, anyone, 0, 6)
		}, rules.Note, "takes messages of any source"},
		{"does not fit", func(j job) {
			j.a.Do("MPI_Send", origin, 3, intType, 2, 0, replay.World)
			send(j.b, 0)
			take(j.c, anyone, 1, 0)
			j.c.Do("MPI_Recv", result, 3, intType, anyone, 0, replay.World, 0, 0, 0, 12)
		}, rules.Warning, "it took that of rank 1, 1 MPI_INT .4 bytes., and could as well have taken that of rank 0, 3 MPI_INT .12 bytes., which does not fit: " +
			"the receive has room for 1 MPI_INT .4 bytes.$"},
		{"does not fit, but is not the first of its source", func(j job) {
			j.a.Do("MPI_Send", origin, 1, intType, 2, 1, replay.World)
			j.a.Do("MPI_Send", origin, 3, intType, 2, 2, replay.World)
			send(j.b, 0)
			j.c.Do("MPI_Recv", result, 1, intType, anyone, anyTag, replay.World, 0x9000, 1, 0, 4)
			j.c.Do("MPI_Recv", result, 3, intType, 0, 2, replay.World, 0x9000, 0, 2, 12)
			take(j.c, 0, 0, 1)
		}, rules.Note, "if it always asks for rank 0, it may wait forever in another run$"},
		{"a probe found the longer message", func(j job) {
			sendsN(j.a, 2)
			sendsN(j.b, 3)
			probed(j.c, 1, 3, 3)
			probed(j.c, 0, 2, 2)
		}, rules.Warning, "^MPI_Recv of rank 2 has room for the message that MPI_Probe found, but takes messages of any source: had " +
			"MPI_Probe found that of rank 0, 2 MPI_INT .8 bytes., the receive could have taken that of rank 1, 3 MPI_INT .12 bytes., " +
			"which would not fit$"},
		{"a probe, and room for any message", func(j job) {
			sendsN(j.a, 2)
			sendsN(j.b, 3)
			probed(j.c, 1, 3, 3)
			probed(j.c, 0, 2, 3)
		}, rules.Note, "takes messages of any source"},
		{"a probe before another receive", func(j job) {
			send(j.a, 9)
			send(j.b, 9)
			sendsN(j.a, 2)
			sendsN(j.b, 3)
			for _, x := range [][2]int64{{1, 3}, {0, 2}} {
				j.c.Do("MPI_Probe", anyone, 0, replay.World, 0x9000, x[0], 0, 4*x[1])
				take(j.c, x[0], x[0], 9)
				j.c.Do("MPI_Recv", result, x[1], intType, anyone, 0, replay.World, 0x9000, x[0], 0, 4*x[1])
			}
		}, rules.Note, "takes messages of any source"},
		{"a probe, and messages of one length at a time", func(j job) {
			for n := int64(3); n > 1; n-- {
				sendsN(j.a, n)
				probed(j.c, 0, n, n)
				j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
				sendsN(j.b, n)
				probed(j.c, 1, n, n)
				j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
			}
		}, 0, ""},
		{"one source left", func(j job) { send(j.a, 0); send(j.b, 0); take(j.c, 0, 0, 0); take(j.c, anyone, 1, 0) }, 0, ""},
		{"one sender", func(j job) { send(j.a, 0); send(j.a, 0); take(j.c, anyone, 0, 0); take(j.c, anyone, 0, 0) }, 0, ""},
		{"tags", func(j job) { send(j.a, 1); send(j.b, 2); take(j.c, anyone, 1, 2); take(j.c, anyone, 0, 1) }, 0, ""},
		{"answers to both", func(j job) {
			for _, r := range []*replay.Rank{j.a, j.b} {
				send(r, 0)
				take(r, 2, 2, 5)
			}
			for _, from := range []int64{1, 0} {
				take(j.c, anyone, from, 0)
				j.c.Do("MPI_Send", origin, 1, intType, from, 5, replay.World)
			}
		}, 0, ""},
		{"answers to others", func(j job) {
			for _, r := range []*replay.Rank{j.a, j.b} {
				send(r, 0)
				take(r, 2, 2, 5)
			}
			for _, from := range []int64{1, 0} {
				take(j.c, anyone, from, 0)
				j.c.Do("MPI_Send", origin, 1, intType, 1-from, 5, replay.World)
			}
		}, rules.Note, "could as well have taken that of rank 0"},
		{"answer", func(j job) {
			send(j.a, 0)
			take(j.c, anyone, 0, 0)
			j.c.Do("MPI_Send", origin, 1, intType, 1, 5, replay.World)
			take(j.b, 2, 2, 5)
			send(j.b, 0)
			take(j.c, anyone, 1, 0)
		}, 0, ""},
		{"barrier", func(j job) {
			send(j.a, 0)
			take(j.c, anyone, 0, 0)
			for _, r := range []*replay.Rank{j.a, j.b, j.c} {
				r.Do("MPI_Barrier", replay.World)
			}
			send(j.b, 0)
			take(j.c, anyone, 1, 0)
		}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 3)
			c.do(job{j.Rank(0), j.Rank(1), j.Rank(2), j})
			j.Finalize()
			if c.message == "" {
				j.Silent()
				return
			}
			f := found(t, j, "MSG010", c.message)
			assert.Equal(t, c.severity, f.Severity)
		})
	}
}
