package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBrokenRows(t *testing.T) {
	const head = "| a | b |\n|---|---|\n"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"whole":        {head + "| 1 | 2 |\n| 3 | a \\| b |\n\ntext", nil},
		"in code":      {"```\n| 1 | 2 |\n| 3 |\n```\n", nil},
		"goes on":      {head + "| 1 | two\nthree |\n", []string{"d.md:3: the row does not end with a bar", "d.md:4: a row of a table goes on here: write it on one line"}},
		"two in a row": {head + "| 1 | 2 | | 3 | 4 |\n", []string{"d.md:3: the row has 5 cells, the row above 2"}},
		"a cell less":  {head + "| 1 |\n", []string{"d.md:3: the row has 1 cells, the row above 2"}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, brokenRows("d.md", c.text)) })
	}
	assert.Empty(t, brokenRows("d.go", "| a | b |\n| 1 |\n"))
}
