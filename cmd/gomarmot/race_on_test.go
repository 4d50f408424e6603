//go:build race

package main

// memoryScale: the race detector keeps shadows of allocated memory.
const memoryScale = 3
