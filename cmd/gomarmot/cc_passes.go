package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// pluginWay is GCC's plugin (access/gcc). It fits only the version of GCC that it was built for.
var pluginWay = &way{
	name: "plugin",
	what: "with a plugin of GCC, for C, C++ and Fortran: tests inline, and mostly before\n" +
		"          loops, which take 1 to 2 times as long",
	fits: func(c *compiler) error {
		if !c.isGCC() {
			return fmt.Errorf("%s is not of GCC", c.argv[0])
		}
		return c.tryPass("-fplugin="+c.plugin(), c.plugin())
	},
	// Without -flto: the linker's own compiler would not run the plugin. With the tests, large functions have so many
	// blocks that GCC takes a minute to find out that it cannot follow their variables for -g: it gives up sooner.
	compile: func(c *compiler) []string {
		options := []string{"-fplugin=" + c.plugin(), "-fno-lto", "--param=max-vartrack-size=5000000"}
		if v := versionName(); plainVersion.MatchString(v) {
			options = append(options, "-fplugin-arg-gomarmot_gcc-version="+v)
		}
		return options
	},
	link:  func(*compiler) []string { return nil },
	notes: true,
}

// llvmWay is the pass for LLVM (access/llvm), built for each of LLVM's major versions.
var llvmWay = &way{
	name: "llvm",
	what: "with a pass of LLVM, for clang and flang: the same",
	fits: func(c *compiler) error {
		if llvmVersion.FindStringSubmatch(c.banner) == nil {
			return fmt.Errorf("%s is neither clang nor flang", c.argv[0])
		}
		return c.tryPass("-fpass-plugin="+c.pass(), c.pass())
	},
	compile: func(c *compiler) []string { return []string{"-fpass-plugin=" + c.pass(), "-fno-lto"} },
	link:    func(*compiler) []string { return nil },
	notes:   true,
}

// plainVersion matches versions that a makefile can pass on as they are.
var plainVersion = regexp.MustCompile(`^[\w.+-]+$`)

// versionVar tells the pass for LLVM, which has no options of its own, the version of gomarmot; the plugin gets it as
// an option.
const versionVar = "GOMARMOT_CC_VERSION"

func (c *compiler) plugin() string { return filepath.Join(c.libraries, "gomarmot_gcc.so") }

// llvmVersion finds the major version in the output of clang's and flang's --version.
var llvmVersion = regexp.MustCompile(`(?:clang|flang(?:-new)?) version (\d+)`)

func (c *compiler) pass() string {
	version := ""
	if m := llvmVersion.FindStringSubmatch(c.banner); m != nil {
		version = m[1]
	}
	return filepath.Join(c.libraries, "gomarmot_llvm"+version+".so")
}

// tryPass compiles an empty file: only the compiler itself knows whether it takes
// the pass.
func (c *compiler) tryPass(option, file string) error {
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("%s is missing; \"make access\" builds it where the compiler's headers are installed", file)
	}
	dir, err := os.MkdirTemp("", "gomarmot-cc-")
	if err != nil {
		return fmt.Errorf("try %s: %w", c.argv[0], err)
	}
	defer os.RemoveAll(dir)
	source, text := filepath.Join(dir, "empty.c"), ""
	if c.isFlang() {
		source, text = filepath.Join(dir, "empty.f90"), "end\n"
	}
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		return fmt.Errorf("try %s: %w", c.argv[0], err)
	}
	out, err := exec.Command(c.argv[0], option, "-c", "-o", os.DevNull, source).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s does not take %s: %w\n%s", c.argv[0], file, err, bytes.TrimSpace(out))
	}
	return nil
}
