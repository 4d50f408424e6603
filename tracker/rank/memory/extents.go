package memory

// extents finds the buffers of a set whose extent, from first to last byte, overlaps a range.
type extents struct {
	lo, hi int64 // contains all extents; grows until the set is empty
	n      int
	// few holds buffers that are not in the tree yet: most are removed before a search finds more than fewExtents of
	// them and moves them.
	few  []extent
	tree extentTree
}

// extent is the range [lo, hi) of a buffer.
type extent struct {
	lo, hi int64
	use    *InUse
}

// fewExtents bounds the extents that near searches one by one.
const fewExtents = 32

func (s *extents) add(u *InUse) {
	if s.n == 0 {
		s.lo, s.hi = u.Lo, u.Hi
	}
	s.n++
	s.lo, s.hi = min(s.lo, u.Lo), max(s.hi, u.Hi)
	u.under, u.node, u.at = true, 0, int32(len(s.few))
	s.few = append(s.few, extent{u.Lo, u.Hi, u})
}

func (s *extents) remove(u *InUse) {
	s.n--
	u.under = false
	if u.node != 0 {
		s.tree.remove(u.node)
		return
	}
	last := len(s.few) - 1
	s.few[u.at] = s.few[last]
	s.few[u.at].use.at = u.at
	s.few[last].use = nil
	s.few = s.few[:last]
}

// near appends the buffers whose extents overlap [lo, hi) to out, until out is full.
func (s *extents) near(lo, hi int64, out []*InUse) []*InUse {
	if s.n == 0 || hi <= s.lo || s.hi <= lo {
		return out
	}
	if len(s.few) > fewExtents {
		for i := range s.few {
			s.few[i].use.node = s.tree.add(s.few[i])
			s.few[i].use = nil
		}
		s.few = s.few[:0]
	}
	for i := range s.few {
		if e := &s.few[i]; e.lo < hi && lo < e.hi && len(out) < cap(out) {
			out = append(out, e.use)
		}
	}
	return s.tree.near(s.tree.root, lo, hi, out)
}

// extentTree is a treap: a binary search tree by the first byte, balanced by random
// priorities. Each node knows the highest end below it. Nodes are numbered from 1 on.
type extentTree struct {
	nodes []extentNode
	root  int32
	free  int32 // linked by left
	seed  uint32
}

type extentNode struct {
	extent
	max         int64 // the highest hi in the subtree
	left, right int32
	priority    uint32
}

// add adds an extent and returns its node.
func (t *extentTree) add(e extent) int32 {
	if len(t.nodes) == 0 {
		t.nodes, t.seed = make([]extentNode, 1, 2*fewExtents), 1
	}
	i := t.free
	if i == 0 {
		i = int32(len(t.nodes))
		t.nodes = append(t.nodes, extentNode{})
	} else {
		t.free = t.nodes[i].left
	}
	t.seed = t.seed*1664525 + 1013904223 // Numerical Recipes
	t.nodes[i] = extentNode{extent: e, max: e.hi, priority: t.seed}
	t.root = t.insert(t.root, i)
	return i
}

func (t *extentTree) remove(i int32) {
	t.root = t.delete(t.root, i)
	t.nodes[i] = extentNode{left: t.free}
	t.free = i
}

// before orders nodes by first byte, then by number.
func (t *extentTree) before(a, b int32) bool {
	x, y := t.nodes[a].lo, t.nodes[b].lo
	return x < y || x == y && a < b
}

func (t *extentTree) insert(root, i int32) int32 {
	if root == 0 {
		return i
	}
	if t.before(i, root) {
		l := t.insert(t.nodes[root].left, i)
		t.nodes[root].left = l
		if t.nodes[l].priority > t.nodes[root].priority {
			t.nodes[root].left, t.nodes[l].right = t.nodes[l].right, root
			t.update(root)
			root = l
		}
	} else {
		r := t.insert(t.nodes[root].right, i)
		t.nodes[root].right = r
		if t.nodes[r].priority > t.nodes[root].priority {
			t.nodes[root].right, t.nodes[r].left = t.nodes[r].left, root
			t.update(root)
			root = r
		}
	}
	t.update(root)
	return root
}

func (t *extentTree) delete(root, i int32) int32 {
	n := &t.nodes[root]
	switch {
	case root == i:
		return t.merge(n.left, n.right)
	case t.before(i, root):
		n.left = t.delete(n.left, i)
	default:
		n.right = t.delete(n.right, i)
	}
	t.update(root)
	return root
}

// merge joins two trees: every node of a comes before every node of b.
func (t *extentTree) merge(a, b int32) int32 {
	switch {
	case a == 0:
		return b
	case b == 0:
		return a
	case t.nodes[a].priority > t.nodes[b].priority:
		t.nodes[a].right = t.merge(t.nodes[a].right, b)
		t.update(a)
		return a
	}
	t.nodes[b].left = t.merge(a, t.nodes[b].left)
	t.update(b)
	return b
}

func (t *extentTree) update(i int32) {
	n := &t.nodes[i]
	n.max = n.hi
	if n.left != 0 {
		n.max = max(n.max, t.nodes[n.left].max)
	}
	if n.right != 0 {
		n.max = max(n.max, t.nodes[n.right].max)
	}
}

func (t *extentTree) near(root int32, lo, hi int64, out []*InUse) []*InUse {
	for root != 0 && t.nodes[root].max > lo && len(out) < cap(out) {
		n := &t.nodes[root]
		out = t.near(n.left, lo, hi, out)
		if n.lo >= hi {
			break
		}
		if lo < n.hi && len(out) < cap(out) {
			out = append(out, n.use)
		}
		root = n.right
	}
	return out
}
