// Command steps turns action.yml or GitLab's template into a script that runs its commands in the current folder,
// as a runner would:
//
//	steps action.yml command="mpiexec -n 4 ./app" archive=/tmp/gomarmot.tar.gz
//	steps docs/ci/gitlab-template.yml MPI_CHECK_COMMAND="mpiexec -n 4 ./app"
//
// The script ends with the status of the job. Where a step hands files to another
// action, or to GitLab, the script fails with 99 if they are not there.
package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "steps: needs action.yml or gitlab-template.yml")
		os.Exit(2)
	}
	data, err := os.ReadFile(os.Args[1])
	given := map[string]string{}
	for _, a := range os.Args[2:] {
		name, value, _ := strings.Cut(a, "=")
		given[name] = value
	}
	var script string
	switch {
	case err != nil:
	case strings.HasSuffix(os.Args[1], "action.yml"):
		script, err = action(data, given)
	default:
		script, err = gitlab(data, given)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "steps:", err)
		os.Exit(1)
	}
	fmt.Print(script)
}

// step is a step of a composite action.
type step struct {
	ID, Name, Shell, Run, Uses, If string
	Env, With                      map[string]string
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

// action is the script of a composite action with the given inputs.
func action(data []byte, given map[string]string) (string, error) {
	var doc struct {
		Inputs map[string]struct {
			Required bool
			Default  string
		}
		Runs struct {
			Using string
			Steps []step
		}
	}
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return "", err
	}
	for name, in := range doc.Inputs {
		if _, ok := given[name]; !ok {
			if in.Required {
				return "", fmt.Errorf("the input %s is missing", name)
			}
			given[name] = in.Default
		}
	}
	for name := range given {
		if _, ok := doc.Inputs[name]; !ok {
			return "", fmt.Errorf("there is no input %s", name)
		}
	}
	var b strings.Builder
	b.WriteString(`export RUNNER_TEMP=$(mktemp -d)
export GITHUB_PATH=$RUNNER_TEMP/path GITHUB_OUTPUT=$RUNNER_TEMP/output GITHUB_STEP_SUMMARY=$RUNNER_TEMP/summary
: >$GITHUB_PATH; : >$GITHUB_OUTPUT
`)
	if doc.Runs.Using != "composite" {
		return "", fmt.Errorf("it runs using %q", doc.Runs.Using)
	}
	for _, s := range doc.Runs.Steps {
		if err := s.write(&b, given); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// write appends a step to the script: it runs in a shell of its own, with its variables.
func (s step) write(b *strings.Builder, inputs map[string]string) error {
	if s.Uses != "" {
		for _, name := range []string{"sarif_file", "path"} {
			for file := range strings.FieldsSeq(s.expand(s.With[name], inputs)) {
				fmt.Fprintf(b, "[ -e %s ] || { echo %s is missing; exit 99; }\n", quote(file), quote(file))
			}
		}
		return nil
	}
	if s.Shell != "bash" || s.Run == "" || s.If != "" {
		return fmt.Errorf("step %q: not a plain step of bash", s.Name)
	}
	if strings.Contains(s.Run, "${{") {
		return fmt.Errorf("step %q: an input in a script may end it: pass it in a variable", s.Name)
	}
	b.WriteString("(\nPATH=$(tr '\\n' : <$GITHUB_PATH)$PATH\n. $GITHUB_OUTPUT\n")
	for _, name := range sorted(s.Env) {
		value := s.Env[name]
		if value == "${{ steps.run.outputs.status }}" {
			fmt.Fprintf(b, "export %s=$status\n", name)
			continue
		}
		fmt.Fprintf(b, "export %s=%s\n", name, quote(s.expand(value, inputs)))
	}
	fmt.Fprintf(b, "exec bash --noprofile --norc -eo pipefail -c %s\n) || exit\n", quote(s.Run))
	return nil
}

// expand replaces the expressions that name inputs. Other expressions stay.
func (s step) expand(text string, inputs map[string]string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		if value, ok := inputs[strings.TrimPrefix(expression.FindStringSubmatch(e)[1], "inputs.")]; ok {
			return value
		}
		return e
	})
}

// gitlab is the script of the job .gomarmot with the given variables. As GitLab does, it runs before_script and
// script in the same shell.
func gitlab(data []byte, given map[string]string) (string, error) {
	var doc struct {
		Job struct {
			Variables map[string]string
			Before    []string `yaml:"before_script"`
			Script    []string
			Artifacts struct {
				Paths   []string
				Reports map[string]string
			}
		} `yaml:".gomarmot"`
	}
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return "", err
	}
	for name, value := range given {
		if _, ok := doc.Job.Variables[name]; !ok {
			return "", fmt.Errorf("there is no variable %s", name)
		}
		doc.Job.Variables[name] = value
	}
	var b strings.Builder
	for _, name := range sorted(doc.Job.Variables) {
		fmt.Fprintf(&b, "export %s=%s\n", name, quote(doc.Job.Variables[name]))
	}
	commands := strings.Join(append(doc.Job.Before, doc.Job.Script...), "\n")
	fmt.Fprintf(&b, "status=0\nbash -eo pipefail -c %s || status=$?\n", quote(commands))
	for _, file := range append(doc.Job.Artifacts.Paths, doc.Job.Artifacts.Reports["junit"]) {
		fmt.Fprintf(&b, "[ -e %s ] || { echo %s is missing; exit 99; }\n", quote(file), quote(file))
	}
	b.WriteString("exit $status\n")
	return b.String(), nil
}

func sorted(m map[string]string) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
