package report

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
)

// write is a call that HDF5 made for a function of the program.
var write = source.Trace{User: 2, Places: []source.Place{
	{Module: "libhdf5.so.103", Func: "H5FD__mpio_write", Offset: 16},
	{Module: "libhdf5.so.103", Func: "H5Dwrite", Offset: 32},
	{File: "/home/ada/save/main.c", Line: 42, Func: "checkpoint", Module: "save", Offset: 64},
	{File: "/home/ada/save/main.c", Line: 80, Func: "main", Module: "save", Offset: 80},
}}

func writeAt(t source.Trace) Site {
	s := siteOf(t)
	s.Call = "MPI_File_write_at"
	return s
}

func TestThroughLibrary(t *testing.T) {
	s := writeAt(write)
	assert.Equal(t, "MPI_File_write_at in libhdf5.so.103 (H5Dwrite > H5FD__mpio_write), called from main.c:42 in checkpoint, from main.c:80 in main",
		callPlace(s.from("/home/ada/save")))
	assert.Equal(t, 42, s.Line)

	stripped := write
	stripped.Places = append([]source.Place{{Module: "libhdf5.so.103", Offset: 16}}, write.Places[2:]...)
	stripped.User = 1
	assert.Equal(t, "libhdf5.so.103, called from main.c:42 in checkpoint, from main.c:80 in main", place(writeAt(stripped).from("/home/ada/save")))

	debug := write
	debug.Places = append([]source.Place{{Module: "libio.so", File: "/src/io/io.c", Line: 7, Func: "put"}}, write.Places[2:]...)
	debug.User = 1
	assert.Equal(t, "libio.so io.c:7 (put), called from main.c:42 in checkpoint, from main.c:80 in main", place(writeAt(debug).from("/home/ada/save")))
}

func TestThroughPython(t *testing.T) {
	s := writeAt(source.Trace{User: 2, Places: []source.Place{
		{Module: "mpi4py.MPI", Func: "__pyx_pw_6mpi4py_3MPI_3Win_Put"},
		{Module: "python3.11", Func: "PyObject_Vectorcall"},
		{File: "/home/ada/heat.py", Line: 5, Func: "exchange"},
	}})
	assert.Equal(t, "MPI_File_write_at in mpi4py.MPI, called from heat.py:5 in exchange", callPlace(s.from("/home/ada")))
}

// TestThroughNothing: if no user's code is known, the place of the call is used.
func TestThroughNothing(t *testing.T) {
	s := writeAt(source.Trace{User: -1, Places: write.Places[:2]})
	assert.Zero(t, s.Through)
	assert.Zero(t, s.Callers)
	assert.Equal(t, "libhdf5.so.103", s.Module)
}

func TestThroughJSON(t *testing.T) {
	s := writeAt(write)
	b, err := json.Marshal(s)
	require.NoError(t, err)
	var fields struct {
		Through map[string]any
		Callers []map[string]any
	}
	require.NoError(t, json.Unmarshal(b, &fields))
	assert.Equal(t, "H5Dwrite", fields.Through["entry"])
	require.Len(t, fields.Callers, 1)
	assert.Equal(t, "main", fields.Callers[0]["function"])
	var back Site
	require.NoError(t, json.Unmarshal(b, &back))
	back.library = s.library // not in the report
	assert.Equal(t, s, back)

	plain, err := json.Marshal(Site{Call: "MPI_Put", Place: source.Place{File: "a.c", Line: 1}})
	require.NoError(t, err)
	assert.NotContains(t, string(plain), "through")
	assert.NotContains(t, string(plain), "callers")

	var out bytes.Buffer
	r := &Report{Findings: []Finding{{RuleID: "FILE003", Severity: rules.Error, Title: "t", Message: "m", Sites: []Site{s}}}}
	require.NoError(t, must(FormatByName("sarif")).Write(&out, r, Options{Dir: "/home/ada/save"}))
	assert.Contains(t, out.String(), `"uri": "main.c"`)
	assert.Contains(t, out.String(), "libhdf5.so.103 (H5Dwrite")
}

// Names of functions are in JSON as they are in the program.
func TestNamesInJSON(t *testing.T) {
	s := writeAt(source.Trace{User: 1, Places: []source.Place{
		{Module: "mpi4py.MPI", Func: "<lambda>"}, {File: "a.py", Line: 3, Func: "<module>"}, {File: "b.py", Line: 4, Func: "<module>"},
	}})
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	require.NoError(t, e.Encode(s))
	assert.Contains(t, b.String(), `"function":"<lambda>"`)
	assert.Contains(t, b.String(), `"function":"<module>"`)
	assert.NotContains(t, b.String(), `u003c`)
}
