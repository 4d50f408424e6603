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
	OMPI  string    // symbol whose address is the handle in Open MPI
	MPICH uint32    // the handle in MPICH
	ABI   uint32    // the handle in the standard ABI of MPI 5.0
}

// Predefs lists the predefined handles. Tests compare it with the mpi.h of both
// MPIs, and with mpi_abi.h where there is one.
var Predefs = []Predef{
	{1, ClassDatatype, "MPI_CHAR", CharType, "ompi_mpi_char", 0x4c000101, 0x243},
	{2, ClassDatatype, "MPI_SIGNED_CHAR", IntType, "ompi_mpi_signed_char", 0x4c000118, 0x244},
	{3, ClassDatatype, "MPI_UNSIGNED_CHAR", IntType, "ompi_mpi_unsigned_char", 0x4c000102, 0x245},
	{4, ClassDatatype, "MPI_BYTE", ByteType, "ompi_mpi_byte", 0x4c00010d, 0x247},
	{5, ClassDatatype, "MPI_WCHAR", CharType, "ompi_mpi_wchar", 0x4c00040e, 0x23c},
	{6, ClassDatatype, "MPI_SHORT", IntType, "ompi_mpi_short", 0x4c000203, 0x208},
	{7, ClassDatatype, "MPI_UNSIGNED_SHORT", IntType, "ompi_mpi_unsigned_short", 0x4c000204, 0x20c},
	{8, ClassDatatype, "MPI_INT", IntType, "ompi_mpi_int", 0x4c000405, 0x209},
	{9, ClassDatatype, "MPI_UNSIGNED", IntType, "ompi_mpi_unsigned", 0x4c000406, 0x20d},
	{10, ClassDatatype, "MPI_LONG", IntType, "ompi_mpi_long", 0x4c000807, 0x20a},
	{11, ClassDatatype, "MPI_UNSIGNED_LONG", IntType, "ompi_mpi_unsigned_long", 0x4c000808, 0x20e},
	{12, ClassDatatype, "MPI_LONG_LONG_INT", IntType, "ompi_mpi_long_long_int", 0x4c000809, 0x20b},
	{13, ClassDatatype, "MPI_UNSIGNED_LONG_LONG", IntType, "ompi_mpi_unsigned_long_long", 0x4c000819, 0x20f},
	{14, ClassDatatype, "MPI_FLOAT", FloatType, "ompi_mpi_float", 0x4c00040a, 0x210},
	{15, ClassDatatype, "MPI_DOUBLE", FloatType, "ompi_mpi_double", 0x4c00080b, 0x214},
	{16, ClassDatatype, "MPI_LONG_DOUBLE", FloatType, "ompi_mpi_long_double", 0x4c00100c, 0x220},
	{17, ClassDatatype, "MPI_INT8_T", IntType, "ompi_mpi_int8_t", 0x4c000137, 0x240},
	{18, ClassDatatype, "MPI_INT16_T", IntType, "ompi_mpi_int16_t", 0x4c000238, 0x248},
	{19, ClassDatatype, "MPI_INT32_T", IntType, "ompi_mpi_int32_t", 0x4c000439, 0x250},
	{20, ClassDatatype, "MPI_INT64_T", IntType, "ompi_mpi_int64_t", 0x4c00083a, 0x258},
	{21, ClassDatatype, "MPI_UINT8_T", IntType, "ompi_mpi_uint8_t", 0x4c00013b, 0x241},
	{22, ClassDatatype, "MPI_UINT16_T", IntType, "ompi_mpi_uint16_t", 0x4c00023c, 0x249},
	{23, ClassDatatype, "MPI_UINT32_T", IntType, "ompi_mpi_uint32_t", 0x4c00043d, 0x251},
	{24, ClassDatatype, "MPI_UINT64_T", IntType, "ompi_mpi_uint64_t", 0x4c00083e, 0x259},
	{25, ClassDatatype, "MPI_AINT", MultiType, "ompi_mpi_aint", 0x4c000843, 0x201},
	{26, ClassDatatype, "MPI_OFFSET", MultiType, "ompi_mpi_offset", 0x4c000844, 0x203},
	{27, ClassDatatype, "MPI_COUNT", MultiType, "ompi_mpi_count", 0x4c000845, 0x202},
	{28, ClassDatatype, "MPI_C_BOOL", LogicalType, "ompi_mpi_c_bool", 0x4c00013f, 0x238},
	{29, ClassDatatype, "MPI_C_FLOAT_COMPLEX", ComplexType, "ompi_mpi_c_float_complex", 0x4c000840, 0x212},
	{30, ClassDatatype, "MPI_C_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_c_double_complex", 0x4c001041, 0x216},
	{31, ClassDatatype, "MPI_C_LONG_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_c_long_double_complex", 0x4c002042, 0x224},
	{32, ClassDatatype, "MPI_CXX_BOOL", LogicalType, "ompi_mpi_cxx_bool", 0x4c000133, 0x239},
	{33, ClassDatatype, "MPI_CXX_FLOAT_COMPLEX", ComplexType, "ompi_mpi_cxx_cplex", 0x4c000834, 0x213},
	{34, ClassDatatype, "MPI_CXX_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_cxx_dblcplex", 0x4c001035, 0x217},
	{35, ClassDatatype, "MPI_CXX_LONG_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_cxx_ldblcplex", 0x4c002036, 0x225},
	{36, ClassDatatype, "MPI_PACKED", PackedType, "ompi_mpi_packed", 0x4c00010f, 0x207},
	{37, ClassDatatype, "MPI_FLOAT_INT", PairType, "ompi_mpi_float_int", 0x8c000000, 0x228},
	{38, ClassDatatype, "MPI_DOUBLE_INT", PairType, "ompi_mpi_double_int", 0x8c000001, 0x229},
	{39, ClassDatatype, "MPI_LONG_INT", PairType, "ompi_mpi_long_int", 0x8c000002, 0x22a},
	{40, ClassDatatype, "MPI_SHORT_INT", PairType, "ompi_mpi_short_int", 0x8c000003, 0x22c},
	{41, ClassDatatype, "MPI_2INT", PairType, "ompi_mpi_2int", 0x4c000816, 0x22b},
	{42, ClassDatatype, "MPI_LONG_DOUBLE_INT", PairType, "ompi_mpi_longdbl_int", 0x8c000004, 0x22d},
	{43, ClassDatatype, "MPI_CHARACTER", CharType, "ompi_mpi_character", 0x4c00011a, 0x21e},
	{44, ClassDatatype, "MPI_LOGICAL", LogicalType, "ompi_mpi_logical", 0x4c00041d, 0x218},
	{45, ClassDatatype, "MPI_INTEGER", IntType, "ompi_mpi_integer", 0x4c00041b, 0x219},
	{46, ClassDatatype, "MPI_REAL", FloatType, "ompi_mpi_real", 0x4c00041c, 0x21a},
	{47, ClassDatatype, "MPI_DOUBLE_PRECISION", FloatType, "ompi_mpi_dblprec", 0x4c00081f, 0x21c},
	{48, ClassDatatype, "MPI_COMPLEX", ComplexType, "ompi_mpi_cplex", 0x4c00081e, 0x21b},
	{49, ClassDatatype, "MPI_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_dblcplex", 0x4c001022, 0x21d},
	{50, ClassDatatype, "MPI_2INTEGER", PairType, "ompi_mpi_2integer", 0x4c000820, 0x232},
	{51, ClassDatatype, "MPI_2REAL", PairType, "ompi_mpi_2real", 0x4c000821, 0x230},
	{52, ClassDatatype, "MPI_2DOUBLE_PRECISION", PairType, "ompi_mpi_2dblprec", 0x4c001023, 0x231},
	{53, ClassDatatype, "MPI_INTEGER1", IntType, "ompi_mpi_integer1", 0x4c00012d, 0x2c1},
	{54, ClassDatatype, "MPI_INTEGER2", IntType, "ompi_mpi_integer2", 0x4c00022f, 0x2c9},
	{55, ClassDatatype, "MPI_INTEGER4", IntType, "ompi_mpi_integer4", 0x4c000430, 0x2d1},
	{56, ClassDatatype, "MPI_INTEGER8", IntType, "ompi_mpi_integer8", 0x4c000831, 0x2d9},
	{57, ClassDatatype, "MPI_INTEGER16", IntType, "ompi_mpi_integer16", 0x4c001032, 0x2e1},
	{58, ClassDatatype, "MPI_REAL2", FloatType, "ompi_mpi_real2", 0x4c000226, 0x2ca},
	{59, ClassDatatype, "MPI_REAL4", FloatType, "ompi_mpi_real4", 0x4c000427, 0x2d2},
	{60, ClassDatatype, "MPI_REAL8", FloatType, "ompi_mpi_real8", 0x4c000829, 0x2da},
	{61, ClassDatatype, "MPI_REAL16", FloatType, "ompi_mpi_real16", 0x4c00102b, 0x2e2},
	{62, ClassDatatype, "MPI_COMPLEX4", ComplexType, "ompi_mpi_complex4", 0x4c00042e, 0x2d3},
	{63, ClassDatatype, "MPI_COMPLEX8", ComplexType, "ompi_mpi_complex8", 0x4c000828, 0x2db},
	{64, ClassDatatype, "MPI_COMPLEX16", ComplexType, "ompi_mpi_complex16", 0x4c00102a, 0x2e3},
	{65, ClassDatatype, "MPI_COMPLEX32", ComplexType, "ompi_mpi_complex32", 0x4c00202c, 0x2eb},
	{66, ClassDatatype, "MPI_LB", MarkerType, "", 0x4c000010, 0},
	{67, ClassDatatype, "MPI_UB", MarkerType, "", 0x4c000011, 0},
	{68, ClassDatatype, "MPI_DATATYPE_NULL", NullType, "ompi_mpi_datatype_null", 0x0c000000, 0x200},
	{69, ClassOp, "MPI_MAX", NoGroup, "ompi_mpi_op_max", 0x58000001, 0x23},
	{70, ClassOp, "MPI_MIN", NoGroup, "ompi_mpi_op_min", 0x58000002, 0x22},
	{71, ClassOp, "MPI_SUM", NoGroup, "ompi_mpi_op_sum", 0x58000003, 0x21},
	{72, ClassOp, "MPI_PROD", NoGroup, "ompi_mpi_op_prod", 0x58000004, 0x24},
	{73, ClassOp, "MPI_LAND", NoGroup, "ompi_mpi_op_land", 0x58000005, 0x30},
	{74, ClassOp, "MPI_BAND", NoGroup, "ompi_mpi_op_band", 0x58000006, 0x28},
	{75, ClassOp, "MPI_LOR", NoGroup, "ompi_mpi_op_lor", 0x58000007, 0x31},
	{76, ClassOp, "MPI_BOR", NoGroup, "ompi_mpi_op_bor", 0x58000008, 0x29},
	{77, ClassOp, "MPI_LXOR", NoGroup, "ompi_mpi_op_lxor", 0x58000009, 0x32},
	{78, ClassOp, "MPI_BXOR", NoGroup, "ompi_mpi_op_bxor", 0x5800000a, 0x2a},
	{79, ClassOp, "MPI_MINLOC", NoGroup, "ompi_mpi_op_minloc", 0x5800000b, 0x38},
	{80, ClassOp, "MPI_MAXLOC", NoGroup, "ompi_mpi_op_maxloc", 0x5800000c, 0x39},
	{81, ClassOp, "MPI_REPLACE", NoGroup, "ompi_mpi_op_replace", 0x5800000d, 0x3c},
	{82, ClassOp, "MPI_NO_OP", NoGroup, "ompi_mpi_op_no_op", 0x5800000e, 0x3d},
	{83, ClassOp, "MPI_OP_NULL", NoGroup, "ompi_mpi_op_null", 0x18000000, 0x20},
	{84, ClassComm, "MPI_COMM_WORLD", NoGroup, "ompi_mpi_comm_world", 0x44000000, 0x101},
	{85, ClassComm, "MPI_COMM_SELF", NoGroup, "ompi_mpi_comm_self", 0x44000001, 0x102},
	{86, ClassComm, "MPI_COMM_NULL", NoGroup, "ompi_mpi_comm_null", 0x04000000, 0x100},
	{87, ClassGroup, "MPI_GROUP_EMPTY", NoGroup, "ompi_mpi_group_empty", 0x48000000, 0x109},
	{88, ClassGroup, "MPI_GROUP_NULL", NoGroup, "ompi_mpi_group_null", 0x08000000, 0x108},
	{89, ClassWin, "MPI_WIN_NULL", NoGroup, "ompi_mpi_win_null", 0x20000000, 0x110},
	{90, ClassInfo, "MPI_INFO_NULL", NoGroup, "ompi_mpi_info_null", 0x1c000000, 0x130},
	{91, ClassInfo, "MPI_INFO_ENV", NoGroup, "ompi_mpi_info_env", 0x5c000001, 0x131},
	{92, ClassRequest, "MPI_REQUEST_NULL", NoGroup, "ompi_request_null", 0x2c000000, 0x180},
	{93, ClassFile, "MPI_FILE_NULL", NoGroup, "ompi_mpi_file_null", 0, 0x118},
	{94, ClassErrhandler, "MPI_ERRHANDLER_NULL", NoGroup, "ompi_mpi_errhandler_null", 0x14000000, 0x140},
	{95, ClassErrhandler, "MPI_ERRORS_ARE_FATAL", NoGroup, "ompi_mpi_errors_are_fatal", 0x54000000, 0x141},
	{96, ClassErrhandler, "MPI_ERRORS_RETURN", NoGroup, "ompi_mpi_errors_return", 0x54000001, 0x143},
	{97, ClassSession, "MPI_SESSION_NULL", NoGroup, "", 0x38000000, 0x120},
	{98, ClassMessage, "MPI_MESSAGE_NULL", NoGroup, "ompi_message_null", 0x2c000000, 0x128},
	{99, ClassDatatype, "MPI_LOGICAL1", LogicalType, "ompi_mpi_logical1", 0x4c000147, 0x2c0},
	{100, ClassDatatype, "MPI_LOGICAL2", LogicalType, "ompi_mpi_logical2", 0x4c000248, 0x2c8},
	{101, ClassDatatype, "MPI_LOGICAL4", LogicalType, "ompi_mpi_logical4", 0x4c000449, 0x2d0},
	{102, ClassDatatype, "MPI_LOGICAL8", LogicalType, "ompi_mpi_logical8", 0x4c00084a, 0x2d8},
	{103, ClassDatatype, "MPI_LOGICAL16", LogicalType, "ompi_mpi_logical16", 0x4c00104b, 0x2e0},
	{104, ClassErrhandler, "MPI_ERRORS_ABORT", NoGroup, "ompi_mpi_errors_abort", 0x54000003, 0x142},
}

// Later reports whether MPICH has the handle from MPI 5.0 on only. An older one
// must not be asked about it: in Debian's 4.2 an assertion fails.
func (p *Predef) Later() bool { return later[p.Name] }

var later = map[string]bool{"MPI_INTEGER16": true, "MPI_REAL2": true, "MPI_COMPLEX4": true, "MPI_LOGICAL1": true,
	"MPI_LOGICAL2": true, "MPI_LOGICAL4": true, "MPI_LOGICAL8": true, "MPI_LOGICAL16": true}

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
