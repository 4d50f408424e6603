package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/settings"
	"github.com/gomarmot/gomarmot/source"
)

// TestDoctorSettings: the effect of each variable on a run.
func TestDoctorSettings(t *testing.T) {
	for v, want := range map[string]diagnosis{
		"GOMARMOT_DISABLE=1":           {problem, "settings", "GOMARMOT_DISABLE=1: nothing is recorded", "unset it, on all ranks"},
		"GOMARMOT_LIVE=0":              {hint, "settings", "GOMARMOT_LIVE=0: findings are not shown while the program runs; the report has them", ""},
		"GOMARMOT_SUMMARY=0":           {hint, "settings", "GOMARMOT_SUMMARY=0: no summary at MPI_Finalize; the report has it", ""},
		"GOMARMOT_RING_SLOTS=many":     {warning, "settings", "GOMARMOT_RING_SLOTS=many is not a number", "set it to a number of slots, or unset it"},
		"GOMARMOT_RING_SLOTS=64":       {warning, "settings", "GOMARMOT_RING_SLOTS=64: a ring this small makes the program wait", "unset it, or set it to 16384 or more"},
		"GOMARMOT_RING_SLOTS=16777216": {hint, "settings", "GOMARMOT_RING_SLOTS=16777216: each thread takes 1 GiB of disk and memory", ""},
		"GOMARMOT_LIVE_MAX=all":        {warning, "settings", "GOMARMOT_LIVE_MAX=all is not a number", "set it to a number of findings, or unset it"},
		"GOMARMOT_DIGEST=off":          {hint, "settings", "GOMARMOT_DIGEST=off: whether what is sent or written changes too early is not seen (RACE006, SPLIT009)", ""},
		"GOMARMOT_ACCESS=0":            {hint, "settings", "GOMARMOT_ACCESS=0: loads and stores of the program are not recorded", ""},
		"GOMARMOT_HEAP=1":              {hint, "settings", "GOMARMOT_HEAP=1: the program's heap is watched", ""},
		"GOMARMOT_WATCH=rma":           {hint, "settings", "GOMARMOT_WATCH=rma: other calls are not recorded, so that what is wrong with them is not found", ""},
		"GOMARMOT_MEMORY=much":         {warning, "settings", "GOMARMOT_MEMORY=much is not a number", "set it to a number of MB, or unset it"},
		"GOMARMOT_LOGS=x":              {warning, "settings", "GOMARMOT_LOGS is not a gomarmot setting", "gomarmot help environment lists the settings"},
		"LD_PRELOAD=/u/a.so":           {hint, "settings", "LD_PRELOAD already has /u/a.so; it stays, before libgomarmot.so", ""},
		"GOMARMOT_LOG=/x/y.log":        {fine, "settings", "no GOMARMOT_ variable changes what is recorded", ""},
		"GOMARMOT_DISABLE=0":           {fine, "settings", "no GOMARMOT_ variable changes what is recorded", ""},
		"GOMARMOT_LIVE_MAX=":           {fine, "settings", "no GOMARMOT_ variable changes what is recorded", ""},
		"GOMARMOT_LIB=/x":              {fine, "settings", "no GOMARMOT_ variable changes what is recorded", ""},
	} {
		d := &doctor{}
		d.settings([]string{"HOME=/root", v})
		assert.Equal(t, []diagnosis{want}, d.found, v)
	}
}

// TestDoctorKnows: values of all settings are judged.
func TestDoctorKnows(t *testing.T) {
	for _, s := range settings.All {
		assert.Contains(t, effects, s.Name)
	}
	assert.Len(t, effects, len(settings.All))
}

