package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// The values of the info key accumulate_ops.
const (
	sameOp     = "same_op"
	sameOpNoOp = "same_op_no_op"
)

// accUse is an accumulate that may not be complete at its target.
type accUse struct {
	site   Site
	target int32 // rank in the window's group
	disp   int64
	count  int64
	typ    *Datatype
	op     *calls.Predef
}

// maxAccs bounds the accumulates kept of a window; more are not compared.
const maxAccs = 256

// promise returns what the info key accumulate_ops of the window says of the
// operation of this call; "" where nothing.
func (w *Win) promise(c *Call) string {
	m := &c.RMA
	if w.Info == nil || m.Op == nil || m.Op.Predef == nil || c.Kind == calls.RgetAccumulate {
		return "" // the request of an MPI_Rget_accumulate completes it
	}
	switch p := w.Info["accumulate_ops"]; {
	case p == sameOp, p == sameOpNoOp && m.Op.Predef.Name != "MPI_NO_OP":
		return p
	}
	return ""
}

// noteAccumulate keeps an accumulate on a window with such a promise.
func (w *Win) noteAccumulate(c *Call) {
	if w.promise(c) == "" || len(w.accs) == maxAccs {
		return
	}
	m := &c.RMA
	u := accUse{c.Site, int32(m.Target), m.Disp, m.TCount, m.TType, m.Op.Predef}
	for i := range w.accs {
		o := &w.accs[i]
		if o.op == u.op && o.target == u.target && o.disp == u.disp && o.count == u.count && o.typ == u.typ {
			return
		}
	}
	w.accs = append(w.accs, u)
}

// settleAccs forgets the accumulates that a call completes. A local flush
// completes those that fetch; it counts for all.
func (w *Win) settleAccs(c *Call) {
	switch c.Kind {
	case calls.WinFence, calls.WinComplete, calls.WinUnlockAll, calls.WinFlushAll, calls.WinFlushLocalAll, calls.WinFree:
		w.accs = w.accs[:0]
	case calls.WinUnlock, calls.WinFlush, calls.WinFlushLocal:
		kept := w.accs[:0]
		for _, u := range w.accs {
			if int64(u.target) != c.Arg("rank") {
				kept = append(kept, u)
			}
		}
		w.accs = kept
	}
}

// observeOps compares an accumulate with those of its rank that are not
// complete: the window was made, or told later, to have one operation at an
// address at a time.
func (j *Job) observeOps(c *Call, t *Win) {
	w, m := c.Win, &c.RMA
	hint := w.promise(c)
	if hint == "" {
		return
	}
	now := Buffer{Addr: mulSat(m.Disp, t.DispUnit), Count: m.TCount, Type: m.TType}
	for i := range w.accs {
		u := &w.accs[i]
		if int64(u.target) != m.Target || u.op == m.Op.Predef {
			continue
		}
		before := Buffer{Addr: mulSat(u.disp, t.DispUnit), Count: u.count, Type: u.typ}
		if !now.overlap(&before) {
			continue
		}
		j.emit(&OpsDiffer{Call: c.Site, Before: u.site, Object: w.Label, Hint: hint, Target: w.RankName(m.Target),
			Op: m.Op.Predef.Name, BeforeOp: u.op.Name, Ordered: w.Info["accumulate_ordering"] != "none"})
		return
	}
}
