package source

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// build is a compiled test program.
type build struct {
	t   testing.TB
	dir string
	exe string
	lib string // dlopened by the program, if not empty
}

// compile builds the program, and the library if lib is set, with the flags.
func compile(t testing.TB, lib bool, flags ...string) *build {
	t.Helper()
	b := &build{t: t, dir: t.TempDir()}
	b.exe = filepath.Join(b.dir, "app")
	base := []string{"-Wall", "-Wextra", "-Werror", "-fno-optimize-sibling-calls"}
	args := slices.Concat(base, flags, []string{"-o", b.exe, "testdata/app.c", "testdata/other.c", "-ldl"})
	b.command("gcc", args...)
	if lib {
		b.lib = filepath.Join(b.dir, "libdyn.so")
		b.command("gcc", slices.Concat(base, flags, []string{"-shared", "-fPIC", "-o", b.lib, "testdata/lib.c"})...)
	}
	return b
}

func (b *build) command(name string, args ...string) {
	b.t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		b.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// process has the output of a run of the program.
type process struct {
	calls map[string]uint64 // return addresses
	m     *Map
	maps  string
}

func (b *build) run() *process {
	b.t.Helper()
	args := []string{}
	if b.lib != "" {
		args = append(args, b.lib)
	}
	out, err := exec.Command(b.exe, args...).Output()
	if err != nil {
		b.t.Fatalf("%s: %v", b.exe, err)
	}
	p := &process{calls: map[string]uint64{}}
	for _, line := range strings.SplitAfter(string(out), "\n") {
		var pc uint64
		if n, _ := fmt.Sscanf(line, "call 0x%x", &pc); n != 1 {
			p.maps += line
			continue
		}
		p.calls[strings.TrimSpace(strings.SplitN(line, " ", 3)[2])] = pc
	}
	p.m = NewMap(ReadMaps(strings.NewReader(p.maps)))
	return p
}

func (p *process) resolve(r *Resolver, call string) Place {
	pc := p.calls[call]
	m, _ := p.m.Find(pc)
	return r.Resolve(m, pc)
}

// sites are the calls of the test program, with their lines and functions.
var sites = []struct{ call, file, fn string }{
	{"first", "app.c", "first"},
	{"first again", "app.c", "first"},
	{"inner", "app.c", "inner"},
	{"middle", "app.c", "middle"},
	{"outer", "app.c", "outer"},
	{"other", "other.c", "other"},
	{"in helper", "other.c", "helper"},
	{"other again", "other.c", "other"},
	{"after last", "app.c", "after_last"},
	{"main", "app.c", "main"},
	{"last", "app.c", "last"},
	{"library", "lib.c", "lib_entry"},
	{"deep in library", "lib.c", "deep"},
}

// lineOf returns the line of a named call in a source file of the test.
func lineOf(t *testing.T, file, call string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if strings.Contains(line, `("`+call+`"`) {
			return i + 1
		}
	}
	t.Fatalf("%s: no call %q", file, call)
	return 0
}

// checkLines compares every call's place with the source.
func checkLines(t *testing.T, r *Resolver, p *process) {
	t.Helper()
	for _, s := range sites {
		if p.calls[s.call] == 0 {
			if strings.Contains(s.call, "library") {
				continue
			}
			t.Errorf("%s: not called", s.call)
			continue
		}
		got := p.resolve(r, s.call)
		want := fmt.Sprintf("%s:%d", s.file, lineOf(t, s.file, s.call))
		if got.String() != want || got.Func != s.fn {
			t.Errorf("%s: %s in %s, want %s in %s (%+v)", s.call, got, got.Func, want, s.fn, got)
		}
		if !filepath.IsAbs(got.File) || !filepath.IsAbs(got.Dir) {
			t.Errorf("%s: file %s, compiled in %s", s.call, got.File, got.Dir)
		}
	}
	if n := r.Notes(); n != nil {
		t.Errorf("notes %q", n)
	}
}

