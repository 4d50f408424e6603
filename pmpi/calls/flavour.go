package calls

import (
	"fmt"
	"slices"
)

// Flavour is a family of MPI libraries that share their constants. Records
// keep the library's own values; readers translate them through the flavour.
type Flavour struct {
	Name string // "openmpi", "mpich", "abi"

	// HandleMask is ANDed with a handle before it is recorded. Handles of files
	// are recorded whole: MPICH's are pointers.
	HandleMask uint64

	InPlace int64 // MPI_IN_PLACE as an address

	// Special values of ranks and tags, and MPI_UNDEFINED.
	ProcNull, AnySource, AnyTag, Root, Undefined int64

	Unweighted int64 // MPI_UNWEIGHTED as an address; 0 where it is a variable

	StatusIgnore int64 // MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE as an address
	Status       StatusLayout

	BsendOverhead int64 // MPI_BSEND_OVERHEAD

	ThreadSingle, ThreadFunneled, ThreadSerialized, ThreadMultiple int64

	LockExclusive, LockShared int64

	// Assertions of the calls that synchronize a window.
	ModeNoCheck, ModeNoStore, ModeNoPut, ModeNoPrecede, ModeNoSucceed int64

	// Access modes of files.
	ModeCreate, ModeRdonly, ModeWronly, ModeRdwr, ModeDeleteOnClose,
	ModeUniqueOpen, ModeExcl, ModeAppend, ModeSequential int64

	SeekSet, SeekCur, SeekEnd, DisplacementCurrent int64

	// Arrays in datatypes.
	OrderC, OrderFortran                                             int64
	DistributeBlock, DistributeCyclic, DistributeNone, DistributeArg int64 // the last is MPI_DISTRIBUTE_DFLT_DARG

	// MPI_MAX_INFO_KEY and MPI_MAX_INFO_VAL, which count the final 0 byte.
	MaxInfoKey, MaxInfoVal int64

	// ClassBits are the bits of an error code that hold its class. ErrComm and the following are the error classes for
	// invalid handles, and for truncated messages.
	ClassBits                                                           int64
	ErrComm, ErrType, ErrGroup, ErrOp, ErrInfo, ErrRequest, ErrTruncate int64
	// the first error class of ULFM; 0: unknown
	firstFault int64

	// Attribute keys. In Fortran, the number of each predefined key is larger by FortranKeyval.
	KeyvalInvalid                                            int64
	WinBase, WinSize, WinDispUnit, WinCreateFlavor, WinModel int64
	CommKeyvals                                              []int64 // the predefined keys of communicators
	FortranKeyval                                            int64

	WinUnified, WinSeparate int64 // values of MPI_WIN_MODEL
}

// StatusLayout is the size of an MPI_Status and where its fields are, in bytes.
type StatusLayout struct{ Size, Source, Tag int }

