package acceptance

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/gomarmot/gomarmot/"

// mayImport lists, from the bottom up, which packages of this repository each package imports; the
// packages of the first row import none. A package that is to import another gets it here, for all to see.
const mayImport = `
(none): acceptance/hosts acceptance/stages access/accesstest access/exact access/projects apps docs/concepts
	examples foreign heap/heaptest machine packaging packaging/glibc packaging/steps peers pmpi/calls pmpi/wrappertest
	rules/scaffold runtime/settings tracker/doubt tracker/order tracker/queue tracker/wire tracker/wire/gen words
	words/prose
pmpi/calls/apicheck: pmpi/calls
pmpi/event: pmpi/calls
pmpi/gen: pmpi/calls
source: foreign
tracker: pmpi/calls
runtime/segment: foreign pmpi/calls pmpi/event
tracker/object: pmpi/calls tracker
runtime/launched: runtime/segment
runtime/logdir: foreign pmpi/calls pmpi/event runtime/segment runtime/settings
tracker/datatype: pmpi/calls pmpi/event tracker tracker/object tracker/wire words
launch: foreign pmpi/calls runtime/logdir runtime/segment source words
tracker/op: pmpi/calls tracker tracker/datatype tracker/wire
tracker/op/optest: tracker/datatype tracker/op
tracker/rank/reading: pmpi/calls pmpi/event tracker tracker/datatype tracker/object
tracker/rank/record: pmpi/calls pmpi/event tracker
tracker/rank/end: pmpi/calls pmpi/event tracker tracker/rank/record
tracker/rank/gpu: pmpi/calls pmpi/event tracker
tracker/rank/objects: pmpi/calls pmpi/event tracker tracker/datatype tracker/object tracker/op
	tracker/rank/reading tracker/rank/record
tracker/rank/files: pmpi/calls pmpi/event tracker tracker/datatype tracker/object tracker/op
	tracker/rank/objects tracker/rank/reading tracker/rank/record
tracker/rank/messages: pmpi/calls pmpi/event tracker tracker/datatype tracker/op tracker/rank/objects
	tracker/rank/reading tracker/rank/record
tracker/rank/ranktest: pmpi/calls tracker tracker/rank/reading tracker/rank/record
tracker/rank/sessions: tracker tracker/rank/reading
tracker/rank/names: pmpi/event tracker tracker/rank/record
tracker/rank/windows: pmpi/calls pmpi/event tracker tracker/datatype tracker/object tracker/op
	tracker/rank/objects tracker/rank/reading tracker/rank/record
tracker/rank/requests: pmpi/calls pmpi/event tracker tracker/op tracker/rank/files tracker/rank/messages
	tracker/rank/objects tracker/rank/reading tracker/rank/record tracker/rank/windows
tracker/rank/call: pmpi/calls pmpi/event tracker tracker/datatype tracker/op tracker/rank/files
	tracker/rank/messages tracker/rank/objects tracker/rank/reading tracker/rank/record tracker/rank/requests
	tracker/rank/windows
tracker/rank/threads: pmpi/calls pmpi/event tracker tracker/op tracker/rank/call tracker/rank/messages
	tracker/rank/objects tracker/rank/reading tracker/rank/record tracker/rank/requests
tracker/rank/failed: machine pmpi/calls pmpi/event tracker tracker/rank/call tracker/rank/record
tracker/rank/memory: pmpi/calls pmpi/event tracker tracker/datatype tracker/op tracker/rank/call
	tracker/rank/files tracker/rank/gpu tracker/rank/messages tracker/rank/objects tracker/rank/reading
	tracker/rank/record tracker/rank/requests tracker/rank/threads tracker/rank/windows
tracker/rank: pmpi/calls pmpi/event tracker tracker/datatype tracker/object tracker/op tracker/rank/call
	tracker/rank/end tracker/rank/failed tracker/rank/files tracker/rank/gpu tracker/rank/memory
	tracker/rank/messages tracker/rank/names tracker/rank/objects tracker/rank/reading tracker/rank/record
	tracker/rank/requests tracker/rank/sessions tracker/rank/threads tracker/rank/windows
tracker/fact: pmpi/calls tracker tracker/datatype tracker/op
rules: pmpi/calls pmpi/event tracker tracker/datatype tracker/fact tracker/object tracker/op tracker/rank
	tracker/rank/call tracker/rank/failed tracker/rank/files tracker/rank/gpu tracker/rank/memory tracker/rank/messages
	tracker/rank/names tracker/rank/objects tracker/rank/reading tracker/rank/record tracker/rank/requests
	tracker/rank/threads tracker/rank/windows words
timeline: pmpi/calls pmpi/event tracker tracker/fact tracker/rank tracker/rank/call tracker/rank/gpu
	tracker/rank/record tracker/rank/windows
tracker/agree: pmpi/calls tracker tracker/datatype tracker/fact tracker/op tracker/stamp
rankcheck: pmpi/calls pmpi/event rules runtime/segment source tracker/rank tracker/rank/reading
	tracker/rank/record
rules/catalogue: rules
runtime: foreign pmpi/calls pmpi/event rankcheck rules runtime/launched runtime/logdir runtime/segment
	runtime/settings source tracker
tracker/stamp: pmpi/calls tracker tracker/fact tracker/op tracker/order
tracker/wait: pmpi/calls tracker tracker/fact tracker/op tracker/queue tracker/stamp
tracker/lock: tracker tracker/doubt tracker/fact tracker/op tracker/order tracker/stamp
tracker/end: pmpi/calls pmpi/event tracker tracker/fact tracker/op tracker/rank tracker/rank/requests
	tracker/rank/sessions tracker/rank/windows tracker/stamp
tracker/signal: pmpi/calls tracker tracker/datatype tracker/fact tracker/op tracker/order
tracker/race: pmpi/calls tracker/datatype tracker/fact tracker/op tracker/order tracker/signal tracker/stamp
tracker/race/files: pmpi/calls tracker tracker/datatype tracker/doubt tracker/fact tracker/op tracker/order
	tracker/queue tracker/race tracker/signal
tracker/race/windows: pmpi/calls tracker tracker/datatype tracker/doubt tracker/fact tracker/op tracker/order
	tracker/race tracker/signal tracker/stamp
tracker/relay: tracker/op tracker/order tracker/stamp
tracker/meet: pmpi/calls tracker tracker/datatype tracker/end tracker/fact tracker/op tracker/order
	tracker/queue tracker/rank tracker/stamp tracker/wait words
tracker/job: pmpi/calls tracker/agree tracker/end tracker/fact tracker/lock tracker/meet tracker/op
	tracker/order tracker/race tracker/race/files tracker/race/windows tracker/rank tracker/relay tracker/stamp
	tracker/wait
check: pmpi/calls pmpi/event rankcheck rules runtime/logdir runtime/segment source timeline tracker
	tracker/datatype tracker/end tracker/fact tracker/job tracker/meet tracker/object tracker/op tracker/rank
	tracker/rank/call tracker/rank/gpu tracker/rank/objects tracker/rank/reading tracker/rank/record
	tracker/rank/requests tracker/rank/sessions tracker/rank/windows tracker/wire words
report: check foreign pmpi/calls pmpi/event rules runtime/logdir source timeline tracker tracker/fact words
provoke: pmpi/calls pmpi/event runtime/logdir runtime/segment tracker words
spell: pmpi/calls pmpi/event words
export: check foreign pmpi/calls pmpi/event report rules runtime/logdir source spell timeline tracker
	tracker/fact tracker/rank tracker/rank/call tracker/rank/gpu tracker/rank/record tracker/rank/requests
rules/replay: check machine pmpi/calls pmpi/event rules tracker tracker/datatype tracker/end tracker/rank/reading
acceptance: check launch peers pmpi/event rankcheck report rules runtime/logdir runtime/segment
cmd/gomarmot: check docs/concepts examples export foreign launch peers pmpi/calls pmpi/event provoke report rules
	runtime/logdir runtime/segment runtime/settings source spell tracker tracker/end words
docs/site: examples report rules
acceptance/same: acceptance runtime/logdir
acceptance/suite: acceptance rules
bench: acceptance check peers pmpi/calls pmpi/event rankcheck rules runtime/logdir runtime/segment
	tracker/rank/reading
acceptance/suite/write: acceptance acceptance/suite
`

