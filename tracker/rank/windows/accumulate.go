package windows

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// The values of the info key accumulate_ops.
const (
	SameOp     = "same_op"
	sameOpNoOp = "same_op_no_op"
)

// maxAccs bounds the accumulates kept per window; further accumulates are not compared.
const maxAccs = 256

// promise returns the value of accumulate_ops that restricts the operation of this call; "" if none does.
func (w *Win) promise(c *record.Call, m *RMA) string {
	if w.Info == nil || m.Op == nil || m.Op.Predef == nil || c.Kind == calls.RgetAccumulate {
		return "" // MPI_Rget_accumulate is complete with its request
	}
	switch p := w.Info["accumulate_ops"]; {
	case p == SameOp, p == sameOpNoOp && m.Op.Predef.Name != "MPI_NO_OP":
		return p
	}
	return ""
}

// noteAccumulate keeps an accumulate if accumulate_ops restricts its operation.
func (w *Win) noteAccumulate(c *record.Call, m *RMA) {
	if w.promise(c, m) == "" || len(w.Accs) == maxAccs {
		return
	}
	u := accUse{c.Site, int32(m.Target), m.Disp, m.TCount, m.TType, m.Op.Predef}
	for i := range w.Accs {
		o := &w.Accs[i]
		if o.op == u.op && o.target == u.target && o.disp == u.disp && o.count == u.count && o.typ == u.typ {
			return
		}
	}
	w.Accs = append(w.Accs, u)
}

// SettleAccs forgets the accumulates that a call completes. A local flush completes only fetching accumulates, but here
// it counts for all.
func (w *Win) SettleAccs(c *record.Call) {
	reach, all := c.Sem.Epoch.Settles()
	switch {
	case all, c.Sem.Frees == calls.ClassWin:
		w.Accs = w.Accs[:0]
	case reach != calls.NotSettled:
		w.Accs = slices.DeleteFunc(w.Accs, func(u accUse) bool { return int64(u.target) == c.In[c.Sem.Target] })
	}
}

// OpenOps returns the incomplete accumulates of this rank to the same target that use another operation; nil if there
// are none.
func (w *Win) OpenOps(c *record.Call, m *RMA) *op.OpenOps {
	if len(w.Accs) == 0 {
		return nil
	}
	x := &op.OpenOps{Hint: w.promise(c, m)}
	if x.Hint == "" {
		return nil
	}
	for i := range w.Accs {
		if u := &w.Accs[i]; int64(u.target) == m.Target && u.op != m.Op.Predef {
			x.Before = append(x.Before, op.OpenOp{Site: u.site, Op: u.op.Name, Disp: u.disp, Count: u.count,
				Type: u.typ})
		}
	}
	if x.Before == nil {
		return nil
	}
	x.Op, x.Ordered = m.Op.Predef.Name, w.Info["accumulate_ordering"] != "none"
	return x
}
