// Package heaptest holds the tests of libgomarmot-heap.so, which is C: programs of testdata run with it preloaded, and
// stand in for libgomarmot.so.
package heaptest
