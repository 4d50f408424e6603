package source

import (
	"debug/dwarf"
	"path/filepath"
	"sort"
)

// maxLineRows bounds how many rows of decoded line tables are kept.
const maxLineRows = 1 << 20

// lineRow is a row of a line table: the code from addr up to the next row's address belongs to the line. A row
// without a file ends a sequence.
type lineRow struct {
	addr uint64
	file string
	line int
}

func (d *debugInfo) forgetLines() {
	d.lines, d.rows = map[dwarf.Offset][]lineRow{}, 0
}

// lineAt returns the row of an address in a compilation unit; for code without a line, the last row before it that has
// a line.
func (d *debugInfo) lineAt(unit dwarf.Offset, addr uint64) (lineRow, bool) {
	rows, ok := d.lines[unit]
	if !ok {
		if d.rows > maxLineRows {
			d.forgetLines()
		}
		rows = d.readLines(unit)
		d.lines[unit] = rows
		d.rows += len(rows)
	}
	k := sort.Search(len(rows), func(k int) bool { return rows[k].addr > addr }) - 1
	for ; k >= 0 && rows[k].file != ""; k-- {
		if rows[k].line > 0 { // 0: code that the compiler has added
			return rows[k], true
		}
	}
	return lineRow{}, false
}

// readLines decodes the line table of a unit, by address.
func (d *debugInfo) readLines(unit dwarf.Offset) []lineRow {
	e := d.entryAt(unit)
	if e == nil {
		return nil
	}
	lr, err := d.data.LineReader(e)
	if err != nil || lr == nil {
		return nil
	}
	dir := d.compiledIn(unit)
	var sequences [][]lineRow
	var seq []lineRow
	var row dwarf.LineEntry
	for lr.Next(&row) == nil {
		if row.EndSequence {
			if len(seq) > 0 && d.image.hasCode(seq[0].addr) {
				sequences = append(sequences, append(seq, lineRow{addr: row.Address}))
			}
			seq = nil
			continue
		}
		seq = append(seq, lineRow{row.Address, fileName(dir, row.File), row.Line})
	}
	sort.SliceStable(sequences, func(a, b int) bool { return sequences[a][0].addr < sequences[b][0].addr })
	var rows []lineRow
	for _, s := range sequences {
		rows = append(rows, s...)
	}
	return rows
}

// fileName returns a file's absolute name; the compiler ran in dir.
func fileName(dir string, f *dwarf.LineFile) string {
	switch {
	case f == nil || f.Name == "":
		return ""
	case filepath.IsAbs(f.Name) || dir == "":
		return f.Name
	}
	return filepath.Join(dir, f.Name)
}
