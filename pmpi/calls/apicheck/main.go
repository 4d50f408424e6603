// Command apicheck compares the call table with the MPI Forum's
// machine-readable description of the standard: every procedure with a C
// binding, large-count variants included, must be there with the same
// arguments and the same meaning. Run it through "make check-api".
package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// removed are the calls that the standard no longer has and both MPIs still
// export.
var removed = map[string]bool{"MPI_Type_hindexed": true, "MPI_Type_hvector": true, "MPI_Type_struct": true}

// added are the names of calls that MPI-4.1 has added and the description lacks.
var added = regexp.MustCompile(`^MPI_((Buffer|Comm|Session)_(attach|detach|i?flush)(_buffer)?|Get_hw_resource_info|` +
	`Remove_error_(class|code|string)|Request_get_status_(all|any|some)|Status_[gs]et_(error|source|tag)|` +
	`Type_get_value_index)$`)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: apicheck mpi-4.1-apis.json")
		os.Exit(2)
	}
	forum, err := readForum(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "apicheck:", err)
		os.Exit(2)
	}
	faults := compare(forum)
	for _, f := range faults {
		fmt.Println(f)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
	large := 0
	for i := range calls.Table {
		if calls.Table[i].HasLarge() {
			large++
		}
	}
	fmt.Printf("the table agrees with the standard: %d procedures, %d of them with a large-count variant\n", len(forum),
		large)
}

// compare returns the differences between the table and the standard.
func compare(forum []procedure) []string {
	var faults []string
	known := map[string]bool{}
	for i := range forum {
		p := &forum[i]
		known[p.Name] = true
		row := calls.ByName(p.Name)
		if row == nil || row.Name() != p.Name {
			faults = append(faults, p.Name+" is missing")
			continue
		}
		if d := differ(p.prototype(), row); d != "" {
			faults = append(faults, d)
		} else {
			faults = append(faults, meanings(p, calls.Of(row.Kind))...)
		}
	}
	for i := range calls.Table {
		if name := calls.Table[i].Name(); !known[name] && !removed[name] && !added.MatchString(name) {
			faults = append(faults, name+" is not in the standard")
		}
	}
	return faults
}

// differ compares a row with the standard's prototype; "" if they agree. A
// captured argument may have lost its direction: the capture mark says when
// its content is read.
func differ(want string, row *calls.Row) string {
	standard := &calls.Row{Proto: want}
	w, h := standard.Args(), row.Args()
	say := func() string { return fmt.Sprintf("%s:\n\tstandard %s\n\ttable    %s", row.Name(), want, row.Proto) }
	if standard.Ret() != row.Ret() || len(w) != len(h) || standard.HasLarge() != row.HasLarge() {
		return say()
	}
	for i := range w {
		if h[i].Capture {
			h[i].Capture, h[i].Dir = false, w[i].Dir
		}
		if h[i].PerRank() && w[i].Array == "[]" {
			h[i].Array = w[i].Array // the standard states the length in words
		}
		if w[i] != h[i] {
			return say() + "\n\tat " + strings.TrimSpace(w[i].Name)
		}
	}
	return ""
}
