package event

import (
	"encoding/binary"
	"math/bits"
)

// The log's varint says its length in its first byte: n-1 zero bits below the
// lowest 1 bit mean n bytes, 7 payload bits each; a zero byte means that 8
// whole bytes follow. So both sides move it with a single 8-byte access.

const maxVarint = 9

// putVarint writes v at b[p:] and returns the position after it. b must have
// maxVarint bytes there.
func putVarint(b []byte, p int, v uint64) int {
	if v < 1<<7 {
		b[p] = byte(v<<1 | 1)
		return p + 1
	}
	n := (bits.Len64(v) + 6) / 7
	if n > 8 {
		b[p] = 0
		binary.LittleEndian.PutUint64(b[p+1:], v)
		return p + maxVarint
	}
	binary.LittleEndian.PutUint64(b[p:], v<<n|1<<(n-1))
	return p + n
}

// zigzag maps small negative and positive numbers to small unsigned numbers.
func zigzag(v int64) uint64   { return uint64(v)<<1 ^ uint64(v>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// low8 returns the n low bytes of v, n from 0 to 8.
func low8(v uint64, n uint) uint64 { return v & (1<<(8*n) - 1) }

// cursor reads a frame with a sticky error: once bad, every read returns zero.
type cursor struct {
	b   []byte
	p   int
	bad bool
}

func (c *cursor) byte() byte {
	if c.p >= len(c.b) {
		c.bad = true
		return 0
	}
	v := c.b[c.p]
	c.p++
	return v
}

// load returns 8 bytes at p without moving; bytes past the end are zero.
func (c *cursor) load() uint64 {
	if c.p+8 <= len(c.b) {
		return binary.LittleEndian.Uint64(c.b[c.p:])
	}
	var t [8]byte
	copy(t[:], c.b[min(c.p, len(c.b)):])
	return binary.LittleEndian.Uint64(t[:])
}

// skip moves over n bytes that load has returned.
func (c *cursor) skip(n int) {
	c.p += n
	if c.p > len(c.b) {
		c.bad = true
	}
}

// fixed reads the n low bytes of a number, n from 0 to 8.
func (c *cursor) fixed(n uint) uint64 {
	v := c.load()
	c.skip(int(n))
	return low8(v, n)
}

func (c *cursor) varint() uint64 {
	v := c.load()
	if v&1 != 0 {
		c.skip(1)
		return v >> 1 & 0x7f
	}
	n := uint(bits.TrailingZeros8(uint8(v))) + 1
	if n > 8 {
		c.skip(1)
		return c.fixed(8)
	}
	c.skip(int(n))
	return low8(v, n) >> n
}

// passVarints moves over n varints.
func (c *cursor) passVarints(n int) {
	const short = 0x0101010101010101 // 8 varints of one byte each
	for n > 0 {
		if n >= 8 && c.p+8 <= len(c.b) && c.load()&short == short {
			c.p += 8
			n -= 8
			continue
		}
		c.varint()
		n--
	}
}

// differences fills a blob with words, each read as the difference from the word before.
func (c *cursor) differences(blob []byte) {
	b, p, word := c.b, c.p, int64(0)
	for ; len(blob) >= 8; blob = blob[8:] {
		if p < len(b) && b[p]&1 != 0 { // a varint of one byte, as most are in a list of ranks
			word += unzigzag(uint64(b[p] >> 1))
			p++
		} else {
			c.p = p
			word += unzigzag(c.varint())
			p = c.p
		}
		binary.LittleEndian.PutUint64(blob, uint64(word))
	}
	c.p = p
}

// take returns the next n bytes of the frame itself.
func (c *cursor) take(n int) []byte {
	if c.bad || n > len(c.b)-c.p {
		c.bad = true
		return nil
	}
	c.p += n
	return c.b[c.p-n : c.p]
}
