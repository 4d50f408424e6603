//go:build mpi

package acceptance

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
)

// ciStep is one command of a CI example.
type ciStep struct{ name, run string }

// githubSteps are the commands of a workflow with one job.
func githubSteps(t *testing.T, text []byte) []ciStep {
	var doc struct {
		Jobs map[string]struct {
			Steps []struct{ Name, Run, Uses string }
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &doc))
	var out []ciStep
	for _, s := range doc.Jobs["gomarmot"].Steps {
		require.True(t, (s.Run == "") != (s.Uses == ""), "%+v", s)
		if s.Run != "" && !strings.HasPrefix(s.Name, "Install ") {
			out = append(out, ciStep{s.Name, s.Run})
		}
	}
	return out
}

// gitlabSteps is the script of a job, which runs in one shell.
func gitlabSteps(t *testing.T, text []byte) []ciStep {
	var doc struct {
		Job struct{ Script []string } `yaml:"gomarmot"`
	}
	require.NoError(t, yaml.Unmarshal(text, &doc))
	return []ciStep{{"script", strings.Join(doc.Job.Script, "\n")}}
}

// TestCIExamples runs the commands of the examples in docs/ci, except those
// that install, on a program with faults and on one without.
func TestCIExamples(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	for _, example := range []struct {
		file  string
		steps func(*testing.T, []byte) []ciStep
		check string // the step that fails if a rule is broken
		count int
	}{
		{"github-actions.yml", githubSteps, "Check", 4},
		{"gitlab-ci.yml", gitlabSteps, "script", 1},
	} {
		text, err := os.ReadFile(filepath.Join(root, "docs", "ci", example.file))
		require.NoError(t, err)
		steps := example.steps(t, text)
		require.Len(t, steps, example.count, example.file)
		for program, broken := range map[string]bool{"demo/heat.c": true, "correct/halo_fence.c": false} {
			t.Run(example.file+"/"+program, func(t *testing.T) {
				work := ciCheckout(t, filepath.Join(root, "examples", program), preload, gomarmot)
				for _, s := range steps {
					code, out := work.run(s.run)
					want := 0
					if broken && s.name == example.check {
						want = 1
					}
					require.Equal(t, want, code, "%s\n%s", s.name, out)
				}
				work.look(t, broken)
				if broken {
					work.baseline(t, root)
				}
			})
		}
	}
}

// ciWork is a runner with a checkout.
type ciWork struct {
	dir string
	env []string
}

// ciCheckout sets up a project of one program, and a home where gomarmot is
// installed.
func ciCheckout(t *testing.T, program, preload, gomarmot string) ciWork {
	dir, home := t.TempDir(), t.TempDir()
	bin := filepath.Join(home, ".local", "bin")
	for _, d := range []string{filepath.Join(dir, ".git"), filepath.Join(dir, "src"), bin, filepath.Join(home, ".local", "lib")} {
		require.NoError(t, os.MkdirAll(d, 0o755))
	}
	link := func(from, to string) { require.NoError(t, os.Symlink(from, to)) }
	copied, err := os.ReadFile(program)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "src", filepath.Base(program)), copied, 0o644))
	link(gomarmot, filepath.Join(bin, "gomarmot"))
	for _, lib := range []string{preload, filepath.Join(filepath.Dir(preload), "libgomarmot-core.so")} {
		link(lib, filepath.Join(home, ".local", "lib", filepath.Base(lib)))
	}
	m := &MPIs[0]
	for name, of := range map[string]string{"mpicc": m.cc, "mpiexec": m.Mpiexec[0]} {
		path, err := exec.LookPath(of)
		require.NoError(t, err)
		link(path, filepath.Join(bin, name))
	}
	env := append(append(os.Environ(), m.Env...), "HOME="+home, "PATH="+bin+":"+os.Getenv("PATH"),
		"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "gomarmot.md.summary"))
	return ciWork{dir, env}
}

// run runs a command as both services do: in bash, until something fails.
func (w ciWork) run(command string) (code int, output string) {
	cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", command)
	cmd.Dir, cmd.Env, cmd.Stdin = w.dir, w.env, OpenInput
	out, _ := cmd.CombinedOutput() // the exit code says it
	return cmd.ProcessState.ExitCode(), string(out)
}

// look checks the files that the services collect.
func (w ciWork) look(t *testing.T, broken bool) {
	files, err := filepath.Glob(filepath.Join(w.dir, "gomarmot.*"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 3)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		switch filepath.Ext(f) {
		case ".xml":
			var doc struct {
				Failures int `xml:"failures,attr"`
			}
			require.NoError(t, xml.Unmarshal(data, &doc))
			require.Equal(t, broken, doc.Failures > 0)
		case ".sarif":
			var doc struct{ Runs []struct{ Results []any } }
			require.NoError(t, json.Unmarshal(data, &doc))
			require.Equal(t, broken, len(doc.Runs[0].Results) > 0)
		default:
			require.Equal(t, broken, strings.Contains(string(data), "src/heat.c"), f)
		}
	}
}

// baseline runs the commands that docs/ci/README.md shows for programs that
// already have findings: then none is new.
func (w ciWork) baseline(t *testing.T, root string) {
	doc, err := os.ReadFile(filepath.Join(root, "docs", "ci", "README.md"))
	require.NoError(t, err)
	var commands []string
	for line := range strings.Lines(string(doc)) {
		if strings.HasPrefix(line, "    gomarmot ") {
			commands = append(commands, strings.TrimSpace(line))
		}
	}
	require.Len(t, commands, 2)
	require.NoError(t, os.Mkdir(filepath.Join(w.dir, "ci"), 0o755))
	for _, c := range commands {
		code, out := w.run(c)
		require.Zero(t, code, "%s\n%s", c, out)
		require.Contains(t, out, " known")
	}
}
