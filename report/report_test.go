package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files under testdata")

// TestFormats compares every format with its golden files.
func TestFormats(t *testing.T) {
	samples := map[string]func() *Report{
		"faulty": sampleReport, "gated": gatedReport, "clean": cleanReport, "clean_torn": cleanTornReport,
	}
	for name, sample := range samples {
		for _, f := range Formats {
			t.Run(name+"/"+f.Name, func(t *testing.T) {
				var out bytes.Buffer
				require.NoError(t, f.Write(&out, sample(), sampleOptions))
				golden(t, name+"."+f.Name, undressed(out.Bytes()))
			})
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

func TestTextKeepsTo80Columns(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, must(FormatByName("text")).Write(&out, sampleReport(), Options{Dir: "/home/ada/halo"}))
	for _, line := range strings.Split(out.String(), "\n") {
		assert.LessOrEqual(t, width(line), 80, line)
		assert.Equal(t, strings.TrimRight(line, " "), line, "blanks at the end")
	}
}

// TestJSONHasNoNull: readers may loop over every list.
func TestJSONHasNoNull(t *testing.T) {
	for _, r := range []*Report{{}, {Findings: []Finding{{}}}, sampleReport()} {
		var out bytes.Buffer
		require.NoError(t, must(FormatByName("json")).Write(&out, r, Options{}))
		assert.NotContains(t, out.String(), "null")
		assert.True(t, json.Valid(out.Bytes()))
	}
}

func TestWriteErrorsAreReturned(t *testing.T) {
	for _, f := range Formats {
		assert.ErrorIs(t, f.Write(brokenWriter{}, cleanReport(), Options{}), errDiskFull, f.Name)
	}
}

var errDiskFull = errors.New("disk full")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errDiskFull }

func TestFormatByName(t *testing.T) {
	f, err := FormatByName("json")
	require.NoError(t, err)
	assert.Equal(t, "json", f.Name)
	_, err = FormatByName("xml")
	assert.ErrorContains(t, err, `unknown format "xml"; choose one of text, json, `)
}

func TestFormatByFile(t *testing.T) {
	for _, f := range Formats {
		for _, suffix := range f.suffixes {
			got, err := FormatByFile("out.d/" + strings.ToUpper("report"+suffix))
			require.NoError(t, err)
			assert.Equal(t, f.Name, got.Name, suffix)
		}
	}
	for _, name := range []string{"report", "report.pdf", "dir.json/report", ""} {
		_, err := FormatByFile(name)
		assert.ErrorContains(t, err, "must end in one of .txt .json ", name)
	}
}

func TestWorstLooksIntoConsequences(t *testing.T) {
	note := Finding{Severity: rules.Note}
	assert.Equal(t, rules.Severity(0), (&Report{}).Worst())
	assert.Equal(t, rules.Note, (&Report{Findings: []Finding{note}}).Worst())
	note.Consequences = []Finding{{Severity: rules.Error}}
	assert.Equal(t, rules.Error, (&Report{Findings: []Finding{note}}).Worst())
}
