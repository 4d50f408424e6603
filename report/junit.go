package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/words"
)

// The parts of the JUnit format that CI services agree on.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Timestamp  string          `xml:"timestamp,attr,omitempty"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		Out        string          `xml:"system-out,omitempty"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure"`
		Error   *junitFailure `xml:"error"`
		Skipped *junitSkipped `xml:"skipped"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// writeJUnit writes the report as JUnit XML: one test case for each rule that
// was checked, and one for the log itself. The test of a rule fails if the rule
// has findings at the level that fails the check, and is skipped if it has only
// suppressed ones.
func writeJUnit(w io.Writer, r *Report, opt Options) error {
	r.Normalize()
	r = r.printable()
	out := append([]string{verdict(r)}, r.Coverage...)
	suite := junitSuite{Name: "gomarmot", Time: "0", Properties: junitProperties(r), Out: strings.Join(out, "\n")}
	if !r.Started.IsZero() {
		suite.Timestamp = r.Started.UTC().Format("2006-01-02T15:04:05")
	}
	byRule := map[string][]*Finding{}
	for _, f := range flat(r.Findings) {
		byRule[f.RuleID] = append(byRule[f.RuleID], f)
	}
	for _, rule := range junitRules(r, opt) {
		suite.add(junitRuleCase(rule[0], rule[1], byRule[rule[0]], opt))
	}
	suite.add(junitLogCase(r, opt))
	return writeXML(w, junitSuites{Name: "gomarmot", Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors,
		Suites: []junitSuite{suite}})
}

// add adds a test case.
func (s *junitSuite) add(c junitCase) {
	s.Tests++
	s.Cases = append(s.Cases, c)
	switch {
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

// junitLogCase is the test of the log itself: without evidence, the tests of the
// rules mean nothing.
func junitLogCase(r *Report, opt Options) junitCase {
	c := junitCase{Class: "gomarmot.log", Name: "the log holds every MPI call", Time: "0"}
	why := strings.Join(r.Unseen, "\n")
	if opt.lacks(r) {
		c.Error = &junitFailure{Message: lacking, Type: "incomplete", Text: why}
	} else {
		c.Out = why
	}
	return c
}

func writeXML(w io.Writer, doc any) error {
	out, err := xml.MarshalIndent(doc, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, out)
	}
	if err != nil {
		return fmt.Errorf("write junit report: %w", err)
	}
	return nil
}

func junitProperties(r *Report) []junitProperty {
	return []junitProperty{
		{"mpi", r.MPI}, {"ranks", strconv.Itoa(r.Ranks)}, {"records", strconv.FormatInt(r.Records, 10)},
		{"complete", strconv.FormatBool(r.Complete)}, {"command", r.Command}, {"log", r.LogPath},
	}
}

// junitRules are the ID and title of each rule checked, and of rules that only a
// finding names.
func junitRules(r *Report, opt Options) [][2]string {
	var out [][2]string
	seen := map[string]bool{}
	add := func(id, title string) {
		if !seen[id] {
			seen[id] = true
			out = append(out, [2]string{id, title})
		}
	}
	for _, rule := range opt.Rules {
		add(rule.ID, rule.Title)
	}
	for _, f := range flat(r.Findings) {
		add(f.RuleID, f.Title)
	}
	return out
}

// flat lists findings and their consequences.
func flat(fs []Finding) []*Finding {
	var out []*Finding
	for i := range fs {
		out = append(out, &fs[i])
		out = append(out, flat(fs[i].Consequences)...)
	}
	return out
}

func junitRuleCase(id, title string, fs []*Finding, opt Options) junitCase {
	family := strings.TrimRight(id, "0123456789")
	c := junitCase{Class: "gomarmot." + family, Name: id + " " + title, Time: "0"}
	var failing, other, suppressed []*Finding
	for _, f := range fs {
		switch {
		case opt.fails(f):
			failing = append(failing, f)
		case f.Suppressed != nil:
			suppressed = append(suppressed, f)
		default:
			other = append(other, f)
		}
	}
	c.Out = findingTexts(append(other, suppressed...), opt)
	switch {
	case len(failing) > 0:
		c.Failure = junitFail(failing, opt)
		s := firstSite(*failing[0])
		if s.File != "" {
			c.File, c.Line = shortPath(s.File, opt.Dir), s.Line
		}
	case len(suppressed) > 0 && len(other) == 0:
		c.Skipped = &junitSkipped{"suppressed: " + suppressed[0].Suppressed.Reason}
	}
	return c
}

// junitFail is one failure for all findings of a rule: not every service
// understands several in a test case.
func junitFail(fs []*Finding, opt Options) *junitFailure {
	first := fs[0]
	message := joinText(callPlace(firstSite(*first), opt.Dir), ": ", orElse(first.Message, first.Title))
	if n := len(fs) - 1; n > 0 {
		message += fmt.Sprintf(" (and at %s)", words.Count(n, "more place"))
	}
	return &junitFailure{Message: message, Type: first.Severity, Text: findingTexts(fs, opt)}
}

// findingTexts are findings in the form of the text report.
func findingTexts(fs []*Finding, opt Options) string {
	var parts []string
	for _, f := range fs {
		parts = append(parts, findingText(f, opt, false))
	}
	return strings.Join(parts, "\n")
}
