package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// wanted returns the finding that a test expects at a line of rank 0.
func wanted(rule string, line int) replay.Finding {
	return replay.Finding{Rule: rule, Rank: 0, Line: line}
}

// worldGroup returns the group of MPI_COMM_WORLD.
func worldGroup(j *replay.Job, r *replay.Rank, members ...int64) int64 {
	g := j.Handle()
	r.With("MPI_Comm_group", nil, replay.Words(members), replay.World, g)
	return g
}

// comm registers a communicator of the given members that a call returns.
func comm(j *replay.Job, r *replay.Rank, name string, in []byte, members []int64, args ...int64) int64 {
	h := j.Handle()
	out := 0
	for i, a := range calls.ByName(name).Args() {
		if a.Dir == calls.Out && a.Type == "MPI_Comm" {
			out = i
		}
	}
	for len(args) <= out {
		args = append(args, 0)
	}
	args[out] = h
	n := len(calls.ByName(name).Args())
	for len(args) < n {
		args = append(args, 0)
	}
	r.With(name, in, replay.Words(members), append(args, 0, 0)...)
	return h
}

// TestObj001Null: the null handle of each class, in calls that leave one record and in calls that leave two.
func TestObj001Null(t *testing.T) {
	null := func(name string) int64 { return replay.Type(name) }
	for _, c := range []struct {
		call string
		args []int64
		want string
	}{
		{"MPI_Comm_size", []int64{replay.CommNull}, "argument comm of MPI_Comm_size is MPI_COMM_NULL"},
		{"MPI_Comm_compare", []int64{replay.World, replay.CommNull}, "argument comm2 of MPI_Comm_compare is MPI_COMM_NULL"},
		{"MPI_Send", []int64{1, 1, replay.Type("MPI_INT"), 0, 0, replay.CommNull}, "argument comm of MPI_Send is MPI_COMM_NULL"},
		{"MPI_Group_size", []int64{replay.GroupNone}, "argument group of MPI_Group_size is MPI_GROUP_NULL"},
		{"MPI_Type_commit", []int64{null("MPI_DATATYPE_NULL")}, "argument datatype of MPI_Type_commit is MPI_DATATYPE_NULL"},
		{"MPI_Op_free", []int64{null("MPI_OP_NULL")}, "argument op of MPI_Op_free is MPI_OP_NULL"},
		{"MPI_Info_get_nkeys", []int64{replay.InfoNull}, "argument info of MPI_Info_get_nkeys is MPI_INFO_NULL"},
		{"MPI_Errhandler_free", []int64{null("MPI_ERRHANDLER_NULL")}, "argument errhandler of MPI_Errhandler_free is MPI_ERRHANDLER_NULL"},
		{"MPI_Session_get_num_psets", []int64{null("MPI_SESSION_NULL"), replay.InfoNull}, "argument session of .* is MPI_SESSION_NULL"},
		{"MPI_Comm_free_keyval", []int64{-1}, "argument comm_keyval of .* is MPI_KEYVAL_INVALID"},
		{"MPI_Comm_rank", []int64{0}, "is not the handle of a communicator: its value is 0"},
		{"MPI_File_open", []int64{replay.CommNull, 0, 2}, "argument comm of MPI_File_open is MPI_COMM_NULL"},
	} {
		j := replay.New(t, 1)
		bad := replay.Here() + 1
		j.Rank(0).Fail(c.call, c.args...)
		j.Finalize()
		assert.Equal(t, bad, line(found(t, j, "OBJ001", c.want)), c.call)
	}
}

func TestObj001NullAllowed(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Comm_get_name", replay.CommNull)
	r.Do("MPI_Type_get_name", replay.Type("MPI_DATATYPE_NULL"))
	r.Do("MPI_Comm_set_info", replay.World, replay.InfoNull)
	r.Do("MPI_Open_port", replay.InfoNull)
	r.Do("MPI_Lookup_name", 1, replay.InfoNull)
	r.Do("MPI_Abort", replay.CommNull)
	j.Finalize()
	j.Silent()
}

// TestObj001Freed: a handle is invalid after its object was freed, until another object has the handle. A group that
// was returned twice must be freed twice.
func TestObj001Freed(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	dup := comm(j, r, "MPI_Comm_dup", nil, []int64{0}, replay.World)
	freed := replay.Here() + 1
	r.Do("MPI_Comm_free", dup)
	r.Do("MPI_Barrier", dup)
	j.Finalize()
	f := found(t, j, "OBJ001", `argument comm of MPI_Barrier, communicator 1 \(MPI_Comm_dup\) of MPI_COMM_WORLD, is already freed`)
	assert.Equal(t, freed, see(t, f))

	j = replay.New(t, 1)
	r = j.Rank(0)
	for range 2 { // the library uses the handle again
		r.With("MPI_Comm_dup", nil, replay.Words([]int64{0}), replay.World, 77, 0, 0)
		r.Do("MPI_Barrier", 77)
		r.Do("MPI_Comm_free", 77)
	}
	for range 2 {
		r.With("MPI_Comm_group", nil, replay.Words([]int64{0}), replay.World, 78)
	}
	r.Do("MPI_Group_free", 78)
	r.Do("MPI_Group_size", 78)
	r.Do("MPI_Group_free", 78)
	bad := replay.Here() + 1
	r.Do("MPI_Group_size", 78)
	j.Finalize()
	j.Want(wanted("OBJ001", bad))
}

