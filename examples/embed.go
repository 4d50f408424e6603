// Package examples holds, for each rule, a program with its fault and the
// correct twin. They are documentation (gomarmot explain) and tests at once.
package examples

import "embed"

// Each rule's first pair is part of the gomarmot binary. Further pairs,
// bug_*.c and fixed_*.c, are tests only.
//
//go:embed buggy/*/bug.c buggy/*/fixed.c buggy/*/bug.f90 buggy/*/fixed.f90 provoke/*/bug.c provoke/*/fixed.c
var files embed.FS

// provoked are the folders of programs that break a rule only when gomarmot provoke runs them.
var provoked = map[string]string{"PROV001": "provoke/send", "PROV002": "provoke/match", "PROV003": "provoke/fill"}

// folder returns the folder, below examples, of the programs of rule id.
func folder(id string) string {
	if folder := provoked[id]; folder != "" {
		return folder
	}
	return "buggy/" + id
}

// Bug returns the program, in C or else in Fortran, that breaks rule id, and whether there is one.
func Bug(id string) (string, bool) { return read(id, "bug") }

// Fixed returns the correct twin of Bug, and whether there is one.
func Fixed(id string) (string, bool) { return read(id, "fixed") }

func read(id, name string) (string, bool) {
	b, err := files.ReadFile(folder(id) + "/" + name + ".c")
	if err != nil {
		b, err = files.ReadFile(folder(id) + "/" + name + ".f90")
	}
	return string(b), err == nil
}
