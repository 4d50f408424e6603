package state

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
)

// hashID derives an object's identity from values that all ranks agree on.
func hashID(parts ...any) uint64 {
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
