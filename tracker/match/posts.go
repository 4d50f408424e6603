package match

import (
	"cmp"
	"slices"
)

// posts are the receives of a rank that have not met their messages, by number. Mostly they are few.
type posts struct {
	few  []*posted
	ids  [mostPosts]int64 // of few
	many map[int64]*posted
}

const mostPosts = 8

// of returns the receive of a number, nil if there is none.
func (x *posts) of(id int64) *posted {
	for i, p := range x.few {
		if x.ids[i] == id {
			return p
		}
	}
	return x.many[id]
}

func (x *posts) add(p *posted) {
	if n := len(x.few); n < mostPosts {
		x.ids[n] = p.id
		x.few = append(x.few, p)
		return
	}
	if x.many == nil {
		x.many = map[int64]*posted{}
	}
	x.many[p.id] = p
}

func (x *posts) drop(id int64) {
	for i := range x.few {
		if x.ids[i] == id {
			last := len(x.few) - 1
			x.few[i], x.ids[i] = x.few[last], x.ids[last]
			x.few[last], x.few = nil, x.few[:last]
			return
		}
	}
	delete(x.many, id)
}

func (x *posts) len() int { return len(x.few) + len(x.many) }

// all returns them in the order of their numbers.
func (x *posts) all() []*posted {
	list := slices.Clone(x.few)
	for _, p := range x.many {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *posted) int { return cmp.Compare(a.id, b.id) })
	return list
}
