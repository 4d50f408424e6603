package event

import "encoding/binary"

// Arrays splits a blob into its int64 arrays (see Event).
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

// Ints is an array in a blob, not copied out of it.
type Ints []byte

// Len returns the number of its elements.
func (a Ints) Len() int { return len(a) / 8 }

// At returns element i.
func (a Ints) At(i int) int64 { return int64(binary.LittleEndian.Uint64(a[8*i:])) }

// ArrayIn returns array k of a blob; nil if the blob has no such array.
func ArrayIn(blob []byte, k int) Ints {
	for ; len(blob) >= 8; k-- {
		n := int(int64(binary.LittleEndian.Uint64(blob)))
		blob = blob[8:]
		if n < 0 || n > len(blob)/8 {
			return nil
		}
		if k == 0 {
			return Ints(blob[: 8*n : 8*n])
		}
		blob = blob[8*n:]
	}
	return nil
}
