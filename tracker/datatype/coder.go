package datatype

import "github.com/gomarmot/gomarmot/tracker/wire"

// NewCoder returns a coder of datatypes that uses c for numbers and text.
func NewCoder(c *wire.Coder) Coder {
	return Coder{
		Coder:     c,
		all:       wire.Shared[*Coder, Type]{Code: (*Coder).typ},
		sequences: wire.Shared[*Coder, signature]{Code: (*Coder).signature},
		layouts:   wire.Shared[*Coder, layout]{Code: (*Coder).layout},
	}
}
