package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/source"
)

// fingerprintVersion is hashed into each fingerprint. Change it whenever
// the ingredients change, so that old baselines are refused.
const fingerprintVersion = "1"

// Fingerprint sets the fingerprint of each finding. The fingerprint is computed from values that stay the same when
// lines move, when ranks and counts change, and when another MPI runs the program: the rule, the kind of object, and
// file, function, text and call of a line at fault. Equal fingerprints are numbered. Messages have no part in the
// fingerprint. Files are named by their path from dir.
func (r *Report) Fingerprint(dir string) {
	p := printer{dir: dir, texts: map[string]string{}}
	p.add(r.Findings)
	slices.SortStableFunc(p.all, func(a, b printed) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.line, b.line), cmp.Compare(a.offset, b.offset))
	})
	n := 0
	for i, f := range p.all {
		if i > 0 && f.key == p.all[i-1].key {
			n++
		} else {
			n = 1
		}
		sum := sha256.Sum256([]byte(f.key + "\x00" + strconv.Itoa(n)))
		f.finding.Fingerprint = hex.EncodeToString(sum[:16])
	}
}

// printed is a finding with the ingredients of its fingerprint.
type printed struct {
	finding *Finding
	key     string
	line    int
	offset  uint64
}

type printer struct {
	dir   string
	texts map[string]string // the texts of lines, by place
	all   []printed
}

func (p *printer) add(fs []Finding) {
	for i := range fs {
		f := &fs[i]
		site, place := p.anchor(f)
		key := strings.Join([]string{fingerprintVersion, f.RuleID, f.objectKind(), place}, "\x00")
		p.all = append(p.all, printed{f, key, site.Line, site.Offset})
		p.add(f.Consequences)
	}
}

// anchor chooses a site of the finding regardless of ranks: the first in the order of the sites' descriptions.
func (p *printer) anchor(f *Finding) (site Site, place string) {
	for i, s := range distinct(f.Sites) {
		d := p.describe(s)
		if i == 0 || d < place || d == place && s.Line < site.Line {
			site, place = s, d
		}
	}
	return site, place
}

// describe says where a call is, without numbers that change when other lines are edited.
func (p *printer) describe(s Site) string {
	file := filepath.ToSlash(shortPath(s.File, p.dir))
	if s.File == "" {
		file = filepath.Base(s.Module)
	}
	return strings.Join([]string{file, s.Func, p.text(s), s.Call}, "\x00")
}

// text returns the line of a call without its blanks; "" if the source is not available.
func (p *printer) text(s Site) string {
	if !s.Known() {
		return ""
	}
	key := s.File + ":" + strconv.Itoa(s.Line)
	text, known := p.texts[key]
	if !known {
		text = p.read(s)
		p.texts[key] = text
	}
	return text
}

func (p *printer) read(s Site) string {
	if !filepath.IsAbs(s.File) {
		s.File = filepath.Join(p.dir, s.File)
	}
	lines, err := source.Excerpt(s.Place, 0)
	if err != nil || len(lines) == 0 {
		return ""
	}
	return strings.Join(strings.Fields(lines[0]), "")
}

// objectKind returns a word for the class of the finding's object; the label of an object that is not a window,
// communicator or file.
func (f *Finding) objectKind() string {
	if len(f.objects) == 0 {
		return ""
	}
	switch o := f.objects[0]; o.Class {
	case calls.ClassWin:
		return "window"
	case calls.ClassComm:
		return "communicator"
	case calls.ClassFile:
		return "file"
	default:
		return o.Label
	}
}
