// Package source finds the place in a program's source that a return address
// belongs to. It reads the memory map of a process, the ELF files in it and
// their DWARF debug information, and imports nothing from gomarmot.
package source
