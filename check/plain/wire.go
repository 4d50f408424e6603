package plain

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"
)

// Encoder writes values, one after the other. What it has written once and is shared,
// it names by a number afterwards.
type Encoder struct {
	// Out is what has been written. The caller takes it, and may set it back.
	Out []byte
	// Base is what numbers written with Near are near to; Based: there has been one.
	Base  int64
	Based bool

	strings map[string]uint64
	numbers map[uint64]uint64
	shared  map[unsafe.Pointer]uint64
	named   uint64 // how many shared values have a number
}

// Decoder reads what an Encoder has written. Values of both must be used in the same order.
type Decoder struct {
	// Context is for the functions given to Custom.
	Context any
	// Base and Based are as those of the encoder.
	Base  int64
	Based bool

	in      []byte
	strings []string
	numbers []uint64
	shared  []unsafe.Pointer
}

// NewEncoder returns an encoder to which nothing is known yet.
func NewEncoder() *Encoder {
	e := &Encoder{}
	e.Forget()
	return e
}

// Known is how many values are named by numbers.
func (e *Encoder) Known() int { return len(e.strings) + len(e.numbers) + int(e.named) }

// Forget makes it write shared values once more. The decoder must do the same.
func (e *Encoder) Forget() {
	e.strings, e.numbers, e.shared, e.named = map[string]uint64{}, map[uint64]uint64{}, map[unsafe.Pointer]uint64{}, 0
}

// Forget drops the values that are named by numbers.
func (d *Decoder) Forget() { d.strings, d.numbers, d.shared = nil, nil, nil }

// Feed gives the decoder bytes to read.
func (d *Decoder) Feed(in []byte) { d.in = in }

// Left returns what has not been read.
func (d *Decoder) Left() []byte { return d.in }

// errShort: the bytes end within a value. Read panics with it: no process writes that.
var errShort = errors.New("a message between processes of gomarmot report is damaged")

// Uint writes a number that is mostly small.
func (e *Encoder) Uint(v uint64) {
	if v < 0x80 {
		e.Out = append(e.Out, byte(v))
		return
	}
	e.Out = binary.AppendUvarint(e.Out, v)
}

// Int writes a number that is mostly near 0.
func (e *Encoder) Int(v int64) { e.Uint(uint64(v)<<1 ^ uint64(v>>63)) }

// Uint reads a number.
func (d *Decoder) Uint() uint64 {
	if len(d.in) > 0 && d.in[0] < 0x80 {
		v := d.in[0]
		d.in = d.in[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(d.in)
	if n <= 0 {
		panic(errShort)
	}
	d.in = d.in[n:]
	return v
}

// Int reads a number.
func (d *Decoder) Int() int64 {
	v := d.Uint()
	return int64(v>>1) ^ -int64(v&1)
}

// Near writes a number that is near the base, or grows with it.
func (e *Encoder) Near(v int64) {
	e.Based = true
	e.Int(v - e.Base)
}

// Near reads what Near has written.
func (d *Decoder) Near() int64 {
	d.Based = true
	return d.Base + d.Int()
}

// Address writes a large number of which there are few: the second time only which one it is.
func (e *Encoder) Address(v uint64) {
	if n, ok := e.numbers[v]; ok {
		e.Uint(n)
		return
	}
	e.numbers[v] = uint64(len(e.numbers) + 1)
	e.Uint(0)
	e.Uint(v)
}

// Address reads what Address has written.
func (d *Decoder) Address() uint64 {
	n := d.Uint()
	if n == 0 {
		d.numbers = append(d.numbers, d.Uint())
		n = uint64(len(d.numbers))
	}
	if n > uint64(len(d.numbers)) {
		panic(errShort)
	}
	return d.numbers[n-1]
}

// Bytes writes bytes and how many there are.
func (e *Encoder) Bytes(b []byte) {
	e.Uint(uint64(len(b)))
	e.Out = append(e.Out, b...)
}

// Bytes reads bytes; they are valid as long as what was given to Feed.
func (d *Decoder) Bytes() []byte {
	n := d.Uint()
	if n > uint64(len(d.in)) {
		panic(errShort)
	}
	b := d.in[:n:n]
	d.in = d.in[n:]
	return b
}

// String writes text: the second time only its number.
func (e *Encoder) String(s string) {
	if n, ok := e.strings[s]; ok {
		e.Uint(n)
		return
	}
	e.strings[s] = uint64(len(e.strings) + 1)
	e.Uint(0)
	e.Bytes(unsafe.Slice(unsafe.StringData(s), len(s)))
}

// String reads text.
func (d *Decoder) String() string {
	n := d.Uint()
	if n == 0 {
		d.strings = append(d.strings, string(d.Bytes()))
		n = uint64(len(d.strings))
	}
	if n > uint64(len(d.strings)) {
		panic(errShort)
	}
	return d.strings[n-1]
}

func (e *Encoder) float(v float64) {
	e.Out = binary.LittleEndian.AppendUint64(e.Out, math.Float64bits(v))
}

func (d *Decoder) float() float64 {
	if len(d.in) < 8 {
		panic(errShort)
	}
	v := binary.LittleEndian.Uint64(d.in)
	d.in = d.in[8:]
	return math.Float64frombits(v)
}
