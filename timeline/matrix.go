package timeline

import "github.com/gomarmot/gomarmot/tracker/state"

// maxBlocks is how many blocks of ranks each side of the matrix has, at most.
const maxBlocks = 256

// matrix counts traffic while calls come in.
type matrix struct {
	size, block int
	cells       []Cell
}

func newMatrix(ranks int) matrix {
	block := max(1, (ranks+maxBlocks-1)/maxBlocks)
	size := (ranks + block - 1) / block
	return matrix{size: size, block: block, cells: make([]Cell, size*size)}
}

// add counts one communication call from a rank to another.
func (m *matrix) add(origin, target int, r *state.RMA) {
	o, t := origin/m.block, target/m.block
	if target < 0 || o >= m.size || t >= m.size {
		return
	}
	c := &m.cells[o*m.size+t]
	c.Calls++
	if r.TType == nil || r.TType.Unknown || r.TCount < 0 {
		c.Unsized++
		return
	}
	c.Bytes += r.TCount * r.TType.Size
}

func (m *matrix) finish() Matrix {
	out := Matrix{Size: m.size, Block: m.block}
	for i, c := range m.cells {
		if c.Calls > 0 {
			c.Origin, c.Target = i/m.size, i%m.size
			out.Cells = append(out.Cells, c)
		}
	}
	return out
}
