package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/words"
)

// partitioned is partitioned communication with wrong partitions.
var partitioned = &Rule{
	ID:       "MSG012",
	MPI:      "4.0",
	Title:    "partitioned communication used wrongly",
	Severity: Error,
	Scope:    BothScopes,
	Since:    "0.2",
	Cite:     "MPI-4.1, Partitioned Communication",
	Says: "Between the start and the completion of a partitioned send, the program marks each of its partitions as " +
		"ready once. The partitions of both sides hold the same amount of data in total. MPI_Parrived asks for a " +
		"partition of a receive.",
	Doc: "A partition that is never marked is never sent: both sides wait forever. A partition that is marked " +
		"twice, or before the operation is started, may be sent before the program has filled it.",
	Advice: "Call MPI_Pready for each partition once after every start. Compare partitions times count at both ends.",
	Silent: []string{
		"different numbers of partitions on the two sides, with the same total amount of data",
		"MPI_Parrived of MPI_REQUEST_NULL or of an inactive request",
		"partitions marked in any order, by several threads, in a list or in a range",
		"partitions marked again after the next start",
	},
	Limit: "That a partition is never marked is reported for a wait in which it is certain: no other thread can mark " +
		"it. An operation that is never completed is REQ001.",
	On:     []calls.Kind{calls.Pready, calls.PreadyRange, calls.PreadyList, calls.Parrived, calls.Wait, calls.Waitall},
	Check:  checkPartitions,
	Finish: finishPartitions,
	Facts:  []fact.Kind{fact.OfMessage},
	Job: func(p *JobPass) {
		m := p.Fact.(*fact.Message)
		sent, room := m.Send.Data.Bytes(), m.Receive.Data.Bytes()
		if !m.Partitions || m.Unpaired || sent < 0 || room < 0 || sent == room {
			return
		}
		p.Report(bothEnds(m), "%s of rank %d has partitions of %s in total, and meets %s of rank %d with partitions "+
			"of %s", m.Receive.Site.Call,
			m.Receive.Site.Rank, words.Count(room, "byte"), m.Send.Site.Call, m.Send.Site.Rank,
			words.Count(sent, "byte"))
	},
}

func checkPartitions(p *Pass) {
	switch p.Call.Sem.Step {
	case calls.RequestReady:
		checkReady(p)
	case calls.RequestArrived:
		checkArrived(p)
	default:
		if p.Rank.Requests.InParts && !p.Rank.Threaded() {
			checkUnready(p, p.Call)
		}
	}
}

// partitionedOf returns the request of a call on partitions; nil if it is unknown. It reports handles of other objects.
func partitionedOf(p *Pass) *requests.Request {
	g := p.Call.Given()
	g.Next()
	switch {
	case g.Sure():
		return g.Request
	case g.Request == nil && g.Handle() != p.Rank.Requests.NullHandle():
		reportStale(p, &g)
	case g.Request == nil && g.Handle() != 0 && p.Call.Sem.Step == calls.RequestReady:
		p.Report(nil, "%s of MPI_REQUEST_NULL", p.Call.Kind)
	}
	return nil
}

// reportOn reports the call on the object of a request.
func (p *Pass) reportOn(q *requests.Request, related []Related, format string, args ...any) {
	p.ReportAt(p.Call.Site, q.Object(), related, format, args...)
}

func checkReady(p *Pass) {
	k, q := p.Call.Kind, partitionedOf(p)
	if q == nil {
		return
	}
	made := At(roleCreated, q.Made, "the request was created here")
	switch {
	case q.Parts == nil || q.Sem.Match != calls.MatchSend:
		p.reportOn(q, []Related{made}, "%s of the request of %s, which is not a partitioned send", k, q.Made.Call)
		return
	case !q.Active:
		p.reportOn(q, []Related{made, At(roleBegan, q.Begun, "it was last started here, and is complete")},
			"%s of the request of %s, which is not active", k, q.Made.Call)
		return
	}
	twice := map[int64]bool{}
	for m := p.Call.Marks(); ; {
		i, ok := m.Next()
		if !ok {
			return
		}
		ready, by := q.Parts.IsReady(i)
		switch {
		case !q.Parts.Has(i):
			p.reportOn(q, []Related{made}, "%s of partition %d of a send with %s", k, i,
				words.Count(q.Parts.N, "partition"))
			return
		case twice[i]:
			p.reportOn(q, []Related{At(roleBegan, q.Begun, "the operation was started here"), made},
				"%s with partition %d twice", k, i)
			return
		case ready:
			p.reportOn(q, []Related{At(roleBegan, by, "it was marked here"),
				At(roleBegan, q.Begun, "the operation was started here"), made},
				"%s of partition %d, which is ready already", k, i)
			return
		case k == calls.PreadyList:
			twice[i] = true
		}
	}
}

func checkArrived(p *Pass) {
	q := partitionedOf(p)
	if q == nil {
		return
	}
	r := Report{Sites: []tracker.Site{p.Call.Site}, Object: q.Object(),
		Related: []Related{At(roleCreated, q.Made, "the request was created here")}}
	i := p.Call.Arg("partition")
	switch {
	case q.Parts == nil || q.Sem.Match != calls.MatchReceive:
		r.Advice = "Pass the request of MPI_Precv_init."
		p.add(r, "MPI_Parrived of the request of %s, which is not a partitioned receive", []any{q.Made.Call})
	case q.Active && !q.Parts.Has(i):
		r.Advice = "The partitions of the receive have the numbers from 0 to its partitions - 1."
		p.add(r, "MPI_Parrived of partition %d of a receive with %s", []any{i, words.Count(q.Parts.N, "partition")})
	}
}
