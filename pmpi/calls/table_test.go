package calls

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxWords is event.MaxWords; this package imports nothing.
const maxWords = 13

func TestEveryRowParses(t *testing.T) {
	require.NotEmpty(t, Table)
	for i := range Table {
		r := &Table[i]
		t.Run(r.Name(), func(t *testing.T) {
			require.NotPanics(t, func() { r.Args() })
			names := map[string]bool{}
			for _, a := range r.Args() {
				if a.Variadic {
					continue
				}
				assert.False(t, names[a.Name], "argument %s twice", a.Name)
				names[a.Name] = true
			}
			for _, a := range r.Args() {
				if l := a.Len(); l != "" && l != "n" && !a.PerRank() {
					assert.True(t, names[l], "length %s of %s is not an argument", l, a.Name)
				}
			}
			if r.Over != "" {
				assert.True(t, names[r.Over], "Over names no argument")
			}
		})
	}
}

func TestKindsAndNamesAreUnique(t *testing.T) {
	kinds, names := map[Kind]string{}, map[string]bool{}
	for i := range Table {
		r := &Table[i]
		assert.Empty(t, kinds[r.Kind], "kind %d is taken", r.Kind)
		assert.Positive(t, int(r.Kind))
		assert.Less(t, r.Kind, Kind(MaxKind))
		assert.False(t, names[r.Name()], r.Name())
		kinds[r.Kind], names[r.Name()] = r.Name(), true
		assert.Equal(t, r.Name(), r.Kind.String())
		assert.Same(t, r, ByKind(r.Kind))
		assert.Same(t, r, ByName(r.Name()))
	}
}

func TestLargeCountName(t *testing.T) {
	assert.Equal(t, Put, ByName("MPI_Put_c").Kind)
	assert.Nil(t, ByName("MPI_No_such_call"))
}

// A record has room for every argument, and for the words that the wrapper adds.
func TestRecordsHoldTheirWords(t *testing.T) {
	each(func(r *Row, s *Sem) {
		if r.Rec != None {
			assert.LessOrEqual(t, len(s.Enter), maxWords, r.Name())
			assert.LessOrEqual(t, 1+len(s.Leave), maxWords, r.Name())
		}
	})
}

func TestArgIndex(t *testing.T) {
	assert.Equal(t, 7, ArgIndex(Put, "win"))
	assert.Equal(t, 3, ArgIndex(Put, "target_rank"))
	assert.Equal(t, -1, ArgIndex(Put, "no such argument"))
	assert.Equal(t, -1, ArgIndex(MaxKind, "win"))
}

func TestArgsOfARow(t *testing.T) {
	args := ByName("MPI_Waitsome").Args()
	require.Len(t, args, 5)
	assert.Equal(t, Arg{
		Name: "array_of_requests", Type: "MPI_Request", Large: "MPI_Request", Array: "[incount]", Capture: true,
	}, args[1])
	assert.Equal(t, "incount", args[1].Len())
	assert.True(t, args[2].Scalar())
	assert.Equal(t, Out, args[3].Dir)
	assert.True(t, args[3].Capture)
}

func TestMalformedRowsPanic(t *testing.T) {
	for _, proto := range []string{"", "int MPI_X", "int MPI_X(int)", "int MPI_X(int a,int b)"} {
		assert.Panics(t, func() { (&Row{Proto: proto}).Args() }, proto)
	}
}

func TestPredefsAreNumbered(t *testing.T) {
	for i, p := range Predefs {
		assert.Equal(t, i+1, int(p.ID), p.Name)
		assert.Same(t, &Predefs[i], PredefByID(p.ID))
		assert.Same(t, &Predefs[i], PredefByName(p.Name))
		assert.True(t, strings.HasPrefix(p.Name, "MPI_"))
		assert.Equal(t, p.Class == ClassDatatype, p.Group != NoGroup, p.Name)
	}
	assert.Nil(t, PredefByID(0))
	assert.Nil(t, PredefByID(uint16(len(Predefs)+1)))
	assert.Nil(t, PredefByName("MPI_NO_SUCH"))
}

func TestFlavours(t *testing.T) {
	assert.NotNil(t, FlavourByName("openmpi"))
	assert.NotNil(t, FlavourByName("mpich"))
	assert.Nil(t, FlavourByName("other"))
	assert.Equal(t, "MPI_THREAD_MULTIPLE", FlavourByName("openmpi").ThreadLevel(3))
	assert.Equal(t, "MPI_THREAD_SERIALIZED", FlavourByName("abi").ThreadLevel(2048))
	assert.Equal(t, "thread level 9", FlavourByName("mpich").ThreadLevel(9))
}