// TestDoctorLog: the place of the log.
func TestDoctorLog(t *testing.T) {
	dir := t.TempDir()
	look := func(path string) diagnosis {
		d := &doctor{}
		d.logFolder(path)
		require.Len(t, d.found, 1)
		left, err := filepath.Glob(filepath.Join(dir, ".gomarmot*"))
		require.NoError(t, err)
		require.Empty(t, left)
		return d.found[0]
	}
	path := filepath.Join(dir, "run.log")
	got := look(path)
	assert.Contains(t, []grade{fine, warning}, got.grade)
	assert.Contains(t, got.text, "the log can be written to "+path+"; ")
	assert.Contains(t, got.text, " are free there")
	got = look(filepath.Join(dir, "none", "run.log"))
	assert.Equal(t, problem, got.grade)
	assert.Equal(t, "there is no directory "+filepath.Join(dir, "none"), got.text)
	got = look("/proc/run.log")
	assert.Equal(t, problem, got.grade)
	assert.Contains(t, got.text, "cannot write in /proc: ")

	require.NoError(t, os.Mkdir(logdir.Dir(path), 0o700))
	assert.Equal(t, diagnosis{problem, "log", path + " is not a gomarmot log, and will not be touched", "name another with --log"}, look(path))
	require.NoError(t, os.WriteFile(logdir.MarkName(logdir.Dir(path)), []byte("run 1 rank 0 job x\n"), 0o600))
	assert.Contains(t, look(path).text, "the one there now will be kept under another name")
	held, err := os.Open(logdir.Dir(path))
	require.NoError(t, err)
	defer held.Close()
	require.NoError(t, syscall.Flock(int(held.Fd()), syscall.LOCK_EX))
	assert.Equal(t, diagnosis{problem, "log", path + " belongs to a job that is still running", "wait for it, or name another with --log"}, look(path))
}

// TestDoctorProgram: the verdict on each kind of executable file.
func TestDoctorProgram(t *testing.T) {
	lib := "/opt/lib/libmpi.so.40.30.4"
	good := launch.Program{Path: "./app", Loader: "/lib64/ld-linux-x86-64.so.2", Debug: true, MPI: []string{lib}}
	self, err := os.Executable()
	require.NoError(t, err)
	own, err := launch.Inspect(self)
	require.NoError(t, err)
	good.Machine, good.Class = own.Machine, own.Class
	hydra := launch.Detect("mpiexec.hydra", nil)
	for name, c := range map[string]struct {
		change   func(*launch.Program)
		launcher launch.Launcher
		grade    grade
		text     string
	}{
		"good":       {func(*launch.Program) {}, launch.Launcher{}, fine, "./app is linked to " + lib},
		"static":     {func(p *launch.Program) { p.Loader = "" }, launch.Launcher{}, problem, "./app is linked statically: nothing can be preloaded"},
		"machine":    {func(p *launch.Program) { p.Machine = 0 }, launch.Launcher{}, problem, "./app is for EM_NONE, but the library for " + own.Machine.String()},
		"privileged": {func(p *launch.Program) { p.Privileged = true }, launch.Launcher{}, problem, "its loader ignores LD_PRELOAD"},
		"musl":       {func(p *launch.Program) { p.Loader = "/lib/ld-musl-x86_64.so.1" }, launch.Launcher{}, problem, "./app uses the musl C library"},
		"absent":     {func(p *launch.Program) { p.Absent = []string{"a.so", "b.so"} }, launch.Launcher{}, problem, "that cannot be found: a.so, b.so"},
		"own":        {func(p *launch.Program) { p.OwnMPI = true }, launch.Launcher{}, problem, "./app contains the MPI library itself"},
		"two":        {func(p *launch.Program) { p.MPI = []string{"a", "b"} }, launch.Launcher{}, problem, "several MPI libraries: a, b"},
		"none":       {func(p *launch.Program) { p.MPI = nil }, launch.Launcher{}, hint, "is not linked to an MPI library"},
		"launcher":   {func(*launch.Program) {}, hydra, problem, "but the launcher is mpiexec of MPICH (Hydra): each rank would run as a job of its own"},
	} {
		p := good
		c.change(&p)
		d := &doctor{library: self}
		d.program(&p, c.launcher)
		assert.Equal(t, c.grade, d.found[0].grade, name)
		assert.Contains(t, d.found[0].text, c.text, name)
		assert.Equal(t, c.grade == problem, d.found[0].fix != "", name)
	}
	good.Debug = false
	d := &doctor{library: self}
	d.program(&good, launch.Launcher{})
	assert.Equal(t, diagnosis{warning, "debug", "./app has no line numbers: findings show addresses", "compile with -g, which works with optimization too"}, d.found[1])
}

