package logdir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/runtime/settings"
	"github.com/gomarmot/gomarmot/words"
)

// Node is the directory on a node's own file system where the rings of its ranks are
// if they share one file of the log, a container. pmpi/place/node.c creates it. The last
// rank of the node to end removes it. If ranks are killed, whoever is left puts their
// rings into the container first: another rank of the node, gomarmot run, or gomarmot
// log salvage. Until then a report made on that node reads them where they are.
type Node struct {
	Path      string
	Container string
	ended     bool // ranks that cannot be seen from here, in another PID namespace, have ended
}

// NodeAt returns the node's directory at a path.
func NodeAt(path string) (Node, error) {
	container, err := os.Readlink(filepath.Join(path, "log"))
	return Node{Path: path, Container: container}, err
}

// localNodes returns the directories on this host that belong to a log's directory:
// where the environment has them created, and those that are named.
func localNodes(dir string, named ...string) []Node {
	m := readMark(dir)
	var st unix.Stat_t
	if m == nil || unix.Stat(dir, &st) != nil {
		return nil
	}
	var out []Node
	for _, path := range named {
		if n, err := NodeAt(path); err == nil {
			n.Container = filepath.Join(dir, filepath.Base(n.Container)) // the same
			out = append(out, n)
		}
	}
	for _, base := range []string{os.Getenv(settings.NodeDir), os.Getenv("TMPDIR"), "/tmp", "/dev/shm"} {
		if !filepath.IsAbs(base) {
			continue
		}
		path := filepath.Join(base, fmt.Sprintf("gomarmot-%d-%s-%x", os.Geteuid(), m.run, st.Ino))
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || slices.ContainsFunc(out, func(n Node) bool { return n.Path == path }) {
			continue
		}
		if n, err := NodeAt(path); err == nil {
			n.Container = filepath.Join(dir, filepath.Base(n.Container)) // the log may have been renamed
			out = append(out, n)
		}
	}
	return out
}

// ofThisHost reports whether a container may be of this host, by its name.
func ofThisHost(path string) bool {
	host, err := os.Hostname()
	return err == nil && strings.HasPrefix(filepath.Base(path), NodePrefix+strings.ReplaceAll(host, "/", "_")+"-")
}

// nodeDir returns the node's directory according to a container of this host.
func nodeDir(c *segment.Container) []string {
	for _, rank := range c.Ranks() {
		r, err := segment.OpenIn(c, rank)
		if err != nil {
			continue
		}
		dir := r.Header().NodeDir
		_ = r.Close() // only read
		var st unix.Stat_t
		if dir == "" || unix.Lstat(dir, &st) != nil || int(st.Uid) != os.Geteuid() {
			return nil
		}
		return []string{dir}
	}
	return nil
}

// Rings returns the paths of the rings in the directories of a log's nodes on this
// host.
func Rings(dir string) []string {
	var out []string
	for _, n := range localNodes(dir) {
		for rank, f := range n.files() {
			if rank >= 0 {
				out = append(out, f.rings...)
			}
		}
	}
	return out
}

// Hosts returns the names of containers in a log's directory that are not of a node
// on this host.
func Hosts(dir string) (elsewhere []string) {
	nodes := localNodes(dir)
	paths, _ := filepath.Glob(filepath.Join(escape(dir), NodePrefix+"*"+nodeSuffix)) // the pattern is well-formed
	for _, path := range paths {
		if !slices.ContainsFunc(nodes, func(n Node) bool { return n.Container == path }) {
			name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), NodePrefix), nodeSuffix)
			if i := strings.LastIndex(name, "-"); i > 0 {
				name = name[:i]
			}
			elsewhere = append(elsewhere, name)
		}
	}
	return elsewhere
}

// files lists the rings of each rank.
func (n Node) files() map[int]rankFiles {
	out := map[int]rankFiles{}
	entries, err := os.ReadDir(n.Path)
	if err != nil {
		return nil // it has just been removed
	}
	for _, e := range entries {
		if rank, ring, ok := parseName(e.Name()); ok && ring {
			f := out[rank]
			f.rings = append(f.rings, filepath.Join(n.Path, e.Name()))
			out[rank] = f
		}
	}
	return out
}

// add adds what ranks left on a node to the files of a directory.
func (n Node) add(files map[int]rankFiles, dir string) {
	for rank, more := range n.files() {
		f := files[rank]
		f.dir = dir
		f.rings = append(f.rings, more.rings...)
		files[rank] = f
	}
}

// End says that a rank's segment is complete. The last rank of the node removes the
// directory, after it has saved what ranks that were killed have left.
func (n Node) End(rank int) error {
	claim := n.claim(rank)
	if err := os.Rename(claim+"here", claim+"done"); err != nil {
		return err
	}
	if n.busy() {
		return nil
	}
	_, err := n.Salvage()
	return err
}

func (n Node) claim(rank int) string {
	return filepath.Join(n.Path, fmt.Sprintf("rank-%05d.", rank))
}

