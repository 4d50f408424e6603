package check_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

const (
	damageBuf = 0x500000
	readWrite = 8 | 1 // MPI_MODE_RDWR | MPI_MODE_CREATE
)

// phases are pieces of correct programs, on any number of ranks.
var phases = []func(j *replay.Job, n int64){
	func(j *replay.Job, n int64) { // fences
		w := j.Allocate(4096, 4)
		for range 4 {
			j.Fence(0, w)
			j.Each(func(r *replay.Rank) { r.Put(w, (int64(r.World())+1)%n, 16, 4) })
		}
		j.Fence(0, w)
		j.Free(w)
	},
	func(j *replay.Job, n int64) { // start and post, each rank with its neighbors
		w := j.Allocate(4096, 4)
		j.Each(func(r *replay.Rank) {
			me := int64(r.World())
			from, to := r.Group((me+n-1)%n), r.Group((me+1)%n)
			for range 4 {
				r.Do("MPI_Win_post", from, 0, w)
				r.Do("MPI_Win_start", to, 0, w)
				r.Put(w, (me+1)%n, 0, 8)
				r.Do("MPI_Win_complete", w)
				r.Do("MPI_Win_wait", w)
			}
			r.Do("MPI_Group_free", from)
			r.Do("MPI_Group_free", to)
		})
		j.Free(w)
	},
	func(j *replay.Job, n int64) { // locks and requests
		w := j.Allocate(4096, 4)
		j.Each(func(r *replay.Rank) {
			t := (int64(r.World()) + 1) % n
			for range 4 {
				r.Do("MPI_Win_lock", r.Exclusive(), t, 0, w)
				r.Rput(w, t)
				r.Do("MPI_Win_unlock", t, w)
			}
			r.Do("MPI_Win_lock_all", 0, w)
			r.Get(w, t, 0, 4)
			r.Do("MPI_Win_flush", t, w)
			r.Do("MPI_Win_unlock_all", w)
		})
		j.Free(w)
	},
	func(j *replay.Job, n int64) { // a dynamic window
		w := j.Handle()
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w)
			for i := range int64(3) {
				r.Do("MPI_Win_attach", w, 0x1000*(i+1), 64)
				r.Do("MPI_Win_fence", 0, w)
				r.Put(w, (int64(r.World())+1)%n, 0x1000*(i+1), 4)
				r.Do("MPI_Win_fence", 0, w)
				r.Do("MPI_Win_detach", w, 0x1000*(i+1))
			}
		})
		j.Free(w)
	},
	func(j *replay.Job, n int64) { // files
		fh := j.Handle()
		j.Each(func(r *replay.Rank) {
			r.With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, readWrite, replay.InfoNull, fh, 3, 4711)
			for range 3 {
				r.With("MPI_File_set_view", replay.Strings("native"), nil, fh, 8192*int64(r.World()), replay.Type("MPI_INT"), replay.Type("MPI_INT"), 0, replay.InfoNull)
				r.Do("MPI_File_write_all_begin", fh, damageBuf, 100, replay.Type("MPI_INT"), 1)
				r.Do("MPI_File_write_all_end", fh, damageBuf, 0, 1, 1)
				r.Do("MPI_File_iwrite_at", fh, int64(r.World())*400, damageBuf, 100, replay.Type("MPI_INT"), 0x5555)
				r.Do("MPI_Wait", 0x5555, 0)
			}
			r.Do("MPI_File_close", fh)
		})
	},
	func(j *replay.Job, n int64) { // collectives on communicators
		all := make([]int64, n)
		for i := range all {
			all[i] = int64(i)
		}
		c := j.Handle()
		j.Each(func(r *replay.Rank) {
			r.With("MPI_Comm_dup", nil, replay.Words(all), replay.World, c, 0, int64(r.World()))
			for range 4 {
				r.Do("MPI_Barrier", c)
				r.Do("MPI_Bcast", damageBuf, 4, replay.Type("MPI_INT"), 0, replay.World)
			}
			r.Do("MPI_Comm_free", c)
		})
	},
	func(j *replay.Job, n int64) { // a second thread
		w := j.Allocate(4096, 4)
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Win_lock_all", 0, w)
			for range 4 {
				r.Thread = 1
				r.Put(w, (int64(r.World())+1)%n, 0, 1)
				r.Thread = 0
				r.Do("MPI_Win_flush_all", w)
			}
			r.Do("MPI_Win_unlock_all", w)
		})
		j.Free(w)
	},
}

