package job_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/job"
)

// archive is a run of a small random program that uses a file: through an open of all ranks, and through opens of
// single ranks. Order is kept as full vectors of time.
type archive struct {
	j       *replay.Job
	rng     *rand.Rand
	clerks  []*clerk
	turns   []*round
	letters map[[2]int][]when
	visits  []*visit
	pointer int64 // the shared file pointer
	// repeated: calls of the same name come from the same place, at equal distances in the file.
	repeated bool
	next     uint64
}

// clerk is a rank.
type clerk struct {
	*replay.Rank
	me       int
	now      when
	folders  [2]*folder // the handle of the file that all ranks opened, and that of the file that the rank opened alone
	turn     int        // the number of the next collective call that the rank must enter
	blocked  *round
	requests int64
	steps    int64
	lines    []string
}

// folder is a handle of a file.
type folder struct {
	handle  int64
	open    bool
	atomic  bool
	chapter *chapter
	pending map[int64]*visit
}

// chapter is a sequence of accesses through a handle between two synchronizations.
type chapter struct {
	rank  int
	begin when
	done  int
}

// round is a collective call.
type round struct {
	kind    string
	entered int
	all     when
	to      int64 // MPI_File_seek_shared
	parts   [3]*visit
}

// visit is an access.
type visit struct {
	clerk   *clerk
	folder  *folder
	chapter *chapter
	lo, hi  int64
	writes  bool
	atomic  bool
	begun   int // the number of the event of its rank
	done    int
	pc      uint64
	name    string
}

const shelfInode = 4711

func newArchive(t *testing.T, seed uint64) *archive {
	n := 3
	d := &archive{j: replay.New(t, n), rng: rand.New(rand.NewPCG(seed, 11)), letters: map[[2]int][]when{}}
	d.j.Hosts = []string{"a", "a", "a"}
	world := d.j.Handle()
	all := make(when, n)
	for i := range n {
		c := &clerk{Rank: d.j.Rank(i), me: i, now: make(when, n)}
		c.folders[0] = &folder{handle: world, open: true, pending: map[int64]*visit{}}
		c.folders[1] = &folder{handle: d.j.Handle(), pending: map[int64]*visit{}}
		d.clerks = append(d.clerks, c)
		d.openFile(c, c.folders[0], replay.World)
		all[i] = c.now[i] - 1
	}
	for _, c := range d.clerks {
		c.folders[0].chapter = &chapter{rank: c.me, begin: slices.Clone(all)}
		c.now.join(all)
	}
	return d
}

func (d *archive) openFile(c *clerk, f *folder, comm int64) {
	d.call(c, "MPI_File_open", func() {
		c.With("MPI_File_open", replay.Strings("data"), nil, comm, 0, 1|8, replay.InfoNull, f.handle, 3, shelfInode)
	})
}

// call makes a call at a place of its own.
func (d *archive) call(c *clerk, name string, f func()) uint64 {
	n := len(c.Events())
	f()
	d.next++
	pc := d.next
	if d.repeated {
		pc = 1
		for _, letter := range strings.Fields(name)[0] {
			pc = pc*31 + uint64(letter)
		}
	}
	for i, list := n, c.Events(); i < len(list); i++ {
		list[i].PC = pc
	}
	c.now[c.me] += 2
	c.lines = append(c.lines, fmt.Sprintf("%d: rank %d %s", pc, c.me, name))
	return pc
}

func (d *archive) access(c *clerk, f *folder, nonblocking bool) {
	v := &visit{clerk: c, folder: f, chapter: f.chapter, writes: d.rng.IntN(2) == 0, atomic: f.atomic, begun: c.now[c.me] + 1}
	at, n := d.rng.Int64N(8), 1+d.rng.Int64N(2)
	if d.repeated && d.rng.IntN(4) > 0 {
		c.steps++
		at, n = c.steps%5*2, 1
	}
	v.lo, v.hi = 4*at, 4*(at+n)
	v.name = "MPI_File_read_at"
	if v.writes {
		v.name = "MPI_File_write_at"
	}
	integer := replay.Type("MPI_INT")
	text := fmt.Sprintf("%s handle %d [%d, %d)", v.name, f.handle, v.lo, v.hi)
	if nonblocking {
		c.requests++
		q := c.requests
		f.pending[q] = v
		v.pc = d.call(c, text+fmt.Sprint(" request ", q), func() {
			c.Do(strings.Replace(v.name, "File_", "File_i", 1), f.handle, v.lo, 0x5000+64*q, n, integer, q)
		})
	} else {
		v.pc = d.call(c, text, func() { c.Do(v.name, f.handle, v.lo, 0x5000, n, integer) })
		v.done = c.now[c.me]
	}
	d.visits = append(d.visits, v)
}

