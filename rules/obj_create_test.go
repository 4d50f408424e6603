package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// creation is a call that creates a communicator of both ranks.
type creation struct {
	call string
	args func(i int64) []int64 // of rank i, without the result
	in   func(i int64) []byte  // its arrays
}

func (x creation) on(j *replay.Job) {
	for i := range int64(2) {
		r := j.Rank(int(i))
		var in []byte
		if x.in != nil {
			in = x.in(i)
		}
		r.With(x.call, in, replay.Words([]int64{0, 1}, nil), append(x.args(i), 9000, 0, i)...)
		r.Do("MPI_Comm_free", 9000)
	}
}

func TestObj005(t *testing.T) {
	const many = 20
	cart := func(i int64) []int64 { return []int64{replay.World, 1, 0, 0, 1 + i} }
	graph := func(int64) []int64 { return []int64{replay.World, 2, 0, 0, 0} }
	for name, x := range map[string]struct {
		creation
		want string // "": nothing
	}{
		"dims": {creation{"MPI_Cart_create", func(int64) []int64 { return []int64{replay.World, 2, 0, 0, 0} },
			func(i int64) []byte { return replay.Words([]int64{1 + i, 2 - i}, []int64{0, 0}) }},
			`dims \{1, 2\}, rank 1 passes \{2, 1\}`},
		"number of dims": {creation{"MPI_Cart_create", func(i int64) []int64 { return []int64{replay.World, 1 + i, 0, 0, 0} },
			func(i int64) []byte { return replay.Words([]int64{2, 1}[:1+i], []int64{0, 0}[:1+i]) }},
			`ndims 1, rank 1 passes 2`},
		"all that is not 0 is true": {creation{"MPI_Cart_create", cart,
			func(i int64) []byte { return replay.Words([]int64{2}, []int64{1 - 2*i}) }}, ""},
		"long arrays": {creation{"MPI_Graph_create", graph, func(i int64) []byte {
			edges := make([]int64, many)
			edges[many-1] = i
			return replay.Words([]int64{10, many}, edges)
		}}, `the arrays edges of rank 0 and rank 1 differ after the first 8 elements`},
		"arrays that were not recorded": {creation{"MPI_Graph_create", graph, nil}, ""},
		"split type": {creation{"MPI_Comm_split_type", func(i int64) []int64 { return []int64{replay.World, i, 0, replay.InfoNull} }, nil},
			`split_type 0, rank 1 passes 1`},
		"color and key": {creation{"MPI_Comm_split", func(i int64) []int64 { return []int64{replay.World, 4, i} }, nil}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			x.on(j)
			j.Finalize()
			if x.want == "" {
				j.Silent()
				return
			}
			found(t, j, "OBJ005", x.want)
		})
	}
}

// Each rank of a grid of 2 x 2 passes remain_dims of its own to MPI_Cart_sub.
func TestObj005Subgrid(t *testing.T) {
	rows, columns, alone, all := []int64{0, 1}, []int64{1, 0}, []int64{0, 0}, []int64{-1, 1}
	for name, x := range map[string]struct {
		remain [4][]int64
		want   string
	}{
		"rows":              {[4][]int64{rows, rows, rows, rows}, ""},
		"all":               {[4][]int64{all, {1, 1}, all, all}, ""},
		"rows and alone":    {[4][]int64{rows, rows, alone, alone}, ""},
		"rows and a column": {[4][]int64{rows, columns, rows, rows}, "^MPI_Cart_sub: with the remain_dims of rank 0 its grid has ranks 0, 1, with those of rank 1 its grid has ranks 1, 3$"},
		"one alone":         {[4][]int64{columns, columns, columns, alone}, "of rank 1 its grid has ranks 1, 3, with those of rank 3 its grid has rank 3$"},
		"not recorded":      {[4][]int64{rows, nil, rows, rows}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 4)
			j.Each(func(r *replay.Rank) {
				me := int64(r.World())
				r.With("MPI_Cart_create", replay.Words([]int64{2, 2}, []int64{0, 0}), replay.Words([]int64{0, 1, 2, 3}, nil),
					replay.World, 2, 0, 0, 0, 9000, 0, me)
				in := []byte(nil)
				if x.remain[me] != nil {
					in = replay.Words(x.remain[me])
				}
				r.With("MPI_Cart_sub", in, replay.Words([]int64{me}, nil), 9000, 0, 9001, 0, 0)
				r.Do("MPI_Comm_free", 9001)
				r.Do("MPI_Comm_free", 9000)
			})
			j.Finalize()
			if x.want == "" {
				j.Silent()
				return
			}
			found(t, j, "OBJ005", x.want)
		})
	}
}

