package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker/rank/memory"
)

// tooManyUsed says that the buffers of more operations have been used than can be complete.
func tooManyUsed(x *memory.InUse) string {
	t := x.Request.Twins
	return fmt.Sprintf("at most %d of the operations with this request handle can be complete, but the buffers of %d "+
		"have been used", t.Complete, t.Used)
}

// usesOfTwins returns the uses of buffers of other operations whose requests have the same handle value, if it is
// uncertain which of the operations are complete.
func usesOfTwins(x *memory.InUse) (uses []Related) {
	if !x.MayBeOver() {
		return nil
	}
	for _, u := range x.Request.Twins.Uses {
		if u.Made != x.Request.Made {
			note := fmt.Sprintf("this %s used the buffer of %s, whose request has the same handle", u.By.Call,
				u.Made.Call)
			uses = append(uses, At(roleConflicts, u.By, note))
		}
	}
	return uses
}
