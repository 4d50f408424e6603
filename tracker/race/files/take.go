package files

import "github.com/gomarmot/gomarmot/tracker/op"

// Routes say which ops the judge takes.
func (m *Judge) Routes() op.Routes {
	return op.Routes{op.Opens: m.enter, op.HasOpened: m.opened, op.ReachesFile: m.reach, op.EndsAccess: m.complete,
		op.SyncsFile: m.sync, op.Resizes: m.resize, op.MovesShared: m.moveShared}
}

// Kept returns how many MPI_File_open the judge knows of which some rank has not closed the file.
func (m *Judge) Kept() int { return len(m.of) }
