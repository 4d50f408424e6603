package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/words"
)

// Waits says what a rank waits for, in words that follow its call: "waits for MPI_Win_post from rank 1, which is in
// MPI_Recv"; "" if that is unknown. The text begins with "polls for" if the call returned each time. place returns the
// place of a call in the source, or ""; it may be nil.
func Waits(w *fact.Waiting, place func(tracker.Site) string) string {
	if w == nil {
		return ""
	}
	verb := "waits for "
	if w.Polls {
		verb = "polls for "
	}
	switch {
	case w.Abroad:
		return verb + "processes that are not in MPI_COMM_WORLD of this log"
	case len(w.Messages)+len(w.Others) > 0:
		return verb + wantedText(w, place)
	case len(w.Elements) > 0:
		return verb + elementsText(w)
	case w.Call != 0:
		on := ""
		if slices.ContainsFunc(w.For, func(s fact.Stand) bool { return s.In && s.On.Label != "" && s.On != w.On }) &&
			w.On.Label != "" {
			on = " on " + w.On.Label // these ranks are in calls on another object
		}
		return fmt.Sprintf("%s%s%s from %s", verb, w.Call, on, absentNames(w.For))
	case len(w.For) == 1:
		return "waits for a lock that " + words.Ranks(standRanks(w.For)) + " holds"
	}
	return "waits for a lock that one of " + words.Ranks(standRanks(w.For)) + " holds"
}

// elementsText names the elements that a rank fetches again and again.
func elementsText(w *fact.Waiting) string {
	parts := make([]string, len(w.Elements))
	for i, x := range w.Elements {
		parts[i] = fmt.Sprintf("displacement %d of rank %d, which contains %d", x.Disp, x.Target, x.Value)
	}
	return "a change of " + w.On.Label + " at " + words.Join(parts, maxNamed, ", and at ")
}

// wantedText names the messages and requests that a call waits for.
func wantedText(w *fact.Waiting, place func(tracker.Site) string) string {
	var parts []string
	for i := range w.Messages {
		parts = append(parts, wantText(&w.Messages[i], place))
	}
	for i := range w.Others {
		parts = append(parts, otherText(&w.Others[i], place))
	}
	text := words.Join(parts, maxNamed, "; ")
	switch {
	case len(parts) == 1:
		return text
	case w.Any:
		return fmt.Sprintf("one of %d requests: %s", len(parts), text)
	}
	return fmt.Sprintf("%d requests: %s", len(parts), text)
}

// otherText describes an operation of a request that is not complete.
func otherText(o *fact.Other, place func(tracker.Site) string) string {
	text := callAt(o.Made, place)
	switch {
	case o.Made.Call == calls.GrequestStart:
		return calls.GrequestComplete.String() + " for the request of " + text
	case len(o.For) == 0:
		return text
	case o.Parts:
		return "partitions of " + text + " from " + absentNames(o.For)
	case o.Started:
		return "the operation of " + text + " to be started by " + absentNames(o.For)
	}
	return text + " from " + absentNames(o.For)
}

// callAt names a call: "MPI_Irecv at heat.c:27".
func callAt(s tracker.Site, place func(tracker.Site) string) string {
	if place != nil {
		if at := place(s); at != "" {
			return s.Call.String() + " at " + at
		}
	}
	return s.Call.String()
}

// wantText describes a message that has not been sent, or not been received.
func wantText(w *fact.Want, place func(tracker.Site) string) string {
	posted := ""
	if !w.Posted.IsZero() {
		posted = " (" + callAt(w.Posted, place) + ")"
	}
	if !w.TooLong.IsZero() {
		return fmt.Sprintf("%s%s, which has met a message of rank %d that is too long for it (%s)",
			messageText(w.Tag, w.Comm), posted,
			w.TooLong.Rank, callAt(w.TooLong, place))
	}
	near := nearText(w, place)
	switch {
	case !w.Found.IsZero():
		return fmt.Sprintf("rank %d, which %s, to receive its %s%s, which %s has found", w.Peer.Rank, standing(w.Peer),
			tagText(w.Tag, w.Comm), posted, callAt(w.Found, place))
	case w.Send:
		return fmt.Sprintf("rank %d, which %s, to receive its %s%s%s", w.Peer.Rank, standing(w.Peer),
			tagText(w.Tag, w.Comm), posted, near)
	case w.Peer.Rank == op.AnySource:
		return messageText(w.Tag, w.Comm) + posted + " from any rank" + near
	}
	return fmt.Sprintf("%s%s from rank %d, which %s%s", messageText(w.Tag, w.Comm), posted, w.Peer.Rank,
		standing(w.Peer), near)
}

func messageText(tag int32, comm tracker.Object) string { return "a " + tagText(tag, comm) }

// tagText returns "message with tag 5 on MPI_COMM_WORLD".
func tagText(tag int32, comm tracker.Object) string {
	return "message with " + tagName(tag) + " on " + comm.Label
}

func tagName(tag int32) string {
	if tag == op.AnyTag {
		return "any tag"
	}
	return fmt.Sprintf("tag %d", tag)
}

