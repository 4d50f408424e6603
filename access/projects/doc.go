// Package projects compiles programs of others with the plugin of GCC and the passes of LLVM, and
// holds that they compute what they compute without: with nothing of interest, and with all of
// their memory. make test-sources downloads Debian's source packages and runs the tests.
package projects
