package main

import (
	"fmt"
	"path/filepath"
)

// hooksWay takes code that any gcc or clang generates for ThreadSanitizer, and
// puts libgomarmot-access.so in the place of ThreadSanitizer's own library.
var hooksWay = &way{
	name: "hooks",
	what: "with -fsanitize=thread, which any gcc and clang has: a function call for each\n" +
		"          access, loops take 2 to 16 times as long",
	fits: func(c *compiler) error {
		if c.isClang() || c.isGCC() {
			return nil
		}
		return fmt.Errorf("%s is neither gcc nor clang", c.argv[0])
	},
	compile: func(c *compiler) []string {
		if c.isClang() {
			return []string{"-fsanitize=thread"}
		}
		// It warns of fences, which ThreadSanitizer does not follow. Each call goes by way of a table of addresses
		// anyway: without a jump in between it takes half of the time.
		return append([]string{"-fsanitize=thread", "-Wno-tsan", "-fno-plt"}, unspeculated...)
	},
	link: func(c *compiler) []string {
		if c.isClang() {
			return append(wrapping(), "-fno-sanitize-link-runtime")
		}
		// gcc links with -ltsan: there, that is libgomarmot-access.so.
		return append(wrapping(), "-L"+filepath.Join(c.libraries, "gomarmot-hooks"))
	},
}

// unspeculated are options of gcc that keep it from reading memory that the program does not read: a variable before a
// loop that uses it only under a condition, unused lanes of a vector, the member beside a used member. gcc sets the
// hooks after these optimizations.
var unspeculated = []string{"-fno-tree-loop-im", "-fno-tree-loop-if-convert", "-fno-predictive-commoning",
	"-fno-hoist-adjacent-loads"}

// wrapped are the functions whose calls the linker leads to libgomarmot-access.so
// (access/strings.c): ThreadSanitizer's library replaces them for the whole process, which
// would cost MPI time, and so gcc has no hooks for them.
var wrapped = []string{"memcpy", "memmove", "mempcpy", "memset", "memcmp", "bcmp",
	"__memcpy_chk", "__memmove_chk", "__mempcpy_chk", "__memset_chk"}

func wrapping() []string {
	var options []string
	for _, name := range wrapped {
		options = append(options, "-Wl,--wrap="+name)
	}
	return options
}
