package rules_test

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

var requestNull = replay.Type("MPI_REQUEST_NULL")

// requestLab is a job of two ranks, in which rank 0 makes the calls.
type requestLab struct {
	*replay.Job
	*replay.Rank
}

func newRequestLab(t *testing.T) *requestLab {
	j := replay.New(t, 2)
	return &requestLab{j, j.Rank(0)}
}

func (l *requestLab) end() *replay.Job {
	l.Job.Finalize()
	return l.Job
}

// irecv posts a receive of rank 0 from itself, for which there is no message.
func (l *requestLab) irecv(h int64) { l.Do("MPI_Irecv", 0x5000+4*h, 1, intType, 0, 1, replay.World, h) }

func (l *requestLab) recvInit(h int64) {
	l.Do("MPI_Recv_init", 0x5000+4*h, 1, intType, 0, 1, replay.World, h)
}

func (l *requestLab) psendInit(h, partitions int64) {
	l.Do("MPI_Psend_init", 0x5000, partitions, 2, intType, 1, 0, replay.World, replay.InfoNull, h)
}

func (l *requestLab) waitall(handles ...int64) {
	l.With("MPI_Waitall", replay.Words(handles), replay.Words(nil), int64(len(handles)))
}

// requestTrial is a case: the calls of rank 0, and the expected finding; no finding if the rule is empty.
type requestTrial struct {
	name, rule, message string
	do                  func(*requestLab)
}

func tryRequests(t *testing.T, trials []requestTrial) {
	for _, c := range trials {
		t.Run(c.name, func(t *testing.T) {
			l := newRequestLab(t)
			c.do(l)
			j := l.end()
			if c.rule == "" {
				j.Silent()
				return
			}
			found(t, j, c.rule, c.message)
		})
	}
}

func TestReq001(t *testing.T) {
	tryRequests(t, []requestTrial{
		{"receive", "REQ001", "operation of MPI_Irecv is never completed", func(l *requestLab) { l.irecv(50) }},
		{"collective", "REQ001", "operation of MPI_Ibarrier", func(l *requestLab) {
			l.Do("MPI_Ibarrier", replay.Self, 50)
		}},
		{"general, not ended", "REQ001", "frees its request, nor has the program called MPI_Grequest_complete for its request$",
			func(l *requestLab) { l.Do("MPI_Grequest_start", 1, 2, 3, 4, 50) }},
		{"general", "REQ001", "operation of MPI_Grequest_start .* tests or frees its request$", func(l *requestLab) {
			l.Do("MPI_Grequest_start", 1, 2, 3, 4, 50)
			l.Do("MPI_Grequest_complete", 50)
		}},
		{"loop", "REQ001", "5 requests of MPI_Irecv are never completed", func(l *requestLab) {
			for h := int64(50); h < 55; h++ {
				l.irecv(h)
			}
		}},
		{"persistent", "REQ001", "operation of MPI_Start is never completed", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Start", 50)
		}},
		{"startall", "REQ001", "operation of MPI_Startall is never completed", func(l *requestLab) {
			l.recvInit(50)
			l.With("MPI_Startall", replay.Words([]int64{50}), nil, 1)
		}},
		{"test without success", "REQ001", "MPI_Irecv", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Test", 50, 0)
		}},
		{"waitany of another", "REQ001", "operation of MPI_Irecv is never", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Ibarrier", replay.Self, 51)
			l.With("MPI_Waitany", replay.Words([]int64{50, 51}), nil, 2, 0, 1)
		}},
		{"waitany of none", "REQ001", "operation of MPI_Irecv", func(l *requestLab) {
			l.irecv(50)
			l.With("MPI_Waitany", replay.Words([]int64{requestNull}), nil, 1, 0, -32766)
		}},
		{"one value, one place", "REQ001", "2 requests of MPI_Irecv", func(l *requestLab) {
			for range 3 {
				l.irecv(50)
			}
			l.Do("MPI_Wait", 50, 0)
		}},
		{"one value, two places", "REQ001", "operation of MPI_Irecv is never", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Irecv", 0x5000, 1, intType, 0, 1, replay.World, 50)
			l.Do("MPI_Wait", 50, 0)
		}},
		{"completed", "", "", func(l *requestLab) {
			for h := int64(50); h < 56; h++ {
				l.irecv(h)
			}
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Test", 51, 1)
			l.waitall(52, requestNull)
			l.With("MPI_Testany", replay.Words([]int64{requestNull, 53}), nil, 2, 0, 1, 1)
			l.With("MPI_Waitsome", replay.Words([]int64{54, 55}), replay.Words([]int64{1, 0}, nil), 2, 0, 2)
		}},
		{"found complete", "", "", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Request_get_status", 50, 1)
			for h := int64(51); h <= 55; h++ {
				l.irecv(h)
			}
			l.With("MPI_Request_get_status_all", replay.Words([]int64{51, 52}), nil, 2, 0, 1)
			l.With("MPI_Request_get_status_any", replay.Words([]int64{requestNull, 53}), nil, 2, 0, 1, 1)
			l.With("MPI_Request_get_status_some", replay.Words([]int64{54, 55}), replay.Words([]int64{1, 0}, nil), 2, 0, 2)
			l.waitall(50, 51, 52, 53, 54, 55)
		}},
		{"found complete with others", "REQ001", "never completed", func(l *requestLab) {
			l.irecv(50)
			l.irecv(51)
			l.With("MPI_Request_get_status_all", replay.Words([]int64{50, 51}), nil, 2, 0, 0)
			l.With("MPI_Request_get_status_any", replay.Words([]int64{50, 51}), nil, 2, 0, 1, 1)
			l.Do("MPI_Wait", 51)
		}},
		{"flush of buffers", "REQ001", "never completed", func(l *requestLab) { l.Do("MPI_Comm_iflush_buffer", replay.World, 50) }},
		{"failed wait", "", "", func(l *requestLab) {
			l.irecv(50)
			l.Fail("MPI_Wait", 50)
		}},
		{"null", "", "", func(l *requestLab) { l.irecv(requestNull) }},
	})
}

