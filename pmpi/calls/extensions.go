package calls

import "strings"

// extensions are MPIX_ functions that are not recorded, by the beginnings of their names, with the classes of objects
// that they create, change, complete or free.
var extensions = []struct {
	begins  string
	classes []Class
}{
	{"MPIX_Query_", nil},
	{"MPIX_GPU_query_", nil},
	{"MPIX_Get_", nil},
	{"MPIX_Delete_error_", nil},
	{"MPIX_Info_", nil},
	{"MPIX_Type_iov", nil},
	{"MPIX_Async_", nil},
	{"MPIX_Stream_comm_", []Class{ClassComm}},
	{"MPIX_Stream_send", []Class{ClassMessage}},
	{"MPIX_Stream_recv", []Class{ClassMessage}},
	{"MPIX_Stream_isend", []Class{ClassMessage, ClassRequest}},
	{"MPIX_Stream_irecv", []Class{ClassMessage, ClassRequest}},
	{"MPIX_Stream_", nil},
	{"MPIX_Grequest_", []Class{ClassRequest}},
	{"MPIX_Continue", []Class{ClassRequest, ClassMessage}},
}

// everything lists the classes that an unknown function may change.
var everything = []Class{ClassComm, ClassDatatype, ClassRequest, ClassInfo, ClassFile, ClassWin, ClassGroup, ClassOp,
	ClassErrhandler, ClassMessage, ClassKeyval}

// Changes returns the classes of objects that an MPIX_ function which is not recorded may create, change, complete or
// free; ClassMessage stands for messages.
func Changes(name string) []Class {
	for _, x := range extensions {
		if strings.HasPrefix(name, x.begins) {
			return x.classes
		}
	}
	return everything
}

// Unrecorded reports whether an MPIX_ function is not recorded.
func Unrecorded(name string) bool { return strings.HasPrefix(name, "MPIX_") && ByName(name) == nil }
