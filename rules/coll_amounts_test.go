package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

const (
	inPlace = 1 // of Open MPI
	arrayAt = 0x7000
	rowType = 777
)

var (
	packed = replay.Type("MPI_PACKED")
)

// each gives every rank a value of its own.
func eachValue(v ...int64) func(*replay.Rank) int64 {
	return func(r *replay.Rank) int64 { return v[min(r.World(), len(v)-1)] }
}

func TestColl004(t *testing.T) {
	world := int64(replay.World)
	for _, c := range []struct {
		name    string
		do      func(*replay.Rank)
		message string // "": silent
	}{
		{"broadcast", func(r *replay.Rank) { r.Do("MPI_Bcast", origin, eachValue(4, 5)(r), intType, 0, world) },
			"MPI_Bcast: rank 0, the root, gives 4 MPI_INT .16 bytes., rank 1 gives 5 MPI_INT .20 bytes.$"},
		{"broadcast of bytes", func(r *replay.Rank) {
			r.Do("MPI_Bcast", origin, eachValue(1, 4)(r), eachValue(intType, byteType)(r), 0, world)
		},
			"basic element 0 is MPI_INT on rank 0 and MPI_BYTE on rank 1$"},
		{"broadcast of packed data", func(r *replay.Rank) {
			r.Do("MPI_Bcast", origin, eachValue(9, 4)(r), eachValue(packed, intType)(r), 0, world)
		}, ""},
		{"broadcast of more packed data", func(r *replay.Rank) { r.Do("MPI_Bcast", origin, eachValue(9, 4)(r), packed, 0, world) }, "9 MPI_PACKED"},
		{"broadcast of nothing", func(r *replay.Rank) { r.Do("MPI_Bcast", origin, 0, eachValue(intType, doubleType)(r), 0, world) }, ""},
		{"persistent broadcast", func(r *replay.Rank) {
			r.Do("MPI_Bcast_init", origin, eachValue(4, 5)(r), intType, 0, world, replay.InfoNull, 70)
		}, "MPI_Bcast_init: rank 0, the root, gives 4"},
		{"unknown datatype", func(r *replay.Rank) {
			r.Do("MPI_Bcast", origin, eachValue(4, 5)(r), eachValue(intType, 12345)(r), 0, world)
		}, ""},
		{"reduction", func(r *replay.Rank) {
			r.Do("MPI_Iallreduce", origin, result, eachValue(4, 5, 4)(r), intType, sum, world, 70)
		},
			"MPI_Iallreduce: rank 0 gives 4 MPI_INT .16 bytes., rank 1 gives 5"},
		{"gather", func(r *replay.Rank) {
			r.Do("MPI_Gather", origin, eachValue(2, 2, 3)(r), intType, result, 2, intType, 1, world)
		},
			"rank 2 sends 3 MPI_INT .12 bytes. to rank 1, which receives 2 MPI_INT .8 bytes. from it$"},
		{"gather in place", func(r *replay.Rank) {
			r.Do("MPI_Gather", eachValue(origin, inPlace, origin)(r), eachValue(2, 99, 2)(r), intType, result, 2, intType, 1, world)
		}, ""},
		{"scatter", func(r *replay.Rank) {
			r.Do("MPI_Scatter", origin, 2, intType, result, eachValue(2, 2, 1)(r), intType, 1, world)
		},
			"rank 1 sends 2 MPI_INT .8 bytes. to rank 2, which receives 1 MPI_INT .4 bytes. from it$"},
		{"allgather", func(r *replay.Rank) {
			r.Do("MPI_Allgather", origin, 2, intType, result, eachValue(2, 3)(r), intType, world)
		},
			"rank 0 sends 2 MPI_INT .8 bytes. to rank 1, which receives 3"},
		{"allgather in place", func(r *replay.Rank) {
			r.Do("MPI_Allgather", inPlace, eachValue(2, 99)(r), intType, result, 2, intType, world)
		}, ""},
		{"alltoall", func(r *replay.Rank) {
			r.Do("MPI_Alltoall", origin, 2, intType, result, 2, eachValue(intType, intType, floatType)(r), world)
		},
			"rank 0 sends 2 MPI_INT .8 bytes. to rank 2, which receives 2 MPI_FLOAT"},
		{"blocks of a reduction", func(r *replay.Rank) {
			r.Do("MPI_Reduce_scatter_block", origin, result, eachValue(2, 2, 1)(r), intType, sum, world)
		}, "rank 0 gives 2 MPI_INT .8 bytes., rank 2 gives 1"},
		{"an array that was not read", func(r *replay.Rank) {
			r.Do("MPI_Allgatherv", origin, 2, intType, result, arrayAt, arrayAt, intType, world)
		}, ""},
		{"a reduction's array", func(r *replay.Rank) {
			r.With("MPI_Reduce_scatter", replay.Words([]int64{1, eachValue(2, 3)(r), 4}), nil, origin, result, arrayAt, intType, sum, world)
		}, "rank 0 gives 2 MPI_INT .8 bytes. in block 1, rank 1 gives 3 MPI_INT .12 bytes."},
		{"gather of several amounts", func(r *replay.Rank) {
			var arrays []byte
			if r.World() == 2 {
				arrays = replay.Words([]int64{1, 2, 4}, []int64{0, 1, 3})
			}
			r.With("MPI_Igatherv", arrays, nil, origin, int64(r.World()+1), intType, result, arrayAt, arrayAt, intType, 2, world, 70)
		}, "rank 2 sends 3 MPI_INT .12 bytes. to itself, but receives 4 MPI_INT .16 bytes. from itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 3)
			j.Each(c.do)
			j.Each(func(r *replay.Rank) {
				if words := c.name; words == "reduction" || words == "gather of several amounts" {
					r.Do("MPI_Wait", 70)
				} else if words == "persistent broadcast" {
					r.Do("MPI_Request_free", 70)
				}
			})
			j.Finalize()
			if c.message == "" {
				j.Silent()
				return
			}
			found(t, j, "COLL004", c.message)
		})
	}
}