// TestObj001Callback: in the functions of attributes, handles that were freed before are invalid, unless the library
// may have passed them to the function.
func TestObj001Callback(t *testing.T) {
	const dup, owner, key = 77, 78, 50
	free := func(r *replay.Rank, before func(*replay.Rank)) {
		for _, h := range []int64{dup, owner} {
			r.With("MPI_Comm_dup", nil, replay.Words([]int64{0}), replay.World, h, 0, 0)
		}
		if before != nil {
			before(r)
		}
		r.Do("MPI_Comm_create_keyval", 0, 0, key, 0)
		r.Do("MPI_Comm_set_attr", owner, key, 0)
		r.Do("MPI_Comm_free", dup)
	}
	for name, c := range map[string]struct {
		before func(*replay.Rank)
		call   string
		args   []int64
		bad    bool
	}{
		"free":    {nil, "MPI_Comm_free", []int64{owner}, true},
		"delete":  {nil, "MPI_Comm_delete_attr", []int64{owner, key}, true},
		"barrier": {nil, "MPI_Barrier", []int64{owner}, false},
		"had an attribute": {func(r *replay.Rank) {
			r.Do("MPI_Comm_create_keyval", 0, 0, 51, 0)
			r.Do("MPI_Comm_set_attr", dup, 51, 0)
		}, "MPI_Comm_free", []int64{owner}, false},
		"error handler": {func(r *replay.Rank) { r.Do("MPI_Comm_create_errhandler", 0, 90) },
			"MPI_Comm_free", []int64{owner}, false},
	} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		free(r, c.before)
		r.Begin(c.call, c.args...)
		bad := replay.Here() + 1
		r.Do("MPI_Comm_size", dup)
		r.End(c.call)
		r.Exit()
		if !c.bad {
			assert.Empty(t, only(j, "OBJ001"), name)
			continue
		}
		assert.Equal(t, bad, line(found(t, j, "OBJ001", "is already freed")), name)
	}
}

// TestObj001Port: hints for ports and their names.
func TestObj001Port(t *testing.T) {
	for call, args := range map[string][]int64{"MPI_Open_port": {700}, "MPI_Publish_name": {1, 700, 1}, "MPI_Unpublish_name": {1, 700, 1}, "MPI_Lookup_name": {1, 700}} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		r.Do("MPI_Info_create", 700)
		r.Do("MPI_Info_free", 700)
		r.Do(call, args...)
		j.Finalize()
		found(t, j, "OBJ001", "argument info of "+call+", an info object, is already freed")
	}
}

// TestObj001Unknown: a handle that no recorded call created is invalid only if a call failed because of it, or ended
// the process.
func TestObj001Unknown(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Comm_set_attr", 555, 77)
	r.Do("MPI_Comm_size", 555)
	r.Fail("MPI_Barrier", 555) // with another error
	j.Finalize()
	j.Silent()

	errComm := calls.FlavourByName("openmpi").ErrComm
	for _, rc := range []int64{errComm, errComm + 128} {
		j = replay.New(t, 1)
		r = j.Rank(0)
		if rc != errComm {
			j.Flavour = calls.FlavourByName("mpich")
		}
		bad := replay.Here() + 1
		r.FailAs(rc, "MPI_Barrier", 555)
		j.Finalize()
		assert.Equal(t, bad, line(found(t, j, "OBJ001", "argument comm of MPI_Barrier is not the handle of a communicator: no call")))
	}

	for _, exit := range []bool{true, false} {
		j = replay.New(t, 1)
		r = j.Rank(0)
		bad := replay.Here() + 1
		r.Stuck("MPI_Comm_set_attr", replay.World, 555)
		if exit {
			r.Event(1030, 2, int64(calls.CommSetAttr))
		}
		assert.Equal(t, bad, line(found(t, j, "OBJ001", "and the process ended in the call")))
	}

	j = replay.New(t, 1) // the process may have been killed while it waited
	j.Rank(0).Stuck("MPI_Barrier", 555)
	assert.Equal(t, rules.Note, found(t, j, "OBJ001", "as far as recorded, and the rank was killed in the call").Severity)

	j = replay.New(t, 1) // a call with a single record: the process was in it if it was last seen there
	r = j.Rank(0)
	r.Do("MPI_Comm_size", 555)
	r.InCall("MPI_Comm_rank")
	j.Want()
	j = replay.New(t, 1)
	r = j.Rank(0)
	r.Do("MPI_Comm_size", 555)
	r.StaysIn()
	r.Dies(syscall.SIGSEGV)
	assert.Equal(t, rules.Note, found(t, j, "OBJ001", "as far as recorded, and the rank was killed in the call").Severity)

	j = replay.New(t, 1)
	bad := replay.Here() + 1
	j.Rank(0).Do("MPI_Comm_size", 555)
	j.Rank(0).Event(1030, 2, int64(calls.CommSize))
	assert.Equal(t, bad, line(found(t, j, "OBJ001", "and the process ended in the call")))
}