func TestObj005Weights(t *testing.T) {
	for name, x := range map[string]struct {
		degrees    [2]int64 // of rank 1
		unweighted [2]int64
		want       bool
	}{
		"all":      {[2]int64{1, 1}, [2]int64{0, 0}, false},
		"none":     {[2]int64{1, 1}, [2]int64{1, 1}, true},
		"no edges": {[2]int64{0, 0}, [2]int64{1, 1}, false},
		"one list": {[2]int64{1, 0}, [2]int64{1, 0}, true},
		"both":     {[2]int64{1, 1}, [2]int64{1, 0}, false},
		"unknown":  {[2]int64{1, 1}, [2]int64{-1, -1}, false},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.Rank(0).Do("MPI_Dist_graph_create_adjacent", replay.World, 1, 0, 0, 1, 0, 0, replay.InfoNull, 0, 9000, 0, 0)
			j.Rank(1).Do("MPI_Dist_graph_create_adjacent", replay.World, x.degrees[0], 0, 0, x.degrees[1], 0, 0, replay.InfoNull, 0, 9000,
				x.unweighted[0], x.unweighted[1])
			j.Finalize()
			if x.want {
				found(t, j, "OBJ005", "rank 1 passes MPI_UNWEIGHTED, rank 0 passes weights")
			} else {
				j.Silent()
			}
		})
	}
}

func TestObj005Edges(t *testing.T) {
	type edges struct{ from, to []int64 }
	for name, x := range map[string]struct {
		of   [2]edges
		want string
	}{
		"same":               {[2]edges{{[]int64{1}, []int64{1}}, {[]int64{0}, []int64{0}}}, ""},
		"itself, one end":    {[2]edges{{[]int64{1}, []int64{1, 0}}, {[]int64{0}, []int64{0}}}, "rank 0 passes itself once as a destination and 0 times as a source"},
		"itself":             {[2]edges{{[]int64{0, 1}, []int64{1, 0}}, {[]int64{0}, []int64{0}}}, ""},
		"in any order":       {[2]edges{{[]int64{1, 0, 1}, []int64{0, 1}}, {[]int64{0}, []int64{0, 0}}}, ""},
		"not a source":       {[2]edges{{nil, []int64{1}}, {nil, nil}}, "rank 0 passes rank 1 as a destination, but rank 1 does not pass rank 0 as a source"},
		"not a destination":  {[2]edges{{nil, nil}, {[]int64{0}, nil}}, "rank 1 passes rank 0 as a source, but rank 0 does not pass rank 1 as a destination"},
		"twice and once":     {[2]edges{{nil, []int64{1, 1}}, {[]int64{0}, nil}}, "rank 0 passes rank 1 2 times as a destination, rank 1 passes rank 0 once as a source"},
		"no ranks (OBJ004)":  {[2]edges{{nil, []int64{1}}, {[]int64{-7}, nil}}, "not"},
		"not recorded":       {[2]edges{{nil, []int64{1}}, {}}, "unknown"},
		"no edges of anyone": {[2]edges{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			for i, e := range x.of {
				in := replay.Words(e.from, e.to)
				if x.want == "unknown" && i == 1 {
					in = nil
				}
				j.Rank(i).With("MPI_Dist_graph_create_adjacent", in, nil, replay.World, int64(len(e.from)), 0, 0, int64(len(e.to)), 0, 0,
					replay.InfoNull, 0, 9000, 1, 1)
			}
			j.Finalize()
			switch x.want {
			case "", "unknown":
				j.Silent()
			case "not":
				assert.Empty(t, slices.DeleteFunc(j.Found(), func(f replay.Finding) bool { return f.Rule != "OBJ005" }))
			default:
				found(t, j, "OBJ005", x.want)
			}
		})
	}
}

