package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// exportFiles are the files of an export while they are written. Each has a temporary name until all are complete, so
// no reader finds half of a file.
type exportFiles struct{ all []*exportFile }

type exportFile struct {
	*bufio.Writer
	file        *os.File // nil: standard output
	name, final string   // the same where it is written directly
}

// create creates a file. Anything but a regular file, such as a pipe, is written to directly.
func (o *exportFiles) create(name string) (io.Writer, error) {
	f := &exportFile{name: name, final: name}
	flags := os.O_WRONLY
	if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() {
		f.name = filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d", filepath.Base(name), os.Getpid()))
		flags |= os.O_CREATE | os.O_EXCL
	}
	file, err := os.OpenFile(f.name, flags, 0o666)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, reason(err))
	}
	f.file, f.Writer = file, bufio.NewWriterSize(file, 1<<16)
	o.all = append(o.all, f)
	return f, nil
}

// buffer returns a buffer for standard output.
func (o *exportFiles) buffer(stdout io.Writer) io.Writer {
	f := &exportFile{Writer: bufio.NewWriterSize(stdout, 1<<16)}
	o.all = append(o.all, f)
	return f
}

// keep ends the files and gives them their names.
func (o *exportFiles) keep() error {
	for _, f := range o.all {
		err := f.Flush()
		if f.file != nil {
			err = errors.Join(err, f.file.Close())
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", f.final, reason(err))
		}
	}
	for _, f := range o.all {
		if f.name == f.final {
			continue
		}
		if err := os.Rename(f.name, f.final); err != nil {
			return fmt.Errorf("write %s: %w", f.final, reason(err))
		}
		f.name = f.final
	}
	o.all = nil
	return nil
}

// discard removes the files that are incomplete.
func (o *exportFiles) discard() {
	for _, f := range o.all {
		if f.file == nil {
			continue
		}
		_ = f.file.Close() // it may be closed
		if f.name != f.final {
			_ = os.Remove(f.name) // a file that the user cannot use
		}
	}
}
