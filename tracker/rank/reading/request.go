package reading

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// AllRequests reports whether the log has all calls that create, complete or free
// requests.
func (d *Reading) AllRequests() bool {
	const all = calls.FamilyRMA | calls.FamilyIO | calls.FamilyMessages | calls.FamilyCollectives
	return !d.Gaps() && d.Watches(all)
}