// wait completes all that is pending on a handle.
func (d *archive) wait(c *clerk, f *folder) {
	for q := int64(1); q <= c.requests; q++ {
		if v := f.pending[q]; v != nil {
			d.call(c, fmt.Sprint("MPI_Wait ", q), func() { c.Do("MPI_Wait", q) })
			v.done = c.now[c.me]
			delete(f.pending, q)
		}
	}
}

// sync ends a chapter, and begins the next chapter.
func (d *archive) sync(c *clerk, f *folder, call string) {
	begin := slices.Clone(c.now)
	begin[c.me]++
	d.call(c, fmt.Sprint(call, " handle ", f.handle), func() { c.Do(call, f.handle) })
	f.chapter.done = c.now[c.me]
	f.chapter = &chapter{rank: c.me, begin: begin}
}

// own opens, synchronizes or closes the rank's own handle.
func (d *archive) own(c *clerk) {
	f := c.folders[1]
	switch {
	case !f.open:
		f.open, f.atomic = true, false
		d.openFile(c, f, replay.Self)
		f.chapter = &chapter{rank: c.me, begin: slices.Clone(c.now)}
		f.chapter.begin[c.me]--
	case d.rng.IntN(2) == 0:
		d.wait(c, f)
		d.sync(c, f, "MPI_File_sync")
	default:
		d.wait(c, f)
		d.sync(c, f, "MPI_File_close")
		f.open = false
	}
}

// enter makes a rank's next collective call.
func (d *archive) enter(c *clerk) {
	if c.turn == len(d.turns) {
		kinds := []string{"MPI_File_sync", "MPI_File_sync", "MPI_Barrier", "MPI_Barrier", "MPI_File_set_atomicity", "MPI_File_write_ordered",
			"MPI_File_write_ordered", "MPI_File_seek_shared"}
		d.turns = append(d.turns, &round{kind: kinds[d.rng.IntN(len(kinds))], all: make(when, len(d.clerks)), to: 4 * d.rng.Int64N(8)})
	}
	x := d.turns[c.turn]
	c.turn++
	f := c.folders[0]
	switch x.kind {
	case "MPI_File_sync":
		d.wait(c, f)
		d.sync(c, f, x.kind)
	case "MPI_Barrier":
		d.call(c, x.kind, func() { c.Do(x.kind, replay.World) })
		x.all.join(c.now)
		x.all[c.me] = c.now[c.me] - 1
	case "MPI_File_write_ordered":
		n := d.rng.Int64N(3)
		v := &visit{clerk: c, folder: f, chapter: f.chapter, writes: true, atomic: f.atomic, begun: c.now[c.me] + 1, hi: 4 * n}
		v.pc = d.call(c, fmt.Sprint(x.kind, " ", n), func() { c.Do(x.kind, f.handle, 0x5000, n, replay.Type("MPI_INT")) })
		v.done = c.now[c.me]
		x.parts[c.me] = v
		d.visits = append(d.visits, v)
	case "MPI_File_seek_shared":
		d.call(c, fmt.Sprint(x.kind, " ", x.to), func() { c.Do(x.kind, f.handle, x.to, d.j.Flavour.SeekSet) })
	default:
		d.wait(c, f)
		f.atomic = !f.atomic
		flag := int64(0)
		if f.atomic {
			flag = 1
		}
		d.call(c, fmt.Sprint(x.kind, " ", flag), func() { c.Do(x.kind, f.handle, flag) })
	}
	c.blocked = x
	if x.entered++; x.entered < len(d.clerks) {
		return
	}
	for _, v := range x.parts {
		if v != nil {
			v.lo, v.hi = d.pointer, d.pointer+v.hi
			d.pointer = v.hi
			v.clerk.lines = append(v.clerk.lines, fmt.Sprintf("%d is [%d, %d)", v.pc, v.lo, v.hi))
		}
	}
	if x.kind == "MPI_File_seek_shared" {
		d.pointer = x.to
	}
	for _, o := range d.clerks {
		o.now.join(x.all)
		o.blocked = nil
	}
}