// matrix holds the amount that each rank sends to each rank.
type matrix [][]int64

func random(rng *rand.Rand, n int) matrix {
	m := make(matrix, n)
	for i := range m {
		for range n {
			m[i] = append(m[i], rng.Int64N(4))
		}
	}
	return m
}

func (m matrix) column(k int) (out []int64) {
	for i := range m {
		out = append(out, m[i][k])
	}
	return out
}

// TestColl004Pairs: among random amounts between all ranks, exactly the amounts of which the receiver expects another
// are reported, with the right numbers.
func TestColl004Pairs(t *testing.T) {
	const n = 5
	displs := []int64{0, 40, 80, 120, 160}
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		sent := random(rng, n)
		wrong := seed%3 != 0
		from, to, by := rng.IntN(n), rng.IntN(n), rng.Int64N(3)+1
		w := seed%2 == 0 // MPI_Alltoallw
		j := replay.New(t, n)
		j.Each(func(r *replay.Rank) {
			me := r.World()
			got := sent.column(me)
			if wrong && me == to {
				got[from] += by
			}
			if w {
				types := slices.Repeat([]int64{intType}, n)
				r.With("MPI_Alltoallw", replay.Words(sent[me], displs, types, got, displs, types), nil,
					origin, arrayAt, arrayAt, arrayAt, result, arrayAt, arrayAt, arrayAt, replay.World)
			} else {
				r.With("MPI_Alltoallv", replay.Words(sent[me], displs, got, displs), nil,
					origin, arrayAt, arrayAt, intType, result, arrayAt, arrayAt, intType, replay.World)
			}
		})
		j.Finalize()
		if !wrong {
			j.Silent()
			continue
		}
		amount := func(k int64) string {
			if k == 0 {
				return "nothing"
			}
			return fmt.Sprintf("%d MPI_INT .%d bytes.", k, 4*k)
		}
		a, b := amount(sent[from][to]), amount(sent[from][to]+by)
		message := fmt.Sprintf("rank %d sends %s to rank %d, which receives %s from it", from, a, to, b)
		if from == to {
			message = fmt.Sprintf("rank %d sends %s to itself, but receives %s from itself", from, a, b)
		}
		found(t, j, "COLL004", message)
	}
}

// TestColl004Swapped: a difference is found even if the sums over all ranks agree, because two ranks expect each
// other's data.
func TestColl004Swapped(t *testing.T) {
	j := replay.New(t, 3)
	j.Each(func(r *replay.Rank) {
		sent := [][]int64{{0, 1, 2}, {0, 0, 0}, {0, 0, 0}}
		got := [][]int64{{0, 0, 0}, {2, 0, 0}, {1, 0, 0}}
		r.With("MPI_Alltoallv", replay.Words(sent[r.World()], []int64{0, 1, 2}, got[r.World()], []int64{0, 2, 4}), nil,
			origin, arrayAt, arrayAt, intType, result, arrayAt, arrayAt, intType, replay.World)
	})
	j.Finalize()
	found(t, j, "COLL004", "rank 0 sends 1 MPI_INT .4 bytes. to rank 1, which receives 2 MPI_INT")
}

