package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// commChecks check calls that take either intracommunicators or intercommunicators, and leaders
// and colors.
var commChecks = func() map[calls.Kind]func(*Pass) {
	t := map[calls.Kind]func(*Pass){
		calls.CommSplit:                 checkColor,
		calls.IntercommCreate:           checkLeaders,
		calls.IntercommCreateFromGroups: checkGroupLeaders,
		calls.CommCreateGroup:           checkCreateGroup,
		calls.CommSpawn:                 checkSpawn,
	}
	for _, k := range []calls.Kind{calls.IntercommMerge, calls.CommRemoteSize, calls.CommRemoteGroup} {
		t[k] = needsInter
	}
	for _, k := range []calls.Kind{calls.CartCreate, calls.CartMap, calls.GraphCreate, calls.GraphMap,
		calls.DistGraphCreate,
		calls.DistGraphCreateAdjacent, calls.CommSpawnMultiple, calls.CommAccept, calls.CommConnect, calls.FileOpen} {
		t[k] = needsIntra
	}
	for _, k := range kindsWhere(func(s *calls.Sem) bool { return s.Flow.Scans() }) {
		t[k] = needsIntra
	}
	return t
}()

func needsInter(p *Pass) {
	if c := existing(p.Call.Comm); c != nil && !c.Inter {
		p.Report([]Related{At(roleCreated, c.Made, "the communicator was created here")},
			"%s on %s, which is an intracommunicator: it needs an intercommunicator",
			p.Call.Kind, c)
	}
}

func needsIntra(p *Pass) { reportInter(p) }

// reportInter reports an intercommunicator if the call needs an intracommunicator.
func reportInter(p *Pass) bool {
	c := existing(p.Call.Comm)
	if c == nil || !c.Inter {
		return false
	}
	p.Report([]Related{At(roleCreated, c.Made, "the intercommunicator was created here")},
		"%s on %s, which is an intercommunicator: it needs an intracommunicator",
		p.Call.Kind, c)
	return true
}

func checkColor(p *Pass) {
	if color := p.Call.Arg("color"); color < 0 && color != p.Rank.Flavour.Undefined {
		p.Report(nil, "MPI_Comm_split with color %d: it must be at least 0, or MPI_UNDEFINED", color)
	}
}

func checkCreateGroup(p *Pass) {
	if !reportInter(p) {
		checkTag(p)
	}
}

func checkTag(p *Pass) {
	if tag := p.Call.Arg("tag"); tag < 0 {
		p.Report(nil, "%s with tag %d", p.Call.Kind, tag)
	}
}

func checkSpawn(p *Pass) {
	if c := existing(p.Call.Comm); c == nil || reportInter(p) || p.Call.Arg("root") != int64(c.MyRank) {
		return
	}
	if n := p.Call.Arg("maxprocs"); n < 0 {
		p.Report(nil, "MPI_Comm_spawn with maxprocs %d", n)
	}
}

// checkLeaders checks MPI_Intercomm_create. The peer communicator and the remote leader are significant only at the
// local leader.
func checkLeaders(p *Pass) {
	c := existing(p.Call.Comm)
	if c == nil || reportInter(p) {
		return
	}
	leader := p.Call.Arg("local_leader")
	if leader < 0 || leader >= int64(len(c.Members)) {
		p.Report(nil, "MPI_Intercomm_create with local_leader %d, but "+
			"%s has ranks 0 to %d", leader, c, len(c.Members)-1)
		return
	}
	checkTag(p)
	peer := existing(p.Rank.Objects.CommOf(p.Call.Arg("peer_comm")))
	if peer == nil || leader != int64(c.MyRank) {
		return
	}
	remote := p.Call.Arg("remote_leader")
	switch others := peer.Peers(); {
	case remote < 0 || remote >= int64(len(others)):
		p.Report(nil, "MPI_Intercomm_create with remote_leader %d, but "+
			"%s has ranks 0 to %d", remote, peer, len(others)-1)
	case !peer.Inter && remote == int64(peer.MyRank):
		p.Report(nil, "MPI_Intercomm_create with remote_leader %d, which is this process itself: name the leader of "+
			"the other group", remote)
	case !c.Inter && slices.Contains(c.Members, others[remote]):
		p.Report([]Related{At(roleCreated, c.Made, "the local communicator was created here")},
			"MPI_Intercomm_create with remote_leader %d of %s, a process that is in the local group too: the two "+
				"groups must have no process in common", remote, peer)
	}
}

func checkGroupLeaders(p *Pass) {
	local, leader := groupSize(p.Rank.Objects.Group(p.Call.Arg("local_group"))), p.Call.Arg("local_leader")
	switch {
	case local < 0:
		return
	case leader < 0 || leader >= local:
		p.Report(nil, "%s with local_leader %d, but local_group has ranks 0 to %d", p.Call.Kind, leader, local-1)
		return
	case !isRank(p, leader):
		return
	}
	remote, leader := groupSize(p.Rank.Objects.Group(p.Call.Arg("remote_group"))), p.Call.Arg("remote_leader")
	if remote >= 0 && (leader < 0 || leader >= remote) {
		p.Report(nil, "%s with remote_leader %d, but remote_group has ranks 0 to %d", p.Call.Kind, leader, remote-1)
	}
}