func (d *archive) message(c *clerk) {
	to := (c.me + 1 + d.rng.IntN(len(d.clerks)-1)) % len(d.clerks)
	at := slices.Clone(c.now)
	at[c.me]++
	d.call(c, fmt.Sprint("MPI_Send to ", to), func() { c.Do("MPI_Send", 0x5000, 1, replay.Type("MPI_INT"), int64(to), 3, replay.World) })
	d.letters[[2]int{c.me, to}] = append(d.letters[[2]int{c.me, to}], at)
}

func (d *archive) receive(c *clerk) {
	for from := range d.clerks {
		k := [2]int{from, c.me}
		if list := d.letters[k]; len(list) > 0 {
			d.letters[k] = list[1:]
			d.call(c, fmt.Sprint("MPI_Recv from ", from), func() {
				c.Do("MPI_Recv", 0x6000, 1, replay.Type("MPI_INT"), int64(from), 3, replay.World, 0, int64(from), 3, 4)
			})
			c.now.join(list[0])
			return
		}
	}
}

func (d *archive) play(steps int) {
	for range steps {
		c := d.clerks[d.rng.IntN(len(d.clerks))]
		if c.blocked != nil {
			continue
		}
		f := c.folders[d.rng.IntN(2)]
		switch d.rng.IntN(9) {
		case 0, 1, 2:
			if f.open {
				d.access(c, f, d.rng.IntN(3) == 0)
			}
		case 3:
			d.wait(c, f)
		case 4:
			d.own(c)
		case 5, 6:
			d.enter(c)
		case 7:
			d.message(c)
		case 8:
			d.receive(c)
		}
	}
	for again := true; again; {
		again = false
		for _, c := range d.clerks {
			if c.blocked == nil && c.turn < len(d.turns) {
				d.enter(c)
				again = true
			}
		}
	}
	for _, c := range d.clerks {
		for _, f := range c.folders {
			if f.open {
				d.wait(c, f)
				d.sync(c, f, "MPI_File_close")
			}
		}
	}
}

func (x *chapter) precedes(y *chapter) bool { return x.done > 0 && x.done <= y.begin[x.rank] }

// contend reports whether two accesses conflict; a was made first if the same rank has made both.
func contend(a, b *visit) bool {
	switch {
	case max(a.lo, b.lo) >= min(a.hi, b.hi) || !a.writes && !b.writes:
		return false
	case a.folder.handle == b.folder.handle && a.atomic && b.atomic:
		return false
	case a.folder == b.folder:
		return a.done == 0 || a.done > b.begun
	}
	return !a.chapter.precedes(b.chapter) && !b.chapter.precedes(a.chapter)
}

// rivals are two places of the program that conflict.
type rivals struct {
	a, b uint64
	self bool
}

// TestFileConflicts: the conflicts found in random programs are exactly the conflicts by vectors of time.
func TestFileConflicts(t *testing.T) {
	n := uint64(1500)
	if testing.Short() {
		n = 600
	}
	all := 0
	vagues := 0
	for seed := range n {
		d := newArchive(t, seed)
		d.repeated = seed%2 == 1
		d.play(30 + int(seed%40))
		want := map[rivals]bool{}
		for i, a := range d.visits {
			for _, b := range d.visits[i+1:] {
				if contend(a, b) {
					want[rivals{min(a.pc, b.pc), max(a.pc, b.pc), a.clerk == b.clerk}] = true
				}
			}
		}
		all += len(want)
		got := map[rivals]bool{}
		v := &view{}
		vague := false
		watchSteps(d.j, len(d.clerks), seed, func(f fact.Fact) {
			if x, ok := f.(*fact.FileRace); ok {
				a, b := x.First.Site, x.Second.Site
				got[rivals{min(a.PC, b.PC), max(a.PC, b.PC), a.Rank == b.Rank}] = true
			}
		}, func(j *job.Job) {
			vague = vague || j.Vague()
			if seed%3 == 0 {
				j.Prune()
			}
		}, v)
		text := ""
		for _, c := range d.clerks {
			text += strings.Join(c.lines, "\n") + "\n"
		}
		for p := range got {
			require.True(t, want[p], "seed %d: %v does not conflict\n%s", seed, p, text)
		}
		if vague {
			vagues++
		}
		for p := range want {
			require.True(t, got[p] || vague, "seed %d: %v is missing\n%s", seed, p, text)
		}
	}
	t.Logf("%d conflicts in %d programs, of which %d are vague", all, n, vagues)
	require.Greater(t, all, int(n))
	require.Less(t, vagues*100, int(n))
}