// If a handle leads to another datatype, the call is another call, although all its words are the same.
func TestColl004ReusedHandle(t *testing.T) {
	j := replay.New(t, 2)
	for _, n := range [][]int64{{2, 2}, {2, 3}} {
		j.Each(func(r *replay.Rank) {
			k := n[r.World()]
			r.Do("MPI_Type_contiguous", k, intType, rowType, 4*k, 0, 4*k, 0, 4*k)
			r.Do("MPI_Type_commit", rowType)
			r.Do("MPI_Bcast", origin, 1, rowType, 0, replay.World)
			r.Do("MPI_Type_free", rowType)
		})
	}
	j.Finalize()
	f := found(t, j, "COLL004", "rank 0, the root, gives 1 of a MPI_Type_contiguous datatype .8 bytes., rank 1 gives 1 of a MPI_Type_contiguous datatype .12 bytes.")
	assert.Equal(t, int64(1), f.Count)
	assert.Len(t, f.Related, 2)
}

// The ranks that had entered the call when the job was aborted are compared.
func TestColl004Aborted(t *testing.T) {
	j := replay.New(t, 3)
	j.Rank(0).Stuck("MPI_Bcast", origin, 4, intType, 0, replay.World)
	j.Rank(1).Stuck("MPI_Bcast", origin, 2, intType, 0, replay.World)
	j.Rank(2).Do("MPI_Abort", replay.World, 1)
	var ids []string
	for _, f := range j.Found() {
		ids = append(ids, f.Rule)
	}
	assert.Contains(t, ids, "COLL004")
}

// grid gives each rank a communicator with neighbors: sources, then destinations.
func grid(j *replay.Job, sources, destinations [][]int64) int64 {
	c := j.Handle()
	j.Each(func(r *replay.Rank) {
		all := make([]int64, len(sources))
		for i := range all {
			all[i] = int64(i)
		}
		out := replay.Words(all, nil, sources[r.World()], destinations[r.World()])
		r.With("MPI_Dist_graph_create_adjacent", nil, out, replay.World, 0, arrayAt, 0, 0, arrayAt, 0, replay.InfoNull, 0, c, 0, 0, 0, int64(r.World()))
	})
	return c
}

func TestColl004Neighbors(t *testing.T) {
	ring := [][]int64{{2, 1}, {0, 2}, {1, 0}}
	for _, c := range []struct {
		sources, destinations [][]int64
		send, take            [][]int64
		message               string
	}{
		{ring, ring, [][]int64{{1, 2}, {1, 2}, {1, 2}}, [][]int64{{2, 1}, {2, 1}, {2, 1}}, ""},
		{ring, ring, [][]int64{{1, 2}, {1, 2}, {1, 2}}, [][]int64{{2, 1}, {1, 1}, {2, 1}}, "rank 0 sends 2 .* to rank 1, which receives 1 "},
		// a border, and a rank that is its own neighbor
		{[][]int64{{-2, 1}, {0, -2}, {2}}, [][]int64{{-2, 1}, {0, -2}, {2}}, [][]int64{{9, 2}, {3, 9}, {4}}, [][]int64{{8, 3}, {2, 8}, {4}}, ""},
		{[][]int64{{-2, 1}, {0, -2}, {2}}, [][]int64{{-2, 1}, {0, -2}, {2}}, [][]int64{{9, 2}, {3, 9}, {4}}, [][]int64{{8, 3}, {2, 8}, {5}},
			"rank 2 sends 4 MPI_INT .16 bytes. to itself, but receives 5"},
		// several blocks between two ranks match in some order
		{[][]int64{{1, 1}, {0, 0}, {}}, [][]int64{{1, 1}, {0, 0}, {}}, [][]int64{{1, 2}, {3, 4}, {}}, [][]int64{{4, 3}, {2, 1}, {}}, ""},
		{[][]int64{{1, 1}, {0, 0}, {}}, [][]int64{{1, 1}, {0, 0}, {}}, [][]int64{{1, 2}, {3, 4}, {}}, [][]int64{{4, 3}, {2, 2}, {}},
			"rank 0 sends 1 MPI_INT .4 bytes. to rank 1, which receives 2"},
		// only one of the two ranks names the other: which block matches is unknown
		{[][]int64{{1}, {}, {}}, [][]int64{{}, {}, {}}, [][]int64{{}, {}, {}}, [][]int64{{4}, {}, {}}, ""},
	} {
		j := replay.New(t, 3)
		g := grid(j, c.sources, c.destinations)
		j.Each(func(r *replay.Rank) {
			me := r.World()
			places := []int64{0, 16}
			r.With("MPI_Neighbor_alltoallv", replay.Words(c.send[me], places[:len(c.send[me])], c.take[me], places[:len(c.take[me])]), nil,
				origin, arrayAt, arrayAt, intType, result, arrayAt, arrayAt, intType, g)
		})
		j.Each(func(r *replay.Rank) { r.Do("MPI_Comm_free", g) })
		j.Finalize()
		if c.message == "" {
			j.Silent()
		} else {
			found(t, j, "COLL004", c.message)
		}
	}
}

