package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSite: reports link to the pages on rules if Options.Site names a site.
func TestSite(t *testing.T) {
	opt := sampleOptions
	for _, f := range []string{"html", "sarif"} {
		assert.NotContains(t, written(t, *must(FormatByName(f)), sampleReport(), opt), "/rules/PSCW001.html", f)
	}
	opt.Site = "file:///opt/site/"
	assert.Contains(t, written(t, *must(FormatByName("html")), sampleReport(), opt), `<a href="file:///opt/site/rules/PSCW001.html">`)
	assert.Contains(t, written(t, *must(FormatByName("sarif")), sampleReport(), opt), `"helpUri": "file:///opt/site/rules/PSCW001.html"`)
}
