package calls

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The table and the constants are compared with the mpi.h of both MPIs. They
// must be installed (make deps): without them these tests fail.

type mpiHeader struct{ flavour, cc string }

// installed lists the MPIs of the tests, each with its flavour and compiler; the standard ABI only in make test-newer.
var installed = func() []mpiHeader {
	all := []mpiHeader{{"openmpi", "mpicc.openmpi"}, {"mpich", "mpicc.mpich"}}
	if os.Getenv("GOMARMOT_TEST_ABI") != "" {
		all = append(all, mpiHeader{"abi", "mpicc.abi"})
	}
	return all
}()

// withoutConst matches declarations that lack the standard's const in some versions of both MPIs.
var withoutConst = regexp.MustCompile(`MPI_(Pready_list\(int \w+, int \w+\[\], MPI_Request request` +
	`|Request_get_status_\w+\(int \w+, MPI_Request [^)]*|Status_get_\w+\(MPI_Status \*\w+, int \*\w+)\)`)

// leastDeclared is how many functions either mpi.h declares at least.
const leastDeclared = 380

func compile(t *testing.T, cc, source string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "test.c")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	cmd := exec.Command(cc, append(args, file)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	require.NoError(t, cmd.Run(), "%s: %s\nrun make deps if the compiler is missing", cc, errs.String())
	return out.String()
}

// prototype renders a row as C declares it.
func prototype(r *Row, large bool) string {
	var args []string
	for _, a := range r.Args() {
		t := a.Type
		if large {
			t = a.Large
		}
		switch {
		case a.Variadic:
			args = append(args, "...")
		case a.LargeOnly && !large:
		default:
			args = append(args, t+" "+a.Stars+a.Name+openArray(a.Array))
		}
	}
	name := r.Name()
	if large {
		name += "_c"
	}
	if len(args) == 0 {
		args = []string{"void"}
	}
	return fmt.Sprintf("%s %s(%s);", r.Ret(), name, strings.Join(args, ", "))
}

var firstLength = regexp.MustCompile(`^\[\w*\]`)

// openArray drops the first length of an array, which the standard states and C declarations omit.
func openArray(array string) string { return firstLength.ReplaceAllString(array, "[]") }

func TestPrototypesOfBothMPIs(t *testing.T) {
	for _, mpi := range installed {
		t.Run(mpi.flavour, func(t *testing.T) {
			header := compile(t, mpi.cc, "#include <mpi.h>\n", "-E")
			var names, protos []string
			declared := withoutConst.FindAllString(header, -1)
			for i := range Table {
				r := &Table[i]
				for _, large := range []bool{false, true} {
					name := r.Name()
					if large {
						name += "_c"
					}
					if large && !r.HasLarge() || !regexp.MustCompile(`\b`+name+`\s*\(`).MatchString(header) {
						continue
					}
					p := prototype(r, large)
					same := func(d string) bool { return strings.HasPrefix(d, name+"(") }
					if i := slices.IndexFunc(declared, same); i >= 0 {
						p = "int " + declared[i] + ";"
					}
					names, protos = append(names, "#undef "+name), append(protos, p)
				}
			}
			assert.Greater(t, len(names), leastDeclared)
			source := "#include <mpi.h>\n" + strings.Join(names, "\n") + "\n" + strings.Join(protos, "\n") + "\n"
			compile(t, mpi.cc, source, "-w", "-fsyntax-only")
		})
	}
}

// values compiles and runs a program that prints "name number" lines.
func values(t *testing.T, cc, body string) map[string]string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "values")
	compile(t, cc, "#include <mpi.h>\n#include <stdio.h>\nint main(void)\n{\n"+body+"\treturn 0;\n}\n", "-w", "-o", exe)
	out, err := exec.Command(exe).Output()
	require.NoError(t, err)
	got := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		name, value, _ := strings.Cut(line, " ")
		got[name] = value
	}
	return got
}

