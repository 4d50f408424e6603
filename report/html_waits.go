package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"
)

// The picture of who waits for whom: boxes on an ellipse, in pixels.
const (
	maxWaitNodes  = 16 // more are not readable; the text has them
	waitBoxWidth  = 250
	waitBoxHeight = 44
	waitLetters   = 36 // that fit into a box
)

// htmlWaits draws who waited for whom; "" if no rank is known to have waited, or in too many places.
func htmlWaits(ends []RankEnd) template.HTML {
	nodes := waitGraph(ends)
	if len(nodes) == 0 || len(nodes) > maxWaitNodes {
		return ""
	}
	radius := max(110, float64(len(nodes))*34)
	wide := 1.6 * radius // boxes are wide: arrows must pass between them
	width, height := 2*wide+waitBoxWidth+60, 2*radius+waitBoxHeight+40
	x := func(i int) float64 { return width/2 + wide*math.Sin(2*math.Pi*float64(i)/float64(len(nodes))) }
	y := func(i int) float64 { return height/2 - radius*math.Cos(2*math.Pi*float64(i)/float64(len(nodes))) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="waits" viewBox="0 0 %.0f %.0f" width="%.0f" role="img" aria-label="Who waits for whom">`, width, height, width)
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z"/></marker></defs>`)
	for i := range nodes {
		for _, k := range nodes[i].to {
			b.WriteString(waitArrow(x(i), y(i), x(k), y(k), nodes[i].any))
		}
	}
	for i := range nodes {
		class := "waits-box"
		if !nodes[i].waits {
			class += " ended"
		}
		call, at, _ := strings.Cut(nodes[i].where, ", ")
		fmt.Fprintf(&b, `<g class="%s"><title>%s</title><rect x="%.0f" y="%.0f" width="%d" height="%d" rx="6"/><text x="%.0f" y="%.0f">%s</text><text x="%.0f" y="%.0f">%s</text></g>`,
			class, html.EscapeString(nodes[i].name()+": "+nodes[i].where), x(i)-waitBoxWidth/2, y(i)-waitBoxHeight/2, waitBoxWidth, waitBoxHeight,
			x(i), y(i)-4, html.EscapeString(fit(nodes[i].name()+": "+call)), x(i), y(i)+14, html.EscapeString(fit(at)))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// fit shortens a line to what a box holds: its end says more than its beginning.
func fit(s string) string {
	r := []rune(s)
	if len(r) <= waitLetters {
		return s
	}
	return "…" + string(r[len(r)-waitLetters+1:])
}

// waitArrow leads from the edge of one box to that of another one; to itself, around its corner.
func waitArrow(x1, y1, x2, y2 float64, any bool) string {
	dash := ""
	if any {
		dash = ` stroke-dasharray="6 4"`
	}
	if x1 == x2 && y1 == y2 {
		const w, h = waitBoxWidth / 2, waitBoxHeight / 2
		return fmt.Sprintf(`<path class="waits-for" marker-end="url(#arrow)"%s d="M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f"/>`, dash,
			x1+w-50, y1-h, x1+w-50, y1-h-34, x1+w+34, y1-4, x1+w, y1-4)
	}
	a, b := edge(x1, y1, x2, y2), edge(x2, y2, x1, y1)
	// Bent a little, so that two arrows between the same boxes do not cover each other.
	bend := 0.12
	mx, my := (a[0]+b[0])/2-(b[1]-a[1])*bend, (a[1]+b[1])/2+(b[0]-a[0])*bend
	return fmt.Sprintf(`<path class="waits-for" marker-end="url(#arrow)"%s d="M%.0f %.0fQ%.0f %.0f %.0f %.0f"/>`, dash, a[0], a[1], mx, my, b[0], b[1])
}

// edge is where the line from the middle of one box to another point leaves the box.
func edge(x, y, toX, toY float64) [2]float64 {
	dx, dy := toX-x, toY-y
	scale := math.Min(float64(waitBoxWidth)/2/math.Max(math.Abs(dx), 1e-9), float64(waitBoxHeight)/2/math.Max(math.Abs(dy), 1e-9))
	return [2]float64{x + dx*scale, y + dy*scale}
}
