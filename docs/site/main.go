// Command site writes the documentation as static pages: a page for each document of docs/ and for each rule. The
// pages need no network and no script. Run it through "make site".
package main

import (
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/gomarmot/gomarmot/examples"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site FOLDER")
		os.Exit(2)
	}
	if err := write(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// repository is the address that begins links to files other than documents.
const repository = "https://github.com/gomarmot/gomarmot/tree/main/"

// write writes the pages of the repository at root into a folder.
func write(root, folder string) error {
	docs := filepath.Join(root, "docs")
	err := filepath.WalkDir(docs, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(docs, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		switch filepath.Ext(rel) {
		case ".md":
			body, err := markdown(root, rel, text)
			if err != nil {
				return fmt.Errorf("render %s: %w", path, err)
			}
			return page(folder, pageName(rel), body+rulesOf(rel))
		case ".png", ".svg", ".yml", ".json":
			return put(filepath.Join(folder, rel), text)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, r := range rules.All {
		var b strings.Builder
		family := rules.FamilyOf(r.ID)
		bug, _ := examples.Bug(r.ID)
		fixed, _ := examples.Fixed(r.ID)
		if err := rulePage.Execute(&b, map[string]any{"Rule": r, "Doc": paragraphs(r.Doc), "Silent": r.Silent,
			"Family": family, "Concept": "../concepts/" + strings.ToLower(family) + ".html",
			"Bug": report.Readable(bug), "Fixed": report.Readable(fixed)}); err != nil {
			return err
		}
		if err := page(folder, filepath.Join("rules", r.ID+".html"), b.String()); err != nil {
			return err
		}
	}
	return nil
}

// rulesOf is the list of a family's rules, for the page of its concept; "" for other pages.
func rulesOf(rel string) string {
	name, ok := strings.CutPrefix(filepath.ToSlash(rel), "concepts/")
	if !ok {
		return ""
	}
	family := strings.ToUpper(strings.TrimSuffix(name, ".md"))
	var b strings.Builder
	b.WriteString("<h2>Rules</h2>\n<ul>")
	for _, r := range rules.All {
		if rules.FamilyOf(r.ID) == family {
			fmt.Fprintf(&b, "<li><a href=\"../rules/%s.html\">%s</a> %s</li>\n", r.ID, r.ID,
				template.HTMLEscapeString(r.Title))
		}
	}
	b.WriteString("</ul>\n")
	return b.String()
}

// pageName is the name of a document's page: index.html for README.md.
func pageName(rel string) string {
	if filepath.Base(rel) == "README.md" {
		return filepath.Join(filepath.Dir(rel), "index.html")
	}
	return strings.TrimSuffix(rel, ".md") + ".html"
}

func paragraphs(s string) []string { return strings.Split(strings.TrimSpace(s), "\n\n") }

var (
	link    = regexp.MustCompile(`(href|src)="([^"]*)"`)
	mdText  = regexp.MustCompile(`\.md</a>`)
	ruleRow = regexp.MustCompile(`<td>([A-Z]+[0-9]{3})</td>`)
)

// markdown renders a document, rel below docs/, with links to the other pages. In rules.md, each rule in the table
// becomes a link to its page.
func markdown(root, rel string, text []byte) (string, error) {
	out, err := toHTML(text)
	if err != nil {
		return "", err
	}
	out = link.ReplaceAllStringFunc(out, func(s string) string {
		m := link.FindStringSubmatch(s)
		return fmt.Sprintf("%s=%q", m[1], target(root, rel, m[2]))
	})
	out = mdText.ReplaceAllString(out, "</a>") // texts of links name pages, not files
	if rel == "rules.md" {
		out = ruleRow.ReplaceAllStringFunc(out, func(s string) string {
			if id := ruleRow.FindStringSubmatch(s)[1]; rules.ByID(id) != nil {
				return fmt.Sprintf(`<td><a href="rules/%s.html">%s</a></td>`, id, id)
			}
			return s
		})
	}
	return out, nil
}

// toHTML renders Markdown in GitHub's dialect, with typographic quotes. Comments in a document stay comments.
func toHTML(text []byte) (string, error) {
	var out strings.Builder
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Typographer),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))
	err := md.Convert(text, &out)
	return out.String(), err
}

// target is the address of a page for a link to in document rel.
func target(root, rel, to string) string {
	file, anchor, anchored := strings.Cut(to, "#")
	if file == "" || strings.Contains(file, "://") || strings.HasPrefix(file, "mailto:") {
		return to
	}
	path := filepath.Join("docs", filepath.Dir(rel), file) // from the root of the repository
	below, inside := strings.CutPrefix(path, "docs/")
	if info, err := os.Stat(filepath.Join(root, path)); err == nil && info.IsDir() && inside {
		if _, err := os.Stat(filepath.Join(root, path, "README.md")); err == nil {
			file, below = filepath.Join(file, "README.md"), filepath.Join(below, "README.md")
		}
	}
	switch {
	case inside && slices.Contains([]string{".png", ".svg", ".yml", ".json"}, filepath.Ext(below)):
		return to
	case !inside || filepath.Ext(below) != ".md":
		return repository + path
	}
	file = pageName(file)
	if anchored {
		file += "#" + anchor
	}
	return file
}

var titleRE = regexp.MustCompile(`(?s)<h1[^>]*>(.*?)</h1>`)

// page writes a page with a head and links to the main pages.
func page(folder, name, body string) error {
	title := "gomarmot"
	if m := titleRE.FindStringSubmatch(body); m != nil {
		title = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(m[1], "") + " - gomarmot"
	}
	up := strings.Repeat("../", strings.Count(filepath.ToSlash(filepath.Clean(name)), "/"))
	return put(filepath.Join(folder, name), []byte(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>`+title+`</title>
<style>`+style+`</style>
<nav><a href="`+up+`index.html">gomarmot</a>
<a href="`+up+`getting-started.html">Getting started</a>
<a href="`+up+`rules.html">Rules</a></nav>
<main>
`+body+`</main>
</html>
`))
}

const style = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 52rem; padding: 0 1rem 3rem }
nav { padding: 1rem 0; border-bottom: 1px solid #8886 }
nav a { margin-right: 1rem }
pre { overflow-x: auto; padding: .7rem; background: #8882; line-height: 1.25 }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre code { font-size: 1em }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid #8886; padding: .25rem .5rem; text-align: left; vertical-align: top }
img { max-width: 100% }
`

var rulePage = template.Must(template.New("rule").Parse(`<h1>{{.Rule.ID}}: {{.Rule.Title}}</h1>
<p>Severity: {{.Rule.Severity}}{{if .Rule.MPI}}, from MPI {{.Rule.MPI}} on{{end}}.
<a href="{{.Concept}}">What {{.Family}} is about</a></p>
<h2>What the standard says</h2>
{{if .Rule.Clauses}}<p>{{.Rule.Says}}</p>
<ul>{{range .Rule.Clauses}}<li>{{.Says}} [{{.Cite}}]</li>
{{end}}</ul>
{{else}}<p>{{.Rule.Says}}{{if .Rule.Cite}} [{{.Rule.Cite}}]{{end}}</p>
{{end}}{{with .Doc}}<h2>What goes wrong</h2>
{{range .}}<p>{{.}}</p>
{{end}}{{end}}<h2>What to change</h2>
<p>{{.Rule.Advice}}</p>
{{with .Silent}}<h2>Legal, so not reported</h2>
<ul>{{range .}}<li>{{.}}</li>
{{end}}</ul>
{{end}}{{with .Rule.Limit}}<h2>What the rule cannot detect</h2>
<p>{{.}}</p>
{{end}}{{with .Bug}}<h2>Faulty example</h2>
<pre><code>{{.}}</code></pre>
{{end}}{{with .Fixed}}<h2>Fixed example</h2>
<pre><code>{{.}}</code></pre>
{{end}}`))

func put(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}
