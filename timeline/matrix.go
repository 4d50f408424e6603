package timeline

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

// add counts bytes, -1 if that is unknown, from a rank to another, and returns their cell; nil
// if there is none.
func (m *matrix) add(origin, target int, bytes int64) *Cell {
	o, t := origin/m.block, target/m.block
	if target < 0 || o >= m.size || t >= m.size {
		return nil
	}
	c := &m.cells[o*m.size+t]
	if bytes < 0 {
		c.Unsized++
	} else {
		c.Bytes += bytes
	}
	return c
}

func (m *matrix) finish() Matrix {
	out := Matrix{Size: m.size, Block: m.block}
	for i, c := range m.cells {
		if c.Calls > 0 || c.Messages > 0 {
			c.Origin, c.Target = i/m.size, i%m.size
			out.Cells = append(out.Cells, c)
		}
	}
	return out
}
