package files

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
)

// Routes has the judge take ops.
func (m *Judge) Routes(k *op.Kinds) {
	k.Opens.To(m.enter)
	k.HasOpened.To(m.opened)
	k.ReachesFile.To(m.reach)
	k.EndsAccess.To(m.complete)
	k.SyncsFile.To(m.sync)
	k.Resizes.To(m.resize)
	k.MovesShared.To(m.moveShared)
}

// Kept returns how many MPI_File_open the judge knows of which some rank has not closed the file.
func (m *Judge) Kept() int { return len(m.of) }

// Gone takes a file that its last rank has closed.
func (m *Judge) Gone(on *op.Place) {
	f := m.of[on.ID]
	if f == nil {
		return
	}
	m.lastMoves(f)
	delete(m.of, on.ID)
	if c := f.content; c != nil {
		if c.opens--; m.past(c) {
			m.kept -= c.Len()
			m.contents = slices.DeleteFunc(m.contents, func(o *content) bool { return o == c })
		}
	}
}
