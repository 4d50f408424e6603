package end

import "slices"

// graph is who waits for whom. Its nodes are ranks, and groups of them that several ranks
// wait for.
type graph struct {
	nodes  []waitNode
	ranks  int
	behind [][]int32 // by node: who waits for it
}

type waitNode struct {
	state  state
	any    bool // any node of to is enough
	to     []int32
	doomed bool
}

// state says whether a node can go on.
type state uint8

// The states.
const (
	isFree    state = iota // it goes on, or may
	isWaiting              // for other nodes
	isGone                 // it does nothing any more
)

// newGraph returns the graph of a number of ranks, which are free.
func newGraph(ranks int) *graph { return &graph{nodes: make([]waitNode, ranks), ranks: ranks} }

// group adds a node that stands for any, or for all, of the given nodes, for several ranks to wait for.
func (g *graph) group(any bool, to []int32) int32 {
	g.nodes = append(g.nodes, waitNode{state: isWaiting, any: any, to: to})
	return int32(len(g.nodes) - 1)
}

// wait says that a rank waits for any, or for all, of the nodes.
func (g *graph) wait(rank int, any bool, to []int32) {
	g.nodes[rank] = waitNode{state: isWaiting, any: any, to: to}
}

// leave says that a rank does nothing any more.
func (g *graph) leave(rank int) { g.nodes[rank] = waitNode{state: isGone} }

// solve finds out which nodes wait forever: nodes that wait for all of some nodes of which any never comes, or for
// any of some nodes that all never come. It must be called before dead and cores.
func (g *graph) solve() {
	// hopes are how many nodes must turn out to be free before node i does.
	hopes := make([]int32, len(g.nodes))
	g.behind = make([][]int32, len(g.nodes))
	var free []int32
	for i := range g.nodes {
		n := &g.nodes[i]
		n.doomed = n.state != isFree
		switch {
		case n.state == isWaiting && len(n.to) == 0, n.state == isFree:
			n.doomed = false
			free = append(free, int32(i))
		case n.state == isWaiting:
			hopes[i] = int32(len(n.to))
			if n.any {
				hopes[i] = 1
			}
			for _, t := range n.to {
				g.behind[t] = append(g.behind[t], int32(i))
			}
		}
	}
	for len(free) > 0 {
		i := free[len(free)-1]
		free = free[:len(free)-1]
		for _, b := range g.behind[i] {
			if hopes[b]--; hopes[b] == 0 {
				g.nodes[b].doomed = false
				free = append(free, b)
			}
		}
	}
}

// doomed reports whether a node waits forever.
func (g *graph) doomed(i int32) bool { return g.nodes[i].state == isWaiting && g.nodes[i].doomed }

// waitFor returns the other ranks that wait forever for some of the ranks, directly or not.
func (g *graph) waitFor(ranks []int32) (out []int32) {
	seen := make(map[int32]bool, len(ranks))
	for _, r := range ranks {
		seen[r] = true
	}
	for queue := slices.Clone(ranks); len(queue) > 0; queue = queue[1:] {
		for _, b := range g.behind[queue[0]] {
			if seen[b] || !g.doomed(b) {
				continue
			}
			seen[b] = true
			queue = append(queue, b)
			if !g.grouped(b) {
				out = append(out, b)
			}
		}
	}
	slices.Sort(out)
	return out
}

// lost reports whether a rank waits forever for ranks that are gone.
func (g *graph) lost(rank int32) bool { return g.doomed(rank) && g.dead(rank, rank) }

// dead reports whether everything that a node waits for is gone, on behalf of a rank that waits for the node: the
// rank itself cannot be the node that comes.
func (g *graph) dead(i, rank int32) bool {
	n := &g.nodes[i]
	dead := func(t int32) bool {
		return g.nodes[t].state == isGone || n.any && t == rank || g.grouped(t) && g.dead(t, rank)
	}
	if n.any {
		return !slices.ContainsFunc(n.to, func(t int32) bool { return !dead(t) })
	}
	return slices.ContainsFunc(n.to, dead)
}

func (g *graph) grouped(i int32) bool { return int(i) >= g.ranks }

