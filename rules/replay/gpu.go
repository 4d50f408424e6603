package replay

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// GPUMemory is memory that work on a GPU uses: rows of Width bytes, Pitch bytes apart; a single row if Rows is 0. Lo
// and Hi are the bounds of the allocation. Parameter is the number of the kernel's parameter that has the address.
type GPUMemory struct {
	At, Width, Rows, Pitch int64
	Does                   event.GPUUse
	Lo, Hi, Parameter      int64
}

// GPU makes the program give a GPU a command on a stream of its only context; stream 0 is the legacy default stream.
// With is the event, the kernel, or the number of bytes that are freed.
func (r *Rank) GPU(does event.GPUAction, stream, with int64, uses ...GPUMemory) {
	r.gpu(line(), 0, []int64{int64(does), stream, with}, uses)
}

// HIP is like GPU, with a call of HIP in place of CUDA.
func (r *Rank) HIP(does event.GPUAction, stream, with int64, uses ...GPUMemory) {
	r.gpu(line(), event.GPUHIP, []int64{int64(does), stream, with}, uses)
}

func (r *Rank) gpu(pc uint64, flags event.GPUFlags, does []int64, uses []GPUMemory) {
	flags |= event.GPUFlags(len(uses) << 8)
	if does[1] == 0 {
		flags |= event.GPULegacy
	}
	r.add(event.Event{Kind: event.GPU, PC: pc}, []int64{does[0], 1, does[1], int64(flags), does[2]}, nil)
	for _, u := range uses {
		r.add(event.Event{Kind: event.GPUMemory, PC: pc}, []int64{u.At, u.Width, max(u.Rows, 1), u.Pitch, int64(u.Does),
			u.Lo, u.Hi, u.Parameter}, nil)
	}
}

// NamesKernel gives a kernel its mangled name.
func (r *Rank) NamesKernel(number int64, name string) {
	r.add(event.Event{Kind: event.GPUName, PC: line()}, []int64{number}, Strings(name))
}
