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

// Array is one array of a blob, read in place.
type Array []byte

// ArrayOf returns the k-th array of a blob; it is nil if there is none.
func ArrayOf(blob []byte, k int) Array {
	for len(blob) >= 8 {
		n := int(int64(binary.LittleEndian.Uint64(blob)))
		blob = blob[8:]
		if n < 0 || n > len(blob)/8 {
			break
		}
		if k == 0 {
			return Array(blob[: 8*n : 8*n])
		}
		k, blob = k-1, blob[8*n:]
	}
	return nil
}

// Len returns the number of its words.
func (a Array) Len() int { return len(a) / 8 }

// At returns its i-th word.
func (a Array) At(i int) int64 { return int64(binary.LittleEndian.Uint64(a[8*i:])) }
