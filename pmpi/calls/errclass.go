package calls

import (
	"fmt"
	"strings"
)

// errClasses lists, by flavour, the error classes of MPI-4.0 without MPI_ERR_, in the order of their numbers from 1 on.
// T_ begins the classes of the tool information interface, which have MPI_T_ERR_ instead; - stands for a number without
// a class.
var errClasses = map[string][]string{
	"openmpi": strings.Fields(`
		BUFFER COUNT TYPE TAG COMM RANK REQUEST ROOT GROUP OP TOPOLOGY DIMS ARG UNKNOWN TRUNCATE OTHER INTERN
		IN_STATUS PENDING ACCESS AMODE ASSERT BAD_FILE BASE CONVERSION DISP DUP_DATAREP FILE_EXISTS FILE_IN_USE
		FILE INFO_KEY INFO_NOKEY INFO_VALUE INFO IO KEYVAL LOCKTYPE NAME NO_MEM NOT_SAME NO_SPACE NO_SUCH_FILE
		PORT QUOTA READ_ONLY RMA_CONFLICT RMA_SYNC SERVICE SIZE SPAWN UNSUPPORTED_DATAREP UNSUPPORTED_OPERATION
		WIN T_MEMORY T_NOT_INITIALIZED T_CANNOT_INIT T_INVALID_INDEX T_INVALID_ITEM T_INVALID_HANDLE
		T_OUT_OF_HANDLES T_OUT_OF_SESSIONS T_INVALID_SESSION T_CVAR_SET_NOT_NOW T_CVAR_SET_NEVER
		T_PVAR_NO_STARTSTOP T_PVAR_NO_WRITE T_PVAR_NO_ATOMIC RMA_RANGE RMA_ATTACH RMA_FLAVOR RMA_SHARED T_INVALID
		T_INVALID_NAME
	`),
	"mpich": strings.Fields(`
		BUFFER COUNT TYPE TAG COMM RANK ROOT GROUP OP TOPOLOGY DIMS ARG UNKNOWN TRUNCATE OTHER INTERN IN_STATUS
		PENDING REQUEST ACCESS AMODE BAD_FILE CONVERSION DUP_DATAREP FILE_EXISTS FILE_IN_USE FILE INFO INFO_KEY
		INFO_VALUE INFO_NOKEY IO NAME NO_MEM NOT_SAME NO_SPACE NO_SUCH_FILE PORT QUOTA READ_ONLY SERVICE SPAWN
		UNSUPPORTED_DATAREP UNSUPPORTED_OPERATION WIN BASE LOCKTYPE KEYVAL RMA_CONFLICT RMA_SYNC SIZE DISP ASSERT
		- RMA_RANGE RMA_ATTACH RMA_SHARED RMA_FLAVOR T_MEMORY T_NOT_INITIALIZED T_CANNOT_INIT T_INVALID_INDEX
		T_INVALID_ITEM T_INVALID_HANDLE T_OUT_OF_HANDLES T_OUT_OF_SESSIONS T_INVALID_SESSION T_CVAR_SET_NOT_NOW
		T_CVAR_SET_NEVER T_PVAR_NO_STARTSTOP T_PVAR_NO_WRITE T_PVAR_NO_ATOMIC T_INVALID_NAME T_INVALID SESSION
		PROC_ABORTED VALUE_TOO_LARGE T_NOT_SUPPORTED
	`),
	// The first classes, which all libraries with the standard ABI number as Open MPI does.
	"abi": strings.Fields(`BUFFER COUNT TYPE TAG COMM RANK REQUEST ROOT GROUP OP TOPOLOGY DIMS ARG UNKNOWN TRUNCATE ` +
		`OTHER INTERN`),
}

// ErrClassName names the class of an error code, as the program would: "MPI_ERR_RANK".
func (f *Flavour) ErrClassName(rc int64) string {
	class := f.ErrClass(rc)
	if f.Faulty(rc) {
		return faults[class-f.firstFault]
	}
	names := errClasses[f.Name]
	if class < 1 || class > int64(len(names)) || names[class-1] == "-" {
		return fmt.Sprintf("error class %d", class)
	}
	if name, tool := strings.CutPrefix(names[class-1], "T_"); tool {
		return "MPI_T_ERR_" + name
	}
	return "MPI_ERR_" + names[class-1]
}

// faults lists the error classes of ULFM, from Flavour.firstFault on. Open MPI has them from 5.0 on.
var faults = []string{"MPIX_ERR_PROC_FAILED", "MPIX_ERR_PROC_FAILED_PENDING", "MPIX_ERR_REVOKED"}

// Faulty reports whether an error code says that a process has failed or that a communicator is revoked (ULFM).
func (f *Flavour) Faulty(rc int64) bool {
	first, class := f.firstFault, f.ErrClass(rc)
	return first > 0 && class >= first && class < first+int64(len(faults))
}
