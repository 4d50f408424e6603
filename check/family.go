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

// relative is a job that is checked together with another job, because calls have linked them directly or through
// further jobs.
type relative struct {
	*Job
	first int32     // number of the job's rank 0 among the ranks of all jobs
	by    linkCall  // the call that links it with the job itself or with a relative
	to    *relative // the relative that made the call; nil: the job itself did
}

// has reports whether a number is that of a rank of the job.
func (s *relative) has(rank int32) bool { return rank >= s.first && int(rank-s.first) < s.Log.Size }

// compare checks the job together with the jobs that it is linked with, and adds the findings on calls of several jobs.
// Of the jobs that it may be linked with, it takes the jobs whose linking calls are certain. Logs that cannot be read
// are left out: their own reports say why.
func (j *Job) compare(path string, set []*rules.Rule, opt Options) {
	if len(opt.Others) == 0 {
		return
	}
	if opt.Peers != nil { // other processes have seen the calls
		j.links = linksOf(path, opt)
	}
	if len(j.links) == 0 {
		return
	}
	own, in, err := open(path, opt)
	if err != nil {
		return
	}
	defer own.Log.Close() // only read
	jobs := []*Job{j}
	for _, path := range opt.Others {
		if l, err := logdir.Open(path); err == nil {
			defer l.Close() // only read
			s := NewJob(l)
			s.links = linksOf(path, Options{Cores: opt.Cores})
			jobs = append(jobs, s)
		}
	}
	links := pair(jobs)
	found := j.family(links)
	if len(found) == 0 {
		return
	}
	for _, s := range found {
		in = append(in, s.inputs()...)
	}
	j.join(in, found, links)
	set = slices.DeleteFunc(slices.Clone(set), func(r *rules.Rule) bool { return !r.Between })
	r := newRunner(in, set, Options{Cores: opt.Cores, Still: opt.Still}, nil)
	if r.run(r.cores) != nil {
		return
	}
	res := r.result()
	j.linked, j.abroad = found, slices.DeleteFunc(res.abroad, func(rank int) bool { return rank >= j.Log.Size })
	j.add(res.Findings, spanning(r.feeds))
}

// linksOf reads the calls of a job that have linked it with other jobs; nil if the log cannot be read.
func linksOf(path string, opt Options) []linkCall {
	j, in, err := open(path, opt)
	if err != nil {
		return nil
	}
	defer j.Log.Close() // only read
	res, err := Run(in, nil, Options{Cores: opt.Cores}, nil)
	if err != nil {
		return nil
	}
	return res.links
}

// family returns the jobs that links lead to from the job, and numbers their ranks in a row behind those of the job.
func (j *Job) family(links []link) (out []*relative) {
	next := int32(j.Log.Size)
	known := map[*Job]*relative{j: nil}
	for again := true; again; {
		again = false
		for _, l := range links {
			from, hasFrom := known[l.from]
			to, hasTo := known[l.to]
			if hasFrom == hasTo {
				continue
			}
			s := &relative{Job: l.to, first: next, to: from}
			call := l.call
			if hasTo {
				s.Job, s.to, call = l.from, to, l.with
			}
			if call == nil {
				continue // the job was spawned by a job that is linked with no other call
			}
			s.by = call.numbered(s.to.start())
			next += int32(s.Log.Size)
			known[s.Job], again = s, true
			out = append(out, s)
		}
	}
	return out
}

// start returns the number of the rank 0 of a relative; nil: of the job itself.
func (s *relative) start() int32 {
	if s == nil {
		return 0
	}
	return s.first
}

// join numbers the ranks of all jobs in a row, and tells each rank the intercommunicators between the jobs.
func (j *Job) join(in []Input, found []*relative, links []link) {
	hosts, unseen := j.Hosts(), j.unseen()
	first := map[*Job]int32{j: 0}
	for _, s := range found {
		first[s.Job] = s.first
		hosts, unseen = append(hosts, s.Hosts()...), append(unseen, s.unseen()...)
		j.sameClocks(s.Job)
	}
	for i := range in {
		c := &in[i].Config
		c.Hosts, c.Unseen, c.Family = hosts, unseen, &reading.Family{Linked: map[tracker.Site]reading.Bridge{}}
	}
	for _, s := range found {
		for rank := s.first; s.has(rank); rank++ {
			in[rank].Config.Family.First, in[rank].Config.World = s.first, int(rank)
			in[rank].Last = numbered(in[rank].Last, s.first)
		}
	}
	for _, l := range links {
		from, hasFrom := first[l.from]
		if to, hasTo := first[l.to]; hasFrom && hasTo {
			l.bridge(in, from, to)
		}
	}
}

