package meet

import "github.com/gomarmot/gomarmot/tracker/fact"

// tagKey names the messages with a tag that go to a rank.
type tagKey struct {
	comm uint64
	to   int32
	tag  int32
}

// onlyTags are message races whose later receive names a tag that, so far, only one message has: without that message
// the later receive would wait forever. A race is emitted when another message with the tag is sent, or at the end.
type onlyTags struct {
	of   map[tagKey][]*fact.MessageRace
	keys []tagKey // in the order in which they came
	n    int      // so far
}

// mostOnlyTags bounds the races of a run that are kept.
const mostOnlyTags = 1 << 10

// wait keeps a race until it is known whether another message has the tag.
func (x *onlyTags) wait(k tagKey, f *fact.MessageRace) {
	if x.of == nil {
		x.of = map[tagKey][]*fact.MessageRace{}
	}
	if len(x.of[k]) == 0 {
		x.keys = append(x.keys, k)
	}
	x.of[k] = append(x.of[k], f)
	x.n++
}
