package report

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/words"
)

// messagePlaces finds the places of messages. There are few, at many messages each.
type messagePlaces struct {
	loc  locator
	dir  string
	seen map[messagePlace]string
}

type messagePlace struct {
	rank int32
	pc   uint64
}

func (p *messagePlaces) text(s tracker.Site) string {
	k := messagePlace{s.Rank, s.PC}
	text, ok := p.seen[k]
	if !ok {
		text = callPlace(newSite(s, p.loc).from(p.dir))
		p.seen[k] = text
	}
	return text
}

// messageNumbers is how many numbers of the page's data describe a message.
const messageNumbers = 10

// messageData describes messages for the script: sender, receiver, when the send was entered, how
// much later the receive was, tag, bytes, and the numbers of the texts of data, communicator
// and both places.
func messageData(tl *timeline.Timeline, t *texts, loc locator, dir string) []int64 {
	out := make([]int64, 0, messageNumbers*len(tl.Messages.Kept))
	p := &messagePlaces{loc: loc, dir: dir, seen: map[messagePlace]string{}}
	for i := range tl.Messages.Kept {
		m := &tl.Messages.Kept[i]
		sent := nano(m.Sent)
		out = append(out, int64(m.From), int64(m.To), sent, nano(m.Received)-sent, int64(m.Tag), m.Bytes,
			int64(t.number(m.Data)), int64(t.number(m.On)), int64(t.number(p.text(m.Send))), int64(t.number(p.text(m.Receive))))
	}
	return out
}

// trafficText sums up the matrix.
func trafficText(m *timeline.Matrix) string {
	var all timeline.Cell
	for _, c := range m.Cells {
		all.Messages += c.Messages
		all.Calls += c.Calls
		all.Bytes += c.Bytes
		all.Unsized += c.Unsized
	}
	var what []string
	if all.Messages > 0 {
		what = append(what, words.Count(all.Messages, "message"))
	}
	if all.Calls > 0 || all.Messages == 0 {
		what = append(what, words.Count(all.Calls, "RMA call"))
	}
	text := fmt.Sprintf("%s moved %s.", strings.Join(what, " and "), words.Bytes(all.Bytes))
	if all.Messages > 0 {
		text += " Messages count if they have met their receives."
	}
	if all.Calls > 0 {
		text += " RMA calls count from origin to target, also those that get data."
	}
	if m.Block > 1 {
		text += fmt.Sprintf(" A cell stands for %d by %d ranks.", m.Block, m.Block)
	}
	if all.Unsized > 0 {
		text += fmt.Sprintf(" The datatypes of %s of them are not known; these have no bytes here.", words.Thousands(all.Unsized))
	}
	return text
}
