package datatype

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// built is a datatype and its type signature, written out.
type built struct {
	d   *Type
	seq []string
}

// build makes a random datatype out of the datatypes in have.
func build(rng *rand.Rand, have []built) built {
	a, b := have[rng.IntN(len(have))], have[rng.IntN(len(have))]
	n, m := rng.IntN(4), rng.IntN(4)
	size := int64(n)*a.d.Size + int64(m)*b.d.Size
	sig := concatSignatures([]*signature{repeatSignature(a.d.sig, int64(n)), repeatSignature(b.d.sig, int64(m))})
	return built{&Type{Size: size, sig: sig}, slices.Concat(slices.Repeat(a.seq, n), slices.Repeat(b.seq, m))}
}

// TestContents: contents are equal exactly where the signatures, written out, are equal; and the first difference is
// found.
func TestContents(t *testing.T) {
	for seed := range uint64(40) {
		w := newTypeWorld(t)
		rng := rand.New(rand.NewPCG(seed, 7))
		var have []built
		for _, name := range []string{"MPI_INT", "MPI_DOUBLE", "MPI_CHAR", "MPI_FLOAT"} {
			have = append(have, built{w.get(name), []string{name}})
		}
		for range 25 {
			if b := build(rng, have); len(b.seq) <= 64 {
				have = append(have, b)
			}
		}
		for range 400 {
			a, b := have[rng.IntN(len(have))], have[rng.IntN(len(have))]
			an, bn := rng.Int64N(4), rng.Int64N(4)
			x, y := slices.Repeat(a.seq, int(an)), slices.Repeat(b.seq, int(bn))
			same := slices.Equal(x, y)
			require.Equal(t, same, ContentOf(a.d, an) == ContentOf(b.d, bn), "seed %d: %v, %v", seed, x, y)
			m := CompareContents(a.d, an, b.d, bn)
			require.Equal(t, same, m == nil)
			if same {
				continue
			}
			at := 0
			for at < min(len(x), len(y)) && x[at] == y[at] {
				at++
			}
			require.Equal(t, int64(at), m.Element, "seed %d: %v, %v", seed, x, y)
			if at < min(len(x), len(y)) {
				require.Equal(t, []string{x[at], y[at]}, []string{m.FromBasic.Name, m.IntoBasic.Name})
			} else {
				require.Nil(t, m.FromBasic)
			}
		}
	}
}

func TestContentsThatSayNothing(t *testing.T) {
	w := newTypeWorld(t)
	i, packed := w.get("MPI_INT"), w.get("MPI_PACKED")
	assert.Equal(t, UnknownContent, ContentOf(nil, 1))
	assert.Equal(t, UnknownContent, ContentOf(&Type{Unknown: true, Size: 4}, 1))
	assert.Equal(t, UnknownContent, ContentOf(i, -1))
	assert.Equal(t, NoContent, ContentOf(i, 0))
	assert.Nil(t, CompareContents(nil, 1, i, 2))
	assert.Nil(t, CompareContents(i, 1, packed, 9))
	assert.Nil(t, CompareContents(packed, 1, i, 9))
	assert.NotNil(t, CompareContents(packed, 1, packed, 2))
	assert.True(t, Packed(packed))
	assert.False(t, Packed(i))
}

// Types of the same class and size are the same data, whatever their names.
func TestContentsOfOtherNames(t *testing.T) {
	w := newTypeWorld(t)
	assert.Equal(t, ContentOf(w.get("MPI_INT"), 3), ContentOf(w.get("MPI_UINT32_T"), 3))
	assert.NotEqual(t, ContentOf(w.get("MPI_INT"), 1), ContentOf(w.get("MPI_BYTE"), 4))
	assert.Equal(t, ContentOf(w.get("MPI_2INT"), 1), ContentOf(w.get("MPI_INT"), 2))
}

func BenchmarkContentOf(b *testing.B) {
	d := &Type{Size: 4, sig: &signature{seq: oneElement(7), uniform: 7}}
	for i := range b.N {
		_ = ContentOf(d, int64(i))
	}
}
