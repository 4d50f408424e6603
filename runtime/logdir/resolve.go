package logdir

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// Error is the type of all errors about files that the user named: one sentence
// with file, place, reason and remedy.
type Error = segment.FileError

// maxLine bounds the first line of run.log.
const maxLine = 1 << 20

func problem(path string, p segment.Problem, format string, args ...any) *Error {
	return &Error{Path: path, Offset: -1, Problem: p, Text: fmt.Sprintf(format, args...)}
}

// resolve finds run.log and its directory from what the user typed: the log, its
// directory, or the directory that contains both. The log may not exist.
func resolve(path string) (log, dir string, err error) {
	if path == "" {
		return "", "", problem(`""`, segment.Unreadable,
			"an empty path names no file; pass the run.log that the run wrote")
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular() && readMark(Dir(path)) != nil:
		return path, Dir(path), nil // the program itself uses the name run.log
	case err == nil && info.IsDir():
		return resolveFolder(path)
	case err == nil && info.Mode().IsRegular():
		return resolveFile(path)
	case err == nil:
		return "", "", problem(path, segment.Foreign, "neither a file nor a directory; pass the run.log that the run "+
			"wrote")
	case errors.Is(err, fs.ErrNotExist) && isDir(Dir(path)):
		return path, Dir(path), nil
	case errors.Is(err, fs.ErrNotExist) && !strings.Contains(path, Suffix) && defaultLog(path) != "":
		return "", "", problem(path, segment.Unreadable, "no such file; there is %s, pass that", defaultLog(path))
	case errors.Is(err, fs.ErrNotExist):
		return "", "", problem(path, segment.Unreadable, "no such file; pass the run.log that the run wrote. If it "+
			"wrote none, gomarmot doctor -- COMMAND finds out why")
	}
	return "", "", segment.Unusable(path, err)
}

// defaultLog returns a log with one of the default names in the directory of a path; ""
// if there is none.
func defaultLog(path string) string {
	for _, name := range []string{Default, Second} {
		log := filepath.Join(filepath.Dir(path), name)
		if log != path && isDir(Dir(log)) {
			return log
		}
	}
	return ""
}

func resolveFile(path string) (log, dir string, err error) {
	if _, _, ok := parseName(filepath.Base(path)); ok {
		return "", "", problem(path, segment.Foreign, "this is one rank's part of a log; pass its directory %s",
			filepath.Dir(path))
	}
	if isDir(Dir(path)) {
		return path, Dir(path), nil
	}
	if _, err := readRun(path); err != nil && err.Problem != segment.Empty {
		if log := defaultLog(path); log != "" && err.Problem == segment.Foreign {
			return "", "", problem(path, segment.Foreign, "this is not a gomarmot log; there is %s, pass that", log)
		}
		return "", "", err // more helpful than an error about the missing directory
	}
	return "", "", problem(path, segment.Unreadable,
		"the directory %s that belongs to it is not beside it; copy or move both together", filepath.Base(Dir(path)))
}

func resolveFolder(path string) (log, dir string, err error) {
	path = filepath.Clean(path)
	inside := filepath.Join(path, Default)
	if isDir(Dir(inside)) {
		return inside, Dir(inside), nil
	}
	if log, ok := strings.CutSuffix(path, Suffix); ok {
		return log, path, nil
	}
	return path, path, nil // perhaps a renamed directory; if not, list returns an error
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// readRun reads the first line of run.log.
func readRun(path string) (*Run, *Error) {
	f, err := foreign.Open(path)
	if err != nil {
		return nil, segment.Unusable(path, err)
	}
	defer f.Close() // only read
	line, err := bufio.NewReader(io.LimitReader(f, maxLine)).ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, segment.Unusable(path, err)
	}
	fail := func(p segment.Problem, text string) (*Run, *Error) {
		return nil, &Error{Path: path, Offset: 0, Problem: p, Text: text}
	}
	if len(line) == 0 {
		return fail(segment.Empty, "the file is empty: the run ended before it could write; run the program again")
	}
	var run Run
	if json.Unmarshal(line, &run) != nil || run.Message != FirstMessage {
		return fail(segment.Foreign, "this is not a gomarmot run.log; pass the run.log that the run wrote")
	}
	if run.Format > Version {
		return fail(segment.Newer, fmt.Sprintf("written in format version %d, this gomarmot reads up to %d; use a "+
			"newer gomarmot",
			run.Format, Version))
	}
	if run.Size < 1 || run.Size > segment.MaxSize {
		return fail(segment.Broken, fmt.Sprintf("the line says that MPI_COMM_WORLD has %d processes; restore the file",
			run.Size))
	}
	return &run, nil
}
