package op

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/wire"
)

// NewCoder returns a coder that reads, or that writes. A reader shares long lists of ranks.
func NewCoder(reads bool, share func([]int32) []int32) *Coder {
	c := &wire.Coder{}
	if reads {
		c = wire.Reader()
	}
	return &Coder{
		Coder:      c,
		types:      datatype.NewCoder(c),
		places:     wire.Shared[*Coder, Place]{Code: (*Coder).place},
		exchanges:  wire.Shared[*Coder, Exchange]{Code: (*Coder).exchange},
		lockeds:    wire.Shared[*Coder, Locked]{Code: (*Coder).locked},
		lockedAlls: wire.Shared[*Coder, LockedAll]{Code: (*Coder).lockedAll},
		share:      share,
		into:       &lists{},
	}
}
