package check_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// TestDamage: after any damage to the log of a correct program, only rules about the log report, and the report says if
// calls are missing.
func TestDamage(t *testing.T) {
	const damages = 80
	programs := uint64(30)
	if testing.Short() {
		programs = 9
	}
	for i := range programs {
		killed := i%3 == 2
		rng := rand.New(rand.NewPCG(i, 2026))
		whole := writeSample(t, rng, t.TempDir(), "this", killed)
		foreign := writeSample(t, rng, t.TempDir(), "another", killed)
		require.Empty(t, judge(t, whole.dir, whole, 0), "program %d", i)
		for k := range damages {
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS(whole.dir)))
			d := damager{t, rng, logdir.Dir(filepath.Join(dir, logdir.Default)), logdir.Dir(filepath.Join(foreign.dir, logdir.Default))}
			what, blind := d.any()
			for range rng.IntN(2) {
				more, b := d.any()
				what, blind = what+", "+more, blind || b
			}
			missing := missing(t, dir, whole)
			if blind {
				missing = 0
			}
			if wrong := judge(t, dir, whole, missing); wrong != "" {
				t.Errorf("program %d, damage %d: %s: %s", i, k, what, wrong)
			}
			require.NoError(t, os.RemoveAll(dir))
		}
	}
}

// judge checks a log and returns the errors of the result; missing is the number of events of the sample that the log
// lacks.
func judge(t *testing.T, dir string, s *sample, missing int) string {
	job, err := check.Log(filepath.Join(dir, logdir.Default), rules.All, check.Options{Timed: true})
	if err != nil {
		var fe *logdir.Error
		require.ErrorAs(t, err, &fe)
		return ""
	}
	defer job.Log.Close()
	for _, f := range job.Findings {
		if !strings.HasPrefix(f.Rule.ID, "TOOL") {
			return "finding " + f.Rule.ID + ": " + f.Message
		}
	}
	if missing > 0 && len(job.Unseen) == 0 {
		return "calls are gone, and the report does not know it"
	}
	if missing == 0 && len(job.Unseen) > 0 && dir == s.dir {
		return strings.Join(job.Unseen, "; ")
	}
	return ""
}

// missing counts the events of the sample that a log does not return.
func missing(t *testing.T, dir string, s *sample) int {
	type key struct {
		rank   int
		thread uint16
		seq    uint32
	}
	given := map[key]bool{}
	l, err := logdir.Open(filepath.Join(dir, logdir.Default))
	if err != nil {
		return 1
	}
	defer l.Close()
	for _, r := range l.Ranks() {
		var e event.Event
		for {
			err := r.Next(&e)
			if err != nil {
				require.True(t, errors.Is(err, io.EOF), err)
				break
			}
			if e.Kind != event.Lost {
				given[key{r.Rank, e.Thread, e.Seq}] = true
			}
		}
	}
	n := 0
	for rank, events := range s.events {
		for i := range events {
			if !given[key{rank, events[i].Thread, events[i].Seq}] {
				n++
			}
		}
	}
	return n
}

// damager does damage to a log.
type damager struct {
	t            *testing.T
	rng          *rand.Rand
	dir, foreign string
}

// any does damage to the log and describes it. blind: a reader cannot notice which events are missing.
func (d *damager) any() (what string, blind bool) {
	rings, _ := filepath.Glob(filepath.Join(d.dir, "*.ring"))
	if len(rings) > 0 && d.rng.IntN(2) == 0 {
		return d.ring(rings[d.rng.IntN(len(rings))])
	}
	segs, _ := filepath.Glob(filepath.Join(d.dir, "*.seg"))
	if len(segs) == 0 {
		return "nothing left", false
	}
	path := segs[d.rng.IntN(len(segs))]
	name := filepath.Base(path)
	b, err := os.ReadFile(path)
	require.NoError(d.t, err)
	switch d.rng.IntN(10) {
	case 0, 1, 2:
		return name + " byte", d.flip(path, b)
	case 3:
		d.write(path, b[:d.rng.IntN(len(b)+1)])
		return name + " cut", false
	case 4, 5, 6:
		return name + d.frames(path, b), false
	case 7:
		require.NoError(d.t, os.Remove(path))
		return name + " removed", false
	case 8:
		d.exchange(path, segs[d.rng.IntN(len(segs))])
		return name + " exchanged or doubled", false
	default:
		return name + d.replace(path), false
	}
}

