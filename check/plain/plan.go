package plain

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// plan says how values of one type are written and read. p points to the value; what is
// read goes to a zero value.
type plan struct {
	write func(e *Encoder, p unsafe.Pointer)
	read  func(d *Decoder, p unsafe.Pointer)
}

var (
	plans  sync.Map // reflect.Type -> *plan
	shares = map[reflect.Type]bool{}
	kinds  []reflect.Type // of values in an interface
	making sync.Mutex
)

// Share says, in an init function, that pointers to T are kept by the reader: what several of
// them point to, or one that is written again, is the same value there. T never changes once
// it has been written.
func Share[T any]() { shares[reflect.TypeFor[T]()] = true }

// Kinds names, in an init function, the types that values in interfaces have. Their order
// is part of what is written.
func Kinds(values ...any) {
	for _, v := range values {
		kinds = append(kinds, reflect.TypeOf(v))
	}
}

// Custom says, in an init function, how values of type T are written and read.
func Custom[T any](write func(*Encoder, T), read func(*Decoder) T) {
	plans.Store(reflect.TypeFor[T](), &plan{
		func(e *Encoder, p unsafe.Pointer) { write(e, *(*T)(p)) },
		func(d *Decoder, p unsafe.Pointer) { *(*T)(p) = read(d) },
	})
}

// Codec writes and reads values of type T.
type Codec[T any] struct{ plan *plan }

// Of returns the codec of a type.
func Of[T any]() Codec[T] { return Codec[T]{planOf(reflect.TypeFor[T]())} }

// Write writes a value.
func (c Codec[T]) Write(e *Encoder, v *T) { c.plan.write(e, unsafe.Pointer(v)) }

// Read reads a value into a zero one.
func (c Codec[T]) Read(d *Decoder, v *T) { c.plan.read(d, unsafe.Pointer(v)) }

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	making.Lock()
	defer making.Unlock()
	return makePlan(t, map[reflect.Type]*plan{})
}

// makePlan makes the plan of a type; those in the making are of types that contain themselves.
func makePlan(t reflect.Type, begun map[reflect.Type]*plan) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	if p := begun[t]; p != nil {
		return p
	}
	p := &plan{}
	begun[t] = p
	of := func(t reflect.Type) *plan { return makePlan(t, begun) }
	switch t.Kind() {
	case reflect.Bool, reflect.Uint8:
		p.write = func(e *Encoder, x unsafe.Pointer) { e.Out = append(e.Out, *(*byte)(x)) }
		p.read = func(d *Decoder, x unsafe.Pointer) { *(*byte)(x) = byte(d.byte()) }
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		signed(p, t.Size())
	case reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		unsigned(p, t.Size())
	case reflect.Float64:
		p.write = func(e *Encoder, x unsafe.Pointer) { e.float(*(*float64)(x)) }
		p.read = func(d *Decoder, x unsafe.Pointer) { *(*float64)(x) = d.float() }
	case reflect.String:
		p.write = func(e *Encoder, x unsafe.Pointer) { e.String(*(*string)(x)) }
		p.read = func(d *Decoder, x unsafe.Pointer) { *(*string)(x) = d.String() }
	case reflect.Struct:
		structure(p, t, of)
	case reflect.Array:
		elem, n, size := of(t.Elem()), t.Len(), t.Elem().Size()
		p.write = func(e *Encoder, x unsafe.Pointer) {
			for i := range n {
				elem.write(e, unsafe.Add(x, uintptr(i)*size))
			}
		}
		p.read = func(d *Decoder, x unsafe.Pointer) {
			for i := range n {
				elem.read(d, unsafe.Add(x, uintptr(i)*size))
			}
		}
	case reflect.Slice:
		slice(p, t, of)
	case reflect.Map:
		mapping(p, t, of)
	case reflect.Pointer:
		pointer(p, t, of)
	case reflect.Interface:
		dynamic(p, t, of)
	default:
		panic(fmt.Sprintf("wire: values of type %v cannot be written", t))
	}
	plans.Store(t, p)
	return p
}

func (d *Decoder) byte() byte {
	if len(d.in) == 0 {
		panic(errShort)
	}
	b := d.in[0]
	d.in = d.in[1:]
	return b
}