func TestReq001NoFinalize(t *testing.T) {
	l := newRequestLab(t)
	l.irecv(50)
	l.Exit()
	l.Job.Rank(1).Finalize()
	l.Job.Want()
}

func TestReq001Overwritten(t *testing.T) {
	l := newRequestLab(t)
	l.Variable = 0x9000
	l.irecv(50)
	at := replay.Here() + 1
	l.Do("MPI_Ibarrier", replay.Self, 51)
	l.Do("MPI_Wait", 51)
	l.irecv(52) // in a variable that is no longer in use
	l.Do("MPI_Wait", 52)
	f := found(t, l.end(), "REQ001", "MPI_Irecv")
	assert.Equal(t, at, see(t, f))
	assert.Contains(t, f.Related[0].Note, "the same variable")
}

// The MPI library has given both requests the same handle value.
func TestReq001OverwrittenBySame(t *testing.T) {
	l := newRequestLab(t)
	l.Variable = 0x9000
	at := replay.Here() + 2
	for range 2 {
		l.Do("MPI_Ibarrier", replay.Self, 50)
	}
	l.Do("MPI_Wait", 50)
	f := found(t, l.end(), "REQ001", "MPI_Ibarrier")
	assert.Equal(t, at, see(t, f))
	assert.Contains(t, f.Related[0].Note, "the same variable")
	assert.Less(t, f.Sites[0].Seq, f.Related[0].Site.Seq)
}

// However many requests are lost, little memory is used for them, and their number is right.
func TestReq001Bounded(t *testing.T) {
	for name, handle := range map[string]func(i int64) int64{
		"values differ": func(i int64) int64 { return 1_000_000 + i },
		"one value":     func(int64) int64 { return 1000 },
	} {
		t.Run(name, func(t *testing.T) {
			l := newRequestLab(t)
			const n = 200_000
			for i := range int64(n) {
				l.Do("MPI_Ibarrier", replay.Self, handle(i))
			}
			found(t, l.end(), "REQ001", "200,000 requests of MPI_Ibarrier are never completed")
		})
	}
}

