package op

// CommArgs are the arguments of a call that creates a communicator that must agree with the arguments of other ranks.
type CommArgs struct {
	Same []Agreed // must be the same on all ranks
	// Side tells the two groups of an intercommunicator apart: only ranks of one
	// group must agree.
	Side uint64
	// Group has the members of the group argument of MPI_Comm_create, or of the rank's grid after MPI_Cart_sub, nil if
	// they are unknown. Its members must pass the same group; other ranks another group.
	Group []int32
	// Info is the content of an info object that must be the same, nil if it is
	// unknown.
	Info map[string]string
	// Weights of a distributed graph are given by all ranks or by none.
	Weights Weights
	// Edges are the edges that the rank passes to MPI_Dist_graph_create_adjacent, nil if they are unknown.
	Edges *Edges
}

// Edges are a process's own edges in a graph, by the ranks at their other ends.
type Edges struct{ From, To []int64 }

// Agreed is the value of an argument.
type Agreed struct {
	Name  string
	Value int64 // of an array its length
	Array bool
	First []int64 // of an array, a few elements
	Hash  uint64  // of all its elements
	Text  string  // of a string
}

// Equal reports whether two ranks have passed the same.
func (a *Agreed) Equal(b *Agreed) bool {
	return a.Value == b.Value && a.Hash == b.Hash && a.Text == b.Text
}

// Weights says whether a rank gives weights for the edges of a graph.
type Weights uint8

// The values of Weights. MayWeigh: the rank has no edges, or its weights are unknown.
const (
	MayWeigh Weights = iota
	Weighted
	Unweighted
)
