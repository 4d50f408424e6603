package check

import (
	"sync"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// Options say how a log is checked.
type Options struct {
	More    []string // the run's other folders, collected from several nodes
	Timed   bool     // gather the timeline too
	Watcher Watcher  // nil: there is none; Timed has its own
	Running bool     // the job has not ended: say where its ranks are, not where they ended
	GoesOn  bool     // the processes of the job still run: how they end after MPI_Finalize is not known yet
	Later   bool     // somebody asks for the log by its name: it may be older than they think
	Cores   int      // how many cores to use; 0: all
	// Others are the logs of jobs that the job may have spawned or have been connected with: it is compared with these,
	// too.
	Others []string
	// Compared: another report compares the job with the jobs that it is linked with.
	Compared bool
	// Still is how long no rank must have made progress to count as a standstill; 0:
	// end.DefaultStill.
	Still time.Duration
	// Progress is called now and then with the number of bytes of the log that
	// have been read, and its size; may be nil.
	Progress func(done, size int64)
	// Peers are the processes that share the work; nil: there are no others.
	Peers Peers
	// Also returns further findings, which are added to those of the rules; may be nil.
	Also  func(found []*rules.Finding) []*rules.Finding
	block int    // how much the judges get at once; 0: as much as is sensible
	begin func() // called when all is ready for batches of other processes; may be nil
}

// stride is how many events of a rank lie between two calls of Progress.
const stride = 4096

// progress adds up the bytes read of all ranks.
type progress struct {
	mu         sync.Mutex
	tell       func(done, size int64)
	done, size int64
}

// counted is a rank's stream that reports its progress.
type counted struct {
	Stream
	log        *logdir.RankLog
	all        *progress
	events     int
	done, size int64 // reported so far
}

// Rest releases the memory that reading takes.
func (c *counted) Rest() { c.log.Rest() }

// Next implements Stream.
func (c *counted) Next(e *event.Event) error {
	err := c.Stream.Next(e)
	if c.events++; err != nil || c.events%stride == 0 {
		c.tell()
	}
	return err
}

func (c *counted) tell() {
	done, size := c.log.Read()
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	c.all.done += done - c.done
	c.all.size += size - c.size
	c.done, c.size = done, size
	c.all.tell(c.all.done, c.all.size)
}

// count lets the streams report their progress.
func (j *Job) count(in []Input, tell func(done, size int64)) {
	all := &progress{tell: tell}
	for _, r := range j.Log.Ranks() {
		c := &counted{Stream: in[r.Rank].Stream, log: r, all: all}
		c.done, c.size = r.Read()
		all.done, all.size = all.done+c.done, all.size+c.size
		in[r.Rank].Stream = c
	}
}
