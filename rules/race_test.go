package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// pendingLab is rank 0 of two, with a window on both.
type pendingLab struct {
	*replay.Job
	*replay.Rank
	w int64
}

func (l *pendingLab) irecv(addr, n, h int64) {
	l.Do("MPI_Irecv", addr, n, intType, 1, 7, replay.World, h)
}
func (l *pendingLab) isend(addr, n, h int64) {
	l.Do("MPI_Isend", addr, n, intType, 1, 7, replay.World, h)
}

// isendTo is isend with a request variable of its own for each buffer.
func (l *pendingLab) isendTo(addr, n, h int64) {
	l.Variable = 0x9000 + addr
	l.isend(addr, n, h)
	l.Variable = 0
}
func (l *pendingLab) send(addr, n int64) { l.Do("MPI_Send", addr, n, intType, 1, 7, replay.World) }
func (l *pendingLab) recv(addr, n int64) {
	l.Do("MPI_Recv", addr, n, intType, 1, 7, replay.World, 0, 1, 7, 4*n)
}
func (l *pendingLab) wait(h int64)            { l.Do("MPI_Wait", h, 0, 1, 7, 4) }
func (l *pendingLab) test(h int64, flag bool) { l.Do("MPI_Test", h, truth(flag), 0, 1, 7, 4) }
func (l *pendingLab) get(addr, target int64) {
	l.Do("MPI_Get", addr, 1, intType, target, 0, 1, intType, l.w)
}
func (l *pendingLab) put(addr, target int64) {
	l.Do("MPI_Put", addr, 1, intType, target, 0, 1, intType, l.w)
}

