package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file completely or not at all: a reader never finds half of
// it, and an earlier file stays if anything fails. Anything but a regular file,
// such as a pipe or a device, is written to directly.
func writeFile(name string, data []byte) error {
	if err := replaceFile(name, data); err != nil {
		return fmt.Errorf("write %s: %w", name, reason(err))
	}
	return nil
}

// reason is an error without its path, which may be a temporary name.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func replaceFile(name string, data []byte) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	perm := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return fillFile(name, os.O_WRONLY, 0, data)
		}
		perm = info.Mode().Perm()
	}
	next := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d", filepath.Base(name), os.Getpid()))
	err := fillFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm, data)
	if err == nil {
		err = os.Rename(next, name)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		_ = os.Remove(next) // it may not exist
	}
	return err
}

// fillFile opens a file and writes data to it.
func fillFile(name string, flag int, perm fs.FileMode, data []byte) error {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
