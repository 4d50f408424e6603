package calls

import "strings"

// Class is the class of an MPI object.
type Class uint8

// The classes; the numbers are part of the log format.
const (
	ClassComm       Class = 1
	ClassGroup      Class = 2
	ClassDatatype   Class = 3
	ClassFile       Class = 4
	ClassErrhandler Class = 5
	ClassOp         Class = 6
	ClassInfo       Class = 7
	ClassWin        Class = 8
	ClassRequest    Class = 9
	ClassSession    Class = 10
	ClassMessage    Class = 11
)

// TypeGroup is the group of a predefined datatype in the standard's table of
// the types that predefined reduction operations accept.
type TypeGroup uint8

// The groups.
const (
	NoGroup     TypeGroup = iota
	IntType               // C and Fortran integers
	FloatType             // floating point
	LogicalType           // logical
	ComplexType           // complex
	ByteType              // MPI_BYTE
	MultiType             // MPI_AINT, MPI_OFFSET, MPI_COUNT
	CharType              // characters: no reduction
	PairType              // value and index: MINLOC, MAXLOC
	PackedType            // MPI_PACKED
	MarkerType            // MPI_LB, MPI_UB
	NullType              // MPI_DATATYPE_NULL
)

// Predef is a predefined handle: gomarmot's number for it and how to find it
// in each family of MPI libraries.
type Predef struct {
	ID    uint16 // part of the log format, never reused
	Class Class
	Name  string
	Group TypeGroup // of datatypes
	OMPI  string    // symbol whose address is the handle in Open MPI; "" if it has none
	MPICH uint32    // the handle in MPICH
	ABI   uint32    // the handle in the standard ABI of MPI 5.0; 0 if it has none
	later bool      // see Later
}

