package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
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

// writeJUnit writes the report as JUnit XML: a test case for each rule that
// was checked, and for the log itself. The test of a rule fails if the rule
// has findings at the level that fails the check, and is skipped if all its
// findings are suppressed.
func writeJUnit(w io.Writer, s *sheet) error {
	out := append([]string{verdict(s.exact)}, s.Coverage...)
	suite := junitSuite{Name: "gomarmot", Time: "0", Properties: junitProperties(s.Report),
		Out: strings.Join(out, "\n")}
	if !s.Started.IsZero() {
		suite.Timestamp = s.Started.UTC().Format("2006-01-02T15:04:05")
	}
	all := flat(s.findings)
	byRule := map[string][]*entry{}
	for _, f := range all {
		byRule[f.RuleID] = append(byRule[f.RuleID], f)
	}
	for _, rule := range junitRules(all, s.opt.Rules) {
		suite.add(junitRuleCase(rule[0], rule[1], byRule[rule[0]], s.opt))
	}
	suite.add(junitLogCase(s.Report, s.opt))
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

// junitLogCase returns the test of the log itself: without evidence, the tests of the rules mean nothing.
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
	return err
}

func junitProperties(r *Report) []junitProperty {
	return []junitProperty{
		{"mpi", r.MPI}, {"ranks", strconv.Itoa(r.Ranks)}, {"records", strconv.FormatInt(r.Records, 10)},
		{"complete", strconv.FormatBool(r.Complete)}, {"command", r.Command}, {"log", r.LogPath},
	}
}

// junitRules lists ID and title of each rule that was checked, and of rules that only a finding names.
func junitRules(all []*entry, checked []*rules.Rule) [][2]string {
	var out [][2]string
	seen := map[string]bool{}
	add := func(id, title string) {
		if !seen[id] {
			seen[id] = true
			out = append(out, [2]string{id, title})
		}
	}
	for _, rule := range checked {
		add(rule.ID, rule.Title)
	}
	for _, f := range all {
		add(f.RuleID, f.Title)
	}
	return out
}

func junitRuleCase(id, title string, fs []*entry, opt Options) junitCase {
	family := rules.FamilyOf(id)
	c := junitCase{Class: "gomarmot." + family, Name: id + " " + title, Time: "0"}
	var failing, other, suppressed []*entry
	for _, f := range fs {
		switch {
		case opt.fails(&f.Finding):
			failing = append(failing, f)
		case f.Suppressed != nil:
			suppressed = append(suppressed, f)
		default:
			other = append(other, f)
		}
	}
	c.Out = findingTexts(append(other, suppressed...))
	switch {
	case len(failing) > 0:
		c.Failure = junitFail(failing)
		if at := failing[0].first(); at.File != "" {
			c.File, c.Line = at.file(opt.Dir), at.Line
		}
	case len(suppressed) > 0 && len(other) == 0:
		c.Skipped = &junitSkipped{"suppressed: " + suppressed[0].Suppressed.Reason}
	}
	return c
}

// junitFail returns a single failure for all findings of a rule: some services do not understand several failures in a
// test case.
func junitFail(fs []*entry) *junitFailure {
	first := fs[0]
	message := joinText(callPlace(first.first()), ": ", first.summary())
	if n := len(fs) - 1; n > 0 {
		message += fmt.Sprintf(" (and at %s)", words.Count(n, "more place"))
	}
	return &junitFailure{Message: message, Type: first.Severity.String(), Text: findingTexts(fs)}
}

// findingTexts returns findings in the form of the text report.
func findingTexts(fs []*entry) string {
	var parts []string
	for _, f := range fs {
		parts = append(parts, findingText(f, false))
	}
	return strings.Join(parts, "\n")
}
