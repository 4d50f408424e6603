package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// Life is when an object was made and freed, of objects of which rules want to
// know little more: info objects, error handlers and attribute keys.
type Life struct {
	Made  Site
	Freed Site // zero while alive

	born uint64 // ticks when the call that made it came back
}

// Info is an info object as far as the program's own calls tell.
type Info struct {
	Life
	Predef  *calls.Predef
	KV      map[string]string
	Unknown bool // its keys came from the MPI library
}

// Errhandler is an error handler.
type Errhandler struct {
	Life
	Predef *calls.Predef
	For    calls.Class // of the objects that it was made for
	refs   int         // made, and got from an object, less freed
}

// Null reports whether the error handler is MPI_ERRHANDLER_NULL.
func (e *Errhandler) Null() bool { return e.Predef != nil && e.Predef.Name == "MPI_ERRHANDLER_NULL" }

// Keyval is an attribute key. A freed one goes on to exist while an object has
// an attribute of it.
type Keyval struct {
	Life
	wins   map[*Win]bool // windows that have an attribute of it
	unsure bool          // so may another window
}

// InUse reports whether a window has, or may have, an attribute of the key.
func (k *Keyval) InUse() bool { return len(k.wins) > 0 || k.unsure }

// keyvalID is a key with the class of objects that it is for: MPI libraries may
// number the keys of each class from the same number on.
type keyvalID struct {
	class  calls.Class
	keyval int64
}

// InfoOf returns the info object of a handle, freed ones included; nil if it is
// unknown.
func (r *Rank) InfoOf(h int64) *Info { return r.infos[h] }

// ErrhandlerOf returns the error handler of a handle, freed ones included; nil
// if it is unknown.
func (r *Rank) ErrhandlerOf(h int64) *Errhandler { return r.errhandlers[h] }

// KeyvalOf returns the attribute key for objects of a class, freed ones
// included; nil if it is unknown, or predefined.
func (r *Rank) KeyvalOf(class calls.Class, keyval int64) *Keyval {
	return r.keyvals[keyvalID{class, keyval}]
}

// info returns the info object of a handle while it is alive.
func (r *Rank) info(h int64) *Info {
	if i := r.infos[h]; i != nil && i.Freed.IsZero() {
		return i
	}
	return nil
}

func (c *Call) life() Life { return Life{Made: c.Site, born: c.End} }

// free notes that the object is freed, unless it has got the handle of the one
// that the call has freed while that was on its way back.
func (l *Life) free(c *Call) bool {
	if l.born > c.Time {
		return false
	}
	l.Freed = c.Site
	return true
}

// applyLives applies the calls that make and free these objects.
func (r *Rank) applyLives(c *Call) {
	switch c.Kind {
	case calls.InfoCreate:
		r.infos[c.OutWord(0)] = &Info{Life: c.life()}
	case calls.InfoCreateEnv, calls.CommGetInfo, calls.WinGetInfo, calls.FileGetInfo, calls.SessionGetInfo,
		calls.SessionGetPsetInfo:
		r.infos[c.OutWord(0)] = &Info{Life: c.life(), Unknown: true}
	case calls.InfoDup:
		r.dupInfo(c)
	case calls.InfoSet, calls.InfoDelete:
		r.setInfo(c)
	case calls.InfoFree:
		if i := r.infos[c.In[0]]; i != nil && i.Predef == nil {
			i.free(c)
		}
	case calls.CommCreateErrhandler, calls.WinCreateErrhandler, calls.FileCreateErrhandler, calls.SessionCreateErrhandler:
		r.errhandlers[c.OutWord(0)] = &Errhandler{Life: c.life(), For: errhandlerFor(c.Kind), refs: 1}
	case calls.CommGetErrhandler, calls.WinGetErrhandler, calls.FileGetErrhandler, calls.SessionGetErrhandler:
		if e := r.errhandlers[c.OutWord(0)]; e != nil {
			e.get(c)
		}
	case calls.ErrhandlerFree:
		if e := r.errhandlers[c.In[0]]; e != nil && e.Predef == nil && e.born <= c.Time {
			if e.refs--; e.refs <= 0 {
				e.free(c)
			}
		}
	case calls.WinCreateKeyval, calls.CommCreateKeyval, calls.KeyvalCreate, calls.TypeCreateKeyval:
		r.keyvals[keyvalID{keyvalFor(c.Kind), c.OutWord(0)}] = &Keyval{Life: c.life(), wins: map[*Win]bool{}}
	case calls.WinFreeKeyval, calls.WinSetAttr, calls.WinDeleteAttr:
		if k := r.KeyvalOf(calls.ClassWin, c.Arg("win_keyval")); k != nil {
			k.apply(c)
		}
	}
}

// get applies a call that returned the error handler of an object: one more
// reference, to be freed too. A freed one was still alive there.
func (e *Errhandler) get(c *Call) {
	if !e.Freed.IsZero() {
		e.refs, e.Freed, e.born = 0, Site{}, c.End
	}
	e.refs++
}

func (k *Keyval) apply(c *Call) {
	switch {
	case c.Kind == calls.WinFreeKeyval:
		k.free(c)
	case c.Win == nil:
		k.unsure = true
	case c.Kind == calls.WinSetAttr:
		k.wins[c.Win] = true
	default:
		delete(k.wins, c.Win)
	}
}

func errhandlerFor(k calls.Kind) calls.Class {
	switch k {
	case calls.WinCreateErrhandler:
		return calls.ClassWin
	case calls.FileCreateErrhandler:
		return calls.ClassFile
	case calls.SessionCreateErrhandler:
		return calls.ClassSession
	}
	return calls.ClassComm
}

func keyvalFor(k calls.Kind) calls.Class {
	switch k {
	case calls.WinCreateKeyval:
		return calls.ClassWin
	case calls.TypeCreateKeyval:
		return calls.ClassDatatype
	}
	return calls.ClassComm
}

func (r *Rank) dupInfo(c *Call) {
	n := &Info{Life: c.life(), KV: map[string]string{}}
	if old := r.info(c.Arg("info")); old != nil {
		n.Unknown = old.Unknown
		for k, v := range old.KV {
			n.KV[k] = v
		}
	}
	r.infos[c.OutWord(0)] = n
}

func (r *Rank) setInfo(c *Call) {
	i, s := r.info(c.Arg("info")), Strings(c.InBlob)
	if i == nil || len(s) == 0 {
		return
	}
	if c.Kind == calls.InfoDelete {
		delete(i.KV, s[0])
		return
	}
	if len(s) < 2 {
		return
	}
	if i.KV == nil {
		i.KV = map[string]string{}
	}
	i.KV[s[0]] = s[1]
}