// A copy of a communicator has its topology.
func TestColl004CopyOfTopology(t *testing.T) {
	j := replay.New(t, 2)
	other := [][]int64{{1}, {0}}
	g, dup := grid(j, other, other), j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1}), g, dup, 0, int64(r.World()))
		r.Do("MPI_Neighbor_allgather", origin, 1, intType, result, eachValue(1, 2)(r), intType, dup)
		r.Do("MPI_Comm_free", dup)
		r.Do("MPI_Comm_free", g)
	})
	j.Finalize()
	found(t, j, "COLL004", "rank 0 sends 1 .* to rank 1, which receives 2 ")
}

// between gives ranks 0 and 1 an intercommunicator to ranks 2 and 3.
func between(j *replay.Job) int64 {
	c := j.Handle()
	j.Each(func(r *replay.Rank) {
		local, remote := []int64{0, 1}, []int64{2, 3}
		if r.World() > 1 {
			local, remote = remote, local
		}
		r.With("MPI_Intercomm_create", nil, replay.Words(local, remote), replay.Self, 0, replay.World, remote[0], 0, c, 1, int64(r.World()%2))
	})
	return c
}

func TestColl004Inter(t *testing.T) {
	root := func(r *replay.Rank) int64 { return eachValue(-4, -2, 0, 0)(r) } // rank 0, to the other group
	for _, c := range []struct {
		name    string
		do      func(r *replay.Rank, c int64)
		message string
	}{
		{"broadcast", func(r *replay.Rank, c int64) {
			r.Do("MPI_Bcast", origin, eachValue(4, 99, 4, 4)(r), intType, root(r), c)
		}, ""},
		{"wrong broadcast", func(r *replay.Rank, c int64) {
			r.Do("MPI_Bcast", origin, eachValue(4, 99, 4, 3)(r), intType, root(r), c)
		}, "rank 0, the root, gives 4 .*, rank 3 gives 3 "},
		{"reduce", func(r *replay.Rank, c int64) {
			r.Do("MPI_Reduce", origin, result, eachValue(4, 99, 4, 4)(r), intType, sum, root(r), c)
		}, ""},
		{"wrong reduce", func(r *replay.Rank, c int64) {
			r.Do("MPI_Reduce", origin, result, eachValue(4, 99, 4, 5)(r), intType, sum, root(r), c)
		}, "rank 0, the root, gives 4 .*, rank 3 gives 5 "},
		{"gather", func(r *replay.Rank, c int64) {
			r.Do("MPI_Gather", origin, eachValue(99, 99, 2, 2)(r), intType, result, eachValue(2, 99)(r), intType, root(r), c)
		}, ""},
		{"wrong gather", func(r *replay.Rank, c int64) {
			r.Do("MPI_Gather", origin, eachValue(99, 99, 2, 3)(r), intType, result, eachValue(2, 99)(r), intType, root(r), c)
		}, "rank 3 sends 3 .* to rank 0, which receives 2 "},
		{"allgather", func(r *replay.Rank, c int64) {
			r.Do("MPI_Allgather", origin, eachValue(2, 2, 3, 3)(r), intType, result, eachValue(3, 3, 2, 2)(r), intType, c)
		}, ""},
		{"wrong allgather", func(r *replay.Rank, c int64) {
			r.Do("MPI_Allgather", origin, eachValue(2, 2, 3, 3)(r), intType, result, eachValue(3, 2, 2, 2)(r), intType, c)
		}, "rank 2 sends 3 .* to rank 1, which receives 2 "},
		{"alltoallv", func(r *replay.Rank, c int64) {
			n := eachValue(2, 2, 3, 3)(r)
			r.With("MPI_Alltoallv", replay.Words([]int64{n, n}, []int64{0, 8}, []int64{5 - n, 5 - n}, []int64{0, 8}), nil,
				origin, arrayAt, arrayAt, intType, result, arrayAt, arrayAt, intType, c)
		}, ""},
		{"wrong alltoallv", func(r *replay.Rank, c int64) {
			n := eachValue(2, 2, 3, 3)(r)
			r.With("MPI_Alltoallv", replay.Words([]int64{n, n}, []int64{0, 8}, []int64{5 - n, eachValue(3, 3, 2, 9)(r)}, []int64{0, 8}), nil,
				origin, arrayAt, arrayAt, intType, result, arrayAt, arrayAt, intType, c)
		}, "rank 1 sends 2 .* to rank 3, which receives 9 "},
		{"reduce-scatter", func(r *replay.Rank, c int64) {
			r.With("MPI_Reduce_scatter", replay.Words([]int64{eachValue(1, 1, 2, 2)(r), eachValue(3, 3, 2, 2)(r)}), nil, origin, result, arrayAt, intType, sum, c)
		}, ""},
		{"wrong reduce-scatter", func(r *replay.Rank, c int64) {
			r.With("MPI_Reduce_scatter", replay.Words([]int64{eachValue(1, 1, 2, 2)(r), eachValue(4, 4, 2, 2)(r)}), nil, origin, result, arrayAt, intType, sum, c)
		}, "rank 0 gives 5 MPI_INT .20 bytes. in all blocks, rank 2 gives 4 MPI_INT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 4)
			comm := between(j)
			j.Each(func(r *replay.Rank) { c.do(r, comm) })
			j.Each(func(r *replay.Rank) { r.Do("MPI_Comm_free", comm) })
			j.Finalize()
			if c.message == "" {
				j.Silent()
			} else {
				found(t, j, "COLL004", c.message)
			}
		})
	}
}

