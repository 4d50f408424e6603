package windows

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// FenceState is the state of a window after the rank's last fence.
type FenceState struct {
	Open      bool         // a fence without MPI_MODE_NOSUCCEED was called: RMA may follow
	NoSucceed bool         // the last fence passed MPI_MODE_NOSUCCEED and nothing has synchronized since
	Used      bool         // RMA was issued in the fence epoch
	Site      tracker.Site // the last fence
	First     tracker.Site // first RMA call of the epoch
	count     int64
	// Puts holds the first call that changes memory at each target, in the
	// order of first use.
	Puts []op.TargetUse
	seen targetSet
	// Inner is the first RMA call of a lock or start epoch inside the fence
	// epoch; InnerOpen the call that opened that epoch.
	Inner     tracker.Site
	InnerOpen tracker.Site
	// Within is the first start or lock inside the fence epoch, called before any RMA call of the fence epoch itself.
	// The two epochs overlap only if such an RMA call follows.
	Within tracker.Site
}

// StartEpoch is an access epoch between start and complete.
type StartEpoch struct {
	Open    bool
	Group   *objects.Group
	Targets []int32 // ranks in the window's group; -1: not in it
	Site    tracker.Site
	used    bool
	Puts    []op.TargetUse
	Done    tracker.Site // the complete that ended the last epoch
	seen    targetSet
	in      targetSet
	slack   int // see Win.unsure
}

// has reports whether the epoch may access the target. A group that was not
// created by a recorded call may contain any rank.
func (s *StartEpoch) has(target int64) bool { return s.Group == nil || s.in.has(target) }

// Active reports whether there is an access epoch: start and complete with an empty group are no-ops.
func (s *StartEpoch) Active() bool { return s.Open && !s.Group.None() }

// Slack reports whether a complete may come without a start: after a start that failed, or a start inside an open
// epoch.
func (s *StartEpoch) Slack() bool { return s.slack > 0 }

// PostEpoch is an exposure epoch between post and wait.
type PostEpoch struct {
	Open    bool
	group   *objects.Group
	Origins []int32 // ranks in the window's group; -1: not in it
	Site    tracker.Site
	Done    tracker.Site // the wait or test that ended the last epoch
	slack   int
	// Tested is the MPI_Win_test that ended the last exposure epoch with
	// flag = true; zero once the window is posted again.
	Tested tracker.Site
}

// Active reports whether there is an exposure epoch: post and wait with an empty group are no-ops.
func (p *PostEpoch) Active() bool { return p.Open && !p.group.None() }

// Slack reports whether a wait or test may come without a post, as StartEpoch.Slack does.
func (p *PostEpoch) Slack() bool { return p.slack > 0 }

// Lock is a passive-target epoch.
type Lock struct {
	Held      bool
	Target    int32 // rank in the window's group; unused for lock_all
	Exclusive bool
	Assert    int64
	Site      tracker.Site
	used      bool
}

// targetSet is a set of ranks of a window's group; its storage is reused. Each rank of a large job has several sets,
// and most ranks access few others: only pages with members take memory.
type targetSet struct{ pages []*targetPage }

// targetPage has a bit for each of targetPageSize ranks.
type targetPage [targetPageSize / 64]uint64

const targetPageSize = 1 << 10

func (s *targetSet) has(t int64) bool {
	i := uint64(t) / targetPageSize
	if i >= uint64(len(s.pages)) || s.pages[i] == nil {
		return false
	}
	return s.pages[i][t%targetPageSize/64]&(1<<(t%64)) != 0
}

func (s *targetSet) add(t int32) {
	if t < 0 {
		return
	}
	i := int(t) / targetPageSize
	if i >= len(s.pages) {
		s.pages = append(s.pages, make([]*targetPage, i+1-len(s.pages))...)
	}
	if s.pages[i] == nil {
		s.pages[i] = &targetPage{}
	}
	s.pages[i][t%targetPageSize/64] |= 1 << (t % 64)
}

func (s *targetSet) remove(t int32) {
	s.pages[int(t)/targetPageSize][t%targetPageSize/64] &^= 1 << (t % 64)
}

// addNew adds t and reports whether it was absent.
func (s *targetSet) addNew(t int64) bool {
	if t < 0 || t > 1<<24 || s.has(t) {
		return false
	}
	s.add(int32(t))
	return true
}

// reset empties the set. If uses is not nil, the set holds exactly their targets, and only these are removed.
func (s *targetSet) reset(uses []op.TargetUse) {
	if uses == nil {
		for _, p := range s.pages {
			if p != nil {
				*p = targetPage{}
			}
		}
		return
	}
	for _, u := range uses {
		s.remove(u.Target)
	}
}