func TestConstantsOfBothMPIs(t *testing.T) {
	for _, mpi := range installed {
		t.Run(mpi.flavour, func(t *testing.T) {
			f := FlavourByName(mpi.flavour)
			want := map[string]int64{
				"MPI_LOCK_EXCLUSIVE": f.LockExclusive, "MPI_LOCK_SHARED": f.LockShared,
				"MPI_MODE_NOCHECK": f.ModeNoCheck, "MPI_MODE_NOSTORE": f.ModeNoStore, "MPI_MODE_NOPUT": f.ModeNoPut,
				"MPI_MODE_NOPRECEDE": f.ModeNoPrecede, "MPI_MODE_NOSUCCEED": f.ModeNoSucceed,
				"MPI_MODE_CREATE": f.ModeCreate, "MPI_MODE_RDONLY": f.ModeRdonly, "MPI_MODE_WRONLY": f.ModeWronly,
				"MPI_MODE_RDWR": f.ModeRdwr, "MPI_MODE_DELETE_ON_CLOSE": f.ModeDeleteOnClose,
				"MPI_MODE_UNIQUE_OPEN": f.ModeUniqueOpen, "MPI_MODE_EXCL": f.ModeExcl,
				"MPI_MODE_APPEND": f.ModeAppend, "MPI_MODE_SEQUENTIAL": f.ModeSequential,
				"MPI_SEEK_SET": f.SeekSet, "MPI_SEEK_CUR": f.SeekCur, "MPI_SEEK_END": f.SeekEnd,
				"MPI_DISPLACEMENT_CURRENT": f.DisplacementCurrent,
				"MPI_PROC_NULL":            f.ProcNull, "MPI_ANY_SOURCE": f.AnySource, "MPI_ROOT": f.Root,
				"MPI_UNDEFINED": f.Undefined, "MPI_IN_PLACE": f.InPlace,
				"MPI_BSEND_OVERHEAD": f.BsendOverhead, "MPI_ERR_REQUEST": f.ErrRequest, "MPI_ERR_TRUNCATE": f.ErrTruncate,
				"MPI_KEYVAL_INVALID": f.KeyvalInvalid, "MPI_WIN_BASE": f.WinBase, "MPI_WIN_SIZE": f.WinSize,
				"MPI_WIN_DISP_UNIT": f.WinDispUnit, "MPI_WIN_CREATE_FLAVOR": f.WinCreateFlavor, "MPI_WIN_MODEL": f.WinModel,
				"MPI_WIN_UNIFIED": f.WinUnified, "MPI_WIN_SEPARATE": f.WinSeparate,
				"MPI_THREAD_SINGLE": f.ThreadSingle, "MPI_THREAD_FUNNELED": f.ThreadFunneled,
				"MPI_THREAD_SERIALIZED": f.ThreadSerialized, "MPI_THREAD_MULTIPLE": f.ThreadMultiple,
				"MPI_ORDER_C": f.OrderC, "MPI_ORDER_FORTRAN": f.OrderFortran,
				"MPI_DISTRIBUTE_BLOCK": f.DistributeBlock, "MPI_DISTRIBUTE_CYCLIC": f.DistributeCyclic,
				"MPI_DISTRIBUTE_NONE": f.DistributeNone, "MPI_DISTRIBUTE_DFLT_DARG": f.DistributeArg,
				"MPI_MAX_INFO_KEY": f.MaxInfoKey, "MPI_MAX_INFO_VAL": f.MaxInfoVal,
				"MPI_ERR_COMM": f.ErrComm, "MPI_ERR_TYPE": f.ErrType, "MPI_ERR_GROUP": f.ErrGroup,
				"MPI_ERR_OP": f.ErrOp, "MPI_ERR_INFO": f.ErrInfo,
			}
			var body strings.Builder
			for name := range want {
				fmt.Fprintf(&body, "\tprintf(\"%s %%ld\\n\", (long)%s);\n", name, name)
			}
			body.WriteString("\tprintf(\"handle %d\\n\", (int)sizeof(MPI_Win));\n")
			body.WriteString("\tprintf(\"file %d\\n\", (int)sizeof(MPI_File));\n")
			ofComm := []string{"MPI_TAG_UB", "MPI_HOST", "MPI_IO", "MPI_WTIME_IS_GLOBAL", "MPI_APPNUM", "MPI_LASTUSEDCODE", "MPI_UNIVERSE_SIZE"}
			for _, name := range ofComm {
				fmt.Fprintf(&body, "\tprintf(\"%s %%ld\\n\", (long)%s);\n", name, name)
			}
			got := values(t, mpi.cc, body.String())
			var keyvals []string
			for _, name := range ofComm {
				keyvals = append(keyvals, got[name])
			}
			assert.ElementsMatch(t, keyvals, strings.Fields(strings.Trim(fmt.Sprint(f.CommKeyvals), "[]")))
			for name, v := range want {
				assert.Equal(t, fmt.Sprint(v), got[name], name)
			}
			assert.Equal(t, map[uint64]string{^uint64(0): "8", 0xffffffff: "4"}[f.HandleMask], got["handle"])
			assert.Equal(t, "8", got["file"], "handles of files are recorded whole")
		})
	}
}