// TestObj001Key: a freed key exists while an object may have an attribute of it.
func TestObj001Key(t *testing.T) {
	set := func(after func(j *replay.Job, r *replay.Rank)) (*replay.Job, int) {
		j := replay.New(t, 1)
		r := j.Rank(0)
		r.Do("MPI_Comm_create_keyval", 1, 1, 77)
		r.Do("MPI_Comm_set_attr", replay.Self, 77, 1)
		after(j, r)
		r.Do("MPI_Comm_free_keyval", 77)
		bad := replay.Here() + 1
		r.Do("MPI_Comm_get_attr", replay.World, 77)
		j.Finalize()
		return j, bad
	}
	j, _ := set(func(*replay.Job, *replay.Rank) {})
	j.Silent()
	j, bad := set(func(_ *replay.Job, r *replay.Rank) { r.Do("MPI_Comm_delete_attr", replay.Self, 77) })
	j.Want(wanted("OBJ001", bad))
	j, _ = set(func(j *replay.Job, r *replay.Rank) { // the copy may have the attribute
		comm(j, r, "MPI_Comm_dup", nil, []int64{0}, replay.Self)
		r.Do("MPI_Comm_delete_attr", replay.Self, 77)
	})
	j.Silent()
}

// A handle counts only on ranks where it is significant.
func TestObj001Significant(t *testing.T) {
	j := replay.New(t, 2)
	for i := range int64(2) {
		r := j.Rank(int(i))
		r.With("MPI_Comm_split", nil, replay.Words([]int64{0, 1}), replay.World, 0, 0, 70, 0, i)
		r.Fail("MPI_Intercomm_create", 70, 1, replay.CommNull, 9, 7)
	}
	assert.Equal(t, 1, int(found(t, j, "OBJ001", "peer_comm").Sites[0].Rank))
}

func TestObj003(t *testing.T) {
	for _, c := range []struct {
		call   string
		handle int64
		want   string
	}{
		{"MPI_Comm_free", replay.World, "MPI_Comm_free of MPI_COMM_WORLD"},
		{"MPI_Comm_disconnect", replay.Self, "MPI_Comm_disconnect of MPI_COMM_SELF"},
		{"MPI_Group_free", replay.Empty, "MPI_Group_free of MPI_GROUP_EMPTY"},
		{"MPI_Type_free", replay.Type("MPI_DOUBLE"), "MPI_Type_free of MPI_DOUBLE"},
		{"MPI_Op_free", replay.Type("MPI_MAX"), "MPI_Op_free of MPI_MAX"},
		{"MPI_Info_free", replay.Type("MPI_INFO_ENV"), "MPI_Info_free of MPI_INFO_ENV"},
		{"MPI_Errhandler_free", replay.Type("MPI_ERRORS_RETURN"), "MPI_Errhandler_free of MPI_ERRORS_RETURN"},
		{"MPI_Comm_free_keyval", 0, "MPI_Comm_free_keyval of the key of a predefined attribute"},
	} {
		j := replay.New(t, 1)
		bad := replay.Here() + 1
		j.Rank(0).Fail(c.call, c.handle)
		j.Finalize()
		assert.Equal(t, bad, line(found(t, j, "OBJ003", c.want)), c.call)
	}
}

// A handle may be freed as often as a call has returned it.
func TestObj003Returned(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Comm_get_errhandler", replay.World, replay.Type("MPI_ERRORS_RETURN"))
	r.Do("MPI_Errhandler_free", replay.Type("MPI_ERRORS_RETURN"))
	bad := replay.Here() + 1
	r.Do("MPI_Errhandler_free", replay.Type("MPI_ERRORS_RETURN"))
	g := worldGroup(j, r, 0)
	r.With("MPI_Group_difference", nil, nil, g, g, replay.Empty)
	r.Do("MPI_Group_free", replay.Empty)
	j.Finalize()
	j.Want(wanted("OBJ003", bad))
}