func (d *damager) write(path string, b []byte) {
	require.NoError(d.t, os.WriteFile(path, b, 0o600))
}

// flip changes one byte.
func (d *damager) flip(path string, b []byte) (blind bool) {
	if len(b) > 0 {
		b[d.rng.IntN(len(b))] ^= byte(1 + d.rng.IntN(255))
	}
	d.write(path, b)
	return false
}

// frames removes, duplicates or swaps frames.
func (d *damager) frames(path string, b []byte) string {
	start := bytes.Index(b, []byte(segment.FrameMagic))
	if start < 0 {
		return " without frames"
	}
	var list [][]byte
	for at := start; at+40 <= len(b) && bytes.HasPrefix(b[at:], []byte(segment.FrameMagic)); {
		end := min(at+40+int(binary.LittleEndian.Uint32(b[at+8:])), len(b))
		list = append(list, b[at:end])
		at = end
	}
	if len(list) == 0 {
		return " without whole frames"
	}
	i, k := d.rng.IntN(len(list)), d.rng.IntN(len(list))
	what := ""
	switch d.rng.IntN(4) {
	case 0:
		list, what = slices.Delete(list, i, i+1), " frame removed"
	case 1:
		list, what = slices.Insert(list, k, list[i]), " frame doubled"
	case 2:
		list[i], list[k], what = list[k], list[i], " frames exchanged"
	default:
		list, what = list[:i], " frames cut off"
	}
	d.write(path, slices.Concat(append([][]byte{b[:start]}, list...)...))
	return what
}

func (d *damager) exchange(a, b string) {
	x, err := os.ReadFile(a)
	require.NoError(d.t, err)
	y, err := os.ReadFile(b)
	require.NoError(d.t, err)
	d.write(a, y)
	if d.rng.IntN(2) == 0 {
		d.write(b, x)
	}
}

// replace replaces a file with one of another run, or with garbage.
func (d *damager) replace(path string) string {
	b, err := os.ReadFile(filepath.Join(d.foreign, filepath.Base(path)))
	if err == nil && d.rng.IntN(4) > 0 {
		d.write(path, b)
		return " of another run"
	}
	rubbish := make([]byte, d.rng.IntN(9000))
	for i := range rubbish {
		rubbish[i] = byte(d.rng.Uint32())
	}
	d.write(path, rubbish)
	return " is rubbish"
}

// ring damages a ring: its records have no checksum, so only bytes are changed
// that the reader can verify.
func (d *damager) ring(path string) (what string, blind bool) {
	name := filepath.Base(path)
	b, err := os.ReadFile(path)
	require.NoError(d.t, err)
	switch d.rng.IntN(7) {
	case 0:
		require.NoError(d.t, os.Remove(path))
		return name + " removed", !strings.Contains(name, "t000")
	case 1:
		d.write(path, b[:d.rng.IntN(len(b)+1)])
		return name + " cut", false
	case 2:
		at := d.rng.IntN(200)
		if at >= len(b) {
			return name + " short", false
		}
		b[at] ^= byte(1 + d.rng.IntN(255))
		d.write(path, b)
		return name + " byte of the header", true
	case 3:
		at := d.rng.IntN(len(b)+1) &^ 511
		clear(b[at:min(at+512, len(b))])
		d.write(path, b)
		return name + " zeros", at < segment.RingHeaderSize
	case 4:
		rings, _ := filepath.Glob(filepath.Join(d.dir, "*.ring"))
		d.exchange(path, rings[d.rng.IntN(len(rings))])
		return name + " exchanged or doubled", false
	default:
		return name + d.replace(path), false
	}
}
