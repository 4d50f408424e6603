package report

import (
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker"
)

// The size of the benchmarks' report: each rank has made each fault, at some line.
const benchRanks, benchLines = 1024, 40

// benchFindings are findings as rules make them: a finding for each rank and line.
func benchFindings() []*rules.Finding {
	var fs []*rules.Finding
	for rank := range int32(benchRanks) {
		for line := range uint64(benchLines) {
			fs = append(fs, &rules.Finding{
				Rule: lock003, Scope: lock003.Scope, Severity: rules.Error, Ranks: []int{int(rank)}, Count: 3,
				Object:  tracker.Object{Class: calls.ClassWin, ID: 1 + line%3, Label: fmt.Sprintf("window %d of MPI_COMM_WORLD", 1+line%3)},
				Message: "MPI_Win_lock of rank 3, on which this rank holds an exclusive lock",
				Sites:   []tracker.Site{call(rank, calls.WinLock, 1+line)},
				Related: []rules.Related{{Site: call(rank, calls.WinLock, 2+line), Note: "the lock it holds"}},
			})
		}
	}
	return fs
}

func benchReport() *Report {
	r := &Report{Ranks: benchRanks, Records: 1 << 20, LogPath: "run.log", Command: "./halo", Findings: build(benchFindings(), benchProgram())}
	for rank := range benchRanks {
		in := r.Findings[0].Sites[0]
		in.Rank = rank
		r.Ends = append(r.Ends, RankEnd{Rank: rank, How: Killed, In: &in, Waiting: "waits for rank 17", WaitsFor: []int{17}})
	}
	r.Fingerprint("/home/ada/halo")
	return r
}

func BenchmarkBuild(b *testing.B) {
	fs, loc := benchFindings(), benchProgram()
	for b.Loop() {
		if n := len(build(fs, loc)); n != benchLines {
			b.Fatal(n)
		}
	}
}

func BenchmarkFormats(b *testing.B) {
	r := benchReport()
	for _, f := range Formats {
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, f.Write(io.Discard, r, sampleOptions))
			}
		})
	}
}

func benchProgram() sampleLocator {
	l := sampleLocator{}
	for line := range uint64(benchLines + 2) {
		l[line] = Site{Place: source.Place{File: "/home/ada/halo/table/update.c", Dir: "/home/ada/halo", Line: int(line) + 1, Func: "table_update", Module: "halo", Offset: line}}
	}
	return l
}