func TestObj004Groups(t *testing.T) {
	for _, c := range []struct {
		call string
		n    int64
		in   []int64
		want string // "" if it is right
	}{
		{"MPI_Group_incl", 2, []int64{3, 0}, ""},
		{"MPI_Group_incl", 2, []int64{0, 4}, `ranks\[1\] is 4, but the group has ranks 0 to 3`},
		{"MPI_Group_incl", 1, []int64{-1}, `ranks\[0\] is -1`},
		{"MPI_Group_excl", 3, []int64{1, 2, 1}, `rank 1 is named twice, as ranks\[0\] and ranks\[2\]`},
		{"MPI_Group_excl", 5, []int64{}, "with 5 ranks of a group of size 4"},
		{"MPI_Group_excl", -2, []int64{}, "with n -2"},
		{"MPI_Group_range_incl", 1, []int64{3, 0, -1}, ""},
		{"MPI_Group_range_incl", 1, []int64{3, 0, 1}, ""}, // no rank at all
		{"MPI_Group_range_incl", 1, []int64{0, 4, 4}, `ranges\[0\], from 0 to 4 by 4, contains rank 4`},
		{"MPI_Group_range_incl", 1, []int64{1, -1, -2}, `contains rank -1`},
		{"MPI_Group_range_excl", 2, []int64{0, 3, 2, 2, 2, 1}, `rank 2 is named twice, in ranges\[0\] and ranges\[1\]`},
		{"MPI_Group_range_excl", 1, []int64{0, 0, 0}, `the stride of ranges\[0\] is 0`},
		{"MPI_Group_translate_ranks", 2, []int64{3, -2}, ""}, // MPI_PROC_NULL
		{"MPI_Group_translate_ranks", 2, []int64{3, 4}, `ranks1\[1\] is 4, but group1 has ranks 0 to 3`},
		{"MPI_Group_translate_ranks", 1, []int64{-5}, `ranks1\[0\] is -5`},
	} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		g := worldGroup(j, r, 0, 1, 2, 3)
		args := []int64{g, c.n, 0, 0}
		if c.call == "MPI_Group_translate_ranks" {
			args[3] = g
		}
		bad := replay.Here() + 1
		r.Refuse(c.call, replay.Words(c.in), args...)
		j.Finalize()
		if c.want == "" {
			j.Silent()
		} else {
			assert.Equal(t, bad, line(found(t, j, "OBJ004", c.want)), c.call)
		}
	}
}

// A group with unknown members is not checked, nor is an array that could not be read.
func TestObj004UnknownGroup(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Comm_group", replay.World, 60)
	r.Refuse("MPI_Group_incl", replay.Words([]int64{7}), 60, 1)
	g := worldGroup(j, r, 0)
	r.Refuse("MPI_Group_incl", replay.Words(nil), g, 1)
	r.Refuse("MPI_Group_incl", replay.Words([]int64{7}), 61, 1)
	j.Finalize()
	j.Silent()
}

func TestObj004Grid(t *testing.T) {
	grid := func(j *replay.Job, r *replay.Rank) int64 {
		return comm(j, r, "MPI_Cart_create", replay.Words([]int64{2, 2}, []int64{0, 1}), []int64{0, 1, 2, 3}, replay.World, 2)
	}
	row := func(j *replay.Job, r *replay.Rank) int64 {
		return comm(j, r, "MPI_Cart_sub", replay.Words([]int64{0, 1}), []int64{0, 1}, grid(j, r))
	}
	for _, c := range []struct {
		on   func(*replay.Job, *replay.Rank) int64
		call string
		in   []byte
		args []int64
		want string
	}{
		{grid, "MPI_Cart_rank", replay.Words([]int64{1, -7}), nil, ""},
		{grid, "MPI_Cart_rank", replay.Words([]int64{2, 0}), nil, `coords\[0\] is 2, but dimension 0 is not periodic and has coordinates 0 to 1`},
		{row, "MPI_Cart_rank", replay.Words([]int64{9}), nil, ""},
		{row, "MPI_Cart_rank", replay.Words(nil), nil, ""},
		{grid, "MPI_Cart_shift", nil, []int64{1, -8}, ""},
		{row, "MPI_Cart_shift", nil, []int64{1, 1}, "in direction 1, but the grid has 1 dimension,"},
		{grid, "MPI_Cart_shift", nil, []int64{-1, 1}, "in direction -1"},
		{grid, "MPI_Cart_coords", nil, []int64{3}, ""},
		{row, "MPI_Cart_coords", nil, []int64{2}, "with rank 2, but .* has ranks 0 to 1"},
		{grid, "MPI_Graphdims_get", nil, nil, "which has a Cartesian topology: it needs a graph topology"},
		{row, "MPI_Dist_graph_neighbors_count", nil, nil, "it needs a distributed graph topology"},
		{grid, "MPI_Neighbor_allgather", nil, nil, ""},
	} {
		j := replay.New(t, 4)
		r := j.Rank(0)
		h := c.on(j, r)
		args := append([]int64{h}, c.args...)
		if c.call == "MPI_Neighbor_allgather" {
			args = []int64{1, 1, replay.Type("MPI_INT"), 1, 1, replay.Type("MPI_INT"), h}
		}
		bad := replay.Here() + 1
		r.With(c.call, c.in, nil, args...)
		got := 0
		for _, f := range j.Check().Findings {
			if f.Rule.ID == "OBJ004" {
				got = line(f)
				assert.Regexp(t, c.want, f.Message)
			}
		}
		if c.want == "" {
			assert.Zero(t, got, c.call)
		} else {
			assert.Equal(t, bad, got, c.call)
		}
	}
}