// sample is the log of a correct program on disk.
type sample struct {
	dir    string // of run.log
	events [][]event.Event
}

// writeSample writes the log of a random correct program. If killed is set, the log has no final state, and the last
// events are only in rings.
func writeSample(t *testing.T, rng *rand.Rand, dir, run string, killed bool) *sample {
	n := 2 + rng.IntN(3)
	j := replay.New(t, n)
	for range 3 + rng.IntN(5) {
		phases[rng.IntN(len(phases))](j, int64(n))
	}
	if !killed {
		j.Finalize()
		j.Silent()
	}
	log := filepath.Join(dir, logdir.Default)
	f, err := logdir.Create(log, logdir.Run{ID: run, Size: n, Flavour: "openmpi", Standard: "3.1"})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.NoError(t, os.WriteFile(logdir.MarkName(logdir.Dir(log)), fmt.Appendf(nil, "run %s rank 0 launcher here 1\n", run), 0o600))
	s := &sample{dir: dir}
	for rank := range n {
		events := j.Rank(rank).Events()
		s.events = append(s.events, events)
		inSegment := len(events)
		if killed {
			inSegment -= rng.IntN(60)
		}
		h := segment.Header{Run: run, Rank: rank, Size: n, PID: 1000*len(run) + rank, Flavour: "openmpi", Standard: "3.1", Host: "here"}
		writeSegment(t, rng, logdir.SegmentName(logdir.Dir(log), rank), h, events[:inSegment], killed)
		if killed {
			writeRings(t, logdir.Dir(log), h, events, inSegment)
		}
	}
	return s
}

func writeSegment(t *testing.T, rng *rand.Rand, path string, h segment.Header, events []event.Event, killed bool) {
	w, err := segment.Create(path, h)
	require.NoError(t, err)
	for i := range events {
		require.NoError(t, w.Append(&events[i]))
		switch rng.IntN(40) {
		case 0:
			require.NoError(t, w.Sync())
		case 1:
			require.NoError(t, w.Meta(segment.MetaModules, []segment.Module{{Start: 1, End: 1 << 20, Path: "/bin/app"}}))
		}
	}
	if !killed {
		require.NoError(t, w.SetState(segment.Finalized))
	}
	require.NoError(t, w.Close())
}

const ringSlots = 256

// writeRings writes the rings of a rank; the events before index `from` are marked as moved to the segment.
func writeRings(t *testing.T, dir string, h segment.Header, events []event.Event, from int) {
	for thread := range uint16(2) {
		ring := make([]byte, segment.RingHeaderSize+ringSlots*event.SlotSize)
		head, tail, any := uint64(0), uint64(0), thread == 0
		for i := range events {
			if events[i].Thread != thread {
				continue
			}
			any = true
			for b := event.Put(nil, &events[i]); len(b) > 0; {
				n := int(b[3])
				if left := ringSlots - int(head%ringSlots); left < n {
					copy(ring[segment.RingHeaderSize+int(head%ringSlots)*event.SlotSize:], event.PutPad(nil, left))
					head += uint64(left)
				}
				copy(ring[segment.RingHeaderSize+int(head%ringSlots)*event.SlotSize:], b[:n*event.SlotSize])
				head += uint64(n)
				b = b[n*event.SlotSize:]
			}
			if i < from {
				tail = head
			}
		}
		if !any {
			continue
		}
		le := binary.LittleEndian
		copy(ring, segment.RingMagic)
		for off, v := range map[int]uint32{8: segment.RingVersion, 12: ringSlots, 16: uint32(h.Rank), 20: uint32(thread), 24: uint32(h.PID), 192: 1} {
			le.PutUint32(ring[off:], v)
		}
		for off, v := range map[int]uint64{64: head, 72: head, 128: tail} {
			le.PutUint64(ring[off:], v)
		}
		require.NoError(t, os.WriteFile(logdir.RingName(dir, h.Rank, int(thread)), ring, 0o600))
	}
}
