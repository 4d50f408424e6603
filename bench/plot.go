package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/wcharczuk/go-chart/v2"
	"github.com/wcharczuk/go-chart/v2/drawing"
)

// point is the time of a report; x is its number of records or ranks.
type point struct{ x, seconds float64 }

// measurePlot draws the time of reports over the number of records of 64 ranks, and over the number of ranks that
// have a million records together.
func measurePlot(b *bench) error {
	million := b.pick(1_000_000, 100_000)
	var byRecords, byRanks []logSize
	for records := million / 100; records <= b.pick(10, 1)*million; records *= 10 {
		byRecords = append(byRecords, logSize{ranks: 64, records: records})
	}
	for ranks := 4; ranks <= b.pick(16_384, 1024); ranks *= 4 {
		byRanks = append(byRanks, logSize{ranks: ranks, records: max(million, 64*ranks)})
	}
	records := func(s logSize) float64 { return float64(s.records) }
	ranks := func(s logSize) float64 { return float64(s.ranks) }
	if err := b.plot("report-records", "records, 64 ranks", byRecords, records); err != nil {
		return err
	}
	return b.plot("report-ranks", fmt.Sprintf("ranks, %s records and more", count(million)), byRanks, ranks)
}

// plot writes an SVG of the time of reports on a single core: into docs, or into build in a quick run.
func (b *bench) plot(name, over string, sizes []logSize, x func(logSize) float64) error {
	lines := map[string][]point{}
	for _, p := range []*program{halo, exchange} {
		for _, s := range sizes {
			s.program = p
			log, err := b.log(s)
			if err != nil {
				return err
			}
			var c reportCost
			for range 3 {
				if err := c.run(b.command(), log.path, p, 1); err != nil {
					return err
				}
			}
			lines[p.name] = append(lines[p.name], point{x(s), c.cpu.median()})
		}
	}
	path := filepath.Join(b.root, "docs", name+".svg")
	if b.quick {
		path = filepath.Join(b.build, name+".svg")
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := draw(over, lines).Render(chart.SVG, f); err != nil {
		return err
	}
	fmt.Println("  wrote", path)
	return f.Close()
}

// draw returns a chart with logarithmic axes: go-chart gets logarithms to draw, and labels for the powers of ten.
func draw(over string, lines map[string][]point) chart.Chart {
	c := chart.Chart{Width: 480, Height: 320, Background: chart.Style{Padding: chart.Box{Top: 40, Left: 10, Right: 20,
		Bottom: 10}}}
	var xs, ys []float64
	for i, p := range []*program{halo, exchange} {
		series := chart.ContinuousSeries{Name: p.name, Style: chart.Style{StrokeWidth: 2, DotWidth: 3}}
		color := []drawing.Color{chart.ColorBlue, chart.ColorOrange}[i]
		series.Style.StrokeColor, series.Style.DotColor = color, color
		for _, at := range lines[p.name] {
			series.XValues = append(series.XValues, math.Log10(at.x))
			series.YValues = append(series.YValues, math.Log10(at.seconds))
		}
		xs, ys = append(xs, series.XValues...), append(ys, series.YValues...)
		c.Series = append(c.Series, series)
	}
	across, up := decades(xs, func(v float64) string { return count(int(v)) }), decades(ys, short)
	c.XAxis = chart.XAxis{Name: over, Ticks: across, Range: between(across)}
	c.YAxis = chart.YAxis{Name: "seconds, one core", Ticks: up, Range: between(up)}
	c.Elements = []chart.Renderable{chart.LegendThin(&c)}
	return c
}

// decades returns the powers of ten around and between the values whose logarithms are given, with labels.
func decades(logs []float64, label func(float64) string) (ticks []chart.Tick) {
	for e := math.Floor(slices.Min(logs)); e <= math.Ceil(slices.Max(logs)); e++ {
		ticks = append(ticks, chart.Tick{Value: e, Label: label(math.Pow(10, e))})
	}
	return ticks
}

// between is the range from the first tick to the last.
func between(ticks []chart.Tick) *chart.ContinuousRange {
	return &chart.ContinuousRange{Min: ticks[0].Value, Max: ticks[len(ticks)-1].Value}
}