func signed(p *plan, size uintptr) {
	switch size {
	case 1:
		p.write, p.read = func(e *Encoder, x unsafe.Pointer) { e.Int(int64(*(*int8)(x))) }, func(d *Decoder, x unsafe.Pointer) { *(*int8)(x) = int8(d.Int()) }
	case 2:
		p.write, p.read = func(e *Encoder, x unsafe.Pointer) { e.Int(int64(*(*int16)(x))) }, func(d *Decoder, x unsafe.Pointer) { *(*int16)(x) = int16(d.Int()) }
	case 4:
		p.write, p.read = func(e *Encoder, x unsafe.Pointer) { e.Int(int64(*(*int32)(x))) }, func(d *Decoder, x unsafe.Pointer) { *(*int32)(x) = int32(d.Int()) }
	default:
		p.write, p.read = func(e *Encoder, x unsafe.Pointer) { e.Int(*(*int64)(x)) }, func(d *Decoder, x unsafe.Pointer) { *(*int64)(x) = d.Int() }
	}
}

func unsigned(p *plan, size uintptr) {
	switch size {
	case 2:
		p.write, p.read = func(e *Encoder, x unsafe.Pointer) { e.Uint(uint64(*(*uint16)(x))) }, func(d *Decoder, x unsafe.Pointer) { *(*uint16)(x) = uint16(d.Uint()) }
	case 4:
		p.write, p.read = func(e *Encoder, x unsafe.Pointer) { e.Uint(uint64(*(*uint32)(x))) }, func(d *Decoder, x unsafe.Pointer) { *(*uint32)(x) = uint32(d.Uint()) }
	default:
		p.write, p.read = func(e *Encoder, x unsafe.Pointer) { e.Uint(*(*uint64)(x)) }, func(d *Decoder, x unsafe.Pointer) { *(*uint64)(x) = d.Uint() }
	}
}

// field is a field of a struct.
type field struct {
	at, size uintptr
	*plan
}

// zero reports whether all bytes of the field are 0.
func (f *field) zero(x unsafe.Pointer) bool {
	at, end := f.at, f.at+f.size
	for ; at+8 <= end; at += 8 {
		if *(*uint64)(unsafe.Add(x, at)) != 0 {
			return false
		}
	}
	for ; at < end; at++ {
		if *(*byte)(unsafe.Add(x, at)) != 0 {
			return false
		}
	}
	return true
}

// Of a struct of many fields most are zero: those that are not are named before them.
const (
	manyFields = 5
	mostFields = 64
)

func structure(p *plan, t reflect.Type, of func(reflect.Type) *plan) {
	var fields []field
	for i := range t.NumField() {
		if f := t.Field(i); f.Type.Size() > 0 {
			fields = append(fields, field{f.Offset, f.Type.Size(), of(f.Type)})
		}
	}
	if n := len(fields); n >= manyFields && n <= mostFields {
		sparse(p, fields)
		return
	}
	p.write = func(e *Encoder, x unsafe.Pointer) {
		for i := range fields {
			fields[i].write(e, unsafe.Add(x, fields[i].at))
		}
	}
	p.read = func(d *Decoder, x unsafe.Pointer) {
		for i := range fields {
			fields[i].read(d, unsafe.Add(x, fields[i].at))
		}
	}
}

func sparse(p *plan, fields []field) {
	p.write = func(e *Encoder, x unsafe.Pointer) {
		var set uint64
		for i := range fields {
			if !fields[i].zero(x) {
				set |= 1 << i
			}
		}
		e.Uint(set)
		for ; set != 0; set &= set - 1 {
			f := &fields[bits.TrailingZeros64(set)]
			f.write(e, unsafe.Add(x, f.at))
		}
	}
	p.read = func(d *Decoder, x unsafe.Pointer) {
		set := d.Uint()
		if set>>len(fields) != 0 {
			panic(errShort)
		}
		for ; set != 0; set &= set - 1 {
			f := &fields[bits.TrailingZeros64(set)]
			f.read(d, unsafe.Add(x, f.at))
		}
	}
}

// header is that of a slice of any type.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

func slice(p *plan, t reflect.Type, of func(reflect.Type) *plan) {
	elem, size := of(t.Elem()), t.Elem().Size()
	p.write = func(e *Encoder, x unsafe.Pointer) {
		h := (*header)(x)
		if h.data == nil {
			e.Uint(0)
			return
		}
		e.Uint(uint64(h.len) + 1)
		for i := range h.len {
			elem.write(e, unsafe.Add(h.data, uintptr(i)*size))
		}
	}
	p.read = func(d *Decoder, x unsafe.Pointer) {
		n := int(d.Uint())
		if n == 0 {
			return
		}
		if n--; size > 0 && n > len(d.in) { // each takes a byte at least
			panic(errShort)
		}
		data := reflect.MakeSlice(t, n, n).UnsafePointer()
		for i := range n {
			elem.read(d, unsafe.Add(data, uintptr(i)*size))
		}
		*(*header)(x) = header{data, n, n}
	}
}

