package calls

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
}

// Predefs lists the predefined handles. A test compares it with the mpi.h of
// both MPIs.
var Predefs = []Predef{
	{1, ClassDatatype, "MPI_CHAR", CharType, "ompi_mpi_char", 0x4c000101},
	{2, ClassDatatype, "MPI_SIGNED_CHAR", IntType, "ompi_mpi_signed_char", 0x4c000118},
	{3, ClassDatatype, "MPI_UNSIGNED_CHAR", IntType, "ompi_mpi_unsigned_char", 0x4c000102},
	{4, ClassDatatype, "MPI_BYTE", ByteType, "ompi_mpi_byte", 0x4c00010d},
	{5, ClassDatatype, "MPI_WCHAR", CharType, "ompi_mpi_wchar", 0x4c00040e},
	{6, ClassDatatype, "MPI_SHORT", IntType, "ompi_mpi_short", 0x4c000203},
	{7, ClassDatatype, "MPI_UNSIGNED_SHORT", IntType, "ompi_mpi_unsigned_short", 0x4c000204},
	{8, ClassDatatype, "MPI_INT", IntType, "ompi_mpi_int", 0x4c000405},
	{9, ClassDatatype, "MPI_UNSIGNED", IntType, "ompi_mpi_unsigned", 0x4c000406},
	{10, ClassDatatype, "MPI_LONG", IntType, "ompi_mpi_long", 0x4c000807},
	{11, ClassDatatype, "MPI_UNSIGNED_LONG", IntType, "ompi_mpi_unsigned_long", 0x4c000808},
	{12, ClassDatatype, "MPI_LONG_LONG_INT", IntType, "ompi_mpi_long_long_int", 0x4c000809},
	{13, ClassDatatype, "MPI_UNSIGNED_LONG_LONG", IntType, "ompi_mpi_unsigned_long_long", 0x4c000819},
	{14, ClassDatatype, "MPI_FLOAT", FloatType, "ompi_mpi_float", 0x4c00040a},
	{15, ClassDatatype, "MPI_DOUBLE", FloatType, "ompi_mpi_double", 0x4c00080b},
	{16, ClassDatatype, "MPI_LONG_DOUBLE", FloatType, "ompi_mpi_long_double", 0x4c00100c},
	{17, ClassDatatype, "MPI_INT8_T", IntType, "ompi_mpi_int8_t", 0x4c000137},
	{18, ClassDatatype, "MPI_INT16_T", IntType, "ompi_mpi_int16_t", 0x4c000238},
	{19, ClassDatatype, "MPI_INT32_T", IntType, "ompi_mpi_int32_t", 0x4c000439},
	{20, ClassDatatype, "MPI_INT64_T", IntType, "ompi_mpi_int64_t", 0x4c00083a},
	{21, ClassDatatype, "MPI_UINT8_T", IntType, "ompi_mpi_uint8_t", 0x4c00013b},
	{22, ClassDatatype, "MPI_UINT16_T", IntType, "ompi_mpi_uint16_t", 0x4c00023c},
	{23, ClassDatatype, "MPI_UINT32_T", IntType, "ompi_mpi_uint32_t", 0x4c00043d},
	{24, ClassDatatype, "MPI_UINT64_T", IntType, "ompi_mpi_uint64_t", 0x4c00083e},
	{25, ClassDatatype, "MPI_AINT", MultiType, "ompi_mpi_aint", 0x4c000843},
	{26, ClassDatatype, "MPI_OFFSET", MultiType, "ompi_mpi_offset", 0x4c000844},
	{27, ClassDatatype, "MPI_COUNT", MultiType, "ompi_mpi_count", 0x4c000845},
	{28, ClassDatatype, "MPI_C_BOOL", LogicalType, "ompi_mpi_c_bool", 0x4c00013f},
	{29, ClassDatatype, "MPI_C_FLOAT_COMPLEX", ComplexType, "ompi_mpi_c_float_complex", 0x4c000840},
	{30, ClassDatatype, "MPI_C_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_c_double_complex", 0x4c001041},
	{31, ClassDatatype, "MPI_C_LONG_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_c_long_double_complex", 0x4c002042},
	{32, ClassDatatype, "MPI_CXX_BOOL", LogicalType, "ompi_mpi_cxx_bool", 0x4c000133},
	{33, ClassDatatype, "MPI_CXX_FLOAT_COMPLEX", ComplexType, "ompi_mpi_cxx_cplex", 0x4c000834},
	{34, ClassDatatype, "MPI_CXX_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_cxx_dblcplex", 0x4c001035},
	{35, ClassDatatype, "MPI_CXX_LONG_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_cxx_ldblcplex", 0x4c002036},
	{36, ClassDatatype, "MPI_PACKED", PackedType, "ompi_mpi_packed", 0x4c00010f},
	{37, ClassDatatype, "MPI_FLOAT_INT", PairType, "ompi_mpi_float_int", 0x8c000000},
	{38, ClassDatatype, "MPI_DOUBLE_INT", PairType, "ompi_mpi_double_int", 0x8c000001},
	{39, ClassDatatype, "MPI_LONG_INT", PairType, "ompi_mpi_long_int", 0x8c000002},
	{40, ClassDatatype, "MPI_SHORT_INT", PairType, "ompi_mpi_short_int", 0x8c000003},
	{41, ClassDatatype, "MPI_2INT", PairType, "ompi_mpi_2int", 0x4c000816},
	{42, ClassDatatype, "MPI_LONG_DOUBLE_INT", PairType, "ompi_mpi_longdbl_int", 0x8c000004},
	{43, ClassDatatype, "MPI_CHARACTER", CharType, "ompi_mpi_character", 0x4c00011a},
	{44, ClassDatatype, "MPI_LOGICAL", LogicalType, "ompi_mpi_logical", 0x4c00041d},
	{45, ClassDatatype, "MPI_INTEGER", IntType, "ompi_mpi_integer", 0x4c00041b},
	{46, ClassDatatype, "MPI_REAL", FloatType, "ompi_mpi_real", 0x4c00041c},
	{47, ClassDatatype, "MPI_DOUBLE_PRECISION", FloatType, "ompi_mpi_dblprec", 0x4c00081f},
	{48, ClassDatatype, "MPI_COMPLEX", ComplexType, "ompi_mpi_cplex", 0x4c00081e},
	{49, ClassDatatype, "MPI_DOUBLE_COMPLEX", ComplexType, "ompi_mpi_dblcplex", 0x4c001022},
	{50, ClassDatatype, "MPI_2INTEGER", PairType, "ompi_mpi_2integer", 0x4c000820},
	{51, ClassDatatype, "MPI_2REAL", PairType, "ompi_mpi_2real", 0x4c000821},
	{52, ClassDatatype, "MPI_2DOUBLE_PRECISION", PairType, "ompi_mpi_2dblprec", 0x4c001023},
	{53, ClassDatatype, "MPI_INTEGER1", IntType, "ompi_mpi_integer1", 0x4c00012d},
	{54, ClassDatatype, "MPI_INTEGER2", IntType, "ompi_mpi_integer2", 0x4c00022f},
	{55, ClassDatatype, "MPI_INTEGER4", IntType, "ompi_mpi_integer4", 0x4c000430},
	{56, ClassDatatype, "MPI_INTEGER8", IntType, "ompi_mpi_integer8", 0x4c000831},
	{57, ClassDatatype, "MPI_INTEGER16", IntType, "ompi_mpi_integer16", 0},
	{58, ClassDatatype, "MPI_REAL2", FloatType, "", 0},
	{59, ClassDatatype, "MPI_REAL4", FloatType, "ompi_mpi_real4", 0x4c000427},
	{60, ClassDatatype, "MPI_REAL8", FloatType, "ompi_mpi_real8", 0x4c000829},
	{61, ClassDatatype, "MPI_REAL16", FloatType, "ompi_mpi_real16", 0x4c00102b},
	{62, ClassDatatype, "MPI_COMPLEX4", ComplexType, "", 0},
	{63, ClassDatatype, "MPI_COMPLEX8", ComplexType, "ompi_mpi_complex8", 0x4c000828},
	{64, ClassDatatype, "MPI_COMPLEX16", ComplexType, "ompi_mpi_complex16", 0x4c00102a},
	{65, ClassDatatype, "MPI_COMPLEX32", ComplexType, "ompi_mpi_complex32", 0x4c00202c},
	{66, ClassDatatype, "MPI_LB", MarkerType, "", 0x4c000010},
	{67, ClassDatatype, "MPI_UB", MarkerType, "", 0x4c000011},
	{68, ClassDatatype, "MPI_DATATYPE_NULL", NullType, "ompi_mpi_datatype_null", 0x0c000000},
	{69, ClassOp, "MPI_MAX", NoGroup, "ompi_mpi_op_max", 0x58000001},
	{70, ClassOp, "MPI_MIN", NoGroup, "ompi_mpi_op_min", 0x58000002},
	{71, ClassOp, "MPI_SUM", NoGroup, "ompi_mpi_op_sum", 0x58000003},
	{72, ClassOp, "MPI_PROD", NoGroup, "ompi_mpi_op_prod", 0x58000004},
	{73, ClassOp, "MPI_LAND", NoGroup, "ompi_mpi_op_land", 0x58000005},
	{74, ClassOp, "MPI_BAND", NoGroup, "ompi_mpi_op_band", 0x58000006},
	{75, ClassOp, "MPI_LOR", NoGroup, "ompi_mpi_op_lor", 0x58000007},
	{76, ClassOp, "MPI_BOR", NoGroup, "ompi_mpi_op_bor", 0x58000008},
	{77, ClassOp, "MPI_LXOR", NoGroup, "ompi_mpi_op_lxor", 0x58000009},
	{78, ClassOp, "MPI_BXOR", NoGroup, "ompi_mpi_op_bxor", 0x5800000a},
	{79, ClassOp, "MPI_MINLOC", NoGroup, "ompi_mpi_op_minloc", 0x5800000b},
	{80, ClassOp, "MPI_MAXLOC", NoGroup, "ompi_mpi_op_maxloc", 0x5800000c},
	{81, ClassOp, "MPI_REPLACE", NoGroup, "ompi_mpi_op_replace", 0x5800000d},
	{82, ClassOp, "MPI_NO_OP", NoGroup, "ompi_mpi_op_no_op", 0x5800000e},
	{83, ClassOp, "MPI_OP_NULL", NoGroup, "ompi_mpi_op_null", 0x18000000},
	{84, ClassComm, "MPI_COMM_WORLD", NoGroup, "ompi_mpi_comm_world", 0x44000000},
	{85, ClassComm, "MPI_COMM_SELF", NoGroup, "ompi_mpi_comm_self", 0x44000001},
	{86, ClassComm, "MPI_COMM_NULL", NoGroup, "ompi_mpi_comm_null", 0x04000000},
	{87, ClassGroup, "MPI_GROUP_EMPTY", NoGroup, "ompi_mpi_group_empty", 0x48000000},
	{88, ClassGroup, "MPI_GROUP_NULL", NoGroup, "ompi_mpi_group_null", 0x08000000},
	{89, ClassWin, "MPI_WIN_NULL", NoGroup, "ompi_mpi_win_null", 0x20000000},
	{90, ClassInfo, "MPI_INFO_NULL", NoGroup, "ompi_mpi_info_null", 0x1c000000},
	{91, ClassInfo, "MPI_INFO_ENV", NoGroup, "ompi_mpi_info_env", 0x5c000001},
	{92, ClassRequest, "MPI_REQUEST_NULL", NoGroup, "ompi_request_null", 0x2c000000},
	{93, ClassFile, "MPI_FILE_NULL", NoGroup, "ompi_mpi_file_null", 0},
	{94, ClassErrhandler, "MPI_ERRHANDLER_NULL", NoGroup, "ompi_mpi_errhandler_null", 0x14000000},
	{95, ClassErrhandler, "MPI_ERRORS_ARE_FATAL", NoGroup, "ompi_mpi_errors_are_fatal", 0x54000000},
	{96, ClassErrhandler, "MPI_ERRORS_RETURN", NoGroup, "ompi_mpi_errors_return", 0x54000001},
	{97, ClassSession, "MPI_SESSION_NULL", NoGroup, "", 0x38000000},
	{98, ClassMessage, "MPI_MESSAGE_NULL", NoGroup, "ompi_message_null", 0x2c000000},
}

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