func TestLines(t *testing.T) {
	for _, flags := range []string{
		"-g -O0", "-g -O2", "-g -O3 -flto", "-g -O2 -no-pie", "-g -O2 -static-pie", "-g -O0 -static",
		"-gdwarf-4 -O2", "-gdwarf-4 -O0 -no-pie", "-gdwarf-5 -O2", "-gdwarf-3 -O2", "-g -gdwarf64 -O2",
		"-g -gz -O2", "-g -gz=zlib-gnu -O2", "-g -gdwarf-4 -gz -O2",
		"-g -O2 -Wl,--build-id=none", "-g1 -O2",
		"-g -O2 -ffunction-sections -Wl,--gc-sections",
		"-g -O2 -ffunction-sections -freorder-blocks-and-partition",
		"-g -O2 -Wl,-z,noseparate-code", "-g -gno-as-loc-support -O2",
	} {
		t.Run(flags, func(t *testing.T) {
			static := strings.Contains(flags, "static")
			b := compile(t, !static, strings.Fields(flags)...)
			checkLines(t, &Resolver{}, b.run())
		})
	}
}

// TestSplitDWARF: the executable has the lines. The functions' entries are in another file, which is not read;
// their names come from the symbol table.
func TestSplitDWARF(t *testing.T) {
	b := &build{t: t, dir: t.TempDir()}
	b.exe = filepath.Join(b.dir, "app")
	b.command("gcc", "-g", "-gsplit-dwarf", "-O0", "-dumpdir", b.dir+"/", "-o", b.exe,
		"testdata/app.c", "testdata/other.c", "-ldl")
	p, r := b.run(), &Resolver{}
	for call, fn := range map[string]string{"first": "first", "inner": "outer", "in helper": "helper"} {
		file := map[string]string{"in helper": "other.c"}[call]
		if file == "" {
			file = "app.c"
		}
		want := fmt.Sprintf("%s:%d", file, lineOf(t, file, call))
		if got := p.resolve(r, call); got.String() != want || got.Func != fn {
			t.Errorf("%s: %s in %s, want %s in %s", call, got, got.Func, want, fn)
		}
	}
}

