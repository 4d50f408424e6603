package check

import (
	"fmt"
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// spawnedJob is a job that is checked together with the job that has spawned it.
type spawnedJob struct {
	*Job
	by    *spawnCall
	first int32 // number of its rank 0 among the ranks of all jobs
}

// has reports whether a number is that of a rank of the job.
func (s *spawnedJob) has(rank int32) bool { return rank >= s.first && int(rank-s.first) < s.Log.Size }

// compare checks the job together with the jobs that it has spawned, and adds the findings on calls of several jobs. Of
// the jobs that it may have spawned, it takes the jobs of which it is certain which call has spawned them. Logs that
// cannot be read are left out: their own reports say why.
func (j *Job) compare(path string, set []*rules.Rule, opt Options) {
	if len(opt.Spawned) == 0 {
		return
	}
	if opt.Peers != nil { // other processes have seen the calls
		j.spawns = spawnsOf(path, opt)
	}
	if len(j.spawns) == 0 {
		return
	}
	own, in, err := open(path, opt)
	if err != nil {
		return
	}
	defer own.Log.Close() // only read
	var jobs []*Job
	for _, path := range opt.Spawned {
		if l, err := logdir.Open(path); err == nil {
			defer l.Close() // only read
			jobs = append(jobs, NewJob(l))
		}
	}
	found := j.pair(jobs)
	if len(found) == 0 {
		return
	}
	for _, s := range found {
		s.first = int32(len(in))
		in = append(in, s.inputs()...)
	}
	j.join(in, found)
	set = slices.DeleteFunc(slices.Clone(set), func(r *rules.Rule) bool { return !r.Between })
	r := newRunner(in, set, Options{Cores: opt.Cores, Still: opt.Still}, nil)
	if r.run(r.cores) != nil {
		return
	}
	res := r.result()
	if slices.ContainsFunc(res.spawns, func(c spawnCall) bool { return int(c.ranks[0]) >= j.Log.Size }) &&
		slices.ContainsFunc(found, func(s *spawnedJob) bool { return !j.onHostOf(s.by, s.Job) }) {
		return // another job may have spawned it
	}
	j.spawned, j.abroad = found, slices.DeleteFunc(res.abroad, func(rank int) bool { return rank >= j.Log.Size })
	j.add(res.Findings, spanning(r.feeds))
}

// spawnsOf reads the calls of a job that have spawned other jobs; nil if it cannot be read.
func spawnsOf(path string, opt Options) []spawnCall {
	j, in, err := open(path, opt)
	if err != nil {
		return nil
	}
	defer j.Log.Close() // only read
	res, err := Run(in, nil, Options{Cores: opt.Cores}, nil)
	if err != nil {
		return nil
	}
	return res.spawns
}

// join numbers the ranks of all jobs in a row, and tells each rank the intercommunicators between the jobs.
func (j *Job) join(in []Input, found []*spawnedJob) {
	hosts, unseen := j.Hosts(), j.unseen()
	for _, s := range found {
		hosts, unseen = append(hosts, s.Hosts()...), append(unseen, s.unseen()...)
		j.sameClocks(s.Job)
	}
	for i := range in {
		c := &in[i].Config
		c.Hosts, c.Unseen, c.Family = hosts, unseen, &reading.Family{Spawned: map[tracker.Site]reading.Bridge{}}
	}
	for _, s := range found {
		parents, children := s.by.ranks, (&reading.Family{First: s.first}).Ranks(s.Log.Size)
		label := fmt.Sprintf("intercommunicator of %s", s.by.calls[0].Call)
		b := reading.Bridge{ID: s.by.id(), Label: label, Members: parents, Remote: children}
		for i, rank := range parents {
			in[rank].Config.Family.Spawned[s.by.calls[i]] = b
		}
		b.Members, b.Remote = children, parents
		for _, rank := range children {
			f := in[rank].Config.Family
			f.First, f.Parent = s.first, &b
			in[rank].Config.World = int(rank)
			in[rank].Last = numbered(in[rank].Last, s.first)
		}
	}
}

// numbered numbers the ranks in what was last seen of a rank.
func numbered(last func() end.Seen, first int32) func() end.Seen {
	if last == nil {
		return nil
	}
	return func() end.Seen {
		s := last()
		for i := range s.Now {
			s.Now[i].Rank += first
		}
		if !s.In.IsZero() {
			s.In.Rank += first
		}
		return s
	}
}

// sameClocks corrects the clocks of hosts that both jobs have run on as in j.
func (j *Job) sameClocks(s *Job) {
	shift := map[string]time.Duration{}
	for _, r := range j.Log.Ranks() {
		if r.Header != nil {
			shift[r.Header.Host] = j.shift[r.Rank]
		}
	}
	for _, r := range s.Log.Ranks() {
		if r.Header == nil {
			continue
		}
		if d, ok := shift[r.Header.Host]; ok {
			s.shift[r.Rank] = d
		}
	}
}

// spanning returns the communicators that have processes of several jobs.
func spanning(feeds []*feed) map[uint64]bool {
	out := map[uint64]bool{}
	for _, f := range feeds {
		if f.rank == nil {
			continue
		}
		for _, id := range f.rank.Objects.Spanning {
			out[id] = true
		}
	}
	return out
}

// add adds the findings on calls of several jobs, or on communicators between jobs, that the check of the job alone has
// not made. Each names the calls that have spawned its ranks.
func (j *Job) add(found []*rules.Finding, between map[uint64]bool) {
	for _, f := range found {
		of := j.jobsOf(f)
		if f.Scope != rules.JobScope || len(of) == 0 && !between[f.Object.ID] || j.hasFound(f) {
			continue
		}
		if len(of) == 0 {
			of = j.spawned
		}
		for _, s := range of {
			f.Related = append(f.Related, rules.SpawnedAt(s.by.calls[0], s.note()))
		}
		j.Findings = append(j.Findings, f)
	}
}

// note says which ranks of a finding are ranks of the spawned job.
func (s *spawnedJob) note() string {
	n := s.Log.Size
	last := int(s.first) + n - 1
	if n == 1 {
		return fmt.Sprintf("rank %d is the process that was spawned here; its log is %s", last, s.Log.Path)
	}
	return fmt.Sprintf("ranks %d-%d are ranks 0-%d of the %d processes that were spawned here; their log is %s",
		s.first, last, n-1, n, s.Log.Path)
}

// jobsOf returns the spawned jobs that a finding names ranks of, if it names ranks of several jobs.
func (j *Job) jobsOf(f *rules.Finding) []*spawnedJob {
	named := map[*spawnedJob]bool{}
	for _, rank := range f.Ranks {
		named[j.spawnedWith(int32(rank))] = true
	}
	for _, s := range slices.Concat(f.Sites, f.Blames) {
		named[j.spawnedWith(s.Rank)] = true
	}
	for _, x := range f.Related {
		named[j.spawnedWith(x.Site.Rank)] = true
	}
	if len(named) < 2 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(j.spawned), func(s *spawnedJob) bool { return !named[s] })
}

// hasFound reports whether the check of the job alone has made a finding of the same rule at the same call.
func (j *Job) hasFound(f *rules.Finding) bool {
	return slices.ContainsFunc(j.Findings, func(o *rules.Finding) bool {
		return o.Rule == f.Rule && len(o.Sites) > 0 && len(f.Sites) > 0 && o.Sites[0] == f.Sites[0]
	})
}

// spawnedWith returns the spawned job that has the rank of a number; nil: the job itself has it.
func (j *Job) spawnedWith(rank int32) *spawnedJob {
	for _, s := range j.spawned {
		if s.has(rank) {
			return s
		}
	}
	return nil
}

// Spawned returns the logs of the spawned jobs that the job was compared with, if all messages between the jobs were
// compared.
func (j *Job) Spawned() (logs []string) {
	if len(j.abroad) > 0 {
		return nil
	}
	for _, s := range j.spawned {
		logs = append(logs, s.Log.Path)
	}
	return logs
}

// Owner returns the log of a rank of a spawned job, and its number there.
func (j *Job) Owner(rank int32) (log string, own int) {
	if s := j.spawnedWith(rank); s != nil {
		return s.Log.Path, int(rank - s.first)
	}
	return "", 0
}
