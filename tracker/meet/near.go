package meet

// near remembers, for each rank, the last values found in a map: programs mostly ask for the same few values
// again. It never answers for a value that is not in the map.
type near[K comparable, V any] struct {
	of  []nearby[K, V] // by rank; nil: nothing was remembered yet
	now uint32         // how often values have left the map
}

// nearby is a ring of the values that were found last for a rank.
type nearby[K comparable, V any] struct {
	keys   [mostNear]K
	values [mostNear]*V
	now    uint32 // near.now when the values were found: they are valid until near.now changes
	next   uint8
}

const mostNear = 4

// find returns the value of a key, nil if it is not among the last.
func (n *near[K, V]) find(rank int32, key K) *V {
	if int(uint32(rank)) >= len(n.of) || n.of[rank].now != n.now {
		return nil
	}
	x := &n.of[rank]
	for i := range x.keys {
		if x.keys[i] == key && x.values[i] != nil {
			return x.values[i]
		}
	}
	return nil
}

// keep remembers a value for a rank; ranks is the size of the table.
func (n *near[K, V]) keep(rank int32, key K, value *V, ranks int) {
	if n.of == nil {
		n.of = make([]nearby[K, V], ranks)
	}
	if int(uint32(rank)) >= len(n.of) {
		return
	}
	x := &n.of[rank]
	if x.now != n.now {
		*x = nearby[K, V]{now: n.now}
	}
	x.keys[x.next], x.values[x.next] = key, value
	x.next = (x.next + 1) % mostNear
}

// forget is called when values leave the map.
func (n *near[K, V]) forget() { n.now++ }