func TestPlainName(t *testing.T) {
	for name, want := range map[string]string{
		"solve": "solve", "solve.constprop.0": "solve", "solve.isra.0.part.1": "solve", "solve.cold": "solve", "_ZN1a1bEv": "a::b", "_ZNK4Grid4stepIdEEbT_.cold": "Grid::step<double>", "_Z": "_Z",
		"main._omp_fn.0": "main", "_ZN4Grid4stepEv._omp_fn.1": "Grid::step", "main.omp_outlined_debug__": "main", ".omp_outlined._debug__": "an OpenMP region", "": "",
		"MAIN__": "main", "MAIN__._omp_fn.0": "main",
	} {
		if got := plainName(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestStripped(t *testing.T) {
	b := compile(t, true, "-g", "-O2")
	b.command("strip", b.exe, b.lib)
	p, r := b.run(), &Resolver{}
	for _, call := range []string{"first", "library"} {
		pc := p.calls[call]
		m, _ := p.m.Find(pc)
		got := r.Resolve(m, pc)
		name := map[string]string{"first": "app", "library": "libdyn.so"}[call]
		want := fmt.Sprintf("%s+%#x", name, pc-1-loadAddress(p, name))
		if got.Known() || got.String() != want {
			t.Errorf("%s: %s, want %s", call, got, want)
		}
	}
	if got := p.resolve(r, "library").Func; got != "lib_entry" {
		t.Errorf("function %q, want it from the dynamic symbols", got)
	}
	if r.Notes() != nil {
		t.Errorf("notes %q", r.Notes())
	}
}

// loadAddress returns where a position-independent module begins.
func loadAddress(p *process, name string) uint64 {
	var at uint64
	for _, line := range strings.Split(p.maps, "\n") {
		if strings.HasSuffix(line, "/"+name) {
			fmt.Sscanf(line, "%x", &at)
			break
		}
	}
	return at
}

func TestStrippedDebugInfoOnly(t *testing.T) {
	b := compile(t, false, "-g", "-O0")
	b.command("strip", "-g", b.exe)
	p, r := b.run(), &Resolver{}
	if got := p.resolve(r, "in helper"); got.Known() || got.Func != "helper" {
		t.Errorf("%+v", got)
	}
}

func TestSeparateDebugFiles(t *testing.T) {
	split := func(b *build, debug string) {
		if err := os.MkdirAll(filepath.Dir(debug), 0o755); err != nil {
			b.t.Fatal(err)
		}
		b.command("objcopy", "--only-keep-debug", b.exe, debug)
		b.command("strip", b.exe)
	}
	t.Run("by build ID", func(t *testing.T) {
		b := compile(t, false, "-g", "-O2")
		id := BuildID(b.exe)
		split(b, filepath.Join(b.dir, "debug/.build-id", id[:2], id[2:]+".debug"))
		checkLines(t, &Resolver{debugDirs: []string{filepath.Join(b.dir, "debug")}}, b.run())
	})
	for _, where := range []string{"app.debug", ".debug/app.debug"} {
		for _, flags := range [][]string{{"-g", "-O2"}, {"-g", "-O2", "-Wl,--build-id=none", "-no-pie"}} {
			t.Run(fmt.Sprint(where, flags), func(t *testing.T) {
				b := compile(t, false, flags...)
				debug := filepath.Join(b.dir, where)
				split(b, debug)
				b.command("objcopy", "--add-gnu-debuglink="+debug, b.exe)
				checkLines(t, &Resolver{}, b.run())
			})
		}
	}
	t.Run("of another build", func(t *testing.T) {
		b := compile(t, false, "-g", "-O2", "-Wl,--build-id=none")
		debug := filepath.Join(b.dir, "app.debug")
		split(b, debug)
		b.command("objcopy", "--add-gnu-debuglink="+debug, b.exe)
		c := compile(t, false, "-g", "-O0", "-Wl,--build-id=none")
		b.command("objcopy", "--only-keep-debug", c.exe, debug)
		if got := b.run().resolve(&Resolver{}, "first"); got.Known() {
			t.Errorf("%+v", got)
		}
	})
}

func TestRebuiltAndMissing(t *testing.T) {
	b := compile(t, false, "-g", "-O2")
	p := b.run()
	b.command("gcc", "-g", "-O1", "-o", b.exe, "testdata/app.c", "testdata/other.c", "-ldl")
	r := &Resolver{}
	for _, call := range []string{"first", "main"} {
		if got := p.resolve(r, call); got.Known() || got.Func != "" || !strings.HasPrefix(got.String(), "app+0x") {
			t.Errorf("%+v", got)
		}
	}
	if n := r.Notes(); len(n) != 1 || !strings.Contains(n[0], b.exe+": the file was rebuilt") {
		t.Errorf("notes %q", n)
	}
	if err := os.Remove(b.exe); err != nil {
		t.Fatal(err)
	}
	r = &Resolver{}
	got := p.resolve(r, "first")
	p.resolve(r, "main")
	if n := r.Notes(); !strings.HasPrefix(got.String(), "app+0x") || len(n) != 1 || !strings.Contains(n[0], "cannot be read") {
		t.Errorf("%+v, notes %q", got, n)
	}
}

// TestOthers: if the file of a module cannot be read, another file with the same build ID is read.
func TestOthers(t *testing.T) {
	b, other := compile(t, false, "-g", "-Wl,--build-id"), compile(t, false, "-g", "-Wl,--build-id", "-O1")
	p := b.run()
	moved := filepath.Join(t.TempDir(), "moved")
	require.NoError(t, os.Rename(b.exe, moved))
	for _, c := range []struct {
		others []string
		known  bool
	}{{nil, false}, {[]string{"/nowhere", other.exe, moved}, true}, {[]string{other.exe}, false}} {
		r := &Resolver{Others: func(m *Module) []string {
			assert.Equal(t, b.exe, m.Path)
			return c.others
		}}
		place := p.resolve(r, "first")
		assert.Equal(t, c.known, place.Known(), "%v: %v", c.others, r.Notes())
		if c.known {
			assert.Equal(t, lineOf(t, "app.c", "first"), place.Line)
			assert.Empty(t, r.Notes())
		}
	}
}

func TestDeletedWhileRunning(t *testing.T) {
	b := compile(t, false, "-g")
	p := b.run()
	p.m = NewMap(ReadMaps(strings.NewReader(strings.ReplaceAll(p.maps, b.exe, b.exe+" (deleted)"))))
	m, _ := p.m.Find(p.calls["main"])
	if m.Name() != "app" || m.BuildID != "" {
		t.Errorf("%+v", m)
	}
	r := &Resolver{}
	if got := p.resolve(r, "main"); got.Known() || len(r.Notes()) != 1 || !strings.Contains(r.Notes()[0], "deleted") {
		t.Errorf("%+v, notes %q", got, r.Notes())
	}
}

func TestMaxDebugBytes(t *testing.T) {
	for _, gz := range []string{"-gz=none", "-gz=zlib", "-gz=zlib-gnu"} {
		b := compile(t, false, "-g3", gz)
		p, r := b.run(), &Resolver{MaxDebugBytes: 10000}
		got := p.resolve(r, "main")
		if got.Known() || got.Func != "" || len(r.Notes()) != 1 || !strings.Contains(r.Notes()[0], "debug information") {
			t.Errorf("%s: %+v, notes %q", gz, got, r.Notes())
		}
		checkLines(t, &Resolver{MaxDebugBytes: 1 << 20}, p)
	}
}

// TestDamagedDebugInfo: with damaged debug information, Resolve returns some place and does not panic.
func TestDamagedDebugInfo(t *testing.T) {
	b := compile(t, false, "-g", "-O2")
	p := b.run()
	intact, section := filepath.Join(b.dir, "intact"), filepath.Join(b.dir, "section")
	b.command("cp", b.exe, intact)
	for _, name := range []string{".debug_info", ".debug_abbrev", ".debug_line", ".debug_str", ".debug_rnglists"} {
		b.command("objcopy", "--dump-section", name+"="+section, intact, filepath.Join(b.dir, "copy"))
		data, err := os.ReadFile(section)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range 8 {
			bad := slices.Clone(data)
			for i := 4 * seed; i < len(bad); i += 23 + seed {
				bad[i] = byte(i * (seed + 7))
			}
			if err := os.WriteFile(section, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			b.command("objcopy", "--update-section", name+"="+section, intact, b.exe)
			r := &Resolver{}
			for call := range p.calls {
				if got := p.resolve(r, call); got.Module != "app" {
					t.Errorf("%s %d, %s: %+v", name, seed, call, got)
				}
			}
		}
	}
}

func TestReadMaps(t *testing.T) {
	const text = `55d0c0000000-55d0c0001000 r--p 00000000 08:01 99 /tmp/my app
55d0c0001000-55d0c0005000 r-xp 00001000 08:01 99                         /tmp/my app
55d0c1000000-55d0c1021000 rw-p 00000000 00:00 0                          [heap]
7f0000000000-7f0000010000 rwxp 00000000 00:00 0 
7f0000020000-7f0000040000 r-xp 0003f000 08:01 12345 /lib/odd\012name.so (deleted)
7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0                          [vdso]
not a mapping
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
`
	got := ReadMaps(strings.NewReader(text))
	want := []Module{
		{Start: 0x55d0c0001000, End: 0x55d0c0005000, Offset: 0x1000, Path: "/tmp/my app"},
		{Start: 0x7f0000020000, End: 0x7f0000040000, Offset: 0x3f000, Path: "/lib/odd\nname.so (deleted)"},
		{Start: 0x7ffd00000000, End: 0x7ffd00002000, Path: "[vdso]"},
		{Start: 0xffffffffff600000, End: 0xffffffffff601000, Path: "[vsyscall]"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestReadMapsOfThisProcess(t *testing.T) {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := compile(t, true, "-g")
	p := b.run()
	exe, err := exec.Command("readelf", "-n", b.exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.m.modules {
		switch {
		case m.Path == b.exe && (m.BuildID == "" || !bytes.Contains(exe, []byte("Build ID: "+m.BuildID))):
			t.Errorf("build ID %s, readelf says %s", m.BuildID, exe)
		case strings.Contains(m.Path, "libc.so") && len(m.BuildID) != 40:
			t.Errorf("C library: %+v", m)
		}
	}
	if len(ReadMaps(f)) == 0 {
		t.Error("no modules in this process")
	}
}

func TestFind(t *testing.T) {
	m := NewMap([]Module{
		{Start: 0x1000, End: 0x2000, Offset: 0x100, Path: "/unloaded"},
		{Start: 0x5000, End: 0x6000, Offset: 0x200, Path: "/b"},
		{Start: 0x1800, End: 0x3000, Offset: 0x300, Path: "/a"},
		{Start: 0x9000, End: 0x9000, Path: "/empty"},
	})
	for _, tt := range []struct {
		pc   uint64
		path string
		addr uint64
	}{
		{0, "", 0}, {1, "", 0}, {0x1001, "", 0}, {0x1800, "", 0}, {0x1801, "/a", 0x300}, {0x3000, "/a", 0x1aff},
		{0x3001, "", 0}, {0x5010, "/b", 0x20f}, {0x6000, "/b", 0x11ff}, {0x6001, "", 0}, {0x9000, "", 0}, {^uint64(0), "", 0},
	} {
		mod, addr := m.Find(tt.pc)
		switch {
		case mod == nil && tt.path != "":
			t.Errorf("%#x: not found", tt.pc)
		case mod != nil && (mod.Path != tt.path || addr != tt.addr):
			t.Errorf("%#x: %s %#x, want %s %#x", tt.pc, mod.Path, addr, tt.path, tt.addr)
		}
	}
	if got := (&Resolver{}).Resolve(nil, 0x77).String(); got != "0x77" {
		t.Error(got)
	}
	if got := (Place{}).String(); got != "unknown place" {
		t.Error(got)
	}
}

func TestExcerpt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte("one\ntwo\nthree\nfour\nfive\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		line, context int
		want          string
	}{
		{3, 1, "two three four"}, {1, 2, "one two three"}, {5, 2, "three four five"}, {2, 0, "two"}, {6, 2, ""}, {9, 1, ""}, {0, 1, ""},
	} {
		got, err := Excerpt(Place{File: file, Line: tt.line}, tt.context)
		if strings.Join(got, " ") != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("line %d, context %d: %q %v", tt.line, tt.context, got, err)
		}
	}
	if _, err := Excerpt(Place{File: file + ".missing", Line: 1}, 1); err == nil {
		t.Error("missing file: no error")
	}
}

func BenchmarkResolve(b *testing.B) {
	p := compile(b, false, "-g", "-O2").run()
	m, _ := p.m.Find(p.calls["first"])
	r := &Resolver{}
	b.Run("found before", func(b *testing.B) {
		for b.Loop() {
			r.Resolve(m, p.calls["first"])
		}
	})
	b.Run("new", func(b *testing.B) {
		pc := m.Start
		for b.Loop() {
			if pc++; pc > m.End {
				r, pc = &Resolver{}, m.Start+1
			}
			r.Resolve(m, pc)
		}
	})
}