func TestObj004Create(t *testing.T) {
	two := func(a ...int64) []byte { return replay.Words(a, make([]int64, len(a))) }
	for _, c := range []struct {
		call string
		in   []byte
		args []int64
		want string
	}{
		{"MPI_Cart_create", two(2, 3), []int64{replay.World, 2}, "MPI_Cart_create of 6 processes, but MPI_COMM_WORLD has 4"},
		{"MPI_Cart_create", two(1<<40, 1<<40), []int64{replay.World, 2}, "MPI_Cart_create of [0-9]+ processes"},
		{"MPI_Cart_create", two(1, -1), []int64{replay.World, 2}, `dims\[1\] is -1`},
		{"MPI_Cart_create", two(1, 0), []int64{replay.World, 2}, `dims\[1\] is 0, so no process is in the grid`},
		{"MPI_Cart_create", two(1, 2), []int64{replay.World, 2}, ""},
		{"MPI_Cart_create", two(), []int64{replay.World, 0}, ""},
		{"MPI_Cart_map", two(5), []int64{replay.World, 1}, "MPI_Cart_map of 5 processes"},
		{"MPI_Dims_create", replay.Words([]int64{0, 3}), []int64{4, 2}, "4 processes cannot be divided by 3"},
		{"MPI_Dims_create", replay.Words([]int64{0, 2}), []int64{4, 2}, ""},
		{"MPI_Dims_create", replay.Words([]int64{-2, 2}), []int64{4, 2}, `dims\[0\] is -2`},
		{"MPI_Graph_create", replay.Words([]int64{1, 2}, []int64{1, 0}), []int64{replay.World, 2}, ""},
		{"MPI_Graph_create", replay.Words([]int64{1, 2}, []int64{1, 2}), []int64{replay.World, 2}, `edges\[1\] is 2, but there are nodes 0 to 1`},
		{"MPI_Graph_create", replay.Words([]int64{2, 1}, nil), []int64{replay.World, 2}, `index\[1\] is 1, after 2`},
		{"MPI_Graph_create", nil, []int64{replay.World, 5}, "of 5 nodes, but MPI_COMM_WORLD has 4 processes"},
		{"MPI_Dist_graph_create", replay.Words([]int64{0}, []int64{2}, []int64{3, 4}), []int64{replay.World, 1}, `destinations\[1\] is 4`},
		{"MPI_Dist_graph_create", replay.Words([]int64{0}, []int64{-2}, nil), []int64{replay.World, 1}, `degrees\[0\] is -2`},
		{"MPI_Dist_graph_create_adjacent", replay.Words([]int64{-1}, nil), []int64{replay.World, 1}, `sources\[0\] is -1`},
		{"MPI_Comm_split", nil, []int64{replay.World, -1}, "with color -1: it must be at least 0, or MPI_UNDEFINED"},
		{"MPI_Comm_split", nil, []int64{replay.World, -32766}, ""},
		{"MPI_Intercomm_create", nil, []int64{replay.World, 4, replay.World, 0, 0}, "with local_leader 4, but MPI_COMM_WORLD has ranks 0 to 3"},
		{"MPI_Intercomm_create", nil, []int64{replay.World, 0, replay.World, 0, 0}, "with remote_leader 0, which is this process itself"},
		{"MPI_Intercomm_create", nil, []int64{replay.World, 0, replay.World, 1, 0}, "with remote_leader 1 of MPI_COMM_WORLD, a process that is in the local group too"},
		{"MPI_Intercomm_create", nil, []int64{replay.Self, 0, replay.World, 1, 0}, ""},
		{"MPI_Intercomm_create", nil, []int64{replay.World, 1, replay.World, 99, 0}, ""},
		{"MPI_Intercomm_merge", nil, []int64{replay.World}, "which is an intracommunicator: it needs an intercommunicator"},
		{"MPI_Comm_spawn", nil, []int64{1, 0, -4, replay.InfoNull, 0, replay.World}, "with maxprocs -4"},
		{"MPI_Comm_spawn", nil, []int64{1, 0, -4, replay.InfoNull, 2, replay.World}, ""},
		{"MPI_Alloc_mem", nil, []int64{-8, replay.InfoNull}, "MPI_Alloc_mem with size -8"},
		{"MPI_Type_get_contents", nil, []int64{replay.Type("MPI_INT")}, "MPI_INT, which is predefined"},
	} {
		j := replay.New(t, 4)
		r := j.Rank(0)
		bad := replay.Here() + 1
		r.Refuse(c.call, c.in, c.args...)
		got := 0
		for _, f := range j.Check().Findings {
			if f.Rule.ID == "OBJ004" {
				got = line(f)
				assert.Regexp(t, c.want, f.Message)
			}
		}
		if c.want == "" {
			assert.Zero(t, got, "%s %v", c.call, c.args)
		} else {
			assert.Equal(t, bad, got, "%s %v", c.call, c.args)
		}
	}
}

