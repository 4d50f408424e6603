package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	cComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cInclude = regexp.MustCompile(`(?m)^#include "([^"]*)"`)
	cUse     = regexp.MustCompile(`(?:struct |enum )?\b(?:gm|GM)_\w+`)
	// The declarations of a header: functions, variables, types and macros by their
	// first line, constants by the body of their enum.
	cDeclared = []*regexp.Regexp{
		regexp.MustCompile(`(?m)^[A-Za-z_].*?\b(gm_\w+)\(`),
		regexp.MustCompile(`(?m)^extern .*?\b(gm_\w+)(?:\[.*\])?(?: __attribute__.*)?;`),
		regexp.MustCompile(`(?m)^static const struct \w+ (gm_\w+)\[`),
		regexp.MustCompile(`(?m)^((?:struct|enum) gm_\w+) \{`),
		regexp.MustCompile(`(?m)^#define (GM_\w+)[ (]`),
	}
	cEnum     = regexp.MustCompile(`(?ms)^enum[^{;]*\{(.*?)\}`)
	cConstant = regexp.MustCompile(`(?:^|,)\s*(GM_\w+)`)
)

// cFiles reads the C files of the library, without comments, by their paths from pmpi on.
func cFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, room := range rooms {
		paths, err := filepath.Glob("../" + room.name + "/*.[ch]")
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			files[strings.TrimPrefix(path, "../")] = cComment.ReplaceAllString(string(text), "")
		}
	}
	return files
}

// declarations returns the header that declares each name.
func declarations(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	headers := map[string]string{}
	for name, text := range files {
		if filepath.Ext(name) != ".h" {
			continue
		}
		var found []string
		for _, re := range cDeclared {
			for _, m := range re.FindAllStringSubmatch(text, -1) {
				found = append(found, m[1])
			}
		}
		for _, m := range cEnum.FindAllStringSubmatch(text, -1) {
			for _, c := range cConstant.FindAllStringSubmatch(m[1], -1) {
				found = append(found, c[1])
			}
		}
		for _, n := range found {
			if other := headers[n]; other != "" {
				assert.Equal(t, other, name, "%s is declared twice", n)
			}
			headers[n] = name
		}
	}
	return headers
}

// included lists the headers of the library that a file includes, without headers of other folders.
func included(files map[string]string, name string) []string {
	var out []string
	for _, m := range cInclude.FindAllStringSubmatch(files[name], -1) {
		if path := filepath.Join(filepath.Dir(name), m[1]); files[path] != "" {
			out = append(out, path)
		}
	}
	return out
}

// stem is the common part of the names of a C file and its header.
func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// A C file includes the header of every name it uses, and no other. A type may
// also come from its forward declaration.
func TestFilesIncludeWhatTheyUse(t *testing.T) {
	files := cFiles(t)
	headers := declarations(t, files)
	assert.Equal(t, "record/ring.h", headers["gm_begin"])
	assert.Equal(t, "record/thread.h", headers["struct gm_thread"])
	assert.Equal(t, "base/gm.h", headers["GM_PATH"])
	for name, text := range files {
		have := included(files, name)
		used := []string{stem(name) + ".h"}
		for _, use := range cUse.FindAllString(text, -1) {
			header := headers[use]
			if header == "" || header == name {
				continue
			}
			used = append(used, header)
			if !strings.Contains(use, " ") {
				assert.Contains(t, have, header, "%s uses %s", name, use)
			}
		}
		for _, header := range have {
			assert.Contains(t, used, header, "%s includes it and uses nothing of it", name)
		}
	}
}

// noCircle fails if a path of next leads from a node back to itself.
func noCircle(t *testing.T, nodes []string, next func(string) []string) {
	t.Helper()
	done := map[string]bool{}
	var visit func(node string, path []string)
	visit = func(node string, path []string) {
		require.NotContains(t, path, node, "a circle: %v", path)
		if done[node] {
			return
		}
		for _, n := range next(node) {
			visit(n, append(slices.Clone(path), node))
		}
		done[node] = true
	}
	for _, node := range nodes {
		visit(node, nil)
	}
}

func TestIncludesHaveNoCircle(t *testing.T) {
	files := cFiles(t)
	noCircle(t, slices.Sorted(maps.Keys(files)), func(name string) []string { return included(files, name) })
}

// The declarations of a header are defined in the C file of its name; the lists of wrapped functions have a file of
// their own.
func TestHeadersDeclareTheirFile(t *testing.T) {
	files := cFiles(t)
	for name, header := range declarations(t, files) {
		if !strings.HasPrefix(name, "gm_") || header == "base/core_abi.h" {
			continue
		}
		defined := regexp.MustCompile(`(?m)^[A-Za-z_].*\b` + name + `\b`)
		text := files[strings.Replace(stem(header), "zz_wrappers", "zz_names", 1)+".c"]
		inline := regexp.MustCompile(`(?m)^(?:GM_HOT|static inline|static const) .*\b` + name + `\b`).MatchString(files[header])
		assert.True(t, inline || defined.MatchString(text), "%s is declared in %s and defined elsewhere", name, header)
	}
}

// A header compiles without another header before it.
func TestHeadersStandAlone(t *testing.T) {
	dir, err := filepath.Abs("..")
	require.NoError(t, err)
	for name := range cFiles(t) {
		if filepath.Ext(name) != ".h" {
			continue
		}
		cmd := exec.Command("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"+dir, "-x", "c", "-")
		cmd.Stdin = strings.NewReader("#include \"" + name + "\"\n")
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s: %s", name, out)
	}
}
