//go:build !race

package main

// memoryScale is by how much more memory gomarmot takes as built for this test.
const memoryScale = 1