// The arrays of MPI_Type_get_contents are as long as MPI_Type_get_envelope says.
func TestObj004Contents(t *testing.T) {
	integer := replay.Type("MPI_INT")
	for _, c := range []struct {
		call    string
		in      []byte
		args    []int64 // up to the new datatype
		numbers [3]int64
	}{
		{"MPI_Type_contiguous", nil, []int64{3, integer}, [3]int64{1, 0, 1}},
		{"MPI_Type_vector", nil, []int64{2, 1, 2, integer}, [3]int64{3, 0, 1}},
		{"MPI_Type_create_hvector", nil, []int64{2, 1, 8, integer}, [3]int64{2, 1, 1}},
		{"MPI_Type_create_resized", nil, []int64{integer, 0, 8}, [3]int64{0, 2, 1}},
		{"MPI_Type_dup", nil, []int64{integer}, [3]int64{0, 0, 1}},
		{"MPI_Type_indexed", replay.Words([]int64{1, 1}, []int64{0, 2}), []int64{2, 1, 1, integer}, [3]int64{5, 0, 1}},
		{"MPI_Type_create_hindexed", replay.Words([]int64{1, 1}, []int64{0, 8}), []int64{2, 1, 1, integer}, [3]int64{3, 2, 1}},
		{"MPI_Type_create_indexed_block", replay.Words([]int64{0, 2}), []int64{2, 1, 1, integer}, [3]int64{4, 0, 1}},
		{"MPI_Type_create_hindexed_block", replay.Words([]int64{0, 8}), []int64{2, 1, 1, integer}, [3]int64{2, 2, 1}},
		{"MPI_Type_create_struct", replay.Words([]int64{1, 1}, []int64{0, 8}, []int64{integer, integer}), []int64{2, 1, 1, 1}, [3]int64{3, 2, 2}},
		{"MPI_Type_create_subarray", replay.Words([]int64{4, 4}, []int64{2, 2}, []int64{0, 0}), []int64{2, 1, 1, 1, 0, integer}, [3]int64{8, 0, 1}},
		{"MPI_Type_create_darray", nil, []int64{4, 0, 2, 1, 1, 1, 1, 0, integer}, [3]int64{12, 0, 1}},
	} {
		for i, name := range []string{"max_integers", "max_addresses", "max_datatypes", ""} {
			if i < 3 && c.numbers[i] == 0 {
				continue
			}
			j := replay.New(t, 1)
			r := j.Rank(0)
			r.With(c.call, c.in, nil, append(slices.Clone(c.args), 77)...)
			room := c.numbers
			if i < 3 {
				room[i]--
			}
			r.Do("MPI_Type_get_contents", 77, room[0], room[1], room[2])
			r.Do("MPI_Type_free", 77)
			j.Finalize()
			if name == "" {
				j.Silent()
				continue
			}
			found(t, j, "OBJ004", fmt.Sprintf("MPI_Type_get_contents of %s datatype with %s %d, but MPI_Type_get_envelope returns %d$", c.call, name, room[i], c.numbers[i]))
		}
	}
	j := replay.New(t, 1) // created by another call
	j.Rank(0).Do("MPI_Type_get_contents", 77, 0, 0, 0)
	j.Finalize()
	j.Silent()
}

func TestObj004Info(t *testing.T) {
	long := string(make([]byte, 36))
	for _, c := range []struct{ key, value, want string }{
		{long[1:], "", ""},
		{long, "", "the key of MPI_Info_set has 36 characters: there may be 35"},
		{"k", string(make([]byte, 256)), "the value of MPI_Info_set has 256 characters"},
	} {
		j := replay.New(t, 1)
		j.Rank(0).Info(c.key, c.value)
		j.Finalize()
		if c.want == "" {
			j.Silent()
		} else {
			found(t, j, "OBJ004", c.want)
		}
	}
	j := replay.New(t, 1)
	r := j.Rank(0)
	i := r.Info("a", "1", "b", "2")
	r.Do("MPI_Info_get_nthkey", i, 1)
	bad := replay.Here() + 1
	r.Do("MPI_Info_get_nthkey", i, 2)
	j.Finalize()
	j.Want(wanted("OBJ004", bad))
}

func TestObj004Attributes(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Type_create_keyval", 1, 1, 77)
	r.Do("MPI_Win_create_errhandler", 1, 88)
	key := replay.Here() + 1
	r.Fail("MPI_Comm_set_attr", replay.World, 77, 1)
	r.Fail("MPI_Comm_set_attr", replay.World, 0, 1)
	r.Fail("MPI_Type_set_attr", replay.Type("MPI_INT"), 0, 1)
	r.Fail("MPI_Comm_delete_attr", replay.World, j.Flavour.WinSize)
	r.Fail("MPI_Comm_set_errhandler", replay.World, 88)
	r.Do("MPI_Comm_get_attr", replay.World, 0)
	r.Do("MPI_Type_set_attr", replay.Type("MPI_INT"), 77, 1)
	j.Finalize()
	j.Want(wanted("OBJ004", key), wanted("OBJ004", key+1), wanted("OBJ004", key+2), wanted("OBJ004", key+3), wanted("OBJ004", key+4))
}