// Predefs lists the predefined handles in the order of their IDs, which start
// at 1. Tests compare it with the mpi.h of both MPIs, and with mpi_abi.h if it
// exists.
var Predefs = []Predef{
	{ID: 1, Class: ClassDatatype, Name: "MPI_CHAR", Group: CharType, OMPI: "ompi_mpi_char", MPICH: 0x4c000101, ABI: 0x243},
	{ID: 2, Class: ClassDatatype, Name: "MPI_SIGNED_CHAR", Group: IntType, OMPI: "ompi_mpi_signed_char", MPICH: 0x4c000118, ABI: 0x244},
	{ID: 3, Class: ClassDatatype, Name: "MPI_UNSIGNED_CHAR", Group: IntType, OMPI: "ompi_mpi_unsigned_char", MPICH: 0x4c000102, ABI: 0x245},
	{ID: 4, Class: ClassDatatype, Name: "MPI_BYTE", Group: ByteType, OMPI: "ompi_mpi_byte", MPICH: 0x4c00010d, ABI: 0x247},
	{ID: 5, Class: ClassDatatype, Name: "MPI_WCHAR", Group: CharType, OMPI: "ompi_mpi_wchar", MPICH: 0x4c00040e, ABI: 0x23c},
	{ID: 6, Class: ClassDatatype, Name: "MPI_SHORT", Group: IntType, OMPI: "ompi_mpi_short", MPICH: 0x4c000203, ABI: 0x208},
	{ID: 7, Class: ClassDatatype, Name: "MPI_UNSIGNED_SHORT", Group: IntType, OMPI: "ompi_mpi_unsigned_short", MPICH: 0x4c000204, ABI: 0x20c},
	{ID: 8, Class: ClassDatatype, Name: "MPI_INT", Group: IntType, OMPI: "ompi_mpi_int", MPICH: 0x4c000405, ABI: 0x209},
	{ID: 9, Class: ClassDatatype, Name: "MPI_UNSIGNED", Group: IntType, OMPI: "ompi_mpi_unsigned", MPICH: 0x4c000406, ABI: 0x20d},
	{ID: 10, Class: ClassDatatype, Name: "MPI_LONG", Group: IntType, OMPI: "ompi_mpi_long", MPICH: 0x4c000807, ABI: 0x20a},
	{ID: 11, Class: ClassDatatype, Name: "MPI_UNSIGNED_LONG", Group: IntType, OMPI: "ompi_mpi_unsigned_long", MPICH: 0x4c000808, ABI: 0x20e},
	{ID: 12, Class: ClassDatatype, Name: "MPI_LONG_LONG_INT", Group: IntType, OMPI: "ompi_mpi_long_long_int", MPICH: 0x4c000809, ABI: 0x20b},
	{ID: 13, Class: ClassDatatype, Name: "MPI_UNSIGNED_LONG_LONG", Group: IntType, OMPI: "ompi_mpi_unsigned_long_long", MPICH: 0x4c000819, ABI: 0x20f},
	{ID: 14, Class: ClassDatatype, Name: "MPI_FLOAT", Group: FloatType, OMPI: "ompi_mpi_float", MPICH: 0x4c00040a, ABI: 0x210},
	{ID: 15, Class: ClassDatatype, Name: "MPI_DOUBLE", Group: FloatType, OMPI: "ompi_mpi_double", MPICH: 0x4c00080b, ABI: 0x214},
	{ID: 16, Class: ClassDatatype, Name: "MPI_LONG_DOUBLE", Group: FloatType, OMPI: "ompi_mpi_long_double", MPICH: 0x4c00100c, ABI: 0x220},
	{ID: 17, Class: ClassDatatype, Name: "MPI_INT8_T", Group: IntType, OMPI: "ompi_mpi_int8_t", MPICH: 0x4c000137, ABI: 0x240},
	{ID: 18, Class: ClassDatatype, Name: "MPI_INT16_T", Group: IntType, OMPI: "ompi_mpi_int16_t", MPICH: 0x4c000238, ABI: 0x248},
	{ID: 19, Class: ClassDatatype, Name: "MPI_INT32_T", Group: IntType, OMPI: "ompi_mpi_int32_t", MPICH: 0x4c000439, ABI: 0x250},
	{ID: 20, Class: ClassDatatype, Name: "MPI_INT64_T", Group: IntType, OMPI: "ompi_mpi_int64_t", MPICH: 0x4c00083a, ABI: 0x258},
	{ID: 21, Class: ClassDatatype, Name: "MPI_UINT8_T", Group: IntType, OMPI: "ompi_mpi_uint8_t", MPICH: 0x4c00013b, ABI: 0x241},
	{ID: 22, Class: ClassDatatype, Name: "MPI_UINT16_T", Group: IntType, OMPI: "ompi_mpi_uint16_t", MPICH: 0x4c00023c, ABI: 0x249},
	{ID: 23, Class: ClassDatatype, Name: "MPI_UINT32_T", Group: IntType, OMPI: "ompi_mpi_uint32_t", MPICH: 0x4c00043d, ABI: 0x251},
	{ID: 24, Class: ClassDatatype, Name: "MPI_UINT64_T", Group: IntType, OMPI: "ompi_mpi_uint64_t", MPICH: 0x4c00083e, ABI: 0x259},
	{ID: 25, Class: ClassDatatype, Name: "MPI_AINT", Group: MultiType, OMPI: "ompi_mpi_aint", MPICH: 0x4c000843, ABI: 0x201},
	{ID: 26, Class: ClassDatatype, Name: "MPI_OFFSET", Group: MultiType, OMPI: "ompi_mpi_offset", MPICH: 0x4c000844, ABI: 0x203},
	{ID: 27, Class: ClassDatatype, Name: "MPI_COUNT", Group: MultiType, OMPI: "ompi_mpi_count", MPICH: 0x4c000845, ABI: 0x202},
	{ID: 28, Class: ClassDatatype, Name: "MPI_C_BOOL", Group: LogicalType, OMPI: "ompi_mpi_c_bool", MPICH: 0x4c00013f, ABI: 0x238},
	{ID: 29, Class: ClassDatatype, Name: "MPI_C_FLOAT_COMPLEX", Group: ComplexType, OMPI: "ompi_mpi_c_float_complex", MPICH: 0x4c000840, ABI: 0x212},
	{ID: 30, Class: ClassDatatype, Name: "MPI_C_DOUBLE_COMPLEX", Group: ComplexType, OMPI: "ompi_mpi_c_double_complex", MPICH: 0x4c001041, ABI: 0x216},
	{ID: 31, Class: ClassDatatype, Name: "MPI_C_LONG_DOUBLE_COMPLEX", Group: ComplexType, OMPI: "ompi_mpi_c_long_double_complex", MPICH: 0x4c002042, ABI: 0x224},
	{ID: 32, Class: ClassDatatype, Name: "MPI_CXX_BOOL", Group: LogicalType, OMPI: "ompi_mpi_cxx_bool", MPICH: 0x4c000133, ABI: 0x239},
	{ID: 33, Class: ClassDatatype, Name: "MPI_CXX_FLOAT_COMPLEX", Group: ComplexType, OMPI: "ompi_mpi_cxx_cplex", MPICH: 0x4c000834, ABI: 0x213},
	{ID: 34, Class: ClassDatatype, Name: "MPI_CXX_DOUBLE_COMPLEX", Group: ComplexType, OMPI: "ompi_mpi_cxx_dblcplex", MPICH: 0x4c001035, ABI: 0x217},
	{ID: 35, Class: ClassDatatype, Name: "MPI_CXX_LONG_DOUBLE_COMPLEX", Group: ComplexType, OMPI: "ompi_mpi_cxx_ldblcplex", MPICH: 0x4c002036, ABI: 0x225},
	{ID: 36, Class: ClassDatatype, Name: "MPI_PACKED", Group: PackedType, OMPI: "ompi_mpi_packed", MPICH: 0x4c00010f, ABI: 0x207},
	{ID: 37, Class: ClassDatatype, Name: "MPI_FLOAT_INT", Group: PairType, OMPI: "ompi_mpi_float_int", MPICH: 0x8c000000, ABI: 0x228},
	{ID: 38, Class: ClassDatatype, Name: "MPI_DOUBLE_INT", Group: PairType, OMPI: "ompi_mpi_double_int", MPICH: 0x8c000001, ABI: 0x229},
	{ID: 39, Class: ClassDatatype, Name: "MPI_LONG_INT", Group: PairType, OMPI: "ompi_mpi_long_int", MPICH: 0x8c000002, ABI: 0x22a},
	{ID: 40, Class: ClassDatatype, Name: "MPI_SHORT_INT", Group: PairType, OMPI: "ompi_mpi_short_int", MPICH: 0x8c000003, ABI: 0x22c},
	{ID: 41, Class: ClassDatatype, Name: "MPI_2INT", Group: PairType, OMPI: "ompi_mpi_2int", MPICH: 0x4c000816, ABI: 0x22b},
	{ID: 42, Class: ClassDatatype, Name: "MPI_LONG_DOUBLE_INT", Group: PairType, OMPI: "ompi_mpi_longdbl_int", MPICH: 0x8c000004, ABI: 0x22d},
	{ID: 43, Class: ClassDatatype, Name: "MPI_CHARACTER", Group: CharType, OMPI: "ompi_mpi_character", MPICH: 0x4c00011a, ABI: 0x21e},
	{ID: 44, Class: ClassDatatype, Name: "MPI_LOGICAL", Group: LogicalType, OMPI: "ompi_mpi_logical", MPICH: 0x4c00041d, ABI: 0x218},
	{ID: 45, Class: ClassDatatype, Name: "MPI_INTEGER", Group: IntType, OMPI: "ompi_mpi_integer", MPICH: 0x4c00041b, ABI: 0x219},
	{ID: 46, Class: ClassDatatype, Name: "MPI_REAL", Group: FloatType, OMPI: "ompi_mpi_real", MPICH: 0x4c00041c, ABI: 0x21a},
	{ID: 47, Class: ClassDatatype, Name: "MPI_DOUBLE_PRECISION", Group: FloatType, OMPI: "ompi_mpi_dblprec", MPICH: 0x4c00081f, ABI: 0x21c},
	{ID: 48, Class: ClassDatatype, Name: "MPI_COMPLEX", Group: ComplexType, OMPI: "ompi_mpi_cplex", MPICH: 0x4c00081e, ABI: 0x21b},
	{ID: 49, Class: ClassDatatype, Name: "MPI_DOUBLE_COMPLEX", Group: ComplexType, OMPI: "ompi_mpi_dblcplex", MPICH: 0x4c001022, ABI: 0x21d},
	{ID: 50, Class: ClassDatatype, Name: "MPI_2INTEGER", Group: PairType, OMPI: "ompi_mpi_2integer", MPICH: 0x4c000820, ABI: 0x232},
	{ID: 51, Class: ClassDatatype, Name: "MPI_2REAL", Group: PairType, OMPI: "ompi_mpi_2real", MPICH: 0x4c000821, ABI: 0x230},
	{ID: 52, Class: ClassDatatype, Name: "MPI_2DOUBLE_PRECISION", Group: PairType, OMPI: "ompi_mpi_2dblprec", MPICH: 0x4c001023, ABI: 0x231},
	{ID: 53, Class: ClassDatatype, Name: "MPI_INTEGER1", Group: IntType, OMPI: "ompi_mpi_integer1", MPICH: 0x4c00012d, ABI: 0x2c1},
	{ID: 54, Class: ClassDatatype, Name: "MPI_INTEGER2", Group: IntType, OMPI: "ompi_mpi_integer2", MPICH: 0x4c00022f, ABI: 0x2c9},
	{ID: 55, Class: ClassDatatype, Name: "MPI_INTEGER4", Group: IntType, OMPI: "ompi_mpi_integer4", MPICH: 0x4c000430, ABI: 0x2d1},
	{ID: 56, Class: ClassDatatype, Name: "MPI_INTEGER8", Group: IntType, OMPI: "ompi_mpi_integer8", MPICH: 0x4c000831, ABI: 0x2d9},
	{ID: 57, Class: ClassDatatype, Name: "MPI_INTEGER16", Group: IntType, OMPI: "ompi_mpi_integer16", MPICH: 0x4c001032, ABI: 0x2e1, later: true},
	{ID: 58, Class: ClassDatatype, Name: "MPI_REAL2", Group: FloatType, OMPI: "ompi_mpi_real2", MPICH: 0x4c000226, ABI: 0x2ca, later: true},
	{ID: 59, Class: ClassDatatype, Name: "MPI_REAL4", Group: FloatType, OMPI: "ompi_mpi_real4", MPICH: 0x4c000427, ABI: 0x2d2},
	{ID: 60, Class: ClassDatatype, Name: "MPI_REAL8", Group: FloatType, OMPI: "ompi_mpi_real8", MPICH: 0x4c000829, ABI: 0x2da},
	{ID: 61, Class: ClassDatatype, Name: "MPI_REAL16", Group: FloatType, OMPI: "ompi_mpi_real16", MPICH: 0x4c00102b, ABI: 0x2e2},
	{ID: 62, Class: ClassDatatype, Name: "MPI_COMPLEX4", Group: ComplexType, OMPI: "ompi_mpi_complex4", MPICH: 0x4c00042e, ABI: 0x2d3, later: true},
	{ID: 63, Class: ClassDatatype, Name: "MPI_COMPLEX8", Group: ComplexType, OMPI: "ompi_mpi_complex8", MPICH: 0x4c000828, ABI: 0x2db},
	{ID: 64, Class: ClassDatatype, Name: "MPI_COMPLEX16", Group: ComplexType, OMPI: "ompi_mpi_complex16", MPICH: 0x4c00102a, ABI: 0x2e3},
	{ID: 65, Class: ClassDatatype, Name: "MPI_COMPLEX32", Group: ComplexType, OMPI: "ompi_mpi_complex32", MPICH: 0x4c00202c, ABI: 0x2eb},
	{ID: 66, Class: ClassDatatype, Name: "MPI_LB", Group: MarkerType, MPICH: 0x4c000010},
	{ID: 67, Class: ClassDatatype, Name: "MPI_UB", Group: MarkerType, MPICH: 0x4c000011},
	{ID: 68, Class: ClassDatatype, Name: "MPI_DATATYPE_NULL", Group: NullType, OMPI: "ompi_mpi_datatype_null", MPICH: 0x0c000000, ABI: 0x200},
	{ID: 69, Class: ClassOp, Name: "MPI_MAX", OMPI: "ompi_mpi_op_max", MPICH: 0x58000001, ABI: 0x23},
	{ID: 70, Class: ClassOp, Name: "MPI_MIN", OMPI: "ompi_mpi_op_min", MPICH: 0x58000002, ABI: 0x22},
	{ID: 71, Class: ClassOp, Name: "MPI_SUM", OMPI: "ompi_mpi_op_sum", MPICH: 0x58000003, ABI: 0x21},
	{ID: 72, Class: ClassOp, Name: "MPI_PROD", OMPI: "ompi_mpi_op_prod", MPICH: 0x58000004, ABI: 0x24},
	{ID: 73, Class: ClassOp, Name: "MPI_LAND", OMPI: "ompi_mpi_op_land", MPICH: 0x58000005, ABI: 0x30},
	{ID: 74, Class: ClassOp, Name: "MPI_BAND", OMPI: "ompi_mpi_op_band", MPICH: 0x58000006, ABI: 0x28},
	{ID: 75, Class: ClassOp, Name: "MPI_LOR", OMPI: "ompi_mpi_op_lor", MPICH: 0x58000007, ABI: 0x31},
	{ID: 76, Class: ClassOp, Name: "MPI_BOR", OMPI: "ompi_mpi_op_bor", MPICH: 0x58000008, ABI: 0x29},
	{ID: 77, Class: ClassOp, Name: "MPI_LXOR", OMPI: "ompi_mpi_op_lxor", MPICH: 0x58000009, ABI: 0x32},
	{ID: 78, Class: ClassOp, Name: "MPI_BXOR", OMPI: "ompi_mpi_op_bxor", MPICH: 0x5800000a, ABI: 0x2a},
	{ID: 79, Class: ClassOp, Name: "MPI_MINLOC", OMPI: "ompi_mpi_op_minloc", MPICH: 0x5800000b, ABI: 0x38},
	{ID: 80, Class: ClassOp, Name: "MPI_MAXLOC", OMPI: "ompi_mpi_op_maxloc", MPICH: 0x5800000c, ABI: 0x39},
	{ID: 81, Class: ClassOp, Name: "MPI_REPLACE", OMPI: "ompi_mpi_op_replace", MPICH: 0x5800000d, ABI: 0x3c},
	{ID: 82, Class: ClassOp, Name: "MPI_NO_OP", OMPI: "ompi_mpi_op_no_op", MPICH: 0x5800000e, ABI: 0x3d},
	{ID: 83, Class: ClassOp, Name: "MPI_OP_NULL", OMPI: "ompi_mpi_op_null", MPICH: 0x18000000, ABI: 0x20},
	{ID: 84, Class: ClassComm, Name: "MPI_COMM_WORLD", OMPI: "ompi_mpi_comm_world", MPICH: 0x44000000, ABI: 0x101},
	{ID: 85, Class: ClassComm, Name: "MPI_COMM_SELF", OMPI: "ompi_mpi_comm_self", MPICH: 0x44000001, ABI: 0x102},
	{ID: 86, Class: ClassComm, Name: "MPI_COMM_NULL", OMPI: "ompi_mpi_comm_null", MPICH: 0x04000000, ABI: 0x100},
	{ID: 87, Class: ClassGroup, Name: "MPI_GROUP_EMPTY", OMPI: "ompi_mpi_group_empty", MPICH: 0x48000000, ABI: 0x109},
	{ID: 88, Class: ClassGroup, Name: "MPI_GROUP_NULL", OMPI: "ompi_mpi_group_null", MPICH: 0x08000000, ABI: 0x108},
	{ID: 89, Class: ClassWin, Name: "MPI_WIN_NULL", OMPI: "ompi_mpi_win_null", MPICH: 0x20000000, ABI: 0x110},
	{ID: 90, Class: ClassInfo, Name: "MPI_INFO_NULL", OMPI: "ompi_mpi_info_null", MPICH: 0x1c000000, ABI: 0x130},
	{ID: 91, Class: ClassInfo, Name: "MPI_INFO_ENV", OMPI: "ompi_mpi_info_env", MPICH: 0x5c000001, ABI: 0x131},
	{ID: 92, Class: ClassRequest, Name: "MPI_REQUEST_NULL", OMPI: "ompi_request_null", MPICH: 0x2c000000, ABI: 0x180},
	{ID: 93, Class: ClassFile, Name: "MPI_FILE_NULL", OMPI: "ompi_mpi_file_null", MPICH: 0, ABI: 0x118},
	{ID: 94, Class: ClassErrhandler, Name: "MPI_ERRHANDLER_NULL", OMPI: "ompi_mpi_errhandler_null", MPICH: 0x14000000, ABI: 0x140},
	{ID: 95, Class: ClassErrhandler, Name: "MPI_ERRORS_ARE_FATAL", OMPI: "ompi_mpi_errors_are_fatal", MPICH: 0x54000000, ABI: 0x141},
	{ID: 96, Class: ClassErrhandler, Name: "MPI_ERRORS_RETURN", OMPI: "ompi_mpi_errors_return", MPICH: 0x54000001, ABI: 0x143},
	{ID: 97, Class: ClassSession, Name: "MPI_SESSION_NULL", MPICH: 0x38000000, ABI: 0x120},
	{ID: 98, Class: ClassMessage, Name: "MPI_MESSAGE_NULL", OMPI: "ompi_message_null", MPICH: 0x2c000000, ABI: 0x128},
	{ID: 99, Class: ClassDatatype, Name: "MPI_LOGICAL1", Group: LogicalType, OMPI: "ompi_mpi_logical1", MPICH: 0x4c000147, ABI: 0x2c0, later: true},
	{ID: 100, Class: ClassDatatype, Name: "MPI_LOGICAL2", Group: LogicalType, OMPI: "ompi_mpi_logical2", MPICH: 0x4c000248, ABI: 0x2c8, later: true},
	{ID: 101, Class: ClassDatatype, Name: "MPI_LOGICAL4", Group: LogicalType, OMPI: "ompi_mpi_logical4", MPICH: 0x4c000449, ABI: 0x2d0, later: true},
	{ID: 102, Class: ClassDatatype, Name: "MPI_LOGICAL8", Group: LogicalType, OMPI: "ompi_mpi_logical8", MPICH: 0x4c00084a, ABI: 0x2d8, later: true},
	{ID: 103, Class: ClassDatatype, Name: "MPI_LOGICAL16", Group: LogicalType, OMPI: "ompi_mpi_logical16", MPICH: 0x4c00104b, ABI: 0x2e0, later: true},
	{ID: 104, Class: ClassErrhandler, Name: "MPI_ERRORS_ABORT", OMPI: "ompi_mpi_errors_abort", MPICH: 0x54000003, ABI: 0x142},
}

// Later reports whether MPICH has the handle only from MPI 5.0 on. An older MPICH
// must not be asked about it: in Debian's 4.2 an assertion fails.
func (p *Predef) Later() bool { return p.later }

// PredefByID returns the predefined handle with the given ID, or nil.
func PredefByID(id uint16) *Predef {
	if id == 0 || int(id) > len(Predefs) {
		return nil
	}
	return &Predefs[id-1]
}

// PredefByName returns the predefined handle of the given C name, or nil.
func PredefByName(name string) *Predef {
	for i := range Predefs {
		if Predefs[i].Name == name {
			return &Predefs[i]
		}
	}
	return nil
}

// Null reports whether this is the null handle of its class.
func (p *Predef) Null() bool { return strings.HasSuffix(p.Name, "_NULL") }
