//go:build race

package main

// memoryScale: the race detector keeps shadows of what is allocated.
const memoryScale = 3
