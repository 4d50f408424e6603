// Package source finds the place in a program's source for a return address. It reads the memory map of a process, the
// ELF files that the map names, and their DWARF debug information.
package source