// busy reports whether a rank that logs here has neither ended nor died.
func (n Node) busy() bool {
	claims, _ := filepath.Glob(filepath.Join(escape(n.Path), "rank-*.here")) // the pattern is well-formed
	return slices.ContainsFunc(claims, n.alive)
}

// Others reports whether ranks of the node have not ended.
func (n Node) Others() bool {
	claims, _ := filepath.Glob(filepath.Join(escape(n.Path), "rank-*.here")) // the same
	return len(claims) > 0
}

// alive reports whether the process of a claim may be alive: PID, when it began, and
// the namespace of the PID.
func (n Node) alive(claim string) bool {
	text, err := foreign.ReadFile(claim, 1024)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	words := strings.Fields(string(text))
	if len(words) != 3 {
		return len(words) > 0 || err != nil
	}
	if space, err := os.Readlink("/proc/self/ns/pid"); err != nil || space != words[2] {
		return !n.ended // the number is of no use here
	}
	stat, err := os.ReadFile("/proc/" + words[0] + "/stat")
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ESRCH)
	}
	after := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	return len(after) > 19 && after[19] == words[1] && after[0] != "Z" && after[0] != "X"
}

// Salvage puts the rings of ranks that were killed into the container, and removes the
// directory unless a rank is alive. It returns how many rings it has saved.
func (n Node) Salvage() (saved int, err error) {
	lock, err := os.Open(n.Path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return 0, nil // another process has done so
		}
		return 0, segment.Unusable(n.Path, err)
	}
	defer lock.Close()
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err == unix.EWOULDBLOCK {
		return 0, nil // another process does so
	}
	for rank, f := range n.files() {
		if n.alive(n.claim(rank) + "here") {
			continue
		}
		for _, path := range f.rings {
			if err := n.save(rank, path); err != nil {
				return saved, err
			}
			saved++
		}
	}
	if !n.busy() {
		n.remove()
	}
	return saved, nil
}

// save appends a ring to the container and removes the file.
func (n Node) save(rank int, path string) error {
	_, number, _ := strings.Cut(filepath.Base(path), ".t")
	k, err := strconv.Atoi(strings.TrimSuffix(number, ".ring"))
	if err != nil {
		return problem(path, segment.Foreign, "this is not the name of a ring; remove the file")
	}
	ring, err := segment.ReadRingFile(path)
	if err == nil && ring != nil {
		err = segment.AddRing(n.Container, rank, k, ring)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return problem(n.Container, segment.Unreadable, "the file of this node is gone, so the rings in %s cannot be added; restore it", n.Path)
	}
	if err != nil {
		return segment.Unusable(path, err)
	}
	return os.Remove(path)
}

// remove removes what is left of the directory.
func (n Node) remove() {
	entries, err := os.ReadDir(n.Path)
	if err != nil {
		return // it is gone
	}
	for _, e := range entries {
		name := e.Name()
		claim := strings.HasPrefix(name, "rank-") && (strings.HasSuffix(name, ".done") || strings.HasSuffix(name, ".here"))
		if path := filepath.Join(n.Path, name); name == "log" || claim && !n.alive(path) || strings.HasSuffix(name, ".done") {
			_ = os.Remove(path) // then the directory stays
		}
	}
	_ = os.Remove(n.Path) // unless a rank has just joined
}

// Salvage saves the rings of all ranks of a log that were killed on this host. running
// reports that others may be running. Those in another PID namespace, such as that of a
// container, cannot be seen; ended says that they are not.
func Salvage(dir string, ended bool) (saved int, running bool, err error) {
	var named []string
	paths, _ := filepath.Glob(filepath.Join(escape(dir), NodePrefix+"*"+nodeSuffix)) // the pattern is well-formed
	for _, path := range paths {
		if !ofThisHost(path) {
			continue
		}
		c, err := segment.OpenContainer(path)
		if err != nil {
			return 0, false, err
		}
		named = append(named, nodeDir(c)...)
	}
	for _, n := range localNodes(dir, named...) {
		n.ended = ended
		k, err := n.Salvage()
		saved += k
		if err != nil {
			return saved, running, err
		}
		running = running || n.busy()
	}
	return saved, running, nil
}

// noteLeft notes where the rings of ranks are that were killed on another host.
func (l *Log) noteLeft() {
	left := map[string][]int{}
	for _, r := range l.ranks {
		if h := r.Header; h != nil && h.NodeDir != "" && r.State() == segment.Running && !r.HasRings() {
			at := h.NodeDir + " on host " + h.Host
			left[at] = append(left[at], r.Rank)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(left)) {
		ranks := left[at]
		l.note("the last records of %s may be in %s; run there: gomarmot log salvage %s", words.RankSpans(ranks), at, l.Path)
	}
}

// Progress counts the ranks of a log whose segments are complete, and the records in
// all segments.
func Progress(dir string) (ended int, records uint64) {
	files, err := list(dir)
	if err != nil {
		return 0, 0
	}
	for rank, f := range files {
		if f.segment == "" {
			continue
		}
		r, err := f.reader(rank)
		if err != nil {
			continue
		}
		if r.State() != segment.Running {
			ended++
		}
		records += r.Records()
		_ = r.Close() // only read
	}
	return ended, records
}
