package reading

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// AllRequests reports whether the log has every call that creates, completes or frees requests.
func (d *Reading) AllRequests() bool {
	const all = calls.FamilyRMA | calls.FamilyIO | calls.FamilyMessages | calls.FamilyCollectives
	return !d.Gaps() && d.Watches(all)
}
