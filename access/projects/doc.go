// Package projects compiles programs of other projects with the plugin of GCC and the passes of LLVM, and tests that
// their results stay the same: with no memory of interest, and with all of their memory. make test-sources downloads
// Debian's source packages and runs the tests.
package projects
