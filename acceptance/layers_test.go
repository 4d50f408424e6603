package acceptance

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// layers lists, from the bottom up, which packages may import which: a package
// imports nothing of its own line's right-hand side.
var layers = []struct {
	pkg    string
	forbid []string
}{
	{"words", []string{"pmpi", "tracker", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"pmpi/calls", []string{"pmpi/event", "tracker", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"pmpi/event", []string{"tracker", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"tracker/wire", []string{"pmpi", "tracker", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"peers", []string{"pmpi", "tracker", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"tracker", []string{"tracker", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"tracker/object", []string{"tracker/datatype", "tracker/state", "tracker/order", "tracker/fact", "tracker/match"}},
	{"tracker/datatype", []string{"tracker/state", "tracker/order", "tracker/fact", "tracker/match"}},
	{"tracker/order", []string{"pmpi", "tracker"}},
	{"tracker/state", []string{"tracker/order", "tracker/fact", "tracker/match", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"tracker/fact", []string{"tracker/order", "tracker/race", "tracker/wait", "tracker/match", "rules"}},
	{"tracker/race", []string{"tracker/wait", "tracker/match", "rules"}},
	{"tracker/wait", []string{"tracker/order", "tracker/race", "tracker/match", "rules"}},
	{"tracker/doubt", []string{"pmpi", "tracker", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"tracker/lock", []string{"tracker/agree", "tracker/race/files", "tracker/match", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"tracker/race/files", []string{"tracker/agree", "tracker/lock", "tracker/wait", "tracker/match", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"tracker/agree", []string{"tracker/order", "tracker/race", "tracker/lock", "tracker/wait", "tracker/match", "rules", "timeline", "check", "report",
		"runtime", "source", "cmd"}},
	{"tracker/match", []string{"rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"rules", []string{"tracker/match", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"timeline", []string{"rules", "check", "report", "runtime", "source", "cmd"}},
	{"source", []string{"pmpi", "tracker", "rules", "check", "report", "runtime", "cmd"}},
	{"runtime/segment", []string{"tracker", "rules", "timeline", "check", "report", "cmd"}},
	{"rankcheck", []string{"tracker/match", "tracker/race", "tracker/wait", "timeline", "check", "report", "cmd"}},
	{"check", []string{"report", "cmd"}},
	{"report", []string{"cmd"}},
	{"runtime", []string{"tracker/match", "tracker/race", "tracker/wait", "timeline", "check", "report", "cmd"}},
}

// TestImportsRunOneWay holds the picture in docs/architecture.md.
func TestImportsRunOneWay(t *testing.T) {
	const module = "github.com/gomarmot/gomarmot/"
	for _, l := range layers {
		out, err := exec.Command("go", "list", "-deps", module+l.pkg).CombinedOutput()
		require.NoError(t, err, "%s", out)
		for dep := range strings.Lines(string(out)) {
			dep, ours := strings.CutPrefix(strings.TrimSpace(dep), module)
			for _, f := range l.forbid {
				if ours && dep != l.pkg && (dep == f || strings.HasPrefix(dep, f+"/")) {
					t.Errorf("%s imports %s", l.pkg, dep)
				}
			}
		}
	}
}

// TestRankLinksLittle: what every rank of a job loads has no network, no templates, and nothing that words a report.
func TestRankLinksLittle(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "github.com/gomarmot/gomarmot/runtime").CombinedOutput()
	require.NoError(t, err, "%s", out)
	deps := strings.Fields(string(out))
	require.Contains(t, deps, "github.com/gomarmot/gomarmot/rules")
	for _, heavy := range []string{"net", "net/http", "crypto/tls", "encoding/xml", "text/template", "html/template"} {
		require.NotContains(t, deps, heavy)
	}
}
