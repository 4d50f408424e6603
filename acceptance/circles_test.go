package acceptance

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestCircles: files of a package of tracker/ do not use each other in a circle. An arrow leads from a file to each
// other file that declares an identifier used in it.
func TestCircles(t *testing.T) {
	all := typedPackages(t)
	for _, pkg := range all.list {
		if strings.HasPrefix(pkg.path, "tracker") {
			for _, circle := range circlesOf(all.arrowsOf(pkg)) {
				t.Errorf("%s: files in a circle: %s", pkg.path, strings.Join(circle, " "))
			}
		}
	}
}

// arrowsOf returns, for each file of a package, the other files that declare identifiers which the file uses.
func (g *goPackages) arrowsOf(p *goPackage) map[string]map[string]bool {
	arrows := map[string]map[string]bool{}
	for _, f := range p.files {
		arrows[g.fileAt(f.Package)] = map[string]bool{}
	}
	for id, obj := range p.info.Uses {
		if obj.Pkg() == p.types {
			if from, to := g.fileAt(id.Pos()), g.fileAt(obj.Pos()); from != to {
				arrows[from][to] = true
			}
		}
	}
	return arrows
}

// circlesOf returns the files that reach each other by arrows.
func circlesOf(arrows map[string]map[string]bool) (out [][]string) {
	reached := map[string]map[string]bool{}
	for from := range arrows {
		seen, queue := map[string]bool{}, []string{from}
		for ; len(queue) > 0; queue = queue[1:] {
			for to := range arrows[queue[0]] {
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
		reached[from] = seen
	}
	for _, from := range slices.Sorted(maps.Keys(arrows)) {
		var circle []string
		for to := range reached[from] {
			if reached[to][from] {
				circle = append(circle, to)
			}
		}
		if slices.Sort(circle); len(circle) > 0 && circle[0] == from {
			out = append(out, circle)
		}
	}
	return out
}
