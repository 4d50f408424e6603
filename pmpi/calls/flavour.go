package calls

// Flavour is a family of MPI libraries with one set of constants. Records
// keep the library's own values; readers translate them through the flavour.
type Flavour struct {
	Name string // "openmpi", "mpich"

	LockExclusive, LockShared int64

	ModeNoCheck, ModeNoStore, ModeNoPut, ModeNoPrecede, ModeNoSucceed int64

	// Access modes of files.
	ModeCreate, ModeRdonly, ModeWronly, ModeRdwr, ModeDeleteOnClose,
	ModeUniqueOpen, ModeExcl, ModeAppend, ModeSequential int64

	SeekSet, SeekCur, SeekEnd, DisplacementCurrent int64

	ProcNull, AnySource, Root, Undefined int64

	InPlace int64 // MPI_IN_PLACE as an address

	// HandleMask is and-ed to a handle before it is recorded. Handles of files
	// are recorded whole: MPICH's are pointers.
	HandleMask uint64
}

// Flavours lists the families gomarmot knows. Source: the mpi.h of Open MPI
// 4.1 and MPICH 4.0; a test compares them.
var Flavours = []Flavour{
	{
		Name:          "openmpi",
		LockExclusive: 1, LockShared: 2,
		ModeNoCheck: 1, ModeNoPrecede: 2, ModeNoPut: 4, ModeNoStore: 8, ModeNoSucceed: 16,
		ModeCreate: 1, ModeRdonly: 2, ModeWronly: 4, ModeRdwr: 8, ModeDeleteOnClose: 16,
		ModeUniqueOpen: 32, ModeExcl: 64, ModeAppend: 128, ModeSequential: 256,
		SeekSet: 600, SeekCur: 602, SeekEnd: 604, DisplacementCurrent: -54278278,
		ProcNull: -2, AnySource: -1, Root: -4, Undefined: -32766,
		InPlace: 1, HandleMask: ^uint64(0),
	},
	{
		Name:          "mpich",
		LockExclusive: 234, LockShared: 235,
		ModeNoCheck: 1024, ModeNoStore: 2048, ModeNoPut: 4096, ModeNoPrecede: 8192, ModeNoSucceed: 16384,
		ModeCreate: 1, ModeRdonly: 2, ModeWronly: 4, ModeRdwr: 8, ModeDeleteOnClose: 16,
		ModeUniqueOpen: 32, ModeExcl: 64, ModeAppend: 128, ModeSequential: 256,
		SeekSet: 600, SeekCur: 602, SeekEnd: 604, DisplacementCurrent: -54278278,
		ProcNull: -1, AnySource: -2, Root: -3, Undefined: -32766,
		InPlace: -1, HandleMask: 0xffffffff,
	},
}

// FlavourByName returns the named flavour, or nil.
func FlavourByName(name string) *Flavour {
	for i := range Flavours {
		if Flavours[i].Name == name {
			return &Flavours[i]
		}
	}
	return nil
}
