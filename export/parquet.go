package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// tableNames are the names of the files of an export to Parquet, each with ".parquet".
var tableNames = []string{"calls", "matches", "states", "findings"}

// rowGroup is the number of rows in a row group of a file: a row group is kept in memory.
const rowGroup = 1 << 16

// callRow is a Call as a row. Arguments and Results are JSON texts.
type callRow struct {
	Rank      int    `parquet:"rank"`
	Thread    int    `parquet:"thread"`
	Number    string `parquet:"number"`
	Call      string `parquet:"call,dict"`
	Entered   int64  `parquet:"entered"`
	Returned  *int64 `parquet:"returned,optional"`
	Ended     string `parquet:"ended,dict"`
	File      string `parquet:"file,dict"`
	Line      int    `parquet:"line"`
	Function  string `parquet:"function,dict"`
	Error     *int64 `parquet:"error,optional"`
	Arguments []byte `parquet:"arguments,json"`
	Results   []byte `parquet:"results,json"`
}

// tables is a sink that writes a Parquet file for each of Tables.
type tables struct {
	calls    *table[callRow]
	matches  *table[matchRecord]
	states   *table[stateRecord]
	findings *table[findingRecord]
}

// NewParquet returns a sink that writes Parquet; open returns the file for a table.
func NewParquet(open func(table string) (io.Writer, error)) (Sink, error) {
	var files [4]io.Writer
	for i, name := range tableNames {
		f, err := open(name)
		if err != nil {
			return nil, err
		}
		files[i] = f
	}
	return &tables{newTable[callRow](files[0]), newTable[matchRecord](files[1]), newTable[stateRecord](files[2]),
		newTable[findingRecord](files[3])}, nil
}

// table writes the rows of a file.
type table[T any] struct {
	file *parquet.GenericWriter[T]
	rows []T
}

func newTable[T any](to io.Writer) *table[T] {
	return &table[T]{file: parquet.NewGenericWriter[T](to, parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(rowGroup))}
}

// add takes a row. Rows are written many at a time.
func (t *table[T]) add(row *T) error {
	t.rows = append(t.rows, *row)
	if len(t.rows) < 256 {
		return nil
	}
	return t.flush()
}

func (t *table[T]) flush() error {
	_, err := t.file.Write(t.rows)
	clear(t.rows)
	t.rows = t.rows[:0]
	return err
}

// finish writes the rows that are left, and the file's metadata.
func (t *table[T]) finish() error { return errors.Join(t.flush(), t.file.Close()) }

// describe puts a record into the metadata of all files, beside the schema's version.
func (s *tables) describe(name string, record any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	for _, set := range []func(key, value string){s.calls.file.SetKeyValueMetadata, s.matches.file.SetKeyValueMetadata,
		s.states.file.SetKeyValueMetadata, s.findings.file.SetKeyValueMetadata} {
		set("gomarmot.schema", schema)
		set("gomarmot."+name, string(text))
	}
	return nil
}

func (s *tables) Job(j *jobRecord) error { return s.describe("job", j) }

func (s *tables) Call(c *callRecord) error {
	arguments, err := object(c.Arguments)
	if err != nil {
		return err
	}
	results, err := object(c.Results)
	if err != nil {
		return err
	}
	return s.calls.add(&callRow{Rank: c.Rank, Thread: c.Thread, Number: c.Number, Call: c.Call, Entered: c.Entered,
		Returned: c.Returned, Ended: string(c.Ended), File: c.File, Line: c.Line, Function: c.Function, Error: c.Error,
		Arguments: arguments, Results: results})
}

// object returns values as JSON without escapes for HTML.
func object(v values) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

func (s *tables) Match(m *matchRecord) error     { return s.matches.add(m) }
func (s *tables) State(x *stateRecord) error     { return s.states.add(x) }
func (s *tables) Finding(f *findingRecord) error { return s.findings.add(f) }

func (s *tables) End(e *End) error {
	if err := s.describe("end", e); err != nil {
		return err
	}
	if err := errors.Join(s.calls.finish(), s.matches.finish(), s.states.finish(), s.findings.finish()); err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}
