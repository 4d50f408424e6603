// Command scaffold starts a new rule: its file, its buggy and fixed programs,
// and its line in the registry. Run it through
//
//	make rule ID=LOCK014 NAME=lock_during_post
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

var (
	idRE   = regexp.MustCompile(`^[A-Z]+[0-9]{3}$`)
	nameRE = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: make rule ID=LOCK014 NAME=lock_during_post")
		os.Exit(2)
	}
	if err := scaffold(".", os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "scaffold:", err)
		os.Exit(1)
	}
}

// scaffold writes the files of rule id below root. It never overwrites a file.
func scaffold(root, id, name string) error {
	if !idRE.MatchString(id) {
		return fmt.Errorf("%q is not a rule ID such as LOCK014", id)
	}
	if !nameRE.MatchString(name) {
		return fmt.Errorf("%q is not a name such as lock_during_post", name)
	}
	data := map[string]string{"ID": id, "Var": goName(name), "Phrase": strings.ReplaceAll(name, "_", " ")}
	files := []struct{ path, text string }{
		{filepath.Join("rules", strings.ToLower(id)+"_"+name+".go"), ruleText},
		{filepath.Join("examples", "buggy", id, "bug.c"), bugText},
		{filepath.Join("examples", "buggy", id, "fixed.c"), fixedText},
	}
	for _, f := range files {
		if err := create(filepath.Join(root, f.path), f.text, data); err != nil {
			return err
		}
	}
	return register(filepath.Join(root, "rules", "all.go"), data["Var"])
}

func goName(name string) string {
	var b strings.Builder
	for i, w := range strings.Split(name, "_") {
		if i > 0 {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
	}
	return b.String()
}

func create(path, text string, data map[string]string) error {
	var b bytes.Buffer
	if err := template.Must(template.New(path).Delims("<<", ">>").Parse(text)).Execute(&b, data); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.Write(b.Bytes()); err != nil {
		_ = f.Close() // the write error says more
		return err
	}
	fmt.Println("wrote", path)
	return f.Close()
}

// register adds the rule to the list in all.go.
func register(path, rule string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, after, ok := bytes.Cut(text, []byte("\n}\n"))
	if !ok {
		return fmt.Errorf("%s: cannot find the end of the list", path)
	}
	out, err := format.Source(fmt.Appendf(nil, "%s\n\t%s,\n}\n%s", before, rule, after))
	if err != nil {
		return err
	}
	fmt.Println("registered", rule, "at the end of the list in", path, "- move it to its family")
	return os.WriteFile(path, out, 0o644)
}