func TestObj006(t *testing.T) {
	num := replay.Type("MPI_INT")
	null := replay.Type("MPI_DATATYPE_NULL")
	for _, c := range []struct {
		call string
		in   []byte
		args []int64
		want string
	}{
		{"MPI_Type_contiguous", nil, []int64{-1, num}, "MPI_Type_contiguous with count -1"},
		{"MPI_Type_contiguous", nil, []int64{0, num}, ""},
		{"MPI_Type_vector", nil, []int64{1, -2, 3, num}, "with blocklength -2"},
		{"MPI_Type_vector", nil, []int64{1, 0, -3, num}, ""},
		{"MPI_Type_contiguous", nil, []int64{1, null}, "the oldtype of MPI_Type_contiguous is MPI_DATATYPE_NULL"},
		{"MPI_Type_dup", nil, []int64{0}, "the oldtype of MPI_Type_dup is not the handle of a datatype: its value is 0"},
		{"MPI_Type_dup", nil, []int64{4711}, ""},
		{"MPI_Type_indexed", replay.Words([]int64{1, -1}, []int64{0, 4}), []int64{2, 0, 0, num}, `array_of_blocklengths\[1\] is -1`},
		{"MPI_Type_create_struct", replay.Words([]int64{0, 1}, []int64{0, 4}, []int64{null, num}), []int64{2}, ""},
		{"MPI_Type_create_struct", replay.Words([]int64{1, 1}, []int64{0, 4}, []int64{num, null}), []int64{2}, `array_of_types\[1\] of .* is MPI_DATATYPE_NULL`},
		{"MPI_Type_create_subarray", replay.Words([]int64{4}, []int64{2}, []int64{2}), []int64{1, 0, 0, 0, 1, num}, ""},
		{"MPI_Type_create_subarray", replay.Words([]int64{4}, []int64{2}, []int64{3}), []int64{1, 0, 0, 0, 1, num}, `array_of_starts\[0\] is 3, but must be from 0 to 2`},
		{"MPI_Type_create_subarray", replay.Words([]int64{4}, []int64{0}, []int64{3}), []int64{1, 0, 0, 0, 1, num}, `array_of_subsizes\[0\] is 0, but must be from 1 to 4`},
		{"MPI_Type_create_subarray", replay.Words([]int64{0}, []int64{0}, []int64{0}), []int64{1, 0, 0, 0, 1, num}, `array_of_sizes\[0\] is 0`},
		{"MPI_Type_create_subarray", nil, []int64{1, 0, 0, 0, 9, num}, "with order 9"},
		{"MPI_Type_create_darray", replay.Words([]int64{8}, []int64{0}, []int64{-1}, []int64{2}), []int64{2, 1, 1, 0, 0, 0, 0, 0, num}, ""},
		{"MPI_Type_create_darray", replay.Words([]int64{8}, []int64{1}, []int64{3}, []int64{2}), []int64{2, 1, 1, 0, 0, 0, 0, 0, num}, ""},
		{"MPI_Type_create_darray", replay.Words([]int64{8}, []int64{0}, []int64{3}, []int64{2}), []int64{2, 1, 1, 0, 0, 0, 0, 0, num}, `2 blocks of array_of_dargs\[0\], 3 elements, are fewer than the 8`},
		{"MPI_Type_create_darray", replay.Words([]int64{8}, []int64{5}, []int64{3}, []int64{2}), []int64{2, 1, 1, 0, 0, 0, 0, 0, num}, `array_of_distribs\[0\] is 5`},
		{"MPI_Type_create_darray", replay.Words([]int64{8}, []int64{2}, []int64{0}, []int64{2}), []int64{2, 1, 1, 0, 0, 0, 0, 0, num}, `it must be 1`},
		{"MPI_Type_create_darray", replay.Words([]int64{8}, []int64{0}, []int64{-1}, []int64{2}), []int64{3, 1, 1, 0, 0, 0, 0, 0, num}, `has 2 processes, but size is 3`},
		{"MPI_Type_create_darray", nil, []int64{2, 2, 1, 0, 0, 0, 0, 0, num}, `with rank 2 in a group of size 2`},
	} {
		j := replay.New(t, 1)
		bad := replay.Here() + 1
		j.Rank(0).Refuse(c.call, c.in, c.args...)
		j.Finalize()
		if c.want == "" {
			j.Silent()
		} else {
			assert.Equal(t, bad, line(found(t, j, "OBJ006", c.want)), "%s %v", c.call, c.args)
		}
	}
}

