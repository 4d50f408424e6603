package call

// HeapFault is memory of a call that is not in its block of the program's heap.
type HeapFault struct {
	Arg         int8  // the argument that has it, a position in Sem.Enter of the call
	Freed       bool  // the block has been freed; else the memory ends beyond it
	Lo, Hi      int64 // the memory, of a buffer of many pieces the first one that is at fault
	Block, Size int64 // the block: its address, and how many bytes the program asked for
}
