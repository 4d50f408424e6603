package main

import (
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rankcheck"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// As in a rank: the ring's default size, and the part of it, 1/syncShare, after which the drain writes a frame.
const (
	ringSlots = 16384
	syncShare = 4
)

// installedProfile is the option with which make compiles gomarmot for installation. The reference is built without
// it.
const installedProfile = "-pgo=cmd/gomarmot/report.pgo"

// measureDrain measures the path of a record from the ring into the segment and through the rank rules, on a single
// core, and compares it with the reference.
func measureDrain(b *bench) error {
	folder, err := b.reference()
	if err != nil {
		return err
	}
	now := filepath.Join(b.tmp, "drain.test")
	if err := buildTest(b.root, now, installedProfile); err != nil {
		return err
	}
	before, after := map[string]sample{}, map[string]sample{}
	allocs := map[string]sample{}
	for range b.pick(7, 3) {
		for binary, into := range map[string]map[string]sample{filepath.Join(folder, "drain.test"): before,
			now: after} {
			err := benchmarks(binary, "Drain", func(r benchmark) {
				into[r.name] = append(into[r.name], r.metrics["ns/record"])
				if binary == now {
					allocs[r.name] = append(allocs[r.name], r.metrics["allocs/record"])
				}
			}, "-test.cpu=1", fmt.Sprintf("-test.benchtime=%dx", b.pick(200, 50)))
			if err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		b.add(row{label: "drain with rank rules, " + name, figure: before[name].over(after[name]), budget: atLeast(2),
			detail: fmt.Sprintf("%s → %s ns a record", short(before[name].median()), short(after[name].median()))},
			row{label: "its allocations per record", figure: allocs[name], budget: atMost(noAllocs)})
	}
	return nil
}

// noAllocs allows for tables that grow now and then.
const noAllocs = 1e-3

// drainCase is the drain of a rank that runs a program's loop, in a job of ranks ranks.
type drainCase struct {
	program *program
	ranks   int
	laps    int // how often the ring is filled
}

// drain is the drain of a rank whose ring is always full.
type drain struct {
	mem    []byte // the ring
	laps   int
	ring   *segment.Ring
	merger segment.Merger
	w      *segment.Writer  // nil: no segment
	live   *rankcheck.Check // nil: no rules
	path   string
	found  *rules.Finding // must stay nil

	records       int     // read by the last run
	allocs, bytes float64 // per record
}

func newDrain(c drainCase, path string, withSegment, withRules bool) (*drain, error) {
	d := &drain{path: path}
	s := newScript(*c.program, 0, c.ranks)
	if withRules {
		d.live = rankcheck.New(reading.Config{Size: c.ranks, Flavour: flavour}, rules.Select(false),
			func(f *rules.Finding) { d.found = f })
		for i := range s.begin {
			d.live.Event(&s.begin[i])
		}
	}
	if withSegment {
		w, err := segment.Create(path, header(0, c.ranks))
		if err != nil {
			return nil, err
		}
		d.w = w
	}
	d.mem = fullRing(s)
	ring, err := segment.RingFromMemory(d.mem)
	if err != nil {
		return nil, err
	}
	d.ring = ring
	d.merger.Add(ring)
	return d, nil
}

// fullRing is the memory of a ring filled with rounds of the script's body, and padding.
func fullRing(s *script) []byte {
	words := make([]uint64, (segment.RingHeaderSize+ringSlots*event.SlotSize)/8)
	mem := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)
	copy(mem, segment.RingMagic)
	binary.LittleEndian.PutUint32(mem[8:], segment.RingVersion)
	binary.LittleEndian.PutUint32(mem[12:], ringSlots)
	b := mem[segment.RingHeaderSize:segment.RingHeaderSize]
	p := newPlayer(&script{body: s.body}, ringSlots)
	var e event.Event
	for {
		var round []byte
		for range s.body {
			p.next(&e)
			round = event.Put(round, &e)
		}
		if len(b)+len(round) > ringSlots*event.SlotSize {
			break
		}
		b = append(b, round...)
	}
	for left := ringSlots - len(b)/event.SlotSize; left > 0; left -= min(left, 255) {
		b = event.PutPad(b, min(left, 255))
	}
	return mem
}

// run reads the ring laps times and returns million records per second. It reads the ring twice before, to fill
// tables and caches.
func (d *drain) run(laps int) (float64, error) {
	d.lap()
	d.lap()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := processorTime()
	n := 0
	for range laps {
		n += d.lap()
	}
	took := processorTime() - start
	runtime.ReadMemStats(&after)
	d.records = n
	d.allocs = float64(after.Mallocs-before.Mallocs) / float64(n)
	if d.found != nil {
		return 0, fmt.Errorf("%s in a correct program: %s", d.found.Rule.ID, d.found.Message)
	}
	if d.w != nil {
		d.bytes = float64(d.w.Size()) / float64(d.w.Records())
		if err := d.w.Close(); err != nil {
			return 0, err
		}
		if err := os.Remove(d.path); err != nil {
			return 0, err
		}
	}
	return float64(n) / took.Seconds() / 1e6, nil
}

// lap reads the ring once and returns the number of records. As in a rank, Keep moves most records, and after
// 1/syncShare of the ring a frame is written and the slots are released.
func (d *drain) lap() int {
	d.laps++
	head := uint64(d.laps) * ringSlots
	atomic.StoreUint64((*uint64)(unsafe.Pointer(&d.mem[64])), head)
	d.merger.Final()
	n, looked := 0, 0
	for e := d.merger.Next(); e != nil; e = d.merger.Next() {
		if d.w != nil {
			_ = d.w.Append(e) // Close reports a full disk
		}
		if d.live != nil {
			d.live.Event(e)
		}
		n++
		if d.w != nil {
			kept, _, _ := d.merger.Keep(d.w) // Close reports a full disk
			n += kept
		}
		if d.live != nil {
			for e := d.merger.Kept(); e != nil; e = d.merger.Kept() {
				d.live.Event(e)
			}
		}
		if n-looked < 1024 {
			continue
		}
		looked = n
		if d.ring.Pos()-d.ring.Tail() >= ringSlots/syncShare {
			d.sync()
		}
	}
	d.sync()
	return n
}

func (d *drain) sync() {
	if d.w != nil {
		_ = d.w.Sync() // Close reports a full disk
	}
	d.merger.Release()
}

// header describes a rank of a synthetic run.
func header(rank, size int) segment.Header {
	return segment.Header{
		Run: "bench", Gomarmot: "bench", Rank: rank, Size: size, Host: "localhost", PID: 1, Exe: "/bench",
		Args: []string{"bench"}, Flavour: flavour.Name, Library: "synthetic", Standard: "4.0",
		ThreadLevel: "MPI_THREAD_SINGLE", Start: time.Now(),
		Ticks: segment.Calibration{Tick0: 1 << 40, PerSecond: 2.6e9},
	}
}
