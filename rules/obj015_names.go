package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/names"
)

// publishedName is a name of a port that a rank publishes or unpublishes where it must not, or does not unpublish.
var publishedName = &Rule{
	ID:       "OBJ015",
	MPI:      "2.0",
	Title:    "name published and unpublished out of turn",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Name Publishing",
	Says: "A name is unpublished once for each time that it was published, by the process that has published it, " +
		"before its port is closed and before the process exits. A published name is not published again.",
	Doc: "The process unpublishes a name that it has unpublished before: some MPI libraries return MPI_ERR_SERVICE, " +
		"which ends the program unless an error handler returns errors, others do nothing. If the process has never " +
		"published the name, the effect depends on the MPI library, even if another process has published it. A name " +
		"that outlives its port leads clients to a port that no process serves; if it stays with a server of names, " +
		"the next run cannot publish it.",
	Advice: "Call MPI_Unpublish_name once for each MPI_Publish_name, in the process that has published the name, " +
		"before MPI_Close_port.",
	Silent: []string{
		"a name that is published again after it was unpublished",
		"one name published several times with info objects, which may choose different scopes",
		"names whose publication failed; a port that is never closed",
		"names that are left published when the job is aborted",
	},
	Limit: "Calls of a rank are compared with its own calls only: the message for a name that the rank has not " +
		"published does not say whether another process has published it, and a name that another rank has " +
		"unpublished counts as left. Once a call on a name has failed, the name is not looked at.",
	On:     []calls.Kind{calls.PublishName, calls.UnpublishName, calls.ClosePort},
	Check:  checkNames,
	Finish: finalized(checkNamesLeft),
}

func checkNames(p *Pass) {
	if p.Rank.Gaps() || p.Rank.Threads.Nested(p.Call) {
		return
	}
	if p.Call.Kind == calls.ClosePort {
		checkPortClosed(p)
		return
	}
	n := p.Rank.Names.Of(&p.Call.Call)
	switch {
	case n == nil:
	case p.Call.Kind == calls.PublishName:
		if info := p.Rank.Objects.InfoOf(n.Info); n.Times > 0 && n.Info == p.Call.Arg("info") && info != nil &&
			info.Null() {
			p.Report(publishedAt(n), "MPI_Publish_name of %q, which the rank has published and not unpublished",
				n.Service)
		}
	case n.Times > 0:
	case n.Published.IsZero():
		p.ReportAs(Warning, nil, "MPI_Unpublish_name of %q, which the rank has not published", n.Service)
	default:
		related := []Related{At(roleFreed, n.Unpublished, "the name was unpublished here")}
		p.Report(append(related, publishedAt(n)...), "MPI_Unpublish_name of %q, which is already unpublished",
			n.Service)
	}
}

// checkPortClosed reports names of the port that MPI_Close_port closes.
func checkPortClosed(p *Pass) {
	port, _ := p.Call.Text()
	for _, n := range p.Rank.Names.Left() {
		if port != "" && n.Port == port {
			p.ReportAs(Warning, publishedAt(n), "MPI_Close_port of a port whose name %q is still published", n.Service)
		}
	}
}

// checkNamesLeft reports names that are published when the process finalizes MPI. Names of closed ports have a finding.
func checkNamesLeft(p *Pass) {
	if p.Rank.Gaps() || p.Rank.End.Reason != event.EndFinalized {
		return
	}
	for _, n := range p.Rank.Names.Left() {
		if !n.PortClosed {
			p.add(Report{Sites: []tracker.Site{n.Published}, Severity: Warning},
				"the name %q was not unpublished before %s", []any{n.Service, p.Rank.Sessions.FinalizedAt.Call})
		}
	}
}

func publishedAt(n *names.Name) []Related {
	return []Related{At(roleCreated, n.Published, "the name was published here")}
}
