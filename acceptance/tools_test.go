package acceptance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/report"
)

// toolPlaces lists the places where a tool may be loaded.
var toolPlaces = []string{"in the program", "in front", "behind"}

// toolKinds lists the ways in which a tool forwards calls, as flags of tool.c. With -O2 its
// functions end in a jump to the next tool.
var toolKinds = map[string]string{"PMPI": "-O2", "the next": "-DNEXT", "the MPI library's": "-DOPEN"}

// toolRun is one run of a program of testdata/tools with a tool.
type toolRun struct {
	mpi             *MPI
	bin, tool       string // tool is "" if it is in the program
	place           string
	args, env       []string
	gomarmot, marks string // marks: the program's source
	preload         string
	outcome         Outcome
}

// run runs the program, and returns the report; nil if there is no log.
func (r *toolRun) run(t *testing.T) *report.Report {
	t.Helper()
	preload := r.preload
	switch r.place {
	case "in front":
		preload = r.tool + ":" + preload
	case "behind":
		preload += ":" + r.tool
	}
	r.outcome = r.mpi.Run(Launch{Binary: r.bin, Args: r.args, Env: r.env, Ranks: 2, Dir: t.TempDir(), Preload: preload,
		Timeout: time.Minute})
	require.Zero(t, r.outcome.Exit, r.outcome.Output)
	log := filepath.Join(r.outcome.Dir, "run.log")
	if _, err := os.Stat(log); err != nil {
		return nil
	}
	rep, _, err := ReadReport(r.gomarmot, log)
	require.NoError(t, err)
	return rep
}

// line returns the line of the program that ends in the comment.
func (r *toolRun) line(t *testing.T, comment string) int {
	t.Helper()
	text, err := os.ReadFile(r.marks)
	require.NoError(t, err)
	for i, s := range strings.Split(string(text), "\n") {
		if strings.HasSuffix(s, " "+comment) {
			return i + 1
		}
	}
	t.Fatalf("no line with %s", comment)
	return 0
}

// wantFaults runs the program with faults and checks the findings: their rules, and
// the comments that mark their lines.
func (r *toolRun) wantFaults(t *testing.T, faults map[string]string) {
	t.Helper()
	rep := r.run(t)
	require.NotNil(t, rep, r.outcome.Output)
	assert.Len(t, rep.Findings, len(faults))
	for _, f := range rep.Findings {
		require.Contains(t, faults, f.RuleID)
		assert.Equal(t, []int{0, 1}, f.Ranks)
		assert.Equal(t, filepath.Base(r.marks), filepath.Base(f.Sites[0].File), "not the tool's")
		assert.Equal(t, r.line(t, faults[f.RuleID]), f.Sites[0].Line)
	}
}

// wantUnseen checks the single line that names the calls that may be unrecorded.
func (r *toolRun) wantUnseen(t *testing.T, rep *report.Report) {
	t.Helper()
	name := filepath.Base(r.tool)
	if r.place == "in the program" {
		name = filepath.Base(r.bin)
	}
	require.Len(t, rep.Findings, 1, r.outcome.Output)
	assert.Equal(t, "TOOL001", rep.Findings[0].RuleID)
	for _, text := range []string{name + " defines its own ", "MPI_Win_fence", "MPI_Wait", "MPI_File_close"} {
		assert.Contains(t, rep.Findings[0].Message, text)
	}
	assert.Equal(t, 1, strings.Count(r.outcome.Output, "rank 0: warning TOOL001"), r.outcome.Output)
	assert.NotContains(t, r.outcome.Output, "rank 1: ")
}

// TestTools: tools that wrap MPI calls - in the program, in front of gomarmot or
// behind it, forwarding calls in three ways - see each call once, as without
// gomarmot. gomarmot sees the calls, too: it reports no finding on a correct program,
// and finds the faults of another program.
func TestTools(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	folder := filepath.Join(root, "acceptance", "testdata", "tools")
	faults := map[string]string{"RMA009": "// put", "FILE012": "// wait", "FILE005": "// close"}
	for i := range MPIs {
		m := &MPIs[i]
		for kind, flag := range toolKinds {
			t.Run(m.Name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				app, own, tool := filepath.Join(dir, "app"), filepath.Join(dir, "own"), filepath.Join(dir, "libmpi_tool.so")
				source := filepath.Join(folder, "app.c")
				require.NoError(t, m.Compile(source, app))
				require.NoError(t, m.Compile(source, own, filepath.Join(folder, "tool.c"), flag))
				require.NoError(t, m.Compile(filepath.Join(folder, "tool.c"), tool, "-fPIC", "-shared", flag))
				for _, place := range toolPlaces {
					r := &toolRun{mpi: m, bin: app, tool: tool, place: place, gomarmot: gomarmot, marks: source, preload: preload}
					if place == "in the program" {
						r.bin = own
					}
					rep := r.run(t)
					assert.Contains(t, r.outcome.Output, "tool: 1 2 2 1 1 1 1\n", place)
					require.NotNil(t, rep, r.outcome.Output)
					assert.True(t, rep.Complete, place)
					assert.Empty(t, rep.Findings, place)
					r.args = []string{"all"}
					r.wantFaults(t, faults)
				}
			})
		}
	}
}

