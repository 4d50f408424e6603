package calls

// Kinds for the program's own loads and stores, so that findings can list them beside calls. Records never carry
// these kinds (see event.Access).
const (
	Load Kind = 0xff00 + iota
	Store
	AtomicLoad
	AtomicStore
	// Free gives memory back: free, realloc, delete, deallocate.
	Free
	// Work that the program gives to a GPU.
	GPUCopy
	GPUFill
	GPUKernel
	GPUFree
	// CreateThread creates a thread: pthread_create, std::thread, an OpenMP construct.
	CreateThread
)

var programText = map[Kind]string{Load: "load", Store: "store", AtomicLoad: "atomic load", AtomicStore: "atomic store",
	Free:    "free",
	GPUCopy: "asynchronous copy", GPUFill: "asynchronous fill", GPUKernel: "kernel", GPUFree: "free of GPU memory",
	CreateThread: "creation of a thread"}

// Program reports whether the kind is that of something the program itself does to memory.
func (k Kind) Program() bool { return k >= Load && k <= GPUFree }

// ProgramKind is the kind of a load or store.
func ProgramKind(writes, atomic bool) Kind {
	k := Load
	if writes {
		k++
	}
	if atomic {
		k += AtomicLoad - Load
	}
	return k
}