// As many requests at once are legal if they are completed.
func TestReq001Many(t *testing.T) {
	l := newRequestLab(t)
	var all []int64
	for i := range int64(100_000) {
		l.Do("MPI_Ibarrier", replay.Self, 1_000_000+i)
		all = append(all, 1_000_000+i)
	}
	l.waitall(all...)
	for range 10_000 {
		l.Do("MPI_Ibarrier", replay.Self, 50)
	}
	for range 10_000 {
		l.Do("MPI_Wait", 50)
	}
	l.end().Silent()
}

func TestReq002(t *testing.T) {
	tryRequests(t, []requestTrial{
		{"start", "REQ002", "MPI_Start of the request of MPI_Recv_init, which is active", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"startall", "REQ002", "MPI_Startall of the request", func(l *requestLab) {
			l.recvInit(50)
			l.recvInit(51)
			l.Do("MPI_Start", 51)
			l.With("MPI_Startall", replay.Words([]int64{50, 51}), nil, 2)
			l.waitall(50, 51)
			l.Do("MPI_Request_free", 50)
			l.Do("MPI_Request_free", 51)
		}},
		{"after any found none active", "", "", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Start", 50)
			l.With("MPI_Waitany", replay.Words([]int64{50}), nil, 1, 0, -32766)
			l.Do("MPI_Start", 50)
			l.With("MPI_Waitsome", replay.Words([]int64{50}), replay.Words(nil, nil), 1, 0, -32766)
			l.Do("MPI_Start", 50)
			l.With("MPI_Testany", replay.Words([]int64{50}), nil, 1, 0, -32766, 1)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"after none was found complete", "REQ002", "which is active", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Start", 50)
			l.With("MPI_Testany", replay.Words([]int64{50}), nil, 1, 0, -32766, 0)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"twice in one array", "REQ002", "holds the request of MPI_Recv_init twice", func(l *requestLab) {
			l.recvInit(50)
			l.With("MPI_Startall", replay.Words([]int64{50, 50}), nil, 2)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"found complete", "REQ002", "which is active", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Request_get_status", 50, 1)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"completed", "", "", func(l *requestLab) {
			l.recvInit(50)
			for range 3 {
				l.Do("MPI_Start", 50)
				l.Do("MPI_Wait", 50)
			}
			l.Do("MPI_Request_free", 50)
		}},
		{"after a failed wait", "", "", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Start", 50)
			l.Fail("MPI_Wait", 50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
	})
}

func TestReq003(t *testing.T) {
	tryRequests(t, []requestTrial{
		{"stale", "REQ003", "MPI_Wait on a copy of the handle of MPI_Irecv, whose request is already completed", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Wait", 50)
		}},
		{"freed", "REQ003", "already freed", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Request_free", 50)
			l.Do("MPI_Start", 50)
		}},
		{"not persistent", "REQ003", "MPI_Start of the request of MPI_Irecv, which is not persistent", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Wait", 50)
		}},
		{"start of null", "REQ003", "MPI_Start of MPI_REQUEST_NULL", func(l *requestLab) { l.Fail("MPI_Start", requestNull) }},
		{"free of null", "REQ003", "MPI_Request_free of MPI_REQUEST_NULL", func(l *requestLab) { l.Fail("MPI_Request_free", requestNull) }},
		{"cancel of null", "REQ003", "MPI_Cancel of MPI_REQUEST_NULL", func(l *requestLab) { l.Fail("MPI_Cancel", requestNull) }},
		{"never set", "REQ003", "MPI_Wait on an invalid request handle", func(l *requestLab) { l.Fail("MPI_Wait", 0) }},
		{"unknown, accepted", "", "", func(l *requestLab) { l.Do("MPI_Wait", 77) }},
		{"unknown, failed otherwise", "", "", func(l *requestLab) { l.Fail("MPI_Wait", 77) }},
		{"reused", "", "", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Wait", 50)
			l.irecv(50)
			l.Do("MPI_Wait", 50)
		}},
		{"one value for many", "", "", func(l *requestLab) {
			l.irecv(50)
			l.irecv(50)
			for range 3 {
				l.Do("MPI_Wait", 50)
			}
		}},
		{"after a failed wait", "", "", func(l *requestLab) {
			l.irecv(50)
			l.Fail("MPI_Wait", 50)
			l.Do("MPI_Wait", 50)
		}},
		{"null and inactive", "", "", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Test", requestNull, 1)
			l.Do("MPI_Request_get_status", 50, 1)
			l.waitall(50, requestNull)
			l.Do("MPI_Request_free", 50)
		}},
	})
}