// cores returns the ranks that wait for each other forever, and for no ranks outside that do: each core once. If
// each of many ranks waits for all that it names, a core is a shortest cycle.
func (g *graph) cores() [][]int32 {
	s := tarjan{graph: g, number: make([]int32, len(g.nodes)), low: make([]int32, len(g.nodes)),
		part: make([]int32, len(g.nodes))}
	var out [][]int32
	for i := range g.nodes {
		if s.number[i] == 0 && s.takes(int32(i)) {
			s.visit(int32(i))
		}
	}
	for k, part := range s.parts {
		if s.bottom(part, int32(k+1)) {
			if core := g.shorten(part, s.part, int32(k+1)); len(core) > 0 {
				out = append(out, core)
			}
		}
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// tarjan finds the strongly connected parts of a graph.
type tarjan struct {
	*graph
	number, low []int32 // in the order of visits, from 1 on
	part        []int32 // from 1 on; 0: on the stack, or not visited
	stack       []int32
	parts       [][]int32
	last        int32
}

// takes reports whether a node may be in a core.
func (s *tarjan) takes(i int32) bool { return s.doomed(i) && !s.dead(i, i) }

func (s *tarjan) visit(root int32) {
	type frame struct {
		node int32
		next int
	}
	path := []frame{{node: root}}
	s.push(root)
	for len(path) > 0 {
		f := &path[len(path)-1]
		to := s.nodes[f.node].to
		if f.next < len(to) {
			t := to[f.next]
			f.next++
			switch {
			case !s.takes(t):
			case s.number[t] == 0:
				s.push(t)
				path = append(path, frame{node: t})
			case s.part[t] == 0:
				s.low[f.node] = min(s.low[f.node], s.number[t])
			}
			continue
		}
		i := f.node
		path = path[:len(path)-1]
		if len(path) > 0 {
			up := path[len(path)-1].node
			s.low[up] = min(s.low[up], s.low[i])
		}
		if s.low[i] == s.number[i] {
			s.cut(i)
		}
	}
}

func (s *tarjan) push(i int32) {
	s.last++
	s.number[i], s.low[i] = s.last, s.last
	s.stack = append(s.stack, i)
}

// cut takes a part off the stack.
func (s *tarjan) cut(i int32) {
	at := len(s.stack) - 1
	for s.stack[at] != i {
		at--
	}
	part := slices.Clone(s.stack[at:])
	s.stack = s.stack[:at]
	s.parts = append(s.parts, part)
	for _, n := range part {
		s.part[n] = int32(len(s.parts))
	}
}

// bottom reports whether the nodes of a part wait for each other, and for no others that wait forever.
func (s *tarjan) bottom(part []int32, number int32) bool {
	inside := false
	for _, i := range part {
		for _, t := range s.nodes[i].to {
			switch {
			case s.part[t] == number && s.takes(t):
				inside = true
			case s.grouped(t) && s.dead(t, t): // an any-group that is dead without rank t
			case s.doomed(t):
				return false
			}
		}
	}
	return inside
}

// few ranks are a core as they are.
const few = 4

// maxStarts bounds the ranks from which the shortest cycle is looked for.
const maxStarts = 64

// shorten returns the ranks of a part, or the ranks of a shortest cycle in it.
func (g *graph) shorten(part, parts []int32, number int32) []int32 {
	var ranks []int32
	any := false
	for _, i := range part {
		any = any || g.nodes[i].any
		if !g.grouped(i) {
			ranks = append(ranks, i)
		}
	}
	slices.Sort(ranks)
	if any || len(ranks) <= few {
		return ranks
	}
	var best []int32
	from, queue := make([]int32, len(g.nodes)), make([]int32, 0, len(part))
	for _, start := range ranks[:min(len(ranks), maxStarts)] {
		if c := g.cycle(start, parts, number, from, queue); best == nil || len(c) < len(best) {
			best = c
		}
		clear(from)
	}
	return best
}

// cycle returns the ranks of a shortest cycle through a rank, in its order. The caller lends it from, all zeros,
// to note the predecessor of each node, counted from 1, and a queue.
func (g *graph) cycle(start int32, parts []int32, number int32, from, queue []int32) []int32 {
	queue = append(queue[:0], start)
	for at := 0; at < len(queue); at++ {
		i := queue[at]
		for _, t := range g.nodes[i].to {
			if parts[t] != number {
				continue
			}
			if t == start {
				return g.back(start, i, from)
			}
			if from[t] == 0 {
				from[t] = i + 1
				queue = append(queue, t)
			}
		}
	}
	return nil
}

func (g *graph) back(start, i int32, from []int32) []int32 {
	var out []int32
	for ; i != start; i = from[i] - 1 {
		if !g.grouped(i) {
			out = append(out, i)
		}
	}
	out = append(out, start)
	slices.Reverse(out)
	return out
}
