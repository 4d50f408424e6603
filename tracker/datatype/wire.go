package datatype

import "github.com/gomarmot/gomarmot/tracker/wire"

// Datatypes go to other processes with all they consist of, each once.
func init() {
	wire.Share[Type]()
	wire.Share[signature]()
	wire.Share[layout]()
	wire.Share[overlapMemo]()
}
