package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/words"
)

// requestUsers are the calls that take requests of any kind.
var requestUsers = append([]calls.Kind{calls.Start, calls.Startall, calls.RequestFree, calls.Cancel}, completers...)

// reportLost reports requests that no call has completed, at the call that created them.
func (p *Pass) reportLost(l *requests.Lost, related []Related) {
	p.reportLeft(l, related, "the request of %s is never completed by a wait or test",
		"%s of %s are never completed by a wait or test")
}

// reportFreed reports requests of some operations that MPI_Request_free ends, although only a wait or test may.
func (p *Pass) reportFreed(of func(*requests.Request) bool) {
	for x := p.Rank.CompletedBy(p.Call); x.Next(); {
		if q := x.Request; of(q) {
			p.ReportAt(q.Made, q.Object(), []Related{At(roleFreed, p.Call.Site, "the request was freed here")},
				"the request of %s was passed to MPI_Request_free without being completed", q.Made.Call)
		}
	}
}

// reportLeft reports requests that are left at the end. one is the format for a single request, with its call; several
// is the format for more, with their number and their call.
func (p *Pass) reportLeft(l *requests.Lost, related []Related, one, several string) {
	q := &l.First
	site := q.Made
	if q.Persistent() && q.Active {
		site = q.Begun
		related = append(related, At(roleCreated, q.Made, "the request was created here"))
	}
	text := fmt.Sprintf(one, site.Call)
	if l.Count > 1 {
		text = fmt.Sprintf(several, words.Count(l.Count, "request"), site.Call)
	}
	for _, s := range l.Among {
		related = append(related, At(roleCreated, s, "or it was created here: the MPI library gave the requests of "+
			"these calls the same handle value"))
	}
	p.ReportAt(site, q.Object(), related, "%s", text)
}
