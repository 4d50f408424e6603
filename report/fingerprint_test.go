package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker"
)

// sourceTree writes halo.c and returns its directory.
func sourceTree(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "halo.c"), []byte(text), 0o600))
	return dir
}

// prints are the fingerprints of the findings in order.
func prints(dir string, fs ...Finding) []string {
	r := &Report{Findings: fs}
	r.Fingerprint(dir)
	var out []string
	for _, f := range all(r.Findings) {
		out = append(out, f.Fingerprint)
	}
	return out
}

// all are findings and their consequences.
func all(fs []Finding) []Finding {
	var out []Finding
	for _, f := range fs {
		out = append(append(out, f), all(f.Consequences)...)
	}
	return out
}

func inHalo(dir string, line int, ranks ...int) Finding {
	f := Finding{RuleID: "RMA005", Severity: rules.Error, Object: "window 1 of MPI_COMM_WORLD", Count: 1, Ranks: ranks,
		objects: []tracker.Object{{Class: calls.ClassWin, ID: 1}}}
	for _, r := range ranks {
		f.Sites = append(f.Sites, Site{Rank: r, Call: "MPI_Put", Place: source.Place{File: filepath.Join(dir, "halo.c"), Line: line, Func: "halo"}})
	}
	return f
}

const haloSource = "void halo(void)\n{\n\tMPI_Put(a, 1, t, 1);\n\tMPI_Put(b, 1, t, 1);\n\tMPI_Put(a, 1, t, 1);\n}\n"

func TestFingerprintStays(t *testing.T) {
	dir := sourceTree(t, haloSource)
	want := prints(dir, inHalo(dir, 3, 0, 1))[0]
	assert.Regexp(t, `^[0-9a-f]{32}$`, want)

	ranks := inHalo(dir, 3, 2, 3, 4)
	ranks.Count, ranks.Message, ranks.Object = 900, "rank 2 ...", "window 7 of MPI_COMM_WORLD and 3 more"
	assert.Equal(t, want, prints(dir, ranks)[0], "other ranks, counts, objects")

	moved := sourceTree(t, "// new\n\n"+strings.ReplaceAll(haloSource, ", ", ",   "))
	assert.Equal(t, want, prints(moved, inHalo(moved, 5, 0))[0], "another line, directory and layout")

	cause := Finding{RuleID: "PSCW001", Severity: rules.Error, Consequences: []Finding{inHalo(dir, 3, 0)}}
	assert.Equal(t, want, prints(dir, cause)[1], "following from another")
}

func TestFingerprintTellsApart(t *testing.T) {
	dir := sourceTree(t, haloSource)
	base := inHalo(dir, 3, 0)
	rule, kind, call, function, file := inHalo(dir, 3, 0), inHalo(dir, 3, 0), inHalo(dir, 3, 0), inHalo(dir, 3, 0), inHalo(dir, 3, 0)
	rule.RuleID = "RMA001"
	kind.objects = []tracker.Object{{Class: calls.ClassComm, ID: 1}}
	call.Sites[0].Call = "MPI_Rput"
	function.Sites[0].Func = "other"
	file.Sites[0].File = filepath.Join(dir, "more.c")
	seen := map[string]bool{}
	for _, p := range prints(dir, base, rule, kind, call, function, file, inHalo(dir, 4, 0)) {
		assert.False(t, seen[p])
		seen[p] = true
	}
}

// TestFingerprintNumbersEqualOnes: equal fingerprints are numbered in the order of the lines, whatever the order of the
// findings.
func TestFingerprintNumbersEqualOnes(t *testing.T) {
	dir := sourceTree(t, haloSource)
	forth := prints(dir, inHalo(dir, 3, 0), inHalo(dir, 5, 0))
	back := prints(dir, inHalo(dir, 5, 0), inHalo(dir, 3, 0))
	assert.NotEqual(t, forth[0], forth[1])
	assert.Equal(t, forth, []string{back[1], back[0]})
}

// TestFingerprintChoosesNoRank: another run may have other ranks at each place.
func TestFingerprintChoosesNoRank(t *testing.T) {
	dir := sourceTree(t, haloSource)
	a, b := inHalo(dir, 3, 0), inHalo(dir, 3, 1)
	a.Sites = append(a.Sites, inHalo(dir, 4, 1).Sites...)
	b.Sites = append(inHalo(dir, 4, 0).Sites, b.Sites...)
	assert.Equal(t, prints(dir, a), prints(dir, b))
}

func TestFingerprintWithoutSource(t *testing.T) {
	f := Finding{RuleID: "RMA005", Sites: []Site{{Call: "MPI_Put", Place: source.Place{Module: "/a/halo", Offset: 16, Func: "halo"}}}}
	g := Finding{RuleID: "RMA005", Sites: []Site{{Call: "MPI_Put", Place: source.Place{Module: "/b/halo", Offset: 32, Func: "halo"}}}}
	assert.Equal(t, prints("/src", f), prints("", g), "the module moves and its offsets change")
	assert.Len(t, prints("", Finding{RuleID: "TOOL003"})[0], 32, "no site at all")
	assert.Equal(t, prints("/p", inHalo("/p", 3, 0)), prints("/q", inHalo("/q", 9, 0)), "files that are not at hand")
}