// TestImports holds the picture in docs/architecture.md: the imports are exactly those that mayImport lists.
func TestImports(t *testing.T) {
	allowed := map[string][]string{}
	rows := strings.ReplaceAll(strings.TrimSpace(mayImport), "\n\t", " ")
	for row := range strings.SplitSeq(rows, "\n") {
		pkg, imports, found := strings.Cut(row, ":")
		require.True(t, found, row)
		allowed[pkg] = strings.Fields(imports)
	}
	for _, pkg := range allowed["(none)"] {
		allowed[pkg] = []string{}
	}
	delete(allowed, "(none)")
	have := importsOf(t)
	for pkg, imports := range have {
		assert.ElementsMatch(t, allowed[pkg], imports, "the imports of %s", pkg)
		assert.Contains(t, allowed, pkg)
	}
	for pkg := range allowed {
		assert.Contains(t, have, pkg, "there is no such package")
	}
}

// importsOf lists, for each package of this repository, the others that it imports, tests aside.
func importsOf(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.Command("go", "list", "-f", "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}", module+"...")
	out, err := list.CombinedOutput()
	require.NoError(t, err, "%s", out)
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		imports := []string{}
		for _, dep := range fields[1:] {
			if dep, ours := strings.CutPrefix(dep, module); ours {
				imports = append(imports, dep)
			}
		}
		all[strings.TrimPrefix(fields[0], module)] = imports
	}
	return all
}

// TestRankLinksLittle: a rank of a job loads neither a matcher nor a judge, no network, no templates, and nothing
// that words a report.
func TestRankLinksLittle(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", module+"runtime").CombinedOutput()
	require.NoError(t, err, "%s", out)
	deps := strings.Fields(string(out))
	require.Contains(t, deps, module+"rules")
	heavy := []string{"net", "net/http", "crypto/tls", "encoding/xml", "text/template", "html/template"}
	for _, pkg := range []string{"report", "check", "timeline", "cmd/gomarmot", "tracker/meet", "tracker/job", "tracker/agree",
		"tracker/end", "tracker/lock", "tracker/order", "tracker/race", "tracker/race/files", "tracker/race/windows",
		"tracker/relay", "tracker/signal", "tracker/wait"} {
		heavy = append(heavy, module+pkg)
	}
	for _, pkg := range heavy {
		assert.False(t, slices.Contains(deps, pkg), "a rank links %s", pkg)
	}
}