// The only rank of a communicator exchanges with itself.
func TestColl004Alone(t *testing.T) {
	self := int64(replay.Self)
	for _, c := range []struct {
		name    string
		do      func(*replay.Rank)
		message string
	}{
		{"gather", func(r *replay.Rank) { r.Do("MPI_Gather", origin, 2, intType, result, 3, intType, 0, self) },
			"MPI_Gather: rank 0 sends 2 MPI_INT .8 bytes. to itself, but receives 3 MPI_INT .12 bytes. from itself$"},
		{"scatter", func(r *replay.Rank) { r.Do("MPI_Scatter", origin, 2, intType, result, 1, intType, 0, self) }, "sends 2 .* receives 1 "},
		{"types", func(r *replay.Rank) { r.Do("MPI_Allgather", origin, 2, intType, result, 2, floatType, self) },
			"basic element 0 is MPI_INT where it is sent and MPI_FLOAT where it is received$"},
		{"arrays", func(r *replay.Rank) {
			r.With("MPI_Alltoallv", replay.Words([]int64{3}, []int64{0}, []int64{2}, []int64{0}), nil,
				origin, arrayAt, arrayAt, intType, result, arrayAt, arrayAt, intType, self)
		}, "MPI_Alltoallv: rank 0 sends 3 .* receives 2 "},
		{"same arrays", func(r *replay.Rank) {
			r.With("MPI_Alltoallv", replay.Words([]int64{3}, []int64{0}, []int64{3}, []int64{8}), nil,
				origin, arrayAt, arrayAt, intType, result, arrayAt, arrayAt, intType, self)
		}, ""},
		{"an array that was not read", func(r *replay.Rank) {
			r.Do("MPI_Gatherv", origin, 2, intType, result, arrayAt, arrayAt, intType, 0, self)
		}, ""},
		{"gather in place", func(r *replay.Rank) { r.Do("MPI_Gather", inPlace, 99, floatType, result, 2, intType, 0, self) }, ""},
		{"scatter in place", func(r *replay.Rank) { r.Do("MPI_Scatter", origin, 2, intType, inPlace, 99, floatType, 0, self) }, ""},
		{"alltoall in place", func(r *replay.Rank) { r.Do("MPI_Alltoall", inPlace, 99, floatType, result, 2, intType, self) }, ""},
		{"packed", func(r *replay.Rank) { r.Do("MPI_Allgather", origin, 8, packed, result, 2, intType, self) }, ""},
		{"nothing", func(r *replay.Rank) { r.Do("MPI_Allgather", origin, 0, intType, result, 0, floatType, self) }, ""},
		{"unknown datatype", func(r *replay.Rank) { r.Do("MPI_Allgather", origin, 2, intType, result, 3, 12345, self) }, ""},
		{"reduction", func(r *replay.Rank) { r.Do("MPI_Allreduce", origin, result, 2, intType, sum, self) }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			c.do(j.Rank(0))
			j.Finalize()
			if c.message == "" {
				j.Silent()
			} else {
				found(t, j, "COLL004", c.message)
			}
		})
	}
}