// TestToolsUnseen: if some calls may not reach gomarmot, it says so once, and
// rules that depend on these calls are silent.
func TestToolsUnseen(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	folder := filepath.Join(root, "acceptance", "testdata", "tools")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			app, own, tool := filepath.Join(dir, "app"), filepath.Join(dir, "own"), filepath.Join(dir, "tool.so")
			source := filepath.Join(folder, "app.c")
			require.NoError(t, m.Compile(source, app))
			require.NoError(t, m.Compile(source, own, filepath.Join(folder, "tool.c"), "-DBYPASS", "-DFEW"))
			require.NoError(t, m.Compile(filepath.Join(folder, "tool.c"), tool, "-fPIC", "-shared", "-DBYPASS", "-DFEW"))
			for _, place := range toolPlaces[:2] {
				r := &toolRun{mpi: m, bin: app, tool: tool, place: place, gomarmot: gomarmot, marks: source, preload: preload}
				if place == "in the program" {
					r.bin = own
				}
				rep := r.run(t)
				require.NotNil(t, rep, r.outcome.Output)
				assert.Contains(t, r.outcome.Output, "tool: 0 2 2 1 1 1 0\n")
				r.wantUnseen(t, rep)
			}
		})
	}
}

// TestToolsFortran: the same for Fortran programs, with tools in Fortran and in C.
func TestToolsFortran(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	folder := filepath.Join(root, "acceptance", "testdata", "tools")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			source, toolSource := filepath.Join(folder, "app.f90"), filepath.Join(folder, "tool.f90")
			app, own := filepath.Join(dir, "app"), filepath.Join(dir, "own")
			inC, tool := filepath.Join(dir, "c.so"), filepath.Join(dir, "tool.so")
			require.NoError(t, m.Compile(source, app))
			require.NoError(t, m.Compile(source, own, toolSource, "-w"))
			require.NoError(t, m.Compile(toolSource, tool, "-fPIC", "-shared"))
			require.NoError(t, m.Compile(filepath.Join(folder, "tool.c"), inC, "-fPIC", "-shared"))
			for _, r := range []*toolRun{
				{bin: own, place: "in the program"}, {bin: app, tool: tool, place: "in front"},
				{bin: app, tool: tool, place: "behind"}, {bin: app, tool: inC, place: "in front"},
				{bin: app, tool: inC, place: "behind"},
			} {
				r.mpi, r.gomarmot, r.marks, r.preload = m, gomarmot, source, preload
				rep := r.run(t)
				require.NotNil(t, rep, r.outcome.Output)
				assert.Empty(t, rep.Findings, "%s: %s", r.place, r.tool)
				if r.tool != inC {
					assert.Contains(t, r.outcome.Output, "tool: 2 1\n")
				}
				r.args = []string{"put"}
				r.wantFaults(t, map[string]string{"RMA009": "! put"})
			}
		})
	}
}

// TestOnlyPMPI: a program that uses PMPI_ names only is recorded like any other.
func TestOnlyPMPI(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	text, err := os.ReadFile(filepath.Join(root, "acceptance", "testdata", "tools", "app.c"))
	require.NoError(t, err)
	calls := strings.NewReplacer("MPI_Init(", "PMPI_Init(", "MPI_Finalize(", "PMPI_Finalize(", "MPI_Win_", "PMPI_Win_",
		"MPI_Put(", "PMPI_Put(", "MPI_File_", "PMPI_File_", "MPI_Wait(", "PMPI_Wait(", "MPI_Barrier(", "PMPI_Barrier(")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			source := filepath.Join(dir, "pmpi.c")
			require.NoError(t, os.WriteFile(source, []byte(calls.Replace(string(text))), 0o600))
			r := &toolRun{mpi: m, bin: filepath.Join(dir, "pmpi"), gomarmot: gomarmot, marks: source, preload: preload}
			require.NoError(t, m.Compile(source, r.bin))
			rep := r.run(t)
			require.NotNil(t, rep, r.outcome.Output)
			assert.Empty(t, rep.Findings)
			r.args = []string{"wait"}
			r.wantFaults(t, map[string]string{"FILE012": "// wait"})
		})
	}
}

// TestNothingSeen: if no call of the program reaches gomarmot, one line says so.
func TestNothingSeen(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	folder := filepath.Join(root, "acceptance", "testdata", "tools")
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			for flag, why := range map[string]string{
				"-DTAKE": "MPI_Init is that of ",
				"-DNONE": "MPI was initialized by a call that gomarmot did not see",
			} {
				r := &toolRun{mpi: m, bin: filepath.Join(t.TempDir(), "none"), gomarmot: gomarmot, preload: preload}
				require.NoError(t, m.Compile(filepath.Join(folder, "none.c"), r.bin, flag))
				require.Nil(t, r.run(t), r.outcome.Output)
				require.Equal(t, 1, strings.Count(r.outcome.Output, "gomarmot: nothing was recorded: "+why), r.outcome.Output)
			}
		})
	}
}