// Of requests with the same value, only some are complete.
func TestReq001One(t *testing.T) {
	l := newRequestLab(t)
	l.Do("MPI_Isend", 0x5000, 1, intType, 1, 1, replay.World, 50)
	l.Do("MPI_Isend", 0x5000, 1, intType, 1, 1, replay.World, 50)
	l.Do("MPI_Wait", 50)
	for range 2 {
		l.Job.Rank(1).Do("MPI_Recv", 0x5000, 1, intType, 0, 1, replay.World)
	}
	found(t, l.end(), "REQ001", "^the operation of MPI_Isend is never completed: no call waits for, tests or frees its request$")
}

// A handle that no call has returned is reported if the call's error code says so, or if the rank ended in the call.
func TestReq003Unknown(t *testing.T) {
	l := newRequestLab(t)
	l.FailAs(7, "MPI_Wait", 77) // MPI_ERR_REQUEST
	found(t, l.end(), "REQ003", "MPI_Wait on an invalid request handle: request is 0x4d, and no call on this rank created that$")

	l = newRequestLab(t)
	l.Stuck("MPI_Wait", 77)
	l.Exit()
	found(t, l.Job, "REQ003", "and the rank ended in the call")

	l = newRequestLab(t)
	l.irecv(50)
	l.StuckWith("MPI_Waitall", replay.Words([]int64{50, 77}), 2)
	l.Exit()
	f := found(t, l.Job, "REQ003", "and the rank ended in the call, perhaps because of another request$")
	assert.Equal(t, rules.Note, f.Severity)

	for signal, want := range map[syscall.Signal]bool{0: false, syscall.SIGSEGV: true} { // it may have been killed because it waited
		l = newRequestLab(t)
		l.irecv(50)
		bad := replay.Here() + 1
		l.StuckWith("MPI_Waitall", replay.Words([]int64{50, 77}), 2)
		l.Dies(signal)
		if want {
			found(t, l.Job, "REQ003", "and the rank was killed in the call$")
		} else {
			assert.Equal(t, []replay.Finding{{Rule: "HANG001", Line: bad}}, l.Job.Found())
		}
	}
}

