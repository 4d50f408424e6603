package main

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

// passage is a piece of prose in a file: a paragraph, comment or string. Its
// line breaks are those of the file; markers of comments are left out.
type passage struct {
	line int // of its beginning, from 1
	text string
}

// readers extract the prose of files, by their suffix.
var readers = map[string]func(string) []passage{
	".md": markdown, ".go": golang, ".c": clang, ".h": clang, ".f90": fortran, ".py": python,
}

var inlineCode = regexp.MustCompile("`[^`]*`|\\]\\([^)]*\\)|<[^>]*>")

// markdown returns the paragraphs outside of code.
func markdown(text string) []passage {
	var out []passage
	fenced, open := false, false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced || strings.HasPrefix(line, "    ") || strings.TrimSpace(line) == "" {
			open = false
			continue
		}
		line = inlineCode.ReplaceAllStringFunc(line, func(s string) string { return strings.Repeat("_", len(s)) })
		if !open {
			out = append(out, passage{line: i + 1})
		} else {
			out[len(out)-1].text += "\n"
		}
		out[len(out)-1].text += strings.TrimSpace(line)
		open = true
	}
	return out
}

// golang returns comments, joined if one follows the other, and string
// literals.
func golang(text string) []passage {
	var s scanner.Scanner
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(text))
	s.Init(file, []byte(text), nil, scanner.ScanComments)
	var out []passage
	for {
		pos, tok, lit := s.Scan()
		line := file.Line(pos)
		switch tok {
		case token.EOF:
			return joined(out)
		case token.COMMENT:
			out = append(out, passage{line, uncommented(lit)})
		case token.STRING:
			out = append(out, passage{line, lit})
		}
	}
}

// uncommented is a comment without its markers.
func uncommented(text string) string {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/")
	lines := strings.Split(strings.TrimPrefix(text, "//"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimLeft(l, " \t*")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// joined makes one passage of those on consecutive lines.
func joined(in []passage) []passage {
	var out []passage
	for _, p := range in {
		if n := len(out) - 1; n >= 0 && out[n].line+strings.Count(out[n].text, "\n")+1 == p.line {
			out[n].text += "\n" + p.text
		} else {
			out = append(out, p)
		}
	}
	return out
}

var (
	clangToken   = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'`)
	fortranToken = regexp.MustCompile(`![^\n]*`)
	pythonToken  = regexp.MustCompile(`#[^\n]*`)
)

func clang(text string) []passage   { return matches(text, clangToken, "") }
func fortran(text string) []passage { return matches(text, fortranToken, "! ") }
func python(text string) []passage  { return matches(text, pythonToken, "# ") }

// matches returns what a pattern finds, without comment markers.
func matches(text string, re *regexp.Regexp, markers string) []passage {
	var out []passage
	for _, at := range re.FindAllStringIndex(text, -1) {
		p := passage{1 + strings.Count(text[:at[0]], "\n"), text[at[0]:at[1]]}
		if p.text = uncommented(p.text); markers != "" {
			p.text = strings.TrimLeft(p.text, markers)
		}
		out = append(out, p)
	}
	return joined(out)
}