// Flavours lists the families gomarmot knows. Source: the mpi.h of Open MPI
// 4.1 and MPICH 4.0, and mpi_abi.h of MPICH 5.0 for programs built against the
// standard ABI of MPI 5.0, whichever library they run under; tests compare them.
var Flavours = []Flavour{
	{
		Name:       "openmpi",
		HandleMask: ^uint64(0),
		InPlace:    1,
		ProcNull:   -2, AnySource: -1, AnyTag: -1, Root: -4, Undefined: -32766,
		Unweighted:   2,
		StatusIgnore: 0, Status: StatusLayout{Size: 24, Source: 0, Tag: 4}, BsendOverhead: 128,
		ThreadSingle: 0, ThreadFunneled: 1, ThreadSerialized: 2, ThreadMultiple: 3,
		LockExclusive: 1, LockShared: 2,
		ModeNoCheck: 1, ModeNoStore: 8, ModeNoPut: 4, ModeNoPrecede: 2, ModeNoSucceed: 16,
		ModeCreate: 1, ModeRdonly: 2, ModeWronly: 4, ModeRdwr: 8,
		ModeDeleteOnClose: 16, ModeUniqueOpen: 32, ModeExcl: 64, ModeAppend: 128, ModeSequential: 256,
		SeekSet: 600, SeekCur: 602, SeekEnd: 604, DisplacementCurrent: -54278278,
		OrderC: 0, OrderFortran: 1,
		DistributeBlock: 0, DistributeCyclic: 1, DistributeNone: 2, DistributeArg: -1,
		MaxInfoKey: 36, MaxInfoVal: 256,
		ClassBits: -1, ErrComm: 5, ErrType: 3, ErrGroup: 9, ErrOp: 10, ErrInfo: 34, ErrRequest: 7,
		ErrTruncate: 15, firstFault: 75,
		KeyvalInvalid: -1,
		WinBase:       7, WinSize: 8, WinDispUnit: 9, WinCreateFlavor: 10, WinModel: 11,
		CommKeyvals: []int64{0, 1, 2, 3, 4, 5, 6},
		WinUnified:  0, WinSeparate: 1,
	},
	{
		Name:       "mpich",
		HandleMask: 0xffffffff,
		InPlace:    -1,
		ProcNull:   -1, AnySource: -2, AnyTag: -1, Root: -3, Undefined: -32766,
		StatusIgnore: 1, Status: StatusLayout{Size: 20, Source: 8, Tag: 12}, BsendOverhead: 96,
		ThreadSingle: 0, ThreadFunneled: 1, ThreadSerialized: 2, ThreadMultiple: 3,
		LockExclusive: 234, LockShared: 235,
		ModeNoCheck: 1024, ModeNoStore: 2048, ModeNoPut: 4096, ModeNoPrecede: 8192, ModeNoSucceed: 16384,
		ModeCreate: 1, ModeRdonly: 2, ModeWronly: 4, ModeRdwr: 8,
		ModeDeleteOnClose: 16, ModeUniqueOpen: 32, ModeExcl: 64, ModeAppend: 128, ModeSequential: 256,
		SeekSet: 600, SeekCur: 602, SeekEnd: 604, DisplacementCurrent: -54278278,
		OrderC: 56, OrderFortran: 57,
		DistributeBlock: 121, DistributeCyclic: 122, DistributeNone: 123, DistributeArg: -49767,
		MaxInfoKey: 255, MaxInfoVal: 1024,
		ClassBits: 0x7f, ErrComm: 5, ErrType: 3, ErrGroup: 8, ErrOp: 9, ErrInfo: 28, ErrRequest: 19,
		ErrTruncate: 14, firstFault: 101,
		KeyvalInvalid: 0x24000000,
		WinBase:       0x66000001, WinSize: 0x66000003, WinDispUnit: 0x66000005, WinCreateFlavor: 0x66000007,
		WinModel:      0x66000009,
		CommKeyvals:   []int64{0x64400001, 0x64400003, 0x64400005, 0x64400007, 0x64400009, 0x6440000b, 0x6440000d},
		FortranKeyval: 1,
		WinUnified:    2, WinSeparate: 1,
	},
	{
		Name:       "abi",
		HandleMask: ^uint64(0),
		InPlace:    1,
		ProcNull:   -3, AnySource: -1, AnyTag: -2, Root: -4, Undefined: -32766,
		Unweighted:   10,
		StatusIgnore: 0, Status: StatusLayout{Size: 32, Source: 0, Tag: 4}, BsendOverhead: 512,
		ThreadSingle: 0, ThreadFunneled: 1024, ThreadSerialized: 2048, ThreadMultiple: 4096,
		LockExclusive: 301, LockShared: 302,
		ModeNoCheck: 1024, ModeNoStore: 8192, ModeNoPut: 4096, ModeNoPrecede: 2048, ModeNoSucceed: 16384,
		ModeCreate: 2, ModeRdonly: 16, ModeWronly: 256, ModeRdwr: 32,
		ModeDeleteOnClose: 4, ModeUniqueOpen: 128, ModeExcl: 8, ModeAppend: 1, ModeSequential: 64,
		SeekSet: 403, SeekCur: 401, SeekEnd: 402, DisplacementCurrent: -1,
		OrderC: 12, OrderFortran: 15,
		DistributeBlock: 17, DistributeCyclic: 18, DistributeNone: 16, DistributeArg: 19,
		MaxInfoKey: 256, MaxInfoVal: 1024,
		ClassBits: -1, ErrComm: 5, ErrType: 3, ErrGroup: 9, ErrOp: 10, ErrInfo: 34, ErrRequest: 7, ErrTruncate: 15,
		KeyvalInvalid: 0,
		WinBase:       601, WinSize: 603, WinDispUnit: 602, WinCreateFlavor: 604, WinModel: 605,
		CommKeyvals: []int64{501, 502, 503, 504, 505, 506, 507},
		WinUnified:  321, WinSeparate: 322,
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

// WinKeyval names a predefined attribute key of windows; "" for other keys.
func (f *Flavour) WinKeyval(k int64) string {
	for _, key := range []struct {
		value int64
		name  string
	}{
		{value: f.WinBase, name: "MPI_WIN_BASE"},
		{value: f.WinSize, name: "MPI_WIN_SIZE"},
		{value: f.WinDispUnit, name: "MPI_WIN_DISP_UNIT"},
		{value: f.WinCreateFlavor, name: "MPI_WIN_CREATE_FLAVOR"},
		{value: f.WinModel, name: "MPI_WIN_MODEL"},
	} {
		if k == key.value || k == key.value+f.FortranKeyval {
			return key.name
		}
	}
	return ""
}

// IsCommKeyval reports whether k is a predefined attribute key of communicators.
func (f *Flavour) IsCommKeyval(k int64) bool {
	return slices.Contains(f.CommKeyvals, k) || slices.Contains(f.CommKeyvals, k-f.FortranKeyval)
}

// HandleSize returns the size of handles in C, except for handles of files.
func (f *Flavour) HandleSize() int64 {
	if f.HandleMask == 0xffff_ffff {
		return 4
	}
	return 8
}

// ErrClass returns the class of an error code.
func (f *Flavour) ErrClass(rc int64) int64 { return rc & f.ClassBits }

// ThreadLevel names a level of thread support, or says its number.
func (f *Flavour) ThreadLevel(level int64) string {
	switch level {
	case f.ThreadSingle:
		return "MPI_THREAD_SINGLE"
	case f.ThreadFunneled:
		return "MPI_THREAD_FUNNELED"
	case f.ThreadSerialized:
		return "MPI_THREAD_SERIALIZED"
	case f.ThreadMultiple:
		return "MPI_THREAD_MULTIPLE"
	}
	return fmt.Sprintf("thread level %d", level)
}

// NoRequest reports whether a value that is not MPI_REQUEST_NULL cannot be the handle of a request. The handles of
// MPICH contain the class of the object; the handles of Open MPI are addresses of objects that have pointers in them.
func (f *Flavour) NoRequest(handle int64) bool {
	h := uint64(handle)
	switch f.Name {
	case "mpich":
		return h>>30 == 0 || h>>26&0xf != mpichRequest
	case "openmpi":
		return h >= userSpace || h > mostNumbers && h%8 != 0
	}
	return false
}

const (
	mpichRequest = 0xb       // MPIR_REQUEST
	mostNumbers  = 1<<32 - 1 // smaller values may be the numbers by which a layer above MPI names requests
	userSpace    = 1 << 56   // no system gives programs higher addresses
)
