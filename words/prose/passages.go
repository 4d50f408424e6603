package main

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
)

// passage is a piece of prose in a file: a paragraph, comment or string, with the file's line breaks and without
// the markers of comments.
type passage struct {
	line int // of its beginning, from 1
	text string
	kind kind
}

// kind decides which passages on consecutive lines belong together.
type kind int

const (
	trailing kind = iota // a comment after code; it is never joined with other passages
	comment
	literal
)

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

// golang returns comments and string literals.
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
			out = append(out, passage{line, uncommented(lit), commentKind(text, file.Offset(pos))})
		case token.STRING:
			out = append(out, passage{line, unquoted(lit), literal})
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

// unquoted is a string literal without its quotes.
func unquoted(text string) string { return text[1 : len(text)-1] }

// commentKind returns the kind of the comment at offset at: trailing if there is code before it in the line.
func commentKind(text string, at int) kind {
	if strings.TrimSpace(text[strings.LastIndex(text[:at], "\n")+1:at]) == "" {
		return comment
	}
	return trailing
}

// joined merges passages of the same kind on consecutive lines.
func joined(in []passage) []passage {
	var out []passage
	for _, p := range in {
		n := len(out) - 1
		if n >= 0 && p.kind != trailing && p.kind == out[n].kind &&
			out[n].line+strings.Count(out[n].text, "\n")+1 == p.line {
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

// matches returns the texts that a pattern matches, without comment markers.
func matches(text string, re *regexp.Regexp, markers string) []passage {
	var out []passage
	for _, at := range re.FindAllStringIndex(text, -1) {
		p := passage{1 + strings.Count(text[:at[0]], "\n"), text[at[0]:at[1]], commentKind(text, at[0])}
		if text[at[0]] == '"' {
			p.kind, p.text = literal, unquoted(p.text)
		}
		if p.text = uncommented(p.text); markers != "" {
			p.text = strings.TrimLeft(p.text, markers)
		}
		out = append(out, p)
	}
	return joined(out)
}
