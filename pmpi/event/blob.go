package event

import (
	"encoding/binary"
	"iter"
)

// Arrays splits a blob into its int64 arrays (see Event). It stops at an array with a negative length: group members
// encoded as runs.
func Arrays(blob []byte) [][]int64 {
	var out [][]int64
	for len(blob) >= 8 {
		n := int(int64(binary.LittleEndian.Uint64(blob)))
		blob = blob[8:]
		if n < 0 || n > len(blob)/8 {
			return out
		}
		a := make([]int64, n)
		for i := range a {
			a[i] = int64(binary.LittleEndian.Uint64(blob[8*i:]))
		}
		blob = blob[8*n:]
		out = append(out, a)
	}
	return out
}

// Strings splits a blob that holds captured strings.
func Strings(blob []byte) []string {
	var out []string
	for len(blob) >= 8 {
		n := int(int64(binary.LittleEndian.Uint64(blob)))
		blob = blob[8:]
		if n < 0 || n > len(blob) {
			return out
		}
		out = append(out, string(blob[:n]))
		blob = blob[min((n+7)&^7, len(blob)):]
	}
	return out
}

// Array is an array of a blob, read in place.
type Array []byte

// ArrayOf returns the k-th array of a blob; it is nil if there is none.
func ArrayOf(blob []byte, k int) Array {
	if a, runs := arrayAt(blob, k); !runs {
		return a
	}
	return nil
}

// arrayAt returns the words of the k-th array of a blob, and whether they are runs.
func arrayAt(blob []byte, k int) (words Array, runs bool) {
	for len(blob) >= 8 {
		n := int64(binary.LittleEndian.Uint64(blob))
		blob = blob[8:]
		room := int64(len(blob) / 8)
		if runs = n < 0; runs {
			if n < -room {
				break
			}
			n *= -runWords
		}
		if n > room {
			break
		}
		if k == 0 {
			return Array(blob[: 8*n : 8*n]), runs
		}
		k, blob = k-1, blob[8*n:]
	}
	return nil, false
}

// Len returns the number of its words.
func (a Array) Len() int { return len(a) / 8 }

// At returns its i-th word.
func (a Array) At(i int) int64 { return int64(binary.LittleEndian.Uint64(a[8*i:])) }

// Ranks are the members of a group, read in place.
type Ranks struct {
	words Array // nil: there are none in the blob
	runs  bool
	n     int
}

// runWords is the number of words of a run: its first rank, the distance from rank to rank, and the number of ranks.
const runWords = 3

// MostRanks bounds the members of a group.
const MostRanks = 1 << 22

// RanksOf returns the members of a group that are the k-th array of a blob; ok is false if there is none.
func RanksOf(blob []byte, k int) (r Ranks, ok bool) {
	r.words, r.runs = arrayAt(blob, k)
	if !r.runs {
		r.n = r.words.Len()
		return r, r.words != nil && r.n <= MostRanks
	}
	for i := 2; i < r.words.Len(); i += runWords {
		n := r.words.At(i)
		if n < 1 || n > MostRanks-int64(r.n) {
			return Ranks{}, false
		}
		r.n += int(n)
	}
	return r, true
}

// Len returns their number.
func (r Ranks) Len() int { return r.n }

// Runs returns the encoded runs if the ranks are written as runs, else nil. Two groups of the same MPI_COMM_WORLD with
// equal runs have equal members.
func (r Ranks) Runs() []byte {
	if !r.runs {
		return nil
	}
	return r.words
}

// part returns ranks of a group that are equally spaced: the i-th of its runs, or its i-th member.
func (r Ranks) part(i int) (first, step, n int64) {
	if !r.runs {
		return r.words.At(i), 0, 1
	}
	return r.words.At(runWords * i), r.words.At(runWords*i + 1), r.words.At(runWords*i + 2)
}

func (r Ranks) parts() int {
	if !r.runs {
		return r.n
	}
	return r.words.Len() / runWords
}

// First reports whether they are 0, 1, 2 and so on.
func (r Ranks) First() bool {
	next := int64(0)
	for i := range r.parts() {
		first, step, n := r.part(i)
		if first != next || step != 1 && n > 1 {
			return false
		}
		next += n
	}
	return true
}

// All returns them in order.
func (r Ranks) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for i := range r.parts() {
			for v, step, n := r.part(i); n > 0; n-- {
				if !yield(v) {
					return
				}
				v += step
			}
		}
	}
}

// AppendRanks appends the members of a group to a blob as pmpi/record/blob.c writes them.
func AppendRanks(blob []byte, ranks []int64) []byte {
	var runs []int64
	for left := ranks; len(left) > 0; {
		n, step := 1, int64(0)
		if len(left) > 1 {
			step = left[1] - left[0]
		}
		for n < len(left) && left[n]-left[n-1] == step {
			n++
		}
		runs = append(runs, left[0], step, int64(n))
		left = left[n:]
	}
	count := len(ranks)
	if len(runs) < len(ranks) {
		ranks, count = runs, -len(runs)/runWords
	}
	blob = binary.LittleEndian.AppendUint64(blob, uint64(count))
	for _, v := range ranks {
		blob = binary.LittleEndian.AppendUint64(blob, uint64(v))
	}
	return blob
}
