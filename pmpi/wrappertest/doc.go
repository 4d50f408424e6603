// Package wrappertest holds the tests of libgomarmot.so as a whole: small C
// programs run with it preloaded, most of them with the stub library in place
// of an MPI, and the records they leave are compared with their calls.
// The tests need "make build", "make build/libstubmpi.so" and both MPIs; they fail
// if anything of these is missing.
package wrappertest