// Handles that MPICH does not have are 0 in the table; mpi.h does not define
// them, or defines them as MPI_DATATYPE_NULL.
func TestPredefsOfMPICH(t *testing.T) {
	var body strings.Builder
	for _, p := range Predefs {
		fmt.Fprintf(&body, "#ifdef %s\n\tprintf(\"%s %%u\\n\", (unsigned)(unsigned long)%s);\n#endif\n", p.Name, p.Name, p.Name)
	}
	got := values(t, "mpicc.mpich", body.String())
	null := fmt.Sprint(PredefByName("MPI_DATATYPE_NULL").MPICH)
	for _, p := range Predefs {
		have, ok := got[p.Name]
		if p.Later() && (!ok || have == null) {
			continue
		}
		if p.MPICH == 0 && p.Name != "MPI_FILE_NULL" {
			assert.True(t, !ok || have == null, "%s is %s in mpi.h", p.Name, have)
			continue
		}
		assert.Equal(t, fmt.Sprint(p.MPICH), have, p.Name)
	}
}

// TestPredefsOfABI: the handles of the standard ABI, where its mpi.h is
// installed (make test-newer).
func TestPredefsOfABI(t *testing.T) {
	for _, mpi := range installed {
		if mpi.flavour != "abi" {
			continue
		}
		var body strings.Builder
		for _, p := range Predefs {
			fmt.Fprintf(&body, "#ifdef %s\n\tprintf(\"%s %%u\\n\", (unsigned)(unsigned long)%s);\n#endif\n", p.Name, p.Name, p.Name)
		}
		got := values(t, mpi.cc, body.String())
		for _, p := range Predefs {
			if have, ok := got[p.Name]; ok || p.ABI != 0 {
				assert.Equal(t, fmt.Sprint(p.ABI), have, p.Name)
			}
		}
	}
}

// optionalOpenMPI are the types that a build of Open MPI has if its compilers
// have them, and constants that are new in Open MPI 5.
var optionalOpenMPI = map[string]bool{"MPI_ERRORS_ABORT": true, "MPI_INTEGER16": true, "MPI_REAL2": true, "MPI_COMPLEX4": true, "MPI_LOGICAL16": true}

func TestPredefsOfOpenMPI(t *testing.T) {
	var body strings.Builder
	for _, p := range Predefs {
		if p.OMPI == "" {
			continue
		}
		fmt.Fprintf(&body, "#ifdef %s\n\tprintf(\"%s %%d\\n\", (void *)%s == (void *)&%s);\n#endif\n", p.Name, p.Name, p.Name, p.OMPI)
	}
	got := values(t, "mpicc.openmpi", body.String())
	for _, p := range Predefs {
		if have, ok := got[p.Name]; p.OMPI != "" && (ok || !optionalOpenMPI[p.Name]) {
			assert.Equal(t, "1", have, p.Name)
		}
	}
}

func TestErrorClasses(t *testing.T) {
	for _, mpi := range installed {
		f := FlavourByName(mpi.flavour)
		var body strings.Builder
		n := int64(len(errClasses[f.Name]))
		for i := int64(1); i <= n; i++ {
			if name := f.ErrClassName(i); strings.HasPrefix(name, "MPI_") {
				fmt.Fprintf(&body, "\tprintf(\"%s %%d\\n\", (int)%s);\n", name, name)
			}
		}
		got := values(t, mpi.cc, body.String())
		for i := int64(1); i <= n; i++ {
			if name := f.ErrClassName(i); strings.HasPrefix(name, "MPI_") {
				assert.Equal(t, fmt.Sprint(i), got[name], "%s: %s", mpi.flavour, name)
			}
		}
		assert.Equal(t, fmt.Sprintf("error class %d", n+1), f.ErrClassName(n+1))
		assert.Equal(t, "error class 0", f.ErrClassName(0))
	}
}
