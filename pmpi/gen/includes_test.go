package main

import (
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
	cInclude = regexp.MustCompile(`(?m)^#include "([^/"]*)"`) // not of other folders
	cUse     = regexp.MustCompile(`(?:struct |enum )?\b(?:gm|GM)_\w+`)
	// What a header declares: functions, variables, types and macros by their
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

// cFiles reads the C files of the library, without comments.
func cFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"../*.c", "../*.h"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			files[filepath.Base(path)] = cComment.ReplaceAllString(string(text), "")
		}
	}
	return files
}

// declarations says which header declares each name.
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

func included(text string) []string {
	var out []string
	for _, m := range cInclude.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// A C file includes the header of every name it uses, and no other. A type may
// also come from its forward declaration.
func TestFilesIncludeWhatTheyUse(t *testing.T) {
	files := cFiles(t)
	headers := declarations(t, files)
	assert.Equal(t, "ring.h", headers["gm_begin"])
	assert.Equal(t, "thread.h", headers["struct gm_thread"])
	assert.Equal(t, "gm.h", headers["GM_PATH"])
	for name, text := range files {
		have := included(text)
		used := []string{strings.TrimSuffix(name, ".c") + ".h"}
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

func TestIncludesHaveNoCycle(t *testing.T) {
	files := cFiles(t)
	var visit func(name string, path []string)
	done := map[string]bool{}
	visit = func(name string, path []string) {
		require.NotContains(t, path, name, "included by itself through %v", path)
		if done[name] {
			return
		}
		done[name] = true
		for _, header := range included(files[name]) {
			require.Contains(t, files, header)
			visit(header, append(slices.Clone(path), name))
		}
	}
	for name := range files {
		visit(name, nil)
	}
}

// Whoever includes a header needs no other one before it.
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
