package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
)

// suffixes are the suffixes of source files, in lower case. The debug information of a program may name any file as
// a source file; only files with these suffixes are read.
var suffixes = func() map[string]bool {
	m := map[string]bool{}
	for s := range strings.FieldsSeq(`
		c h cc cp cpp cppm cxx c++ hh hpp hxx h++ inl inc ipp ixx tcc tpp txx
		f for ftn f77 f90 f95 f03 f08 f18 f23 fpp fypp fi fh pf
		cu cuh hip cl ispc m mm y yy l ll re rl
		py pyx pxd pxi pyw jl rs go d zig nim java chpl ada adb ads pas r`) {
		m["."+s] = true
	}
	return m
}()

// maxSource bounds a source file, in bytes, and maxLine a line of it.
const (
	maxSource = 32 << 20
	maxLine   = 1 << 20
)

// Excerpt returns the source lines around a place, up to context lines before and after it. The first line has the
// number max(1, p.Line-context). A file that is not readable text, or has no suffix of source files, is an error.
func Excerpt(p Place, context int) ([]string, error) {
	if !p.Known() {
		return nil, fmt.Errorf("read source of %s: line is not known", p)
	}
	if !suffixes[strings.ToLower(filepath.Ext(p.File))] {
		return nil, fmt.Errorf("read source: %s is not named like a source file", p.File)
	}
	f, err := foreign.Open(p.File)
	if err != nil {
		return nil, fmt.Errorf("read source: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && info.Size() > maxSource {
		err = &foreign.TooLarge{Size: info.Size(), Most: maxSource}
	}
	if err != nil {
		return nil, fmt.Errorf("read source: %w", err)
	}
	var out []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for n := 1; n <= p.Line+context && lines.Scan(); n++ {
		if bytes.IndexByte(lines.Bytes(), 0) >= 0 {
			return nil, errors.New("read source: " + p.File + " is not text")
		}
		if n >= p.Line-context {
			out = append(out, lines.Text())
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read source: %w", err)
	}
	if len(out) <= min(context, p.Line-1) {
		return nil, fmt.Errorf("read source: %s has no line %d", p.File, p.Line)
	}
	return out, nil
}
