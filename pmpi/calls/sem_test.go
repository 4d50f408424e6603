package calls

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// each calls f for every row.
func each(f func(r *Row, s *Sem)) {
	for i := range Table {
		f(&Table[i], Of(Table[i].Kind))
	}
}

func TestUnknownKindsMeanNothing(t *testing.T) {
	for _, k := range []Kind{0, MaxKind - 1, MaxKind, 2000} {
		s := Of(k)
		require.NotNil(t, s)
		assert.Equal(t, []int8{-1, -1, -1, -1}, []int8{s.Comm, s.Win, s.StartsOut, s.MakesOut})
		assert.Zero(t, s.Match)
		assert.Equal(t, -1, s.EnterWord("win"))
	}
	each(func(_ *Row, s *Sem) { assert.NotSame(t, Of(0), s) })
}

// A row whose columns say nothing about its call is listed: calls that only ask,
// convert, or change a property that no column is about. A new row belongs in the
// list only if that is true of its call.
func TestEveryRowIsClassified(t *testing.T) {
	text, err := os.ReadFile("testdata/plain.txt")
	require.NoError(t, err)
	var plain []string
	each(func(r *Row, s *Sem) {
		if s.Match == 0 && s.Makes == 0 && s.HandsOut == 0 && s.Frees == 0 && s.Attr == 0 && s.Starts == 0 && s.Completes == 0 &&
			s.Step == 0 && s.Epoch == 0 && s.RMA == 0 && s.IO == (IO{}) && s.Job == 0 && s.Blocks == 0 && len(s.Buffers) == 0 {
			plain = append(plain, r.Name())
		}
	})
	slices.Sort(plain)
	assert.Equal(t, strings.Fields(string(text)), plain)
}

func TestColumnsNameArguments(t *testing.T) {
	each(func(r *Row, s *Sem) {
		args := argNames(r)
		for _, name := range strings.Fields(r.Same + " " + r.Each + " " + r.Makes + " " + r.Frees) {
			assert.Contains(t, args, name, r.Name())
		}
		for _, i := range []int8{s.Comm, s.Win, s.File, s.Request, s.Requests, s.Message, s.Dest, s.Source, s.SendTag,
			s.RecvTag, s.Root, s.Op, s.Target, s.Group, s.Assert, s.FreesArg, s.Amount, s.Compare,
			s.Origin.Addr, s.Result.Addr, s.Remote.Addr, s.Buf.Addr, s.Offset} {
			assert.Less(t, int(i), len(args), r.Name())
		}
		for _, i := range []int8{s.StartsOut, s.Flag, s.Index, s.OutCount} {
			assert.Less(t, int(i), len(s.Leave), r.Name())
		}
		assert.Equal(t, r.Over != "", s.Collective(), r.Name())
	})
	assert.Equal(t, 7, Of(Put).EnterWord("win"))
	assert.Equal(t, []string{"win", "mapped"}, Of(WinFree).Enter)
	assert.Equal(t, []string{"fh", "dev", "ino"}, Of(FileOpen).Leave)
	assert.Equal(t, 2, Of(CommSplit).LeaveWord("rank"))
	assert.Equal(t, []string{"members", "remote"}, Of(CommSplit).LeaveBlob)
	assert.Equal(t, []string{"array_of_indices", "statuses"}, Of(Waitsome).LeaveBlob)
	assert.Equal(t, []string{"array_of_requests"}, Of(Waitsome).EnterBlob)
	assert.Equal(t, []int8{1, 3, 4}, []int8{Of(FileWriteAllEnd).Buf.Addr, Of(FileWriteAllEnd).Mapped, Of(FileWriteAllEnd).Digest})
}

// suffixed reports whether a name ends with any of the words.
func suffixed(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(name, w) })
}

// Every created class of object can be freed, and each call that frees names its class.
func TestMakingAndFreeing(t *testing.T) {
	made, freed := map[Class]bool{}, map[Class]bool{}
	each(func(r *Row, s *Sem) {
		name := r.Name()
		made[s.Makes], freed[s.Frees] = true, true
		frees := suffixed(name, "_free", "_free_keyval", "_disconnect", "_close", "Session_finalize", "_Free_mem", "Mrecv", "mrecv")
		assert.Equal(t, frees, s.Frees != 0, name)
		if s.Makes != 0 && s.Makes != ClassTool {
			require.GreaterOrEqual(t, s.MakesOut, int8(0), name)
			i := slices.Index(argNames(r), s.Leave[s.MakesOut])
			assert.Equal(t, s.Makes, r.Args()[i].Class(), name)
		}
		creates := strings.Contains(name, "_create") && !suffixed(name, "MPI_Dims_create")
		if creates || suffixed(name, "_dup", "_init_thread", "_alloc", "_handle_alloc") && !suffixed(name, "init_thread") {
			assert.NotZero(t, s.Makes, name)
		}
		if strings.Contains(name, "keyval") || strings.Contains(name, "_create_errhandler") {
			assert.NotZero(t, s.For, name)
		}
	})
	made[ClassRequest] = true // Starts says so
	assert.Equal(t, made, freed)
	assert.Equal(t, ClassWin, Of(WinCreateErrhandler).For)
	assert.Equal(t, ClassDatatype, Of(TypeFreeKeyval).For)
	assert.Equal(t, ClassComm, Of(AttrPut).For)
}