func mapping(p *plan, t reflect.Type, of func(reflect.Type) *plan) {
	key, value := of(t.Key()), of(t.Elem())
	p.write = func(e *Encoder, x unsafe.Pointer) {
		m := reflect.NewAt(t, x).Elem()
		if m.IsNil() {
			e.Uint(0)
			return
		}
		e.Uint(uint64(m.Len()) + 1)
		keys := m.MapKeys()
		if t.Key().Kind() == reflect.String {
			slices.SortFunc(keys, func(a, b reflect.Value) int {
				if a.String() < b.String() {
					return -1
				}
				return 1
			})
		}
		for _, k := range keys {
			kp, vp := reflect.New(t.Key()), reflect.New(t.Elem())
			kp.Elem().Set(k)
			vp.Elem().Set(m.MapIndex(k))
			key.write(e, kp.UnsafePointer())
			value.write(e, vp.UnsafePointer())
		}
	}
	p.read = func(d *Decoder, x unsafe.Pointer) {
		n := int(d.Uint())
		if n == 0 {
			return
		}
		m := reflect.MakeMap(t)
		for range n - 1 {
			kp, vp := reflect.New(t.Key()), reflect.New(t.Elem())
			key.read(d, kp.UnsafePointer())
			value.read(d, vp.UnsafePointer())
			m.SetMapIndex(kp.Elem(), vp.Elem())
		}
		reflect.NewAt(t, x).Elem().Set(m)
	}
}

// The numbers before a pointer.
const (
	pointsNowhere = iota
	pointsToNew
	pointsToKnown // and how many have been written since the first one
)

func pointer(p *plan, t reflect.Type, of func(reflect.Type) *plan) {
	elem, shared := of(t.Elem()), shares[t.Elem()]
	p.write = func(e *Encoder, x unsafe.Pointer) {
		v := *(*unsafe.Pointer)(x)
		if v == nil {
			e.Uint(pointsNowhere)
			return
		}
		if shared {
			if n, ok := e.shared[v]; ok {
				e.Uint(pointsToKnown + n)
				return
			}
			e.shared[v] = e.named
			e.named++
		}
		e.Uint(pointsToNew)
		elem.write(e, v)
	}
	p.read = func(d *Decoder, x unsafe.Pointer) {
		n := d.Uint()
		switch {
		case n == pointsNowhere:
		case n == pointsToNew:
			v := reflect.New(t.Elem())
			*(*unsafe.Pointer)(x) = v.UnsafePointer()
			if shared {
				d.shared = append(d.shared, v.UnsafePointer())
			}
			elem.read(d, v.UnsafePointer())
		case n-pointsToKnown < uint64(len(d.shared)):
			*(*unsafe.Pointer)(x) = d.shared[n-pointsToKnown]
		default:
			panic(errShort)
		}
	}
}

// Pointer reads what is written before a value that a pointer leads to, if it is not shared.
func Pointer(d *Decoder) { d.Uint() }

// Again makes the encoder write what a shared pointer leads to once more, under a new number.
func Again[T any](e *Encoder, p *T) { delete(e.shared, unsafe.Pointer(p)) }

// face is an empty interface. All values in it are pointers.
type face struct{ kind, value unsafe.Pointer }

func dynamic(p *plan, t reflect.Type, of func(reflect.Type) *plan) {
	if t.NumMethod() > 0 {
		panic(fmt.Sprintf("wire: values of type %v cannot be written", t))
	}
	type known struct {
		kind unsafe.Pointer
		*plan
	}
	all := make([]known, len(kinds))
	for i, k := range kinds {
		nothing := reflect.Zero(k).Interface()
		all[i] = known{(*face)(unsafe.Pointer(&nothing)).kind, of(k)}
	}
	p.write = func(e *Encoder, x unsafe.Pointer) {
		f := (*face)(x)
		if f.kind == nil {
			e.Uint(0)
			return
		}
		k := slices.IndexFunc(all, func(k known) bool { return k.kind == f.kind })
		if k < 0 {
			panic(fmt.Sprintf("wire: values of type %T cannot be written", *(*any)(x)))
		}
		e.Uint(uint64(k) + 1)
		all[k].write(e, unsafe.Pointer(&f.value))
	}
	p.read = func(d *Decoder, x unsafe.Pointer) {
		k := d.Uint()
		if k == 0 {
			return
		}
		f := (*face)(x)
		f.kind = all[k-1].kind
		all[k-1].read(d, unsafe.Pointer(&f.value))
	}
}
