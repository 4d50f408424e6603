package report

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
)

// Options control how a format writes a report.
type Options struct {
	// Dir is the root of the source; files in it are shown by their path from
	// there. Empty: paths are shown as the debug information has them.
	Dir string
	// Rules are the rules that were checked. Formats that list rules without a
	// finding need them.
	Rules []*rules.Rule
	// FailOn is the least severity that fails the check; 0: Error.
	FailOn rules.Severity
	// AllowIncomplete: missing evidence does not make the check fail.
	AllowIncomplete bool
	// ShowSuppressed lists suppressed findings in formats that otherwise only
	// count them.
	ShowSuppressed bool
	// Version is gomarmot's own.
	Version string
	// Site is the address of the pages that make site writes; if empty, rules have
	// none.
	Site string
	// Width is the number of columns that text keeps to; 0: 80.
	Width int
	// Color highlights text with terminal codes.
	Color bool
}

// fails reports whether the finding makes the check fail.
func (o Options) fails(f *Finding) bool {
	least := o.FailOn
	if least == 0 {
		least = rules.Error
	}
	return f.counts() && f.Severity >= least
}

// lacks reports whether the check fails because evidence is missing from the log.
func (o Options) lacks(r *Report) bool { return len(r.Unseen) > 0 && !o.AllowIncomplete }

// lackingLevel returns the severity of missing evidence.
func (o Options) lackingLevel() rules.Severity {
	if o.AllowIncomplete {
		return rules.Warning
	}
	return rules.Error
}

// lacking is the heading above the sentences of Unseen.
const lacking = "MPI calls are missing from the log, so not everything could be checked"

// otherCoverage returns Coverage without the sentences of Unseen.
func otherCoverage(r *Report) []string {
	return slices.DeleteFunc(slices.Clone(r.Coverage), func(s string) bool { return slices.Contains(r.Unseen, s) })
}

// Format writes a report in a format.
type Format struct {
	Name     string
	suffixes []string // suffixes of file names, with the dot
	Doc      string
	needs    need
	write    func(io.Writer, *sheet) error
}

// need says what input a format needs besides the findings.
type need uint8

const (
	asShown   need = 0         // printable texts, and paths as people read them
	asFound   need = 1 << iota // texts and paths as they were found, for programs
	withTimes                  // the timeline
)

// Formats lists all formats, the default first.
var Formats = []Format{
	{"text", []string{".txt"}, "for people, 80 columns", asShown, writeText},
	{"json", []string{".json"}, "for programs, " + Schema, asFound, writeJSONReport},
	{"sarif", []string{".sarif"}, "for code scanning services, SARIF 2.1.0", asShown, writeSARIF},
	{"junit", []string{".xml"}, "for test result views, JUnit XML", asShown, writeJUnit},
	{"markdown", []string{".md"}, "for a comment on a merge or pull request", asShown, writeMarkdown},
	{"html", []string{".html"}, "a page with findings, source and timeline", withTimes, writeHTML},
	{"dot", []string{".dot"}, "who waited for whom at the end, for Graphviz", asShown, writeDot},
	{"gcc", nil, "for editors, as compilers print errors", asShown, writeGCC},
	{"github", nil, "for the log of GitHub Actions, workflow commands", asShown, writeGitHub},
}

// Write writes a report in the format. The report itself stays as it is.
func (f *Format) Write(w io.Writer, r *Report, opt Options) error {
	if err := f.write(w, prepare(r, opt, f.needs&asFound != 0)); err != nil {
		return fmt.Errorf("write %s report: %w", f.Name, err)
	}
	return nil
}

// Timed reports whether the format draws the timeline, which the check must then gather.
func (f *Format) Timed() bool { return f.needs&withTimes != 0 }

// FormatByName returns the named format; the error lists all formats.
func FormatByName(name string) (*Format, error) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("unknown format %q; choose one of %s", name, strings.Join(FormatNames(), ", "))
	}
	return &Formats[i], nil
}

// FormatByFile returns the format that has the suffix of a file name; the error lists all suffixes.
func FormatByFile(name string) (*Format, error) {
	suffix := strings.ToLower(filepath.Ext(name))
	i := slices.IndexFunc(Formats, func(f Format) bool { return slices.Contains(f.suffixes, suffix) })
	if i < 0 {
		return nil, fmt.Errorf("no format for the file %q: its name must end in one of %s", name,
			strings.Join(Suffixes(), " "))
	}
	return &Formats[i], nil
}

// FormatNames lists the names of all formats, the default first.
func FormatNames() []string {
	var out []string
	for _, f := range Formats {
		out = append(out, f.Name)
	}
	return out
}

// Suffixes lists the suffixes of file names that stand for a format.
func Suffixes() []string {
	var out []string
	for _, f := range Formats {
		out = append(out, f.suffixes...)
	}
	return out
}

// helpURI returns the address of a page that explains a rule: on the site or, without a site, the folder of the rule's
// faulty and fixed programs.
func (o Options) helpURI(id string) string {
	if o.Site != "" {
		return strings.TrimSuffix(o.Site, "/") + "/rules/" + id + ".html"
	}
	if id == rules.WithoutProgram {
		return home + "/blob/main/docs/rules.md"
	}
	if rule := rules.ByID(id); rule != nil && rule.Provoked() {
		return home + "/tree/main/examples/provoke"
	}
	return home + "/tree/main/examples/buggy/" + id
}
