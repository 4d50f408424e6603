package acceptance

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// sizeOf returns the space that the files below dir take on disk; rings have holes.
func sizeOf(dir string) (bytes int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // another process is removing it
		}
		if info, err := e.Info(); err == nil {
			if sys, ok := info.Sys().(*syscall.Stat_t); ok {
				bytes += 512 * sys.Blocks
			}
		}
		return nil
	})
	return bytes
}

// copyTree copies a file, or a folder with its contents.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := to + path[len(from):]
		switch {
		case e.IsDir():
			return os.MkdirAll(target, 0o700)
		case e.Type().IsRegular():
			return copySparse(path, target)
		}
		return nil
	})
}

// copySparse copies a file, and leaves holes in place of zeros.
func copySparse(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer out.Close() // the error that counts is that of Truncate
	var at int64
	block, zeros := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(in, block)
		if n > 0 && !bytes.Equal(block[:n], zeros[:n]) {
			if _, err := out.WriteAt(block[:n], at); err != nil {
				return err
			}
		}
		at += int64(n)
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return out.Truncate(at)
		default:
			return err
		}
	}
}