// Findings about the communicators are consequences, whichever ranks they are about.
func TestObj005Consequence(t *testing.T) {
	j := replay.New(t, 4)
	j.Each(func(r *replay.Rank) {
		in := []int64{0, 1, 2, 3}
		if r.World() == 3 {
			in = in[1:]
		}
		g := r.Group(in...)
		r.With("MPI_Comm_create", nil, replay.Words([]int64{0, 1, 2, 3}, nil), replay.World, g, 9000, 0, int64(r.World()))
		r.With("MPI_Comm_dup", nil, replay.Words([]int64{0, 1, 2, 3}, nil), 9000, 9001, 0, int64(r.World()))
		if r.World() > 1 {
			r.Stuck("MPI_Barrier", 9001)
			return
		}
		r.Do("MPI_Group_free", g)
		r.Finalize()
	})
	var said []string
	for _, f := range j.Check().Findings {
		if f.Rule.ID == "COLL002" && assert.NotNil(t, f.Cause) {
			said = append(said, "COLL002 by "+f.Cause.Rule.ID)
		}
		if f.Rule.ID == "OBJ005" && assert.Nil(t, f.Cause) {
			said = append(said, "OBJ005")
		}
	}
	assert.ElementsMatch(t, []string{"OBJ005", "COLL002 by OBJ005"}, said)
}

// grouping has rank i call MPI_Comm_create with the group of the given ranks; nil stands for MPI_GROUP_EMPTY.
func grouping(t *testing.T, groups [][]int64) *replay.Job {
	t.Helper()
	j := replay.New(t, len(groups))
	for i, ranks := range groups {
		r, g, comm := j.Rank(i), int64(replay.Empty), int64(replay.CommNull)
		if ranks != nil {
			g = r.Group(ranks...)
			comm = 9000
		}
		r.With("MPI_Comm_create", nil, replay.Words(ranks, nil), replay.World, g, comm, 0, 0)
	}
	j.Finalize()
	return j
}

func TestObj005Groups(t *testing.T) {
	for name, x := range map[string]struct {
		groups [][]int64
		want   string
	}{
		"same":               {[][]int64{{0, 1}, {0, 1}, nil}, ""},
		"disjoint":           {[][]int64{{0, 2}, {1}, {0, 2}}, ""},
		"order":              {[][]int64{{0, 1}, {1, 0}, nil}, "rank 0 passes a group of ranks 0, 1, rank 1 passes a group of ranks 1, 0"},
		"member with none":   {[][]int64{{0, 1}, nil, nil}, "rank 0 passes a group of ranks 0, 1, rank 1 passes an empty group"},
		"later members":      {[][]int64{nil, {1, 2}, {2}}, "rank 1 passes a group of ranks 1, 2, rank 2 passes a group of rank 2"},
		"not its own member": {[][]int64{{1, 2}, {1, 2}, {1, 2}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := grouping(t, x.groups)
			if x.want == "" {
				j.Silent()
				return
			}
			found(t, j, "OBJ005", x.want)
		})
	}
}

// tagged has both ranks make communicators of MPI_Comm_create_group with these tags.
func tagged(t *testing.T, level string, tags [2][]int64) *replay.Job {
	t.Helper()
	j := replay.New(t, 2)
	j.ThreadLevel = level
	for i := range tags {
		r := j.Rank(i)
		g := r.Group(0, 1)
		for _, tag := range tags[i] {
			r.With("MPI_Comm_create_group", nil, replay.Words([]int64{0, 1}, nil), replay.World, g, tag, 9000, 0, int64(i))
			r.Do("MPI_Comm_free", 9000)
		}
	}
	j.Finalize()
	return j
}

func TestObj005Tags(t *testing.T) {
	tagged(t, "MPI_THREAD_SINGLE", [2][]int64{{1, 2, 1}, {1, 2, 1}}).Silent()
	j := tagged(t, "MPI_THREAD_SINGLE", [2][]int64{{1, 2}, {1, 3}})
	found(t, j, "OBJ005", "MPI_Comm_create_group: rank 0 passes tag 2, rank 1 passes 3")
	tagged(t, "MPI_THREAD_MULTIPLE", [2][]int64{{1, 2}, {2, 1}}).Silent()
}

