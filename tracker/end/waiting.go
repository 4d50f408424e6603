package end

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// maxNear bounds the messages of a call for which a near miss is looked for.
const maxNear = 4

// messages lists the messages that keep a call from returning. A standard send is left out where
// something else does: the MPI library may have kept a copy.
func (w waits) messages() []fact.Want {
	var out, sends []fact.Want
	rank := w.Site.Rank
	for i := range w.Wants {
		m := &w.Wants[i]
		v, at := w.Matched.Message(rank, m)
		if v == Met || v == Unsettled && (m.Peer < 0 || w.Present(m.Peer)) {
			continue
		}
		x := fact.Want{Comm: m.On.Object, Send: m.Send, Peer: fact.Stand{Rank: m.Peer}, Tag: m.Tag}
		if m.Send {
			x.Found = at
		} else {
			x.TooLong = at
		}
		if m.Site != w.Site {
			x.Posted = m.Site
		}
		if m.Peer >= 0 {
			x.Peer = w.stand(m.Peer)
		}
		if few := len(out)+len(sends) < maxNear; few && v == Unmet && x.Found.IsZero() {
			x.Near = w.Matched.Near(rank, m, w.Standings)
		}
		if m.Send && m.Mode != calls.SendSynchronous {
			sends = append(sends, x)
		} else {
			out = append(out, x)
		}
	}
	if len(out) == 0 {
		return sends
	}
	return out
}

// others lists the operations that keep a call from returning, messages aside.
func (w waits) others() (out []fact.Other) {
	for i := range w.Others {
		p := &w.Others[i]
		v, lacks := w.other(p)
		if v == Met {
			continue
		}
		x := fact.Other{Made: p.Made, Parts: p.Partitioned && !p.Sends,
			Started: p.Partitioned && p.Sends || calls.Of(p.Made.Call).Persistent && !p.Partitioned}
		if v == Unmet {
			x.For = w.stands(lacks.Ranks)
		}
		out = append(out, x)
	}
	return out
}

// forRequests says which messages and requests a call waits for, nil where that is unknown.
func (w waits) forRequests() *fact.Waiting {
	if !w.onRequests() {
		return nil
	}
	f := &fact.Waiting{Messages: w.messages(), Others: w.others(), Any: w.anyOf()}
	if len(f.Messages)+len(f.Others) == 0 {
		return nil
	}
	return f
}

// forElements says which elements of a window a loop fetches; nil: they are unknown.
func (w waits) forElements() *fact.Waiting {
	if len(w.Fetched) == 0 {
		return nil
	}
	f := &fact.Waiting{On: w.On.Object}
	for _, x := range w.Fetched {
		f.Elements = append(f.Elements, fact.Element(x))
	}
	return f
}

// fact describes the wait of a call, nil where it is unknown.
func (w waits) fact() *fact.Waiting {
	if w.Abroad {
		return &fact.Waiting{Abroad: true}
	}
	if w.Spins {
		return w.forElements()
	}
	if w.onRequests() {
		return w.forRequests()
	}
	ranks := w.ranks()
	if len(ranks) == 0 {
		return nil
	}
	f := &fact.Waiting{Call: w.Site.Call, For: w.stands(ranks)}
	if w.On != nil && w.sem.Over == calls.ClassComm {
		f.On = w.On.Object
	}
	switch w.sem.Epoch {
	case calls.EpochStart, calls.EpochComplete:
		f.Call = calls.WinPost
	case calls.EpochWait, calls.EpochTest:
		f.Call = calls.WinComplete
	}
	if len(w.Locks) > 0 {
		f.Call, f.Any = 0, len(ranks) > 1
		if _, at := w.lockers(w.OpenCall); at != w.Site {
			f.Asked = at
		}
	}
	return f
}

// behind lists the ranks that a call certainly waits for.
func (w waits) behind() []int32 {
	if w.On != nil || w.byTag() {
		return w.ranks()
	}
	f := w.forRequests()
	if f == nil || f.OneOf() {
		return nil
	}
	ranks, _ := f.Ranks()
	return ranks
}

// stands says where ranks stood.
func (s *Standings) stands(ranks []int32) (out []fact.Stand) {
	for _, rank := range ranks {
		out = append(out, s.stand(rank))
	}
	return out
}

// Absent describes an absent rank, and where the ranks stand that it waits for.
func (s *Standings) Absent(rank int32) fact.Stand {
	x := s.stand(rank)
	if x.At.IsZero() || s.of[rank].call == nil {
		return x
	}
	w := s.waits(s.of[rank].call)
	if x.How == fact.EndedStuck || x.How == fact.EndedBrief || x.How == fact.EndedPolls {
		if !w.sem.Ordered && !w.byTag() { // a collective call waits for the ranks that miss it elsewhere
			x.Waits = w.fact()
		}
	}
	for _, o := range s.stands(w.behind()) {
		if !o.At.IsZero() {
			x.Behind = append(x.Behind, o.At)
		}
	}
	return x
}

// waiting describes the wait of a stuck rank, nil where it is unknown.
func (s *Standings) waiting(rank int) *fact.Waiting {
	o := &s.of[rank]
	if o.how != fact.EndedStuck && o.how != fact.EndedPolls || o.call == nil {
		return nil
	}
	w := s.waits(o.call)
	if w.inRow() && s.Matched.Row(o.call).Broken {
		return nil // the disagreement says why it waits
	}
	f := w.fact()
	if f != nil {
		f.Polls = o.how == fact.EndedPolls
	}
	return f
}

// besides are the calls that threads of a rank wait in, apart from the call that stands for the rank.
func (s *Standings) besides(rank int) []fact.OtherCall {
	o, rest := &s.of[rank], s.rests[rank]
	if o.call == nil || o.how != fact.EndedStuck && o.how != fact.EndedBrief {
		return nil
	}
	var out []fact.OtherCall
	for i := range rest.Open {
		if c := &rest.Open[i]; c != o.call && mayBlock(c.Site.Call) {
			out = append(out, fact.OtherCall{Site: c.Site, Waiting: s.waits(c).forRequests()})
		}
	}
	return out
}