func TestObj004FreeMem(t *testing.T) {
	const at = 0x7000
	alloc := func(r *replay.Rank, size int64) { r.Do("MPI_Alloc_mem", size, replay.InfoNull, at) }
	free := func(r *replay.Rank, base int64) { r.Do("MPI_Free_mem", base) }
	for name, x := range map[string]struct {
		do   func(*replay.Rank)
		want string
	}{
		"once":            {func(r *replay.Rank) { alloc(r, 8); free(r, at) }, ""},
		"again and again": {func(r *replay.Rank) { alloc(r, 8); free(r, at); alloc(r, 8); free(r, at) }, ""},
		"no bytes":        {func(r *replay.Rank) { alloc(r, 0); alloc(r, 0); free(r, at); free(r, at) }, ""},
		"NULL":            {func(r *replay.Rank) { free(r, 0) }, ""},
		"twice":           {func(r *replay.Rank) { alloc(r, 8); free(r, at); free(r, at) }, "memory that is already freed"},
		"from elsewhere":  {func(r *replay.Rank) { free(r, at) }, "memory that MPI_Alloc_mem has not returned"},
		"not the begin":   {func(r *replay.Rank) { alloc(r, 8); free(r, at+4); free(r, at) }, "memory that MPI_Alloc_mem has not returned"},
		"of a window": {func(r *replay.Rank) {
			r.Do("MPI_Win_allocate", 8, 1, replay.InfoNull, replay.Self, at, 9000)
			free(r, at)
			r.Do("MPI_Win_free", 9000)
		}, "MPI_Free_mem of the memory of window 1 of MPI_COMM_SELF, which MPI_Win_free frees"},
		"in use by an active receive": {func(r *replay.Rank) {
			alloc(r, 8)
			r.Do("MPI_Irecv", at, 2, intType, 0, 3, replay.World, 0x4400)
			free(r, at)
			r.Do("MPI_Send", origin, 2, intType, 0, 3, replay.World)
			r.Do("MPI_Wait", 0x4400, 0, 3, 8)
		}, "RACE006 this MPI_Free_mem gives back"},
		"in use, after a function has returned": {func(r *replay.Rank) {
			alloc(r, 8)
			r.Do("MPI_Irecv", at, 2, intType, 0, 3, replay.World, 0x4400)
			r.Event(event.Memory, int64(event.MemoryReturned), int64(calls.FreeMem), at+0x10000, at+0x10040)
			free(r, at)
			r.Do("MPI_Send", origin, 2, intType, 0, 3, replay.World)
			r.Do("MPI_Wait", 0x4400, 0, 3, 8)
		}, "RACE006 this MPI_Free_mem gives back"},
		"of another receive": {func(r *replay.Rank) {
			alloc(r, 8)
			r.Do("MPI_Irecv", at+8, 2, intType, 0, 3, replay.World, 0x4400)
			free(r, at)
			r.Do("MPI_Send", origin, 2, intType, 0, 3, replay.World)
			r.Do("MPI_Wait", 0x4400, 0, 3, 8)
		}, ""},
		"before the window over it": {func(r *replay.Rank) {
			alloc(r, 8)
			r.Do("MPI_Win_create", at, 8, 1, replay.InfoNull, replay.Self, 9000, 1)
			free(r, at)
			r.Do("MPI_Win_free", 9000)
		}, "WIN014 this MPI_Free_mem gives back memory of the window before MPI_Win_free"},
		"an address that was not recorded": {func(r *replay.Rank) { r.Do("MPI_Alloc_mem", 8, replay.InfoNull, 0); free(r, at) }, ""},
		"failed": {func(r *replay.Rank) { r.Fail("MPI_Alloc_mem", 8, replay.InfoNull, at); free(r, at) },
			"memory that MPI_Alloc_mem has not returned"},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 1)
			x.do(j.Rank(0))
			j.Finalize()
			if x.want == "" {
				j.Silent()
				return
			}
			rule, want := "OBJ004", x.want
			if id, text, _ := strings.Cut(want, " "); rules.ByID(id) != nil {
				rule, want = id, text
			}
			spoken(t, j, rule, want)
		})
	}
}

// TestObj001Unmade: calls on the communicator of MPI_Comm_idup before its request is complete, by the thread that
// completes the request and by others.
func TestObj001Unmade(t *testing.T) {
	const request, no = 0x440, -1
	for name, c := range map[string]struct {
		uses, waits int // threads; no: none does
		other       bool
		want        string
	}{
		"waited for later": {uses: 0, waits: 0, want: "MPI_Comm_set_name uses .* before the request of MPI_Comm_idup is complete"},
		"never waited for": {uses: 0, waits: no, want: "MPI_Comm_set_name uses .* before the request of MPI_Comm_idup is complete"},
		"other thread":     {uses: 0, waits: 1, other: true},
		"threads unknown":  {uses: 0, waits: no, other: true},
		"one other thread": {uses: 1, waits: 1, other: true, want: "MPI_Comm_set_name uses"},
	} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		if c.other {
			startThread(r, 1, "MPI_Wait")
		}
		copied := j.Handle()
		r.With("MPI_Comm_idup", nil, nil, replay.World, copied, request, 0, 0)
		r.Thread = c.uses
		bad := replay.Here() + 1
		r.Refuse("MPI_Comm_set_name", nil, copied, 0)
		r.Thread = max(c.waits, 0)
		if c.waits != no {
			r.Do("MPI_Wait", request)
			r.Thread = 0
			r.Do("MPI_Comm_free", copied)
			j.Finalize()
		}
		if c.want == "" {
			for _, f := range j.Found() {
				assert.NotEqual(t, "OBJ001", f.Rule, name)
			}
			continue
		}
		assert.Equal(t, bad, line(found(t, j, "OBJ001", c.want)), name)
	}
}