func TestReq004(t *testing.T) {
	tryRequests(t, []requestTrial{
		{"receive", "REQ004", "MPI_Irecv while the receive is active", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Request_free", 50)
		}},
		{"persistent receive", "REQ004", "MPI_Recv_init while the receive is active", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"collective", "REQ004", "MPI_Ibarrier, a nonblocking collective operation", func(l *requestLab) {
			l.Do("MPI_Ibarrier", replay.Self, 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"persistent collective", "REQ004", "MPI_Barrier_init while the collective operation is active", func(l *requestLab) {
			l.Do("MPI_Barrier_init", replay.Self, replay.InfoNull, 50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"inactive", "", "", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Request_free", 50)
			l.Do("MPI_Barrier_init", replay.Self, replay.InfoNull, 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"cancelled", "", "", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"found complete", "", "", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Request_get_status", 50, 1)
			l.Do("MPI_Request_free", 50)
		}},
		{"from MPI_PROC_NULL", "", "", func(l *requestLab) {
			l.Do("MPI_Irecv", 0x5000, 1, intType, l.Flavour.ProcNull, 1, replay.World, 50)
			l.Do("MPI_Request_free", 50)
		}},
	})
}

func TestReq005(t *testing.T) {
	tryRequests(t, []requestTrial{
		{"twice", "REQ005", "MPI_Waitall of an array that holds the request of MPI_Irecv twice", func(l *requestLab) {
			l.irecv(50)
			l.waitall(50, requestNull, 50)
		}},
		{"testsome", "REQ005", "MPI_Testsome of an array", func(l *requestLab) {
			l.irecv(50)
			l.With("MPI_Testsome", replay.Words([]int64{50, 50}), replay.Words([]int64{0}, nil), 2, 0, 1)
		}},
		{"null", "", "", func(l *requestLab) {
			l.recvInit(50)
			l.waitall(requestNull, requestNull, 50, 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"one value for many", "", "", func(l *requestLab) {
			l.irecv(50)
			l.irecv(50)
			l.waitall(50, 50)
		}},
	})
}

func TestReq005Threads(t *testing.T) {
	for name, concurrent := range map[string]bool{"at once": true, "in turn": false} {
		t.Run(name, func(t *testing.T) {
			l := newRequestLab(t)
			l.ThreadLevel = "MPI_THREAD_MULTIPLE"
			l.irecv(50)
			startThread(l.Rank, 1, "MPI_Test")
			if concurrent {
				l.Begin("MPI_Wait", 50)
				l.Thread = 1
				l.Do("MPI_Test", 50, 0)
				l.Thread = 0
				l.End("MPI_Wait")
				found(t, l.end(), "REQ005", "MPI_Test of the request of MPI_Irecv while another thread is in MPI_Wait of the same request")
				return
			}
			l.Thread = 1
			l.Do("MPI_Test", 50, 0)
			l.Thread = 0
			l.Do("MPI_Wait", 50)
			l.end().Silent()
		})
	}
}

func TestReq006(t *testing.T) {
	tryRequests(t, []requestTrial{
		{"collective", "REQ006", "MPI_Cancel of the request of MPI_Ibarrier, which cannot be cancelled", func(l *requestLab) {
			l.Do("MPI_Ibarrier", replay.Self, 50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Wait", 50)
		}},
		{"send", "REQ006", "cancelling sends is deprecated", func(l *requestLab) {
			l.Std = 40
			l.Do("MPI_Isend", 0x5000, 1, intType, l.Flavour.ProcNull, 1, replay.World, 50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Wait", 50)
		}},
		{"send in MPI-3.1", "", "", func(l *requestLab) {
			l.Do("MPI_Isend", 0x5000, 1, intType, l.Flavour.ProcNull, 1, replay.World, 50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Wait", 50)
		}},
		{"receive", "", "", func(l *requestLab) {
			l.Std = 41
			l.irecv(50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Wait", 50, 0, 0, 0, -1)
		}},
		{"before the start", "REQ006", "MPI_Cancel of the request of MPI_Recv_init, which is not active", func(l *requestLab) {
			l.ThreadLevel = "MPI_THREAD_FUNNELED"
			l.Do("MPI_Recv_init", 0x5000, 1, intType, l.Flavour.ProcNull, 1, replay.World, 50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"failed start", "", "", func(l *requestLab) {
			l.ThreadLevel = "MPI_THREAD_FUNNELED"
			l.Do("MPI_Recv_init", 0x5000, 1, intType, l.Flavour.ProcNull, 1, replay.World, 50)
			l.Refuse("MPI_Start", nil, 50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"threads", "", "", func(l *requestLab) {
			l.ThreadLevel = "MPI_THREAD_MULTIPLE"
			l.Do("MPI_Recv_init", 0x5000, 1, intType, l.Flavour.ProcNull, 1, replay.World, 50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"general", "", "", func(l *requestLab) {
			l.Do("MPI_Grequest_start", 1, 2, 3, 4, 50)
			l.Do("MPI_Cancel", 50)
			l.Do("MPI_Grequest_complete", 50)
			l.Do("MPI_Wait", 50)
		}},
	})
}

func TestReq007(t *testing.T) {
	tryRequests(t, []requestTrial{
		{"left", "REQ007", "the persistent request of MPI_Recv_init is never freed", func(l *requestLab) { l.recvInit(50) }},
		{"used and left", "REQ007", "MPI_Recv_init", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Wait", 50)
		}},
		{"loop", "REQ007", "3 requests of MPI_Barrier_init are never freed", func(l *requestLab) {
			for h := int64(50); h < 53; h++ {
				l.Do("MPI_Barrier_init", replay.Self, replay.InfoNull, h)
			}
		}},
		{"freed", "", "", func(l *requestLab) {
			l.recvInit(50)
			l.Do("MPI_Request_free", 50)
		}},
		{"found complete", "REQ007", "^the request of MPI_Irecv is never freed: MPI_Request_get_status, which found it complete, does not do that$", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Request_get_status", 50, 1)
		}},
		{"not found complete", "REQ001", "never completed", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Request_get_status", 50, 0)
		}},
		{"found complete and waited for", "", "", func(l *requestLab) {
			l.irecv(50)
			l.Do("MPI_Request_get_status", 50, 1)
			l.Do("MPI_Wait", 50)
		}},
	})
}

func TestMsg012(t *testing.T) {
	start := func(l *requestLab) {
		l.psendInit(50, 4)
		l.Do("MPI_Start", 50)
	}
	done := func(l *requestLab) {
		l.Do("MPI_Pready_range", 0, 3, 50)
		l.Do("MPI_Wait", 50)
		l.Do("MPI_Request_free", 50)
	}
	peer := func(l *requestLab, partitions, count int64) {
		r := l.Job.Rank(1)
		r.Do("MPI_Precv_init", 0x6000, partitions, count, intType, 0, 0, replay.World, replay.InfoNull, 60)
		r.Do("MPI_Parrived", 60, 9, 1) // inactive
		r.Do("MPI_Start", 60)
		r.Do("MPI_Wait", 60)
		r.Do("MPI_Request_free", 60)
		r.Do("MPI_Parrived", requestNull, 0, 1)
	}
	for _, c := range []struct {
		name, message string
		do            func(*requestLab)
	}{
		{"twice", "MPI_Pready of partition 2, which is ready already", func(l *requestLab) {
			start(l)
			l.Do("MPI_Pready", 2, 50)
			l.Do("MPI_Pready", 2, 50)
			l.Do("MPI_Pready_range", 0, 1, 50)
			l.Do("MPI_Pready", 3, 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"list", "MPI_Pready_list with partition 1 twice", func(l *requestLab) {
			start(l)
			l.With("MPI_Pready_list", replay.Words([]int64{0, 1, 1, 2, 3}), nil, 5, 0, 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"range", "MPI_Pready_range of partition 4 of a send with 4 partitions", func(l *requestLab) {
			start(l)
			l.Do("MPI_Pready_range", 0, 4, 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"negative", "MPI_Pready of partition -1 of", func(l *requestLab) {
			start(l)
			l.Fail("MPI_Pready", -1, 50)
			done(l)
		}},
		{"inactive", "MPI_Pready of the request of MPI_Psend_init, which is not active", func(l *requestLab) {
			l.psendInit(50, 4)
			l.Fail("MPI_Pready", 0, 50)
			l.Do("MPI_Start", 50)
			done(l)
		}},
		{"null", "MPI_Pready of MPI_REQUEST_NULL", func(l *requestLab) {
			l.Fail("MPI_Pready", 0, requestNull)
			start(l)
			done(l)
		}},
		{"no send", "MPI_Pready of the request of MPI_Recv_init, which is not a partitioned send", func(l *requestLab) {
			l.recvInit(51)
			l.Fail("MPI_Pready", 0, 51)
			l.Do("MPI_Request_free", 51)
			start(l)
			done(l)
		}},
		{"no receive", "MPI_Parrived of the request of MPI_Psend_init, which is not a partitioned receive", func(l *requestLab) {
			start(l)
			l.Fail("MPI_Parrived", 50, 0, 0)
			done(l)
		}},
		{"again after a start", "", func(l *requestLab) {
			start(l)
			l.Do("MPI_Pready_range", 0, 3, 50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Start", 50)
			done(l)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newRequestLab(t)
			c.do(l)
			peer(l, 2, 4)
			if c.message == "" {
				l.end().Silent()
				return
			}
			found(t, l.end(), "MSG012", c.message)
		})
	}

	t.Run("sizes", func(t *testing.T) {
		l := newRequestLab(t)
		start(l)
		done(l)
		peer(l, 4, 1)
		found(t, l.end(), "MSG012", "partitions of 16 bytes in total, and meets MPI_Psend_init of rank 0 with partitions of 32 bytes")
	})
	for _, level := range []string{"MPI_THREAD_SINGLE", "MPI_THREAD_MULTIPLE"} {
		t.Run("never ready, "+level, func(t *testing.T) {
			l := newRequestLab(t)
			l.ThreadLevel = level
			start(l)
			l.Do("MPI_Pready_range", 0, 2, 50)
			at := replay.Here() + 1
			l.Stuck("MPI_Wait", 50)
			var got []replay.Finding
			for _, f := range l.Found() {
				if f.Rule == "MSG012" {
					got = append(got, f)
				}
			}
			require.Equal(t, []replay.Finding{{Rule: "MSG012", Line: at}}, got)
		})
	}
}

// If calls on requests may be missing from the log, nothing is reported.
func TestReqWithoutMessages(t *testing.T) {
	for i, name := range []string{"MPI_Wait", "MPI_Isend"} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			l := newRequestLab(t)
			l.Unseen = append(l.Unseen, reading.Taker{Path: "libother.so", Calls: []string{name}})
			l.irecv(50)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Wait", 50)
			for _, f := range l.end().Check().Findings {
				assert.NotEqual(t, "REQ003", f.Rule.ID)
			}
		})
	}
}

func TestReq008(t *testing.T) {
	dup := func(l *requestLab) int64 {
		c := l.Handle()
		l.With("MPI_Comm_dup", nil, replay.Words([]int64{0}), replay.Self, c, 0, 0)
		return c
	}
	recv := func(l *requestLab, c int64) { l.Do("MPI_Irecv", 0x5000, 1, intType, l.Flavour.ProcNull, 1, c, 50) }
	tryRequests(t, []requestTrial{
		{"waited for later", "REQ008", "MPI_Comm_disconnect of .* while the request of MPI_Irecv is pending: it is completed later, by MPI_Wait$", func(l *requestLab) {
			c := dup(l)
			recv(l, c)
			l.Do("MPI_Comm_disconnect", c)
			l.Do("MPI_Wait", 50)
		}},
		{"tested later", "REQ008", "request of MPI_Ibarrier is pending: it is completed later, by MPI_Test$", func(l *requestLab) {
			c := dup(l)
			l.Do("MPI_Ibarrier", c, 50)
			l.Do("MPI_Comm_disconnect", c)
			l.Do("MPI_Test", 50, 1)
		}},
		{"active", "REQ008", "request of MPI_Recv_init is active: it is completed later, by MPI_Wait$", func(l *requestLab) {
			c := dup(l)
			l.Do("MPI_Recv_init", 0x5000, 1, intType, l.Flavour.ProcNull, 1, c, 50)
			l.Do("MPI_Start", 50)
			l.Do("MPI_Comm_disconnect", c)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Request_free", 50)
		}},
		{"never completed", "REQ001", "MPI_Irecv", func(l *requestLab) {
			c := dup(l)
			recv(l, c)
			l.Do("MPI_Comm_disconnect", c)
		}},
		{"free", "", "", func(l *requestLab) {
			c := dup(l)
			recv(l, c)
			l.Do("MPI_Comm_free", c)
			l.Do("MPI_Wait", 50)
		}},
		{"waited for", "", "", func(l *requestLab) {
			c := dup(l)
			recv(l, c)
			l.Do("MPI_Wait", 50)
			l.Do("MPI_Comm_disconnect", c)
		}},
		{"found complete", "", "", func(l *requestLab) {
			c := dup(l)
			recv(l, c)
			l.Do("MPI_Request_get_status", 50, 1)
			l.Do("MPI_Comm_disconnect", c)
			l.Do("MPI_Wait", 50)
		}},
		{"inactive", "", "", func(l *requestLab) {
			c := dup(l)
			l.Do("MPI_Recv_init", 0x5000, 1, intType, l.Flavour.ProcNull, 1, c, 50)
			l.Do("MPI_Comm_disconnect", c)
			l.Do("MPI_Request_free", 50)
		}},
		{"another communicator", "", "", func(l *requestLab) {
			c := dup(l)
			recv(l, replay.Self)
			l.Do("MPI_Comm_disconnect", c)
			l.Do("MPI_Wait", 50)
		}},
	})

	l := newRequestLab(t)
	c := dup(l)
	recv(l, c)
	at := replay.Here() + 1
	l.Stuck("MPI_Comm_disconnect", c)
	assert.Contains(t, l.Found(), replay.Finding{Rule: "REQ008", Line: at})
}

// A thread completes or frees a request and, before that call returns, another thread gets the same handle: these are
// two requests. The same is true of datatypes and matched messages.
func TestRequestReusedWhileItEnds(t *testing.T) {
	init := func(r *replay.Rank) { r.Do("MPI_Recv_init", 0x1000, 1, intType, 0, 7, replay.World, 50) }
	receive := func(r *replay.Rank) { r.Do("MPI_Ibarrier", replay.Self, 50) }
	message := func(r *replay.Rank) {
		r.Do("MPI_Send", 0x3000, 1, intType, 0, 0, replay.World)
		r.Do("MPI_Mprobe", 0, 0, replay.World, 80, 0, 0, 0, 4)
	}
	typed := func(r *replay.Rank) { r.Do("MPI_Type_contiguous", 2, intType, 90, 8, 0, 8, 0, 8) }
	for _, c := range []struct {
		name             string
		make, next, then func(r *replay.Rank)
		call             string
		handle           int64
		out              []int64
		after            func(r *replay.Rank)
	}{
		{"freed", init, receive, func(r *replay.Rank) { r.Do("MPI_Wait", 50) }, "MPI_Request_free", 50, nil, nil},
		{"completed", receive, receive, func(r *replay.Rank) { r.Do("MPI_Wait", 50) }, "MPI_Wait", 50, nil, nil},
		{"not completed", receive, receive, func(r *replay.Rank) { r.Do("MPI_Wait", 50) }, "MPI_Test", 50, []int64{0}, func(r *replay.Rank) { r.Do("MPI_Wait", 50) }},
		{"left", receive, receive, func(*replay.Rank) {}, "MPI_Wait", 50, nil, func(r *replay.Rank) { r.Do("MPI_Wait", 50) }},
		{"datatype", typed, typed, func(r *replay.Rank) { r.Do("MPI_Type_free", 90) }, "MPI_Type_free", 90, nil, nil},
		{"message", message, message, func(r *replay.Rank) { r.Do("MPI_Mrecv", 0x1000, 1, intType, 80, 0, 0, 0, 4) }, "MPI_Mrecv", 80, []int64{0, 0, 0, 4}, nil},
	} {
		for _, late := range []bool{false, true} {
			j := replay.New(t, 1)
			j.ThreadLevel = "MPI_THREAD_MULTIPLE"
			r := j.Rank(0)
			r.Thread = 1
			c.make(r)
			if c.call == "MPI_Mrecv" {
				r.Begin(c.call, 0x2000, 1, intType, c.handle)
			} else {
				r.Begin(c.call, c.handle)
			}
			r.Thread = 0
			c.next(r)
			if !late {
				c.then(r)
			}
			r.Thread = 1
			r.End(c.call, c.out...)
			if r.Thread = 0; late {
				c.then(r)
			}
			r.Thread = 1
			if c.after != nil {
				c.after(r)
			}
			r.Thread = 0
			r.Do("MPI_Finalize")
			for _, f := range j.Check().Findings {
				t.Errorf("%s, late %t: %s should be silent: %s", c.name, late, f.Rule.ID, f.Message)
			}
		}
	}
}