// nearText describes the message or receive that nearly matches.
func nearText(w *fact.Want, place func(tracker.Site) string) string {
	n := w.Near
	switch {
	case n == nil:
		return ""
	case w.Send:
		return fmt.Sprintf(", but rank %d receives %s (%s)", w.Peer.Rank, nearReceiveText(n), callAt(n.Site, place))
	case n.Differs == fact.MismatchPartitioned:
		return fmt.Sprintf(", but rank %d sends it in partitions (%s), which only a "+
			"partitioned receive can meet", n.Peer, callAt(n.Site, place))
	case n.Differs == fact.MismatchTag:
		return fmt.Sprintf(", but rank %d sent a message with tag %d (%s)", n.Peer, n.Tag, callAt(n.Site, place))
	case n.Differs == fact.MismatchComm:
		return fmt.Sprintf(", but rank %d sent one on %s (%s)", n.Peer, n.Comm.Label, callAt(n.Site, place))
	case n.Differs == fact.MismatchTaken:
		return fmt.Sprintf(", but %s took that one, and could have taken that of "+
			"rank %d, which is left", callAt(n.Site, place), n.Peer)
	case n.Differs == fact.MismatchTo:
		return fmt.Sprintf(", but rank %d sent a message with this tag to rank %d (%s)", n.Peer, n.To,
			callAt(n.Site, place))
	}
	return fmt.Sprintf(", but rank %d sent one (%s)", n.Peer, callAt(n.Site, place))
}

// nearReceiveText says why a receive does not match a message.
func nearReceiveText(n *fact.Near) string {
	switch n.Differs {
	case fact.MismatchPartitioned:
		return "in partitions"
	case fact.MismatchTag:
		return fmt.Sprintf("with tag %d", n.Tag)
	case fact.MismatchComm:
		return "on " + n.Comm.Label
	}
	return fmt.Sprintf("from rank %d", n.Peer)
}

// OthersAt returns the calls in which other threads of a rank wait.
func OthersAt(e *fact.RankEnd) []Related {
	var out []Related
	for i := range e.Besides[:min(len(e.Besides), maxNamed)] {
		x := &e.Besides[i]
		out = append(out, At(roleWaits, x.Site, fmt.Sprintf("another thread of rank %d is in this call",
			e.Rank)+andWaits(x.Waiting, nil)))
	}
	return out
}

// andWaits says what a call waits for, in words that end a sentence.
func andWaits(w *fact.Waiting, place func(tracker.Site) string) string {
	if text := Waits(w, place); text != "" {
		return ", and " + text
	}
	return ""
}

// WaitsOf says what a rank and its other threads wait for.
func WaitsOf(e *fact.RankEnd, place func(tracker.Site) string) string {
	var parts []string
	if text := Waits(e.Waiting, place); text != "" {
		parts = append(parts, text)
	}
	for i := range e.Besides[:min(len(e.Besides), maxNamed)] {
		x := &e.Besides[i]
		parts = append(parts, "another thread is in "+callAt(x.Site, place)+andWaits(x.Waiting, place))
	}
	return strings.Join(parts, "; ")
}

// WantedAt returns the calls that asked for the locks or posted the messages that a rank waits for, and messages or
// receives that nearly match.
func WantedAt(rank int, w *fact.Waiting) []Related {
	if w == nil {
		return nil
	}
	var out []Related
	if !w.Asked.IsZero() {
		out = append(out, At(roleBegan, w.Asked, fmt.Sprintf("rank %d asked for the lock, and went on without it",
			rank)))
	}
	for i := range w.Messages[:min(len(w.Messages), maxNamed)] {
		x := &w.Messages[i]
		if !x.Posted.IsZero() {
			out = append(out, At(rolePartner, x.Posted, fmt.Sprintf("rank %d waits for this operation", rank)))
		}
		switch {
		case !x.Found.IsZero():
			out = append(out, At(rolePartner, x.Found, "this call has found the message, which is to be received "+
				"with the handle that it returned"))
		case x.Near != nil && x.Send:
			out = append(out, At(rolePartner, x.Near.Site,
				"a receive "+nearReceiveText(x.Near)+" that no message meets"))
		case x.Near != nil && x.Near.Differs == fact.MismatchPartitioned:
			out = append(out, At(rolePartner, x.Near.Site,
				"a partitioned send, which only a partitioned receive can meet"))
		case x.Near != nil && x.Near.Differs == fact.MismatchTaken:
			out = append(out, At(roleConflicts, x.Near.Site, "this receive from any source took a message that the "+
				"rank asks for by name later"))
		case x.Near != nil && x.Near.Differs == fact.MismatchTo:
			out = append(out, At(rolePartner, x.Near.Site, fmt.Sprintf("a message to rank %d that no receive takes",
				x.Near.To)))
		case x.Near != nil:
			out = append(out, At(rolePartner, x.Near.Site,
				"a message with "+tagName(x.Near.Tag)+" that no receive takes"))
		}
	}
	return out
}
