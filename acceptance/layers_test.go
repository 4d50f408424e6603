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
	{"tracker/wait", []string{"tracker/order", "tracker/race", "tracker/fact", "tracker/match", "rules"}},
	{"tracker/fact", []string{"tracker/lock", "tracker/match", "rules"}},
	{"tracker/doubt", []string{"pmpi", "tracker", "rules"}},
	{"tracker/lock", []string{"tracker/match", "rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"tracker/match", []string{"rules", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"rules", []string{"tracker/match", "timeline", "check", "report", "runtime", "source", "cmd"}},
	{"timeline", []string{"rules", "check", "report", "runtime", "source", "cmd"}},
	{"source", []string{"pmpi", "tracker", "rules", "check", "report", "runtime", "cmd"}},
	{"runtime/segment", []string{"tracker", "rules", "timeline", "check", "report", "cmd"}},
	{"check", []string{"report", "cmd"}},
	{"report", []string{"cmd"}},
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
