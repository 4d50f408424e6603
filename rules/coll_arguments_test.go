package rules_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// asked is a call of all ranks, and the message that is expected; "" for none.
type asked struct {
	name    string
	do      func(*replay.Rank)
	message string
}

func ask(t *testing.T, rule string, all []asked) {
	t.Helper()
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 3)
			j.Each(c.do)
			j.Finalize()
			if c.message == "" {
				j.Silent()
				return
			}
			spoken(t, j, rule, c.message)
		})
	}
}

// spoken checks that no other rule reports anything, and that one finding of the rule, which other ranks may repeat,
// has the message.
func spoken(t *testing.T, j *replay.Job, rule, message string) {
	t.Helper()
	said := false
	all := j.Check().Findings
	for _, f := range all {
		assert.Equal(t, rule, f.Rule.ID, f.Message)
		said = said || regexp.MustCompile(message).MatchString(f.Message)
	}
	assert.True(t, said, "%s: %d findings", message, len(all))
}

func TestColl005(t *testing.T) {
	world, null := int64(replay.World), replay.Type("MPI_DATATYPE_NULL")
	reduce := func(datatype, op int64) func(*replay.Rank) {
		return func(r *replay.Rank) { r.Do("MPI_Allreduce", origin, result, 1, datatype, op, world) }
	}
	op := func(name string) int64 { return replay.Type(name) }
	alltoallv := func(counts, types []int64, buffer int64) func(*replay.Rank) {
		return func(r *replay.Rank) {
			displs, got := []int64{0, 4, 8}, slices.Repeat(counts[r.World():][:1], 3)
			if types == nil {
				r.With("MPI_Alltoallv", replay.Words(counts, displs, got, displs), nil,
					buffer, arrayAt, arrayAt, intType, result, arrayAt, arrayAt, intType, world)
				return
			}
			r.With("MPI_Alltoallw", replay.Words(counts, displs, types, got, displs, slices.Repeat(types[r.World():][:1], 3)), nil,
				buffer, arrayAt, arrayAt, arrayAt, result, arrayAt, arrayAt, arrayAt, world)
		}
	}
	ask(t, "COLL005", []asked{
		{"root", func(r *replay.Rank) { r.Do("MPI_Ibcast", origin, 1, intType, 3, world, 70); r.Do("MPI_Wait", 70) }, "MPI_Ibcast with root 3, but the ranks of the communicator are 0 to 2"},
		{"negative root", func(r *replay.Rank) { r.Do("MPI_Bcast", origin, 1, intType, -7, world) }, "MPI_Bcast with root -7"},
		{"root of a spawn", func(r *replay.Rank) {
			r.Fail("MPI_Comm_spawn", 1, 0, 1, replay.InfoNull, 3, world, 80)
		}, "MPI_Comm_spawn with root 3, but the ranks of the communicator are 0 to 2"},
		{"root of a connection", func(r *replay.Rank) {
			r.Fail("MPI_Comm_connect", 1, replay.InfoNull, -1, world, 80)
		}, "MPI_Comm_connect with root -1"},
		{"MPI_PROC_NULL", func(r *replay.Rank) { r.Do("MPI_Bcast", origin, 1, intType, -2, world) }, "root MPI_PROC_NULL, which is only for intercommunicators"},
		{"one rank with a wrong root", func(r *replay.Rank) { r.Do("MPI_Bcast", origin, 1, intType, eachValue(0, 0, 9)(r), world) }, "with root 9"},
		{"count", func(r *replay.Rank) { r.Do("MPI_Bcast", origin, -1, intType, 0, world) }, "negative count -1 for buffer"},
		{"count at the root", func(r *replay.Rank) {
			r.Do("MPI_Gather", origin, 1, intType, result, eachValue(1, -1)(r), intType, 0, world)
		}, ""},
		{"datatype at the root", func(r *replay.Rank) {
			r.Do("MPI_Gather", origin, 1, intType, result, 1, eachValue(intType, null)(r), 0, world)
		}, ""},
		{"count in place", func(r *replay.Rank) { r.Do("MPI_Allgather", inPlace, -1, null, result, 1, intType, world) }, ""},
		{"count of a reduction in place", func(r *replay.Rank) { r.Do("MPI_Allreduce", inPlace, result, -1, intType, sum, world) }, "negative count -1"},
		{"null datatype", func(r *replay.Rank) { r.Do("MPI_Alltoall", origin, 1, intType, result, 1, null, world) }, "the datatype for recvbuf of MPI_Alltoall is MPI_DATATYPE_NULL"},
		{"no operation", reduce(intType, op("MPI_OP_NULL")), "MPI_OP_NULL"},
		{"unset operation", reduce(intType, 0), "the op of MPI_\\w+ is not the handle of an operation: its value is 0"},
		{"unset datatype", func(r *replay.Rank) { r.Do("MPI_Alltoall", origin, 1, intType, result, 1, 0, world) }, "the datatype for recvbuf of MPI_Alltoall is not the handle of a datatype: its value is 0"},
		{"unset datatype at the root", func(r *replay.Rank) {
			r.Do("MPI_Gather", origin, 1, intType, result, 1, eachValue(intType, 0)(r), 0, world)
		}, ""},
		{"float bits", reduce(floatType, op("MPI_BAND")), "MPI_BAND on MPI_FLOAT, for which the operation is not defined"},
		{"sum of bytes", reduce(byteType, sum), "MPI_SUM on MPI_BYTE"},
		{"sum of characters", reduce(op("MPI_CHAR"), sum), "MPI_SUM on MPI_CHAR"},
		{"bits of bytes", reduce(byteType, op("MPI_BXOR")), ""},
		{"place of the least", reduce(op("MPI_DOUBLE_INT"), op("MPI_MINLOC")), ""},
		{"sum of pairs", reduce(op("MPI_2INT"), sum), "MPI_SUM on MPI_2INT"},
		{"or of truth values", reduce(op("MPI_C_BOOL"), op("MPI_LOR")), ""},
		{"sum of addresses", reduce(op("MPI_AINT"), sum), ""},
		{"accumulates only", reduce(intType, op("MPI_REPLACE")), "MPI_REPLACE, which is only for accumulates"},
		{"freed operation", func(r *replay.Rank) {
			r.Do("MPI_Op_create", 1, 1, 900)
			r.Do("MPI_Op_free", 900)
			r.Do("MPI_Allreduce", origin, result, 1, intType, 900, world)
		}, "an operation that is already freed"},
		{"predefined operation, derived datatype", func(r *replay.Rank) {
			r.Do("MPI_Type_contiguous", 2, intType, rowType, 8, 0, 8, 0, 8)
			r.Do("MPI_Type_commit", rowType)
			r.Do("MPI_Allreduce", origin, result, 1, rowType, sum, world)
		}, "MPI_SUM on MPI_Type_contiguous datatype: predefined operations take predefined datatypes only"},
		{"copy of a predefined datatype", func(r *replay.Rank) {
			r.Do("MPI_Type_dup", intType, rowType, 4, 0, 4, 0, 4)
			r.Do("MPI_Allreduce", origin, result, 1, rowType, sum, world)
		}, ""},
		{"not committed", func(r *replay.Rank) {
			r.Do("MPI_Type_contiguous", 2, intType, rowType, 8, 0, 8, 0, 8)
			r.Do("MPI_Bcast", origin, 1, rowType, 0, world)
		}, "the datatype for buffer of MPI_Bcast, MPI_Type_contiguous datatype, is not committed"},
		{"one of the counts", alltoallv([]int64{1, 1, -4}, nil, origin), "negative count -4 for sendbuf in block 2"},
		{"all counts", alltoallv([]int64{1, 1, 1}, nil, origin), ""},
		{"no datatype without data", alltoallv([]int64{1, 0, 1}, []int64{intType, null, intType}, origin), ""},
		{"one of the datatypes", alltoallv([]int64{1, 0, 1}, []int64{intType, null, null}, origin), "the datatype for sendbuf in block 2 of MPI_Alltoallw is MPI_DATATYPE_NULL"},
		{"NULL", alltoallv([]int64{0, 1, 0}, nil, 0), "MPI_Alltoallv with sendbuf NULL, but data to move"},
		{"NULL without data", alltoallv([]int64{0, 0, 0}, nil, 0), ""},
		{"NULL on rank 0 of an exclusive scan", func(r *replay.Rank) {
			r.Do("MPI_Exscan", origin, eachValue(0, result)(r), 1, intType, sum, world)
		}, ""},
		{"NULL on another rank of it", func(r *replay.Rank) {
			r.Do("MPI_Exscan", origin, eachValue(result, 0)(r), 1, intType, sum, world)
		}, "MPI_Exscan with recvbuf NULL"},
	})
}

