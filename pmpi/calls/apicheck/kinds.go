package main

// types gives the C type of each kind of argument of the Forum's description;
// a kind that is not listed is an int. "int|MPI_Count" is int, and MPI_Count in the
// large-count variant.
var types = map[string]string{
	"COMMUNICATOR": "MPI_Comm", "DATATYPE": "MPI_Datatype", "REQUEST": "MPI_Request", "INFO": "MPI_Info",
	"FILE": "MPI_File", "WINDOW": "MPI_Win", "GROUP": "MPI_Group", "OPERATION": "MPI_Op",
	"ERRHANDLER": "MPI_Errhandler", "SESSION": "MPI_Session", "MESSAGE": "MPI_Message",

	"EVENT_REGISTRATION": "MPI_T_event_registration", "EVENT_INSTANCE": "MPI_T_event_instance",
	"PVAR_SESSION": "MPI_T_pvar_session", "PVAR": "MPI_T_pvar_handle", "CVAR": "MPI_T_cvar_handle",
	"TOOLS_ENUM": "MPI_T_enum", "CALLBACK_SAFETY": "MPI_T_cb_safety", "SOURCE_ORDERING": "MPI_T_source_order",

	"ALLOC_MEM_NUM_BYTES": "MPI_Aint", "DISPLACEMENT": "MPI_Aint", "DISPLACEMENT_NNI": "MPI_Aint",
	"LOCATION_SMALL": "MPI_Aint", "RMA_DISPLACEMENT_NNI": "MPI_Aint", "WINDOW_SIZE": "MPI_Aint",
	"WIN_ATTACH_SIZE": "MPI_Aint",

	"OFFSET": "MPI_Offset", "NUM_BYTES": "MPI_Count", "XFER_NUM_ELEM": "MPI_Count",
	"XFER_NUM_ELEM_NNI": "MPI_Count", "GENERIC_DTYPE_COUNT": "MPI_Count", "TOOLS_TICK_COUNT": "MPI_Count",
	"DROPPED_COUNT": "MPI_Count", "NUM_BYTES_SMALL": "MPI_Count",

	"STATUS": "MPI_Status", "F08_STATUS": "MPI_F08_status", "F90_STATUS": "MPI_Fint",
	"F90_COMM": "MPI_Fint", "F90_DATATYPE": "MPI_Fint", "F90_ERRHANDLER": "MPI_Fint", "F90_FILE": "MPI_Fint",
	"F90_GROUP": "MPI_Fint", "F90_INFO": "MPI_Fint", "F90_MESSAGE": "MPI_Fint", "F90_OP": "MPI_Fint",
	"F90_REQUEST": "MPI_Fint", "F90_SESSION": "MPI_Fint", "F90_WIN": "MPI_Fint",

	"POLYXFER_NUM_ELEM": "int|MPI_Count", "POLYXFER_NUM_ELEM_NNI": "int|MPI_Count",
	"POLYDTYPE_NUM_ELEM": "int|MPI_Count", "POLYDTYPE_NUM_ELEM_NNI": "int|MPI_Count",
	"POLYDTYPE_NUM_ELEM_PI": "int|MPI_Count", "POLYDISPLACEMENT_COUNT": "int|MPI_Count",
	"POLYNUM_BYTES": "int|MPI_Count", "POLYNUM_BYTES_NNI": "int|MPI_Count",
	"POLYDTYPE_PACK_SIZE": "int|MPI_Count", "POLYNUM_PARAM_VALUES": "int|MPI_Count",
	"POLYRMA_DISPLACEMENT": "int|MPI_Aint", "POLYDISPLACEMENT": "int|MPI_Aint",
	"POLYDISPLACEMENT_AINT_COUNT": "MPI_Aint|MPI_Count", "POLYDISPOFFSET": "MPI_Aint|MPI_Count",
	"POLYLOCATION": "MPI_Aint|MPI_Count", "POLYDTYPE_STRIDE_BYTES": "MPI_Aint|MPI_Count",
}

// addresses are the kinds that C passes as void *.
var addresses = map[string]bool{
	"C_BUFFER": true, "C_BUFFER2": true, "C_BUFFER3": true, "BUFFER": true, "EXTRA_STATE": true,
	"EXTRA_STATE2": true, "ATTRIBUTE_VAL": true, "ATTRIBUTE_VAL_10": true, "TOOL_MPI_OBJ": true,
	"TOOL_VAR_VALUE": true,
}

// callbacks are the kinds of callbacks that C passes by the name of a function
// type that is itself a pointer.
var callbacks = map[string]string{
	"EVENT_CB_FUNCTION":      "MPI_T_event_cb_function",
	"EVENT_DROP_CB_FUNCTION": "MPI_T_event_dropped_cb_function",
	"EVENT_FREE_CB_FUNCTION": "MPI_T_event_free_cb_function",
}

// returns gives the C return type of each kind of result.
var returns = map[string]string{
	"ERROR_CODE": "int", "ERROR_CLASS": "int", "LOCATION_SMALL": "MPI_Aint", "DISPLACEMENT": "MPI_Aint",
	"TICK_RESOLUTION": "double", "WALL_TIME": "double",
}

// returnType returns the C return type of a kind.
func returnType(kind string) string {
	if t := returns[kind]; t != "" {
		return t
	}
	return types[kind]
}

// exceptions are the arguments whose C declaration in the standard's text
// differs from the type of their kind.
var exceptions = map[string]string{
	"MPI_Comm_split key":           "int key",
	"MPI_Comm_split_type key":      "int key",
	"MPI_Info_create_env argc":     "int argc",
	"MPI_Info_create_env argv":     "char *argv[]",
	"MPI_T_enum_get_item value":    "int *>value",
	"MPI_Pack_external outsize":    "MPI_Aint|MPI_Count outsize",
	"MPI_Pack_external position":   "MPI_Aint|MPI_Count *<>position",
	"MPI_Pack_external_size size":  "MPI_Aint|MPI_Count *>size",
	"MPI_Unpack_external insize":   "MPI_Aint|MPI_Count insize",
	"MPI_Unpack_external position": "MPI_Aint|MPI_Count *<>position",
}
