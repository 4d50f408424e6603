package tracker

import (
	"encoding/binary"
	"hash/fnv"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// jobFile is one open of a file as all its ranks see it.
type jobFile struct {
	id      uint64
	object  string
	members []int32
	opens   []Open // by member; zero Site: not come
	back    int    // ranks that the open has come back to
	told    bool
	closed  int // ranks that have closed it, or never got it open
	views   map[int]*viewSet
	splits  map[int]*splitRow // by Split.Number
	lossy   bool              // records of one of its ranks are missing
}

// viewSet is the k-th MPI_File_set_view of all ranks of an open.
type viewSet struct {
	n     int
	first SetView
	other SetView // another rank's, if its view differs
	// unsure: a rank's view cannot be compared.
	unsure bool
	use    Site // an access by the shared file pointer with these views
}

// fileIDOf is the identity of the file that an open under way will make; the
// same as openFile gives it.
func fileIDOf(r *Rank, c *Call) uint64 {
	cm := c.Comm
	if cm == nil || cm.Null() || cm.Beyond || cm.ID == 0 || cm.Inter || !cm.Freed.IsZero() || r.Gaps() || len(cm.Members) < 2 {
		return 0
	}
	return hashID("file", cm.ID, cm.madeFiles+1)
}

// observeOpen collects the ranks' parts in an open.
func (j *Job) observeOpen(r *Rank, c *Call, m Moment) {
	id := fileIDOf(r, c)
	if id == 0 {
		return
	}
	f := j.files[id]
	if f == nil {
		f = &jobFile{id: id, members: c.Comm.Members, opens: make([]Open, len(c.Comm.Members)), object: openLabel(r, c),
			lossy: j.anyLost(c.Comm.Members)}
		j.files[id] = f
		if fam := j.fams[c.Comm.ID]; fam != nil {
			fam.objects++
		}
	}
	i := c.Comm.MyRank
	if i < 0 || i >= len(f.opens) {
		return
	}
	o := &f.opens[i]
	if m == Entered {
		o.Site, o.Amode = c.Site, c.Arg("amode")
		if s := Strings(c.InBlob); len(s) > 0 {
			o.Name = s[0]
		}
		return
	}
	o.Failed = !c.ok()
	if len(c.Out) > 2 && c.ok() {
		o.Dev, o.Ino = c.Out[1], c.Out[2]
	}
	f.back++
	if f.back == len(f.members) {
		j.tellOpen(f)
	}
	if o.Failed {
		j.closeJobFile(f, c.Comm.ID)
	}
}

func (j *Job) tellOpen(f *jobFile) {
	if !f.told {
		f.told = true
		j.emit(&Opened{Object: f.object, Members: f.members, Row: f.opens, Hosts: j.hosts(), Flavour: j.flavour()})
	}
}

func (j *Job) hosts() []string {
	for _, r := range j.Ranks {
		if r != nil && r.Hosts != nil {
			return r.Hosts
		}
	}
	return nil
}

// closeJobFile forgets a file when its last rank has closed it.
func (j *Job) closeJobFile(f *jobFile, comm uint64) {
	f.closed++
	if f.closed < len(f.members) {
		return
	}
	if s := j.seqs[f.id]; s != nil && s.clash != nil {
		j.settleClash(s)
	}
	delete(j.files, f.id)
	delete(j.seqs, f.id)
	if fam := j.fams[comm]; fam != nil {
		fam.objects--
		j.dropFamily(comm, fam)
	}
}

// finishFiles reports on opens that did not come back everywhere.
func (j *Job) finishFiles(st *standings) {
	for _, f := range sortedByLabel(j.files, func(f *jobFile) string { return f.object }) {
		for i, m := range f.members {
			f.opens[i].Hung = int(m) < len(st.of) && st.of[m].hungAt(f.opens[i].Site)
		}
		j.tellOpen(f)
	}
}

// observeView follows the views of the ranks and the accesses by the shared
// file pointer, for which all views must be the same.
func (j *Job) observeView(r *Rank, c *Call) {
	w := c.File
	if w == nil || !w.Alive() || w.Foreign || w.ID == 0 || r.Gaps() {
		return
	}
	f := j.files[w.ID]
	if f == nil || f.lossy {
		return
	}
	if c.Kind == calls.FileSetView {
		j.setViewOf(f, r, c)
		return
	}
	v := f.views[w.View.Sets]
	if v == nil || !v.use.IsZero() || w.View.Unknown {
		return
	}
	v.use = c.Site
	j.tellViews(f, v)
}

func (j *Job) setViewOf(f *jobFile, r *Rank, c *Call) {
	k := c.File.View.Sets + 1
	if f.views == nil {
		f.views = map[int]*viewSet{}
	}
	v := f.views[k]
	if v == nil {
		v = &viewSet{}
		f.views[k] = v
	}
	x := setViewAt(r, c)
	v.n++
	switch {
	case x.etype == 0 || x.ftype == 0:
		v.unsure = true
	case v.first.Site.IsZero():
		v.first = x
	case v.other.Site.IsZero() && v.first.Differs(&x) != "":
		v.other = x
	}
	if v.n < len(f.members) {
		return
	}
	delete(f.views, k-1) // all ranks are past it
	if v.other.Site.IsZero() || v.unsure {
		delete(f.views, k)
		return
	}
	j.tellViews(f, v)
}

// tellViews reports an access by the shared file pointer under views that
// differ, once all ranks have set theirs.
func (j *Job) tellViews(f *jobFile, v *viewSet) {
	if v.n < len(f.members) || v.use.IsZero() || v.other.Site.IsZero() || v.unsure {
		return
	}
	j.emit(&Views{Object: f.object, Use: v.use, A: v.first, B: v.other})
}

// maxViewSegments bounds what is looked at to compare two filetypes.
const maxViewSegments = 4096

// setViewAt keeps the view that a call sets.
func setViewAt(r *Rank, c *Call) SetView {
	e, f := r.Types.Lookup(c.Arg("etype")), r.Types.Lookup(c.Arg("filetype"))
	return SetView{Site: c.Site, Disp: c.Arg("disp"), EType: e.String(), FType: f.String(), etype: layoutKey(e), ftype: layoutKey(f)}
}

// Differs says in what two views differ: "displacement", "etype" or
// "filetype"; empty: in nothing.
func (v *SetView) Differs(o *SetView) string {
	switch {
	case v.Disp != o.Disp:
		return "displacement"
	case v.etype != o.etype:
		return "etype"
	case v.ftype != o.ftype:
		return "filetype"
	}
	return ""
}

// layoutKey is equal for datatypes of one layout; 0 if that cannot be told.
func layoutKey(d *Datatype) uint64 {
	if d == nil || d.Unknown || d.Null() {
		return 0
	}
	h := fnv.New64a()
	put := func(v ...int64) {
		var b [8]byte
		for _, x := range v {
			binary.LittleEndian.PutUint64(b[:], uint64(x))
			h.Write(b[:])
		}
	}
	put(d.Size, d.LB, d.Extent)
	if !Segments(d, 1, maxViewSegments, func(lo, hi int64) { put(lo, hi) }) {
		return 0
	}
	return max(h.Sum64(), 1)
}