func truth(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

const (
	lockAll   = "MPI_Win_lock_all"
	unlockAll = "MPI_Win_unlock_all"
)

func TestRace003(t *testing.T) {
	for _, c := range []struct {
		name, message string // "": silent
		do            func(*pendingLab)
	}{
		{"send of what is received", "MPI_Send reads 4 bytes, from byte 8 on, of buf of the pending MPI_Irecv, which writes to them until its request is complete",
			func(l *pendingLab) { l.irecv(buf, 3, 50); l.send(buf+8, 5); l.wait(50) }},
		{"receive of what is sent", "MPI_Recv writes to 4 bytes of buf of the pending MPI_Isend, which reads them",
			func(l *pendingLab) { l.isend(buf, 1, 50); l.recv(buf, 1); l.wait(50) }},
		{"two receives", "MPI_Irecv writes to 4 bytes of buf of the pending MPI_Irecv, which writes to them",
			func(l *pendingLab) { l.irecv(buf, 1, 50); l.irecv(buf, 1, 51); l.wait(50); l.wait(51) }},
		{"two sends", "", func(l *pendingLab) { l.isend(buf, 1, 50); l.isend(buf, 1, 51); l.send(buf, 1); l.wait(50); l.wait(51) }},
		{"neighbors", "", func(l *pendingLab) { l.irecv(buf, 1, 50); l.send(buf+4, 1); l.recv(buf-4, 1); l.wait(50) }},
		{"completed", "", func(l *pendingLab) { l.irecv(buf, 1, 50); l.wait(50); l.send(buf, 1) }},
		{"test without flag", "MPI_Send reads", func(l *pendingLab) { l.irecv(buf, 1, 50); l.test(50, false); l.send(buf, 1); l.wait(50) }},
		{"reduction by the program", "MPI_Send reads 4 bytes of recvbuf of the pending MPI_Iallreduce", func(l *pendingLab) {
			l.reduce(50)
			l.send(buf, 1)
			l.wait(50)
		}},
		{"reduction by the program, after a test without flag", "", func(l *pendingLab) {
			l.reduce(50)
			l.test(50, false)
			l.send(buf, 1) // perhaps made by the reduction's function, inside a test that has no record
			l.wait(50)
		}},
		{"test with flag", "", func(l *pendingLab) { l.irecv(buf, 1, 50); l.test(50, true); l.send(buf, 1) }},
		{"found complete", "", func(l *pendingLab) {
			l.irecv(buf, 1, 50)
			l.Do("MPI_Request_get_status", 50, 1, 1, 7, 4)
			l.send(buf, 1)
			l.wait(50)
		}},
		{"the other one of two", "MPI_Send reads 4 bytes of buf of the pending MPI_Irecv", func(l *pendingLab) {
			l.irecv(buf, 1, 50)
			l.irecv(other, 1, 51)
			l.With("MPI_Waitany", replay.Words([]int64{50, 51}), nil, 2, 0, 1, 1, 7, 4)
			l.send(other, 1)
			l.send(buf, 1)
			l.wait(50)
		}},
		{"failed start", "", func(l *pendingLab) {
			l.Fail("MPI_Irecv", buf, 1, intType, 1, 7, replay.World, 50)
			l.send(buf, 1)
		}},
		{"failed use", "", func(l *pendingLab) {
			l.irecv(buf, 1, 50)
			l.Fail("MPI_Send", buf, 1, intType, 1, 7, replay.World)
			l.wait(50)
		}},
		{"lost handle", "", func(l *pendingLab) {
			l.Variable = 0x9000
			l.isend(buf, 1, 50)
			l.isend(buf+4, 1, 51)
			l.Variable = 0
			l.recv(buf, 1)
			l.wait(50)
			l.wait(51)
		}},
		{"one handle for two", "", func(l *pendingLab) { // which of the two is complete is uncertain
			l.isend(buf, 1, 50)
			l.isend(buf+4, 1, 50)
			l.wait(50)
			l.recv(buf+4, 1)
			l.wait(50)
		}},
		{"both of one handle", "MPI_Recv writes to 4 bytes of buf of MPI_Isend: at most 1 of the operations with this request handle can be complete, but the buffers of 2 have been used", func(l *pendingLab) {
			l.isendTo(buf, 1, 50)
			l.isendTo(buf+4, 1, 50)
			l.wait(50)
			l.recv(buf+4, 1)
			l.recv(buf, 1)
			l.recv(buf, 1)
			l.wait(50)
			l.recv(buf, 2)
		}},
		{"two of one handle in one call", "MPI_Recv writes to 4 bytes of buf of MPI_Isend: at most 1 of", func(l *pendingLab) {
			l.isendTo(buf+4, 1, 50)
			l.isendTo(buf, 1, 50)
			l.isendTo(buf+8, 1, 50)
			l.test(50, true)
			l.recv(buf, 2)
			l.With("MPI_Waitall", replay.Words([]int64{50, 50}), nil, 2)
		}},
		{"as many of one handle as are complete", "", func(l *pendingLab) {
			l.isendTo(buf, 1, 50)
			l.isendTo(buf+4, 1, 50)
			l.isendTo(buf+8, 1, 50)
			l.With("MPI_Waitall", replay.Words([]int64{50, 50}), nil, 2)
			l.recv(buf+4, 2)
			l.recv(buf+4, 1)
			l.wait(50)
		}},
		{"one handle, flushed", "", func(l *pendingLab) {
			l.Do(lockAll, 0, l.w)
			l.rget(buf, 50)
			l.rget(buf+4, 50)
			l.wait(50)
			l.Do("MPI_Win_flush", 1, l.w)
			l.send(buf, 2)
			l.wait(50)
			l.Do(unlockAll, l.w)
		}},
		{"one handle, freed", "", func(l *pendingLab) {
			l.isendTo(buf, 1, 50)
			l.isendTo(buf+4, 1, 50)
			l.Do("MPI_Request_free", 50)
			l.recv(buf+4, 1)
			l.wait(50)
			l.recv(buf, 1)
		}},
		{"one handle, failed wait", "", func(l *pendingLab) {
			l.isendTo(buf, 1, 50)
			l.isendTo(buf+4, 1, 50)
			l.Fail("MPI_Wait", 50)
			l.recv(buf+4, 1)
			l.wait(50)
			l.recv(buf, 1)
		}},
		{"unknown type", "", func(l *pendingLab) {
			l.irecv(buf, 1, 50)
			l.Do("MPI_Send", buf, 1, 123456, 1, 7, replay.World)
			l.wait(50)
		}},
		{"collective", "MPI_Bcast reads 4 bytes of recvbuf of the pending MPI_Iallreduce", func(l *pendingLab) {
			l.Do("MPI_Iallreduce", other, buf, 1, intType, replay.Type("MPI_SUM"), replay.Self, 50)
			l.Do("MPI_Bcast", buf, 1, intType, 0, replay.Self)
			l.wait(50)
		}},
		{"not significant", "", func(l *pendingLab) {
			l.Do("MPI_Iallreduce", l.Flavour.InPlace, buf, 1, intType, replay.Type("MPI_SUM"), replay.Self, 50)
			l.Do("MPI_Exscan", other, buf, 1, intType, replay.Type("MPI_SUM"), replay.Self)
			l.wait(50)
		}},
		{"block of alltoallv", "MPI_Recv writes to 4 bytes, from byte 8 on, of sendbuf of the pending MPI_Ialltoallv", func(l *pendingLab) {
			l.alltoallv()
			l.recv(buf+8, 1)
			l.wait(50)
		}},
		{"between the blocks", "", func(l *pendingLab) { l.alltoallv(); l.recv(buf+4, 1); l.wait(50) }},
		{"array of counts", "MPI_Recv writes to 4 bytes of the array sendcounts of the pending MPI_Ialltoallv", func(l *pendingLab) {
			l.alltoallv()
			l.recv(0xa000, 1)
			l.wait(50)
		}},
		{"behind the array", "", func(l *pendingLab) { l.alltoallv(); l.recv(0xa004, 1); l.wait(50) }},
		{"origin of a put", "MPI_Recv writes to 4 bytes of origin_addr of the pending MPI_Put, which reads them until a flush or unlock", func(l *pendingLab) {
			l.Do(lockAll, 0, l.w)
			l.put(buf, 1)
			l.recv(buf, 1)
			l.Do(unlockAll, l.w)
		}},
		{"two gets", "MPI_Get writes to 4 bytes of origin_addr of the pending MPI_Get", func(l *pendingLab) {
			l.Do(lockAll, 0, l.w)
			l.get(buf, 1)
			l.get(buf, 0)
			l.Do(unlockAll, l.w)
		}},
		{"flush of another target", "MPI_Send reads 4 bytes of origin_addr of the pending MPI_Get", func(l *pendingLab) {
			l.Do(lockAll, 0, l.w)
			l.get(buf, 1)
			l.get(other, 0)
			l.Do("MPI_Win_flush_local", 0, l.w)
			l.send(other, 1)
			l.send(buf, 1)
			l.Do(unlockAll, l.w)
		}},
		{"flushed", "", func(l *pendingLab) {
			l.Do(lockAll, 0, l.w)
			l.get(buf, 1)
			l.Do("MPI_Win_flush", 1, l.w)
			l.get(buf, 0)
			l.Do("MPI_Win_flush_local_all", l.w)
			l.send(buf, 1)
			l.get(buf, 0)
			l.Do(unlockAll, l.w)
			l.send(buf, 1)
		}},
		{"rget", "MPI_Send reads 4 bytes of origin_addr of the pending MPI_Rget, which writes to them until its request is complete", func(l *pendingLab) {
			l.Do(lockAll, 0, l.w)
			l.rget(buf, 50)
			l.send(buf, 1)
			l.wait(50)
			l.Do(unlockAll, l.w)
		}},
		{"rget completed", "", func(l *pendingLab) {
			l.Do(lockAll, 0, l.w)
			for range 3 {
				l.rget(buf, 50)
				l.wait(50)
				l.send(buf, 1)
			}
			l.rget(buf, 50)
			l.Do("MPI_Win_flush", 1, l.w)
			l.send(buf, 1)
			l.wait(50)
			l.Do(unlockAll, l.w)
		}},
		{"compare buffer", "MPI_Recv writes to 4 bytes of compare_addr of the pending MPI_Compare_and_swap", func(l *pendingLab) {
			l.Do(lockAll, 0, l.w)
			l.Do("MPI_Compare_and_swap", buf, buf+4, buf+8, intType, 1, 0, l.w)
			l.recv(buf+4, 1)
			l.Do(unlockAll, l.w)
		}},
		{"started together", "MPI_Startall of the request of MPI_Recv_init writes to 4 bytes of buf of the pending operation of MPI_Recv_init", func(l *pendingLab) {
			l.Do("MPI_Recv_init", buf, 1, intType, 1, 7, replay.World, 50)
			l.Do("MPI_Recv_init", buf, 1, intType, 1, 7, replay.World, 51)
			l.With("MPI_Startall", replay.Words([]int64{50, 51}), nil, 2)
			l.wait(50)
			l.wait(51)
			l.Do("MPI_Request_free", 50)
			l.Do("MPI_Request_free", 51)
		}},
		{"started in turn", "", func(l *pendingLab) {
			l.Do("MPI_Recv_init", buf, 1, intType, 1, 7, replay.World, 50)
			l.Do("MPI_Send_init", buf, 1, intType, 1, 7, replay.World, 51)
			for range 3 {
				l.Do("MPI_Start", 50)
				l.wait(50)
				l.Do("MPI_Start", 51)
				l.wait(51)
				l.recv(buf, 1)
			}
			l.Do("MPI_Request_free", 50)
			l.Do("MPI_Request_free", 51)
		}},
		{"overlapping wait", "MPI_Send reads 4 bytes of buf of the pending MPI_Irecv", func(l *pendingLab) {
			l.irecv(buf, 1, 50)
			l.Thread = 1
			l.Begin("MPI_Wait", 50)
			l.Thread = 0
			l.send(buf, 1)
			l.Thread = 1
			l.End("MPI_Wait")
			l.Thread = 0
		}},
		{"overlapping receive", "MPI_Send reads 4 bytes of buf of MPI_Recv, in which another thread is, which writes to them until it returns", func(l *pendingLab) {
			l.Thread = 1
			l.Begin("MPI_Recv", buf, 1, intType, 1, 0, replay.World, 0)
			l.Thread = 0
			l.send(buf, 1)
			l.Thread = 1
			l.End("MPI_Recv", 1, 0, 4)
			l.Thread = 0
		}},
		{"overlapping send", "", func(l *pendingLab) {
			l.Thread = 1
			l.Begin("MPI_Send", buf, 1, intType, 1, 0, replay.World)
			l.Thread = 0
			l.send(buf, 1)
			l.Thread = 1
			l.End("MPI_Send")
			l.Thread = 0
		}},
		{"other thread", "MPI_Send reads 4 bytes of buf of the pending MPI_Irecv", func(l *pendingLab) {
			l.irecv(buf, 1, 50)
			l.Thread = 1
			l.send(buf, 1)
			l.Thread = 0
			l.wait(50)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			l := &pendingLab{j, j.Rank(0), j.Allocate(64, 4)}
			c.do(l)
			j.Free(l.w)
			j.Finalize()
			var got []string
			for _, f := range j.Check().Findings {
				if f.Rule.ID == "RACE003" {
					got = append(got, f.Message)
				}
			}
			if c.message == "" {
				assert.Empty(t, got)
				return
			}
			if assert.Len(t, got, 1) {
				assert.Regexp(t, c.message, got[0])
			}
		})
	}
}

// alltoallv exchanges the ints at buf and buf+8 with the ints at other and other+8.
func (l *pendingLab) alltoallv() {
	one, at := []int64{1}, []int64{2}
	l.With("MPI_Ialltoallv", replay.Words(one, at, one, at), nil, buf, 0xa000, 0xb000, intType, other, 0xc000, 0xd000, intType,
		replay.Self, 50)
}

// reduce starts a reduction by a function of the program, to buf.
func (l *pendingLab) reduce(h int64) {
	op := l.Handle()
	l.Do("MPI_Op_create", 0x4000, 1, op)
	l.Do("MPI_Iallreduce", other, buf, 1, intType, op, replay.Self, h)
	l.Do("MPI_Op_free", op)
}

func (l *pendingLab) rget(addr, h int64) {
	l.Do("MPI_Rget", addr, 1, intType, 1, 0, 1, intType, l.w, h)
}

// A call that never returns is judged at the end of the run.
func TestRace003Stuck(t *testing.T) {
	j := replay.New(t, 2)
	r := j.Rank(0)
	r.Do("MPI_Irecv", buf, 1, intType, 1, 7, replay.World, 50)
	r.Stuck("MPI_Recv", buf, 1, intType, 1, 8, replay.World)
	assert.Len(t, only(j, "RACE003"), 1)
}

// With many pending operations, the buffers are searched in a tree: the result is that of a search one by one.
func TestRace003Many(t *testing.T) {
	const n, size = 2000, 16
	j := replay.New(t, 1)
	r := j.Rank(0)
	order := func(i int) int64 { return int64(i*1237%n)*2*size + buf } // 1237 is prime
	for i := range n {
		r.Do("MPI_Irecv", order(i), size/4, intType, 0, 1, replay.World, int64(50_000+i))
		if i%3 == 2 {
			r.Do("MPI_Wait", int64(50_000+i), 0, 0, 1, 4)
		}
	}
	for i := range n {
		r.Do("MPI_Send", order(i)+size, size/4, intType, 0, 1, replay.World)
		r.Do("MPI_Send", order(i)+4, 1, intType, 0, 1+int64(i), replay.World)
	}
	j.Finalize()
	times := int64(0)
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "RACE003" {
			times += f.Count
		}
	}
	assert.EqualValues(t, n-n/3, times)
}
