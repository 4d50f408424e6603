package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"
)

// release is the version that runtime/version.go states, such as 0.1.0; all other places must agree with it.
func release(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../runtime/version.go")
	require.NoError(t, err)
	m := regexp.MustCompile(`(?m)^const version = "(\d+\.\d+\.\d+)"$`).FindSubmatch(text)
	require.NotNil(t, m, "runtime/version.go states no version")
	return string(m[1])
}

// stated lists the places outside of runtime/version.go that state the version, as patterns that match it.
var stated = []struct{ file, pattern string }{
	{"CITATION.cff", `(?m)^version: (\S+)$`},
	{"CHANGELOG.md", `(?m)^## (\d+\.\d+\.\d+)`}, // the first is the latest
	{"action.yml", `gomarmot@v(\S+)`},
	{"action.yml", `the release to install\n    default: (\S+)`},
	{"docs/ci/README.md", `gomarmot@v(\S+)`},
	{"docs/ci/gitlab-template.yml", `gomarmot/v(\d+\.\d+\.\d+)/`},
	{"docs/packages.md", `gomarmot-(\d+\.\d+\.\d+)-linux`},
	{"docs/packages.md", `gomarmot_(\d+\.\d+\.\d+)_amd64`},
	{"docs/packages.md", `gomarmot-(\d+\.\d+\.\d+)-1\.`},
	{"docs/packages.md", `gomarmot-(\d+\.\d+\.\d+)\.eb`},
	{"docs/packages.md", `VERSION=(\d+\.\d+\.\d+)`},
	{"packaging/spack/package.py", `tags/v(\S+)\.tar\.gz`},
	{"packaging/easybuild/gomarmot-*.eb", `(?m)^version = '(\S+)'$`},
}

// TestVersion: all files state the version of runtime/version.go, and the easyconfig has it in its name.
func TestVersion(t *testing.T) {
	want := release(t)
	for _, s := range stated {
		files, err := filepath.Glob(filepath.Join("..", s.file))
		require.NoError(t, err)
		require.Len(t, files, 1, s.file)
		text, err := os.ReadFile(files[0])
		require.NoError(t, err)
		m := regexp.MustCompile(s.pattern).FindSubmatch(text)
		if assert.NotNil(t, m, "%s: nothing matches %s", s.file, s.pattern) {
			assert.Equal(t, want, string(m[1]), "%s: %s", s.file, m[0])
		}
	}
	assert.FileExists(t, "easybuild/gomarmot-"+want+".eb")
}

// TestVersionPlaces: no file except tests states another version of gomarmot in a place that TestVersion does not
// know.
func TestVersionPlaces(t *testing.T) {
	want := release(t)
	out, err := exec.Command("git", "-C", "..", "grep", "--untracked", "-nIE", `gomarmot[-_@/:"]+v?[0-9]+\.[0-9]+\.[0-9]+`,
		"--", ".", ":!*_test.go").Output()
	require.NoError(t, err)
	places := regexp.MustCompile(`gomarmot[-_@/:"]+v?(\d+\.\d+\.\d+)`)
	for line := range strings.Lines(string(out)) {
		for _, m := range places.FindAllStringSubmatch(line, -1) {
			assert.Equal(t, want, m[1], line)
		}
	}
}

// TestVersionOfMake: make takes the version from the tag, and marks commits after and before it. Without a
// repository it takes the version from runtime/version.go.
func TestVersionOfMake(t *testing.T) {
	root, want := t.TempDir(), release(t)
	for _, name := range []string{"Makefile", "go.mod", "runtime/version.go"} {
		text, err := os.ReadFile(filepath.Join("..", name))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), text, 0o644))
	}
	stamped := func() string {
		out, err := exec.Command("make", "-n", "-C", root, "dist").Output()
		require.NoError(t, err)
		m := regexp.MustCompile(`packaging/dist\.sh (\S+)`).FindSubmatch(out)
		require.NotNil(t, m, "%s", out)
		return string(m[1])
	}
	git := func(args ...string) {
		own := []string{"-C", root, "-c", "user.name=test", "-c", "user.email=test@localhost"}
		out, err := exec.Command("git", append(own, args...)...).CombinedOutput()
		require.NoError(t, err, "git %v: %s", args, out)
	}
	assert.Equal(t, want, stamped(), "an archive")
	git("init", "-q")
	git("commit", "-q", "--allow-empty", "-m", "first")
	assert.Regexp(t, `^0\.0\.0\+g[0-9a-f]+$`, stamped(), "before the first tag")
	git("tag", "v"+want)
	assert.Equal(t, want, stamped(), "at the tag")
	git("commit", "-q", "--allow-empty", "-m", "second")
	assert.Regexp(t, `^`+regexp.QuoteMeta(want)+`\+1\.g[0-9a-f]+$`, stamped(), "after the tag")
}

// TestCitation: CITATION.cff has the fields that version 1.2 of its format requires, and names no license.
func TestCitation(t *testing.T) {
	text, err := os.ReadFile("../CITATION.cff")
	require.NoError(t, err)
	var doc struct {
		Format     string `yaml:"cff-version"`
		Message    string
		Title      string
		Type       string
		Authors    []struct{ Name string }
		Repository string `yaml:"repository-code"`
		License    string
	}
	require.NoError(t, yaml.Unmarshal(text, &doc))
	assert.Equal(t, "1.2.0", doc.Format)
	assert.NotEmpty(t, doc.Message)
	assert.Equal(t, "gomarmot", doc.Title)
	assert.Equal(t, "software", doc.Type)
	require.Len(t, doc.Authors, 1)
	assert.Equal(t, "The gomarmot developers", doc.Authors[0].Name)
	assert.Equal(t, "https://github.com/gomarmot/gomarmot", doc.Repository)
	assert.Empty(t, doc.License, "the owner has chosen none")
}

// TestIssueTemplate: a report of a problem cannot be sent without the version and the output of gomarmot doctor.
func TestIssueTemplate(t *testing.T) {
	text, err := os.ReadFile("../.github/ISSUE_TEMPLATE/problem.yml")
	require.NoError(t, err)
	var doc struct {
		Name, Description string
		Body              []struct {
			Type, ID   string
			Attributes struct {
				Label, Description string
				Options            []string
			}
			Validations struct{ Required bool }
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &doc))
	assert.NotEmpty(t, doc.Name)
	assert.NotEmpty(t, doc.Description)
	asks := map[string]string{}
	for _, field := range doc.Body {
		if field.Type == "markdown" {
			continue
		}
		assert.NotEmpty(t, field.ID)
		assert.NotEmpty(t, field.Attributes.Label, field.ID)
		assert.Equal(t, field.Type == "dropdown", len(field.Attributes.Options) > 1, field.ID)
		if field.Validations.Required {
			asks[field.ID] = field.Attributes.Description
		}
	}
	assert.Contains(t, asks["doctor"], "`gomarmot doctor -- ")
	assert.Contains(t, asks["version"], "`gomarmot version`")
}
