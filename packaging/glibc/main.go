// Command glibc prints the oldest version of the GNU C library with which the given ELF files run: the version of
// the newest symbol that they need.
package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	v, err := newest(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "glibc:", err)
		os.Exit(1)
	}
	fmt.Println(v)
}

// version is 2.34 as 2, 34.
type version [2]int

func (v version) String() string { return fmt.Sprintf("%d.%d", v[0], v[1]) }

func (v version) less(o version) bool { return v[0] < o[0] || v[0] == o[0] && v[1] < o[1] }

// newest is the version of the newest symbol of the GNU C library that the files need.
func newest(files []string) (version, error) {
	var out version
	for _, name := range files {
		v, err := needs(name)
		if err != nil {
			return out, fmt.Errorf("%s: %w", name, err)
		}
		if out.less(v) {
			out = v
		}
	}
	if out == (version{}) {
		return out, errors.New("none of the files needs the GNU C library")
	}
	return out, nil
}

// needs is the version of the newest symbol that a file needs; zero if the file is linked statically.
func needs(name string) (version, error) {
	var out version
	f, err := elf.Open(name)
	if err != nil {
		return out, err
	}
	defer f.Close() // only read
	if f.SectionByType(elf.SHT_GNU_VERNEED) == nil {
		return out, nil
	}
	libraries, err := f.DynamicVersionNeeds()
	if err != nil {
		return out, err
	}
	for _, l := range libraries {
		for _, need := range l.Needs {
			number, ok := strings.CutPrefix(need.Dep, "GLIBC_")
			if !ok {
				continue // a symbol of libgcc
			}
			v, err := parse(number)
			if err != nil {
				return out, err // GLIBC_PRIVATE: the file runs with a single version only
			}
			if out.less(v) {
				out = v
			}
		}
	}
	return out, nil
}

// parse reads 2.34 or 2.2.5.
func parse(s string) (version, error) {
	major, rest, _ := strings.Cut(s, ".")
	minor, _, _ := strings.Cut(rest, ".")
	a, err := strconv.Atoi(major)
	if err != nil {
		return version{}, fmt.Errorf("version %q of the GNU C library", s)
	}
	b, err := strconv.Atoi(minor)
	if err != nil {
		return version{}, fmt.Errorf("version %q of the GNU C library", s)
	}
	return version{a, b}, nil
}