func TestObj005Leaders(t *testing.T) {
	for _, tags := range [][2]int64{{4, 4}, {4, 5}} {
		j := replay.New(t, 2)
		for i := range int64(2) {
			r := j.Rank(int(i))
			r.With("MPI_Intercomm_create", nil, replay.Words([]int64{i}, []int64{1 - i}),
				replay.Self, 0, replay.World, 1-i, tags[i], 9000, 1, 0)
			r.Do("MPI_Comm_free", 9000)
		}
		j.Finalize()
		if tags[0] == tags[1] {
			j.Silent()
		} else {
			found(t, j, "OBJ005", "MPI_Intercomm_create: rank 0 passes tag 4, rank 1 passes 5")
		}
	}
}

func TestObj007Tags(t *testing.T) {
	send := func(r *replay.Rank, tag int64) {
		r.Do("MPI_Send", 0x5000, 1, replay.Type("MPI_INT"), 1, tag, replay.World)
	}
	recv := func(r *replay.Rank, tag int64) {
		r.Do("MPI_Recv", 0x6000, 1, replay.Type("MPI_INT"), 0, tag, replay.World)
	}
	for name, x := range map[string]struct {
		tag  int64
		asks bool
		want int
	}{"largest": {32767, false, 0}, "larger": {32768, false, 2}, "asked": {32768, true, 0}} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			r := j.Rank(0)
			if x.asks {
				j.Each(func(r *replay.Rank) { r.Do("MPI_Comm_get_attr", replay.World, j.Flavour.CommKeyvals[0]) })
			}
			for range 3 {
				send(r, x.tag)
				recv(j.Rank(1), x.tag)
			}
			j.Finalize()
			n := 0
			for _, f := range j.Found() {
				assert.Equal(t, "OBJ007", f.Rule)
				n++
			}
			assert.Equal(t, x.want, n, "one for each place")
		})
	}
}

func TestObj007Alignment(t *testing.T) {
	for _, x := range []struct {
		address, count int64
		kind           string
		want           bool
	}{
		{0x5004, 1, "MPI_DOUBLE", true}, {0x5004, 1, "MPI_INT", false}, {0x5002, 1, "MPI_INT", true}, {0x5001, 1, "MPI_BYTE", false},
		{0x5001, 1, "MPI_CHAR", false}, {0x5001, 0, "MPI_INT", false}, {0x5001, 1, "MPI_PACKED", false}, {0x5008, 1, "MPI_C_DOUBLE_COMPLEX", false},
	} {
		j := replay.New(t, 1)
		j.Rank(0).Do("MPI_Bcast", x.address, x.count, replay.Type(x.kind), 0, replay.Self)
		j.Finalize()
		if x.want {
			found(t, j, "OBJ007", x.kind+" at an address that is not a multiple of")
		} else {
			j.Silent()
		}
	}
}

// The processes of a group that create a communicator pass the same string tag; if the tags differ, they wait for each
// other.
func TestObj005StringTags(t *testing.T) {
	creates := func(r *replay.Rank, group int64, tag string, returns bool) {
		args := []int64{group, 0, replay.InfoNull, replay.Type("MPI_ERRORS_ARE_FATAL")}
		if !returns {
			r.StuckWith("MPI_Comm_create_from_group", replay.Strings(tag), args...)
			return
		}
		const comm = 9000
		r.With("MPI_Comm_create_from_group", replay.Strings(tag), replay.Words([]int64{0, 1}),
			append(args, comm, 0, int64(r.World()))...)
		r.Do("MPI_Comm_free", comm)
	}
	for _, c := range []struct {
		name    string
		does    func(r *replay.Rank, group int64)
		message string
	}{
		{"other tags", func(r *replay.Rank, g int64) { creates(r, g, []string{"a", "b"}[r.World()], false) },
			`MPI_Comm_create_from_group: rank 0 passes tag "a", rank 1 passes "b"`},
		{"one after the other", func(r *replay.Rank, g int64) { creates(r, g, "a", true); creates(r, g, "b", true) }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			j.Each(func(r *replay.Rank) { c.does(r, r.Group(0, 1)) })
			if c.message == "" {
				j.Finalize()
				j.Silent()
				return
			}
			var got []string
			for _, f := range j.Check().Findings { // ranks that wait for each other are a consequence
				if f.Rule.ID == "OBJ005" {
					got = append(got, f.Message)
				}
			}
			assert.Equal(t, []string{c.message}, got)
		})
	}
}
