package timeline

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Finish returns the timeline. The collector must not be used after it. info has an entry for each rank of
// MPI_COMM_WORLD.
func (c *Collector) Finish(info []RankInfo) *Timeline {
	tl := &Timeline{lanes: c.lanes}
	ranks := slices.Sorted(maps.Keys(c.lanes))
	scales, clock, _ := scales(info)
	c.align(ranks, scales)
	clocks := map[int]bool{}
	for _, rank := range ranks {
		l := c.lanes[rank]
		now := max(l.last, info[rank].Alive)
		c.endOpen(l, now)
		c.endWork(l, now)
		tl.Span = max(tl.Span, l.scale.at(now))
		clocks[clock[rank]] = true
	}
	for _, rank := range ranks {
		lane := c.finishLane(c.lanes[rank], max(c.lanes[rank].last, info[rank].Alive))
		lane.Host, lane.Clock = info[rank].Host, clock[rank]
		tl.Lanes = append(tl.Lanes, lane)
	}
	c.finishStreams(tl)
	tl.Clocks, tl.Aggregated, tl.bars = len(clocks), c.binned, c.bars
	tl.Rows, tl.Pairs, tl.Messages = c.finishRows(), c.finishPairs(), c.finishMessages()
	tl.Calls = c.totals(ranks)
	tl.pins, tl.onStream = c.pins, c.onStream
	for _, l := range c.lanes {
		l.rank, l.open, l.totals, l.streams, l.recent, l.frees = nil, nil, nil, nil, nil, nil
	}
	return tl
}

// align puts the first call of the job at time 0.
func (c *Collector) align(ranks []int32, s []scale) {
	first := map[int32]uint64{}
	for _, rank := range ranks {
		first[rank] = c.lanes[rank].first
	}
	align(s, first)
	for _, rank := range ranks {
		c.lanes[rank].scale = s[rank]
	}
}

func (c *Collector) finishLane(l *lane, now uint64) Lane {
	out := Lane{Rank: l.rank.World, Start: l.scale.at(l.first), End: l.scale.at(now), Calls: l.calls,
		Accesses: l.accesses}
	for i, t := range l.sums {
		out.Seconds[i] = l.scale.length(t)
	}
	if c.binned {
		out.Bins = l.bins.finish(&l.scale, now)
		l.bins = nil
		return out
	}
	for i := range l.bars {
		b := &l.bars[i]
		out.Bars = append(out.Bars, Bar{Category: b.category, Start: l.scale.at(b.start), End: l.scale.at(b.end),
			Call: b.call.String(), On: c.labelText(b.label), Peer: int(b.peer), Thread: int(b.thread), Open: b.open})
	}
	l.bars = nil
	slices.SortStableFunc(out.Bars, func(a, b Bar) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.Category, b.Category))
	})
	return out
}

// seconds returns the time of a tick of a rank, in seconds since the first call of the job.
func (c *Collector) seconds(rank int32, tick uint64) float64 { return c.lanes[rank].scale.at(tick) }

func (c *Collector) finishRows() Choice[Row] {
	out := Choice[Row]{Seen: c.rows.seen}
	for _, k := range c.rows.kept {
		r := Row{Call: k.link.call.String(), On: c.labelText(k.link.label)}
		for i, tick := range k.link.ticks {
			rank := int32(i)
			if k.link.ranks != nil {
				rank = k.link.ranks[i]
				r.Ranks = append(r.Ranks, int(rank))
			}
			if tick == 0 {
				r.Times = append(r.Times, -1) // the time was not kept
				continue
			}
			r.Times = append(r.Times, c.seconds(rank, tick))
		}
		out.Kept = append(out.Kept, r)
	}
	return out
}

func (c *Collector) finishPairs() Choice[Pair] {
	out := Choice[Pair]{Seen: c.pairs.seen}
	for _, k := range c.pairs.kept {
		p := k.link
		out.Kept = append(out.Kept, Pair{On: c.labelText(p.label), Origin: int(p.origin), Target: int(p.target),
			Start: c.seconds(p.origin, p.start), Post: c.seconds(p.target, p.post)})
	}
	return out
}

func (c *Collector) finishMessages() Choice[Message] {
	out := Choice[Message]{Seen: c.sent.seen}
	for _, k := range c.sent.kept {
		m := k.link.message
		m.On, m.Data = c.labelText(k.link.on), c.labelText(k.link.data)
		m.Sent, m.Received = c.seconds(int32(m.From), k.link.sent), c.seconds(int32(m.To), k.link.receive)
		out.Kept = append(out.Kept, m)
	}
	return out
}

// totals adds up the ranks' totals of each procedure.
func (c *Collector) totals(ranks []int32) []CallTotal {
	sum := map[calls.Kind]*CallTotal{}
	for _, rank := range ranks {
		l := c.lanes[rank]
		for k, t := range l.totals {
			s := sum[k]
			if s == nil {
				s = &CallTotal{Name: k.String(), Rank: -1}
				sum[k] = s
			}
			s.Count += t.count
			s.Seconds += l.scale.length(t.ticks)
			if d := l.scale.length(t.longest); t.timed && (s.Rank < 0 || d > s.Longest) {
				s.Longest, s.Rank = d, int(rank)
			}
		}
	}
	var out []CallTotal
	for _, s := range sum {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b CallTotal) int {
		return cmp.Or(cmp.Compare(b.Seconds, a.Seconds), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// At returns the time at which a call was entered, in seconds since the first call of the job. If the time was not
// kept, At returns the time of an earlier call of the same ring.
func (tl *Timeline) At(s tracker.Site) (float64, bool) {
	l := tl.lanes[s.Rank]
	if l == nil {
		return 0, false
	}
	tick, ok := l.tick(s, tl.pins)
	return l.scale.at(tick), ok
}
