// Package heaptest holds the tests of libgomarmot-heap.so, which is C: programs of
// testdata are run with it preloaded, and take the place of libgomarmot.so.
package heaptest
