package export

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/gomarmot/gomarmot/foreign"
)

// jsonl writes each record as a JSON object in a line, with invisible characters escaped.
type jsonl struct {
	to   io.Writer
	line bytes.Buffer
	enc  *json.Encoder
}

// NewJSONL returns a sink that writes JSON Lines.
func NewJSONL(to io.Writer) Sink {
	s := &jsonl{to: to}
	s.enc = json.NewEncoder(&s.line)
	s.enc.SetEscapeHTML(false)
	return s
}

func (s *jsonl) write(v any) error {
	s.line.Reset()
	if err := s.enc.Encode(v); err != nil {
		return err
	}
	_, err := s.to.Write(foreign.JSON(s.line.Bytes()))
	return err
}

func (s *jsonl) Job(j *jobRecord) error         { return s.write(j) }
func (s *jsonl) Call(c *callRecord) error       { return s.write(c) }
func (s *jsonl) Match(m *matchRecord) error     { return s.write(m) }
func (s *jsonl) State(x *stateRecord) error     { return s.write(x) }
func (s *jsonl) Finding(f *findingRecord) error { return s.write(f) }
func (s *jsonl) End(e *End) error               { return s.write(e) }
