package meet

import (
	"maps"
	"slices"
)

// numbered maps numbers to values. Mostly there are few values.
type numbered[T any] struct {
	few  []*T
	ids  [mostFew]int64 // of few
	many map[int64]*T
}

const mostFew = 8

// of returns the value of a number, nil if there is none.
func (x *numbered[T]) of(id int64) *T {
	for i, v := range x.few {
		if x.ids[i] == id {
			return v
		}
	}
	return x.many[id]
}

func (x *numbered[T]) add(id int64, v *T) {
	if n := len(x.few); n < mostFew {
		x.ids[n] = id
		x.few = append(x.few, v)
		return
	}
	if x.many == nil {
		x.many = map[int64]*T{}
	}
	x.many[id] = v
}

func (x *numbered[T]) drop(id int64) {
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

func (x *numbered[T]) len() int { return len(x.few) + len(x.many) }

// all returns the values in the order of their numbers.
func (x *numbered[T]) all() (list []*T) {
	ids := slices.AppendSeq(slices.Clone(x.ids[:len(x.few)]), maps.Keys(x.many))
	slices.Sort(ids)
	for _, id := range ids {
		list = append(list, x.of(id))
	}
	return list
}
