package objects

import (
	"hash/fnv"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// fewElements bounds the elements of an array that are kept for messages.
const fewElements = 8

// CreatesComm reports whether the call creates a communicator and has arguments that must agree between the ranks.
func CreatesComm(s *calls.Sem) bool {
	return s.Makes == calls.ClassComm && s.Root < 0 && (len(s.Same) > 0 || s.Group >= 0 || s.Kind == calls.CartSub)
}

// CommArgs returns the arguments that must agree in a call that creates a communicator on another.
func (o *Objects) CommArgs(c *record.Call, on *Comm) *op.CommArgs {
	s, a := c.Sem, &op.CommArgs{}
	for _, i := range s.Same {
		switch name := s.Enter[i]; {
		case name == "info":
			a.Info = o.InfoContent(c.In[i])
		case c.Kind == calls.CommSplitType && c.In[i] == o.flavour.Undefined:
		default:
			a.Same = append(a.Same, agreed(c, name, c.In[i])...)
		}
	}
	if on.Inter {
		a.Side = object.HashID(on.Members)
	}
	if s.Group >= 0 {
		if g := o.groups.Get(c.In[s.Group]); g != nil && g.Alive() && !o.reading.Gaps() {
			a.Group = o.allKnown(g.Members)
			if g.Predef != nil {
				a.Group = []int32{} // MPI_GROUP_EMPTY
			}
		}
	}
	switch c.Kind {
	case calls.CartSub:
		a.Group = o.allKnown(on.inSubgrid(c))
	case calls.DistGraphCreate:
		a.Weights = weightsOf(c, "n", "unweighted", "", "")
	case calls.DistGraphCreateAdjacent:
		a.Weights = weightsOf(c, "indegree", "unweighted_sources", "outdegree", "unweighted_destinations")
		a.Edges = edgesOf(c, len(on.Members))
	}
	return a
}

// logical are the arguments that are true or false: all values except 0 are true.
var logical = map[string]bool{"periods": true, "reorder": true, "high": true}

// agreed returns the value of an argument; nil if it was not recorded.
func agreed(c *record.Call, name string, value int64) []op.Agreed {
	truth := func(v int64) int64 {
		if logical[name] && v != 0 {
			return 1
		}
		return v
	}
	i := slices.Index(c.Sem.EnterBlob, name)
	if i < 0 {
		return []op.Agreed{{Name: name, Value: truth(value)}}
	}
	arrays := event.Arrays(c.InBlob)
	if i >= len(arrays) {
		return nil
	}
	list, h := arrays[i], fnv.New64a()
	for k, v := range list {
		list[k] = truth(v)
		object.PutWord(h, list[k])
	}
	return []op.Agreed{{Name: name, Array: true, Value: int64(len(list)),
		First: slices.Clone(list[:min(len(list), fewElements)]), Hash: h.Sum64()}}
}

// InfoContent returns the keys and values of an info object, nil if they are unknown.
func (o *Objects) InfoContent(h int64) map[string]string {
	switch i := o.Info(h); {
	case i == nil || i.Unknown:
		return nil
	case len(i.KV) == 0:
		return map[string]string{}
	default:
		return maps.Clone(i.KV) // the program may change the object
	}
}

// weightsOf returns whether the non-empty lists of edges, of at most two, are weighted.
func weightsOf(c *record.Call, n1, word1, n2, word2 string) op.Weights {
	w := op.MayWeigh
	for _, x := range [][2]string{{n1, word1}, {n2, word2}} {
		if x[0] == "" || c.Arg(x[0]) <= 0 {
			continue
		}
		this := op.Weighted
		switch c.Arg(x[1]) {
		case 0:
		case 1:
			this = op.Unweighted
		default:
			return op.MayWeigh
		}
		if w != op.MayWeigh && w != this {
			return op.MayWeigh
		}
		w = this
	}
	return w
}

// edgesOf returns the edges of a rank; nil if an endpoint is not a rank (OBJ004).
func edgesOf(c *record.Call, members int) *op.Edges {
	a := event.Arrays(c.InBlob)
	if len(a) != 2 || int64(len(a[0])) != c.Arg("indegree") || int64(len(a[1])) != c.Arg("outdegree") {
		return nil
	}
	noRank := func(k int64) bool { return k < 0 || k >= int64(members) }
	if slices.ContainsFunc(a[0], noRank) || slices.ContainsFunc(a[1], noRank) {
		return nil
	}
	return &op.Edges{From: a[0], To: a[1]}
}