func TestColl006(t *testing.T) {
	world := int64(replay.World)
	displs := []int64{0, 4, 8}
	alltoallv := func(counts, displs []int64, to int64) func(*replay.Rank) {
		return func(r *replay.Rank) {
			got := slices.Repeat(counts[r.World():][:1], 3)
			r.With("MPI_Alltoallv", replay.Words(counts, displs, got, displs), nil,
				origin, arrayAt, arrayAt, intType, to, arrayAt, arrayAt, intType, world)
		}
	}
	ask(t, "COLL006", []asked{
		{"same buffer", func(r *replay.Rank) { r.Do("MPI_Allreduce", origin, origin, 1, intType, sum, world) }, "sendbuf and recvbuf of MPI_Allreduce are the same buffer; MPI_IN_PLACE as sendbuf says so"},
		{"at the root", func(r *replay.Rank) { r.Do("MPI_Reduce", origin, origin, 1, intType, sum, 1, world) }, "sendbuf and recvbuf of MPI_Reduce are the same buffer; MPI_IN_PLACE as sendbuf says so"},
		{"side by side", func(r *replay.Rank) { r.Do("MPI_Allgather", origin, 1, intType, origin+4, 1, intType, world) }, ""},
		{"the last element", func(r *replay.Rank) { r.Do("MPI_Allgather", origin, 1, intType, origin-8, 1, intType, world) }, "overlap"},
		{"no data", func(r *replay.Rank) { r.Do("MPI_Allgather", origin, 0, intType, origin, 0, intType, world) }, ""},
		{"between the blocks", alltoallv([]int64{2, 2, 2}, displs, origin+8), ""},
		{"blocks", alltoallv([]int64{2, 2, 2}, displs, origin+4), "overlap: sendbuf is read at 0x5000 to 0x5007, recvbuf is written at 0x5004 to 0x500b"},
		{"blocks without data", alltoallv([]int64{2, 0, 0}, []int64{0, 2, 4}, origin+8), ""},
		{"received blocks", alltoallv([]int64{2, 2, 2}, []int64{0, 1, 2}, result), "MPI_Alltoallv writes parts of recvbuf twice: block 0, at 0x6000 to 0x6007, and block 1, at 0x6004 to 0x600b, overlap"},
		{"blocks in another order", alltoallv([]int64{1, 1, 1}, []int64{8, 4, 0}, origin+32), "overlap: sendbuf is read at 0x5020 to 0x5023"},
		{"rank 0 of an exclusive scan", func(r *replay.Rank) {
			r.Do("MPI_Exscan", origin, eachValue(origin, result)(r), 1, intType, sum, world)
		}, ""},
		{"exclusive scan in place", func(r *replay.Rank) { r.Do("MPI_Exscan", inPlace, result, 1, intType, sum, world) }, ""},
		{"broadcast in place", func(r *replay.Rank) { r.Do("MPI_Bcast", inPlace, 1, intType, 0, world) }, "MPI_Bcast with MPI_IN_PLACE as buffer, which this call does not have"},
		{"receive buffer in place", func(r *replay.Rank) { r.Do("MPI_Allgather", origin, 1, intType, inPlace, 1, intType, world) }, "MPI_IN_PLACE as recvbuf, which"},
		{"gather to nowhere", func(r *replay.Rank) {
			r.Do("MPI_Gather", origin, 1, intType, eachValue(result, inPlace)(r), 1, intType, 0, world)
		}, ""},
		{"gather from elsewhere", func(r *replay.Rank) {
			r.Do("MPI_Gather", eachValue(origin, inPlace)(r), 1, intType, result, 1, intType, 0, world)
		},
			"MPI_Gather with MPI_IN_PLACE as sendbuf on rank 1, but only the root, rank 0, may pass it"},
		{"scatter", func(r *replay.Rank) {
			r.Do("MPI_Scatter", origin, 1, intType, eachValue(inPlace, result)(r), 1, intType, 0, world)
		}, ""},
		{"scatter elsewhere", func(r *replay.Rank) {
			r.Do("MPI_Scatter", origin, 1, intType, eachValue(result, result, inPlace)(r), 1, intType, 0, world)
		},
			"MPI_Scatter with MPI_IN_PLACE as recvbuf on rank 2"},
		{"scatter of what is in place", func(r *replay.Rank) {
			r.Do("MPI_Scatter", eachValue(inPlace, 0)(r), 1, intType, result, 1, intType, 0, world)
		},
			"MPI_IN_PLACE as sendbuf, which"},
	})
}

func TestColl006Neighbors(t *testing.T) {
	j := replay.New(t, 2)
	other := [][]int64{{1}, {0}}
	g := grid(j, other, other)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Neighbor_alltoall", inPlace, 1, intType, result, 1, intType, g)
		r.Do("MPI_Comm_free", g)
	})
	j.Finalize()
	spoken(t, j, "COLL006", "MPI_Neighbor_alltoall with MPI_IN_PLACE as sendbuf, which this call does not have")
}

func TestColl006Inter(t *testing.T) {
	j := replay.New(t, 4)
	c := between(j)
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Bcast", eachValue(origin, inPlace, origin)(r), 1, intType, eachValue(-4, -2, 0)(r), c)
		r.Do("MPI_Allgather", inPlace, 1, intType, result, 1, intType, c)
		r.Do("MPI_Comm_free", c)
	})
	j.Finalize()
	spoken(t, j, "COLL006", "MPI_Allgather with MPI_IN_PLACE as sendbuf on an intercommunicator, where no call has it")
}
