package acceptance

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// signalCases are the arguments of testdata/signals.c: how the program handles signals, and which signal it gets. Open
// MPI starts slowly: only marked cases run under it, unless make test-harm runs all.
var signalCases = []struct {
	args []string
	both bool
}{
	{[]string{"handlers", "plain"}, false},
	{[]string{"handlers", "onstack"}, false},
	{[]string{"handlers", "info"}, true},
	{[]string{"to process"}, true},
	{[]string{"blocked"}, true},
	{[]string{"nothing", "segv"}, true},
	{[]string{"nothing", "bus"}, false},
	{[]string{"nothing", "fpe"}, false},
	{[]string{"nothing", "abort"}, true},
	{[]string{"nothing", "pipe"}, false},
	{[]string{"nothing", "xfsz"}, false},
	{[]string{"nothing", "stack"}, false},
	{[]string{"nothing", "10"}, false},
	{[]string{"nothing", "11"}, true},
	{[]string{"nothing", "15"}, false},
	{[]string{"early", "segv"}, false},
	{[]string{"late", "segv"}, false},
	{[]string{"jump", "segv"}, true},
	{[]string{"chain", "segv"}, true},
	{[]string{"handed back", "segv"}, false},
}

// garbageRE matches the text that MPI's handler, if it was set by signal(), takes from the stack for a description of
// the signal.
var garbageRE = regexp.MustCompile(`(?m)(Caught signal \d+ \(Segmentation fault).*$|^.*(?:Associated errno|Signal code|Failing at address|Sending PID).*\n`)

// harm is on in make test-harm: every case under every MPI.
var harm = os.Getenv("GOMARMOT_TEST_HARM") != ""

// uncheckedRE matches the line of a rank that left its last records to the report, as any rank may on a loaded machine.
var uncheckedRE = regexp.MustCompile(`(?m)^gomarmot: rank \d+: there was no time to check .*\n`)

// inPair runs a command without and with gomarmot, in the same folder.
func inPair(t *testing.T, m *MPI, l Launch, preload string) (without, with programEnd) {
	t.Helper()
	l.Env = append(l.Env, "GOMARMOT_SUMMARY=0")
	without, err := m.runSingle(l)
	require.NoError(t, err)
	l.Preload = preload
	with, err = m.runSingle(l)
	require.NoError(t, err)
	with.stderr = uncheckedRE.ReplaceAllString(with.stderr, "")
	return without, with
}

// TestSignals: the effects of signals on a program - exit status, core file, backtrace, its own handlers - are the same
// with gomarmot.
func TestSignals(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		bin := filepath.Join(t.TempDir(), "signals")
		require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "signals.c"), bin, "-ldl"))
		for _, c := range signalCases {
			if m.Name == openMPI.Name && !c.both && !harm {
				continue
			}
			t.Run(m.Name+"/"+strings.Join(c.args, " "), func(t *testing.T) {
				script := `ulimit -c $(ulimit -H -c); exec "$0" "$@"`
				l := Launch{Binary: "/bin/sh", Args: append([]string{"-c", script, bin}, c.args...), Dir: t.TempDir()}
				without, with := inPair(t, m, l, preload)
				assert.Equal(t, without.stdout, with.stdout)
				one, other := without.stderr, with.stderr
				if c.args[0] == "handed back" {
					one, other = garbageRE.ReplaceAllString(one, "$1"), garbageRE.ReplaceAllString(other, "$1")
				}
				assert.Equal(t, normal(one), normal(other))
				assert.NotContains(t, with.stderr, "gomarmot: ")
				assert.Equal(t, [2]any{without.exit, without.signal}, [2]any{with.exit, with.signal})
				assert.Equal(t, without.core, with.core)
				assert.FileExists(t, logdir.JournalName(filepath.Join(l.Dir, "run.log.d")))
			})
		}
	}
}