func TestRequestsStartAndComplete(t *testing.T) {
	each(func(r *Row, s *Sem) {
		name, returns, given := r.Name(), false, false
		for _, a := range r.Args() {
			if a.Class() == ClassRequest {
				returns = returns || a.Dir == Out
				given = given || a.Dir != Out
			}
		}
		assert.Equal(t, returns, s.Starts != NoOperation, name)
		assert.Equal(t, returns, s.StartsOut >= 0, name)
		completes := s.Completes != CompletesNone
		assert.Equal(t, given && !suffixed(name, "_c2f"), completes || s.Step != NoRequestStep, name)
		base := strings.TrimPrefix(name, "MPI_")
		if given && (strings.HasPrefix(base, "Wait") || strings.HasPrefix(base, "Test")) {
			assert.True(t, completes, name)
			assert.Equal(t, strings.HasPrefix(base, "Test"), s.Test(), name)
			assert.Equal(t, !s.Test(), s.Blocks == BlocksOnRequests, name)
			assert.Equal(t, suffixed(name, "any"), s.Index >= 0, name)
			assert.Equal(t, suffixed(name, "some"), s.OutCount >= 0, name)
			assert.Equal(t, suffixed(name, "any", "all", "some"), s.Requests >= 0, name)
		}
		assert.Equal(t, suffixed(name, "_init") && returns, s.Persistent, name)
	})
	assert.Equal(t, StartsMakeComm, Of(CommIdup).Starts)
	assert.Equal(t, StartsIO, Of(FileIreadAll).Starts)
	assert.Equal(t, StartsCollective, Of(BarrierInit).Starts)
	assert.Equal(t, StartsMessage, Of(Imrecv).Starts)
	assert.Equal(t, StartsGeneral, Of(GrequestStart).Starts)
	assert.Equal(t, int8(1), Of(Test).Flag, "after the request")
}

func TestWhatBlocks(t *testing.T) {
	each(func(r *Row, s *Sem) {
		name := r.Name()
		if s.Starts != NoOperation {
			assert.Equal(t, s.Over != 0 && s.Persistent, s.Blocks != NeverBlocks, "%s returns a request", name)
		} else {
			assert.False(t, s.Over != 0 && s.Blocks == NeverBlocks, "%s is collective", name)
		}
		assert.False(t, s.Polls && s.Blocks != NeverBlocks, name)
		assert.Equal(t, s.Ordered, s.Over != 0 && !r.Unordered, name)
		if s.As != r.Kind {
			o := Of(s.As)
			assert.Equal(t, []any{o.As, o.Over, o.Blocks, o.Starts, o.Frees, o.Makes}, []any{s.As, s.Over, s.Blocks, s.Starts, s.Frees, s.Makes}, name)
		}
	})
}

// The calls that MPI-4.1 lists in MPI Functionality that is Always Available, except MPI_T_
// and calls that are new in it.
func TestAlwaysAvailable(t *testing.T) {
	for _, name := range strings.Fields(`Initialized Finalized Get_version Get_library_version Info_create Info_create_env
		Info_set Info_delete Info_get_string Info_get_nkeys Info_get_nthkey Info_dup Info_free Info_f2c Info_c2f
		Session_create_errhandler Session_call_errhandler Errhandler_free Errhandler_f2c Errhandler_c2f Error_string
		Error_class Add_error_class Add_error_code Add_error_string`) {
		assert.True(t, Of(ByName("MPI_"+name).Kind).Anytime, name)
	}
	each(func(_ *Row, s *Sem) { assert.False(t, s.Anytime && (s.Over != 0 || s.Win >= 0 || s.Comm >= 0), s.Kind) })
}

func TestPolls(t *testing.T) {
	var polls []Kind
	each(func(_ *Row, s *Sem) {
		if s.Polls {
			polls = append(polls, s.Kind)
		}
	})
	assert.ElementsMatch(t, []Kind{Test, Testall, Testany, Testsome, WinTest, Iprobe, Improbe, Parrived,
		RequestGetStatus, RequestGetStatusAll, RequestGetStatusAny, RequestGetStatusSome}, polls)
}

func TestNoRequest(t *testing.T) {
	for _, c := range []struct {
		flavour string
		handle  int64
		want    bool
	}{
		{"mpich", -0x54000000 & 0xffffffff, false}, // 0xac000000: of the direct block
		{"mpich", 0x6c000001, false},
		{"mpich", 0x11111111, true},
		{"mpich", 0x44000000, true}, // MPI_COMM_WORLD
		{"mpich", 0x0c000000, true},
		{"openmpi", 0x7f0012345680, false},
		{"openmpi", 0x7f0012345681, true},
		{"openmpi", 0x1111111111111111, true},
		{"openmpi", -1, true},
		{"abi", 0x1111111111111111, false},
	} {
		for i := range Flavours {
			if f := &Flavours[i]; f.Name == c.flavour {
				assert.Equal(t, c.want, f.NoRequest(c.handle), "%s %#x", c.flavour, c.handle)
			}
		}
	}
}
