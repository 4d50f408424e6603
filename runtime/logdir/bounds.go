package logdir

import (
	"encoding/json"
	"os"
	"slices"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/runtime/settings"
)

// How many ranks without files there may be: a fixed number, plus some for each
// rank with files.
const (
	missingRanks   = 1 << 16
	missingPerRank = 16
)

// checkSize rejects a size of MPI_COMM_WORLD that is too large for the number of existing files: each rank takes
// memory, whether it left a log or not.
func (l *Log) checkSize() error {
	if most := missingRanks + missingPerRank*len(l.ranks); l.Size > most {
		return problem(l.Dir, segment.Excessive,
			"the log says that MPI_COMM_WORLD has %d processes, but there are files of %d only; "+
				"pass the directories of all nodes, or restore the files", l.Size, len(l.ranks))
	}
	return nil
}

// Bytes that a check may keep in memory: a fixed amount, plus some for each rank with files and for each byte of
// these files.
const (
	budgetBase    = 512 << 20
	budgetPerRank = 64 << 10
	budgetPerByte = 32
)

// limit bounds the memory that the log may take: in proportion to its files, or by GOMARMOT_MEMORY.
func (l *Log) limit(files map[int]rankFiles) {
	n := uint64(budgetBase + budgetPerRank*len(files))
	for _, f := range files {
		for _, path := range f.rings {
			n += budgetPerByte * onDisk(path)
		}
		n += budgetPerByte * onDisk(f.segment)
	}
	if mb := settings.Number(settings.Memory, os.Getenv(settings.Memory)); mb > 0 {
		n = uint64(mb) << 20
	}
	l.budget = segment.NewBudget(n)
	for _, r := range l.ranks {
		r.Limit(l.budget)
	}
}

// Excessive reports whether the log takes more memory than it may. Then the next read of a rank fails.
func (l *Log) Excessive() bool { return l.budget.Spent() }

// onDisk is the space that a file takes on disk, in bytes: less than its size if
// it has holes.
func onDisk(path string) uint64 {
	var st unix.Stat_t
	if path == "" || unix.Stat(path, &st) != nil {
		return 0
	}
	return uint64(min(st.Size, 512*st.Blocks))
}

// modules keeps one copy of module tables and texts that the ranks of a job share: most ranks have the same files
// mapped, even if at different addresses.
type modules struct {
	mu     sync.Mutex // ranks are read side by side
	texts  map[string]string
	tables map[string][]segment.Module // first tables of ranks, by their JSON text
}

// Bounds on the modules of a rank, on the number of shared tables, and on the text of a shared table in bytes.
const (
	maxModules = 1 << 12
	maxTables  = 16
	maxTable   = 256 << 10
)

// add gives a rank the modules described by its segment, beside those it already has.
func (s *modules) add(r *RankLog, value json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Modules = s.join(r.Modules, value)
}

// join returns the modules have and the modules in value, a frame of the rank's segment. It changes no list that
// other ranks share.
func (s *modules) join(have []segment.Module, value json.RawMessage) []segment.Module {
	if t, ok := s.tables[string(value)]; ok && len(have) == 0 {
		return t
	}
	var more []segment.Module
	if json.Unmarshal(value, &more) != nil {
		return have
	}
	more = more[:min(len(more), maxModules-min(len(have), maxModules))]
	for i := range more {
		more[i].Path, more[i].BuildID = s.text(more[i].Path), s.text(more[i].BuildID)
	}
	all := slices.Clip(slices.Concat(have, more))
	if len(have) == 0 && len(s.tables) < maxTables && len(value) < maxTable {
		if s.tables == nil {
			s.tables = map[string][]segment.Module{}
		}
		s.tables[string(value)] = all
	}
	return all
}

// text returns a shared text equal to s.
func (s *modules) text(t string) string {
	if have, ok := s.texts[t]; ok {
		return have
	}
	if s.texts == nil {
		s.texts = map[string]string{}
	}
	s.texts[t] = t
	return t
}
