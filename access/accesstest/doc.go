// Package accesstest holds the tests of libgomarmot-access.so, which is C: the
// library that code compiled by gomarmot cc calls.
package accesstest