// bridge tells the ranks of two jobs, whose ranks 0 have the numbers from and to, the intercommunicator between them.
func (l *link) bridge(in []Input, from, to int32) {
	call := l.call.numbered(from)
	label := fmt.Sprintf("intercommunicator of %s", call.kind())
	others := (&reading.Family{First: to}).Ranks(l.to.Log.Size)
	var with linkCall
	if l.with != nil {
		with = l.with.numbered(to)
		others = with.ranks
	}
	b := reading.Bridge{ID: call.id(), Label: label, Members: call.ranks, Remote: others}
	for i, rank := range call.ranks {
		in[rank].Config.Family.Linked[call.calls[i]] = b
	}
	b.Members, b.Remote = others, call.ranks
	for i, rank := range others {
		if l.with == nil {
			in[rank].Config.Family.Parent = &b
		} else {
			in[rank].Config.Family.Linked[with.calls[i]] = b
		}
	}
}

// numbered replaces the ranks in the last state of a rank by their numbers among the ranks of all jobs.
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
// not made. Each names the calls that have linked the jobs.
func (j *Job) add(found []*rules.Finding, between map[uint64]bool) {
	for _, f := range found {
		of := j.jobsOf(f)
		if f.Scope != rules.JobScope || len(of) == 0 && !between[f.Object.ID] || j.hasFound(f) {
			continue
		}
		if len(of) == 0 {
			of = j.linked
		}
		for _, s := range j.linked {
			if slices.ContainsFunc(of, func(o *relative) bool { return o.reachedBy(s) }) {
				f.Related = append(f.Related, rules.LinkedAt(s.by.calls[0], s.note()))
			}
		}
		j.Findings = append(j.Findings, f)
	}
}

// reachedBy reports whether the job is the other job, or was found through calls of the other job.
func (s *relative) reachedBy(o *relative) bool {
	for ; s != nil; s = s.to {
		if s == o {
			return true
		}
	}
	return false
}

// note returns a sentence that names the ranks of the finding that belong to the job.
func (s *relative) note() string {
	n := s.Log.Size
	last := int(s.first) + n - 1
	whose := "that was connected here"
	if s.by.spawns() {
		whose = "that was spawned here"
	}
	if n == 1 {
		return fmt.Sprintf("rank %d is the process %s; its log is %s", last, whose, s.Log.Path)
	}
	return fmt.Sprintf("ranks %d-%d are ranks 0-%d of the job %s; its log is %s", s.first, last, n-1, whose, s.Log.Path)
}

// jobsOf returns the other jobs that a finding names ranks of, if it names ranks of several jobs.
func (j *Job) jobsOf(f *rules.Finding) []*relative {
	named := map[*relative]bool{}
	for _, rank := range f.Ranks {
		named[j.linkedWith(int32(rank))] = true
	}
	for _, s := range slices.Concat(f.Sites, f.Blames) {
		named[j.linkedWith(s.Rank)] = true
	}
	for _, x := range f.Related {
		named[j.linkedWith(x.Site.Rank)] = true
	}
	if len(named) < 2 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(j.linked), func(s *relative) bool { return !named[s] })
}

// hasFound reports whether the check of this job only has made a finding of the same rule at the same call.
func (j *Job) hasFound(f *rules.Finding) bool {
	return slices.ContainsFunc(j.Findings, func(o *rules.Finding) bool {
		return o.Rule == f.Rule && len(o.Sites) > 0 && len(f.Sites) > 0 && o.Sites[0] == f.Sites[0]
	})
}

// linkedWith returns the linked job that has the rank of a number; nil: the job itself has it.
func (j *Job) linkedWith(rank int32) *relative {
	for _, s := range j.linked {
		if s.has(rank) {
			return s
		}
	}
	return nil
}

// Compared returns the logs of the linked jobs that the job was compared with, if all messages between the jobs were
// compared.
func (j *Job) Compared() (logs []string) {
	if len(j.abroad) > 0 {
		return nil
	}
	for _, s := range j.linked {
		logs = append(logs, s.Log.Path)
	}
	return logs
}

// Owner returns the log of a rank of a linked job, and its number there.
func (j *Job) Owner(rank int32) (log string, own int) {
	if s := j.linkedWith(rank); s != nil {
		return s.Log.Path, int(rank - s.first)
	}
	return "", 0
}
