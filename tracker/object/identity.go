package object

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
)

// HashID derives an object's identity from values that all ranks agree on.
func HashID(parts ...any) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		if list, ok := p.([]int32); ok { // perhaps of thousands
			b := make([]byte, 0, 4*len(list))
			for _, v := range list {
				b = binary.LittleEndian.AppendUint32(b, uint32(v))
			}
			_, _ = h.Write(b) // never fails
			continue
		}
		fmt.Fprintf(h, "%v|", p)
	}
	return h.Sum64()
}

// PutWord adds a word to a hash.
func PutWord(h hash.Hash, v int64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(v))
	_, _ = h.Write(b[:]) // never fails
}