// TestTellDoctor: the exit code is that of the worst result.
func TestTellDoctor(t *testing.T) {
	for _, c := range []struct {
		found []diagnosis
		code  int
		last  string
	}{
		{[]diagnosis{{fine, "log", "there", ""}}, exitClean, "gomarmot: all is well.\n"},
		{[]diagnosis{{hint, "log", "there", ""}, {warning, "a", "b", "c"}, {warning, "a", "b", "c"}}, exitClean, "gomarmot: 2 warnings.\n"},
		{[]diagnosis{{problem, "log", "it is full", "free space"}, {warning, "a", "b", "c"}}, exitFindings, " problem  log   it is full\n" +
			"                Fix: free space\n warning  a     b\n                Fix: c\n\ngomarmot: 1 problem, 1 warning.\n"},
	} {
		var a app
		var out strings.Builder
		a.out = &out
		require.NoError(t, a.tellDoctor(&doctor{found: c.found}))
		assert.Equal(t, c.code, a.code)
		assert.Contains(t, out.String(), c.last)
	}
}

// TestOtherVersions: objects that another version of gomarmot has compiled are reported.
func TestOtherVersions(t *testing.T) {
	told := func(tracked ...source.Tracked) []diagnosis {
		var d doctor
		d.tracked(&launch.Program{Path: "app", Tracked: tracked})
		return d.found
	}
	own, unknown := source.Tracked{How: "plugin", Version: versionName(), Source: "a.c"}, source.Tracked{How: "plugin", Version: "-", Source: "b.c"}
	seen := diagnosis{fine, "access", "app: loads and stores are recorded of 2 objects by plugin", ""}
	assert.Equal(t, []diagnosis{seen}, told(own, unknown))
	old := source.Tracked{How: "plugin", Version: "0.1", Source: "c.c"}
	assert.Equal(t, []diagnosis{seen, {warning, "access", "app: c.c was compiled by gomarmot 0.1; this is gomarmot " + versionName(), "compile again with this gomarmot cc"}},
		told(own, old))
	older := source.Tracked{How: "plugin", Version: "0.0.9", Source: "d.c"}
	assert.Equal(t, "app: 2 source files, such as c.c, were compiled by gomarmot 0.0.9 and 0.1; this is gomarmot "+versionName(), told(old, older)[1].text)
}

// TestNoLog: a run without a log tells the cause, if the program shows it.
func TestNoLog(t *testing.T) {
	dir := t.TempDir()
	source, bin := filepath.Join(dir, "app.c"), filepath.Join(dir, "app")
	require.NoError(t, os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o600))
	library := filepath.Join(dir, launch.LibraryName)
	for _, args := range [][]string{{"-static", "-o", bin}, {"-shared", "-fPIC", "-o", library}, {"-shared", "-fPIC", "-o", filepath.Join(dir, launch.CoreName)}} {
		out, err := exec.Command("cc", append(args, source)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	t.Setenv(launch.LibraryVar, library)
	assert.EqualError(t, noLog([]string{bin}, launch.Outcome{}), "the run left no log: "+bin+" is linked statically: nothing can be preloaded; link it without -static")
	assert.EqualError(t, noLog([]string{"true"}, launch.Outcome{}), "the run left no log; to find out why, run gomarmot doctor -- true")
	t.Setenv("GOMARMOT_DISABLE", "1")
	assert.EqualError(t, noLog([]string{"true"}, launch.Outcome{}), "the run left no log: GOMARMOT_DISABLE=1: nothing is recorded; unset it, on all ranks")
	t.Setenv(launch.LibraryVar, dir+"/none")
	assert.ErrorContains(t, noLog([]string{"true"}, launch.Outcome{}), "the run left no log: GOMARMOT_LIB names "+dir+"/none, but there is no such file; run make build")
}

// TestDoctorComplaints: each of the words is in a line that the library prints.
func TestDoctorComplaints(t *testing.T) {
	files, err := filepath.Glob("../../pmpi/*/*.c")
	require.NoError(t, err)
	note := regexp.MustCompile(`gm_note\((?:[^;]|;[^\n])*;\n`)
	var printed strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		printed.WriteString(strings.Join(note.FindAllString(string(text), -1), ""))
	}
	for _, word := range complaints {
		assert.Contains(t, printed.String(), word)
	}
	assert.True(t, complains("rank 3: the disk is full; the program runs unwatched"))
	assert.False(t, complains("error COLL002 at app.c:7: rank 1 never reaches MPI_Barrier"))
}
