package logdir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Version is the version of run.log that this code writes, and the newest it
// reads.
const Version = 1

// FirstMessage is the "msg" of the first line of every run.log.
const FirstMessage = "gomarmot run"

// Run is the first line of run.log.
type Run struct {
	Level    string    `json:"level"` // "info"
	Time     time.Time `json:"ts"`    // start of the run
	Message  string    `json:"msg"`   // FirstMessage
	Format   int       `json:"format"`
	ID       string    `json:"run"` // the same in every segment
	Gomarmot string    `json:"gomarmot"`
	Size     int       `json:"size"` // of MPI_COMM_WORLD
	Flavour  string    `json:"flavour"`
	Library  string    `json:"library"`
	Standard string    `json:"standard"`
	Exe      string    `json:"exe"`
	Args     []string  `json:"args"`
	Host     string    `json:"host,omitempty"` // of rank 0
}

// Line returns the first line of run.log. It sets level, message and format itself.
func (r Run) Line() ([]byte, error) {
	r.Level, r.Message, r.Format = "info", FirstMessage, Version
	line, err := json.Marshal(r)
	if err == nil && len(line) >= maxLine { // the command line is too long
		r.Args = r.Args[:min(1, len(r.Args))]
		line, err = json.Marshal(r)
	}
	if err != nil {
		return nil, fmt.Errorf("encode first line of run.log: %w", err)
	}
	return append(line, '\n'), nil
}

// Create creates run.log, with its first line, and the directory beside it. It fails if the log or the directory
// exists. The caller closes the file.
func Create(path string, run Run) (*os.File, error) {
	line, err := run.Line()
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create log directory: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if err != nil {
		_ = os.Remove(Dir(path)) // just created, empty
		return nil, fmt.Errorf("create log: %w", err)
	}
	if _, err := f.Write(line); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("write log: %w", err)
	}
	return f, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
