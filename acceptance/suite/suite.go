// Package suite describes the programs of examples/ for tools other than gomarmot:
// which faults each has, on which lines, or that it has none. docs/suite.md says how
// to score a tool with it.
package suite

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/rules"
)

// schema names the version of the file.
const schema = "gomarmot-suite/1"

// Suite is the file.
type Suite struct {
	Schema   string             `json:"schema"`
	Rules    map[string]ruleRow `json:"rules"`
	Programs []programRow       `json:"programs"`
}

// ruleRow is a rule that a fault breaks.
type ruleRow struct {
	Title    string `json:"title"`
	Says     string `json:"says"`
	Cite     string `json:"citation"`
	Severity string `json:"severity"`
	MPI      string `json:"mpi"` // first version of the standard that has it
	// Needs lists the parts of a run that a tool must see to find the fault: "the calls of one rank" or "the calls of
	// several ranks", and others.
	Needs []string `json:"needs"`
}

// programRow is a source file.
type programRow struct {
	Path     string   `json:"path"` // from the repository's root
	Language string   `json:"language"`
	Ranks    int      `json:"ranks"`
	MPI      string   `json:"mpi"`             // first version of MPI that has all functions that it calls
	Until    string   `json:"until,omitempty"` // last version of MPI in which it is wrong
	Ends     bool     `json:"ends"`            // false: it does not end by itself
	Args     []string `json:"arguments"`
	Env      []string `json:"environment"`
	Flags    []string `json:"flags"` // for the compiler: options, and further source files
	// Accesses: a tool must see the program's own loads and stores to tell whether
	// there is a fault, not only its calls.
	Accesses bool `json:"accesses"`
	// Heap: a tool must know the blocks of the program's heap to tell.
	Heap   bool       `json:"heap"`
	Faults []faultRow `json:"faults"`
	// Fixed is the program without the fault; "" if there is none.
	Fixed string `json:"fixed,omitempty"`
	// Fails says why it cannot run, by MPI or MPI-version.
	Fails map[string]string `json:"fails"`
}

// faultRow is a broken rule at a line.
type faultRow struct {
	Rule string `json:"rule"`
	Line int    `json:"line"`
}

// patterns name the programs, from examples/.
var patterns = []string{
	"buggy/*/*.c", "buggy/*/*.f90", "correct/*.c", "silent/*.c",
	"fortran/*/*.f", "fortran/*/*.f90", "python/*/*.py",
}

// Make describes the programs below root.
func Make(root string) (*Suite, error) {
	s := &Suite{Schema: schema, Rules: map[string]ruleRow{}}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(filepath.Join(root, "examples", pattern))
		if err != nil {
			return nil, err
		}
		if len(paths) == 0 {
			return nil, fmt.Errorf("no program is named %s", pattern)
		}
		for _, path := range paths {
			if err := s.add(root, path); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(s.Programs, func(a, b programRow) int { return strings.Compare(a.Path, b.Path) })
	return s, nil
}

// add adds a program, unless it is a test of gomarmot rather than of a rule of MPI.
func (s *Suite) add(root, path string) error {
	from, err := acceptance.Load(path)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	p := programRow{
		Path: rel, Language: languages[filepath.Ext(path)], Ranks: from.Ranks, MPI: versionOf(string(text)),
		Ends: !from.Hang,
		Args: some(from.Args), Env: some(from.Env), Flags: []string{}, Accesses: from.How != "", Heap: from.Heap,
		Faults: []faultRow{}, Fails: from.Skip,
	}
	for _, f := range from.Flags {
		p.Flags = append(p.Flags, strings.TrimPrefix(f, root+string(filepath.Separator)))
	}
	if from.Until > 0 {
		p.Until = fmt.Sprintf("%d.%d", from.Until/10, from.Until%10)
	}
	for _, w := range from.Wants {
		if rules.FamilyOf(w.Rule) == "TOOL" {
			return nil
		}
		r := rules.ByID(w.Rule)
		if r == nil {
			return fmt.Errorf("%s: no rule %s", rel, w.Rule)
		}
		s.Rules[r.ID] = ruleOf(r)
		p.Faults = append(p.Faults, faultRow{r.ID, w.Line})
	}
	for _, e := range p.Env {
		if strings.HasPrefix(e, "GOMARMOT_") || strings.HasPrefix(e, "LD_PRELOAD=") {
			return nil
		}
	}
	if base := filepath.Base(rel); len(p.Faults) > 0 && strings.HasPrefix(base, "bug") {
		fixed := filepath.Join(filepath.Dir(rel), "fixed"+strings.TrimPrefix(base, "bug"))
		if _, err := os.Stat(filepath.Join(root, fixed)); err == nil {
			p.Fixed = fixed
		}
	}
	s.Programs = append(s.Programs, p)
	return nil
}

var languages = map[string]string{".c": "C", ".f": "Fortran", ".f90": "Fortran", ".py": "Python"}

func some(s []string) []string { return append([]string{}, s...) }

func ruleOf(r *rules.Rule) ruleRow {
	out := ruleRow{Title: r.Title, Says: strings.Join(strings.Fields(r.Says), " "), Cite: r.Cite,
		Severity: r.Severity.String(), MPI: r.MPI}
	if r.Scope == rules.RankScope {
		out.Needs = []string{"the calls of one rank"}
	} else {
		out.Needs = []string{"the calls of several ranks"}
	}
	switch rules.FamilyOf(r.ID) {
	case "RACE":
		out.Needs = append(out.Needs, "which accesses are ordered")
	case "HANG":
		out.Needs = append(out.Needs, "who waits for whom")
	}
	if r.Pedantic {
		out.Needs = append(out.Needs, "rules for advice, which correct programs may ignore")
	}
	return out
}

// versions maps names in the source to the version of MPI that has them, the newest version first. Names match in upper
// and lower case, since Fortran uses both.
var versions = []struct {
	mpi  string
	name *regexp.Regexp
}{
	{"4.1", names(
		"(comm|session)_(attach|detach|i?flush)_buffer", "buffer_i?flush",
		"request_get_status_(any|all|some)", "status_[gs]et_(error|source|tag)", "get_hw_resource_info",
		"type_get_value_index", `remove_error_\w+`)},
	{"4.0", names(
		`session_\w+`, "p(send|recv)_init", `pready\w*`, "parrived", `\w+_c`, "isendrecv(_replace)?",
		`(barrier|bcast|i?all\w+|gatherv?|scatterv?|reduce\w*|scan|exscan|neighbor_\w+)_init`,
		"comm_create_from_group", "intercomm_create_from_groups", "comm_idup_with_info", "info_create_env",
		"info_get_string", "group_from_session_pset", "errors_abort")},
	{"3.1", names("aint_(add|diff)", "file_i(read|write)_(at_)?all")},
	{"3.0", names(
		`win_(allocate\w*|create_dynamic|attach|detach|(un)?lock_all|flush\w*|sync|shared_query|[gs]et_info)`,
		"r(put|get|accumulate|get_accumulate)", "get_accumulate", "fetch_and_op", "compare_and_swap",
		`i(barrier|bcast|gatherv?|scatterv?|all\w+|reduce\w*|scan|exscan)`, `i?neighbor_\w+`,
		"comm_(split_type|idup|dup_with_info|create_group|[gs]et_info)", "i?mprobe", "i?mrecv", "count",
		`type_\w+_x`, "no_op")},
}

// names returns an expression for the MPI functions whose names, after the prefix, match a pattern.
func names(patterns ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\bp?mpi_(` + strings.Join(patterns, "|") + `)\b`)
}

func versionOf(text string) string {
	for _, v := range versions {
		if v.name.MatchString(text) {
			return v.mpi
		}
	}
	if strings.Contains(text, "mpi_f08") {
		return "3.0"
	}
	return "2.2"
}

// Write writes the suite as JSON.
func (s *Suite) Write(path string) error {
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}
