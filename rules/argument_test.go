package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// window returns a job of one rank with a window.
func window(t *testing.T) (*replay.Job, *replay.Rank, int64) {
	t.Helper()
	j := replay.New(t, 1)
	return j, j.Rank(0), j.Allocate(64, 8)
}

// endWith frees the window and ends the job.
func endWith(j *replay.Job, w int64) {
	j.Free(w)
	j.Finalize()
}

func TestWin015Predefined(t *testing.T) {
	for _, flavour := range calls.Flavours {
		f := &flavour
		for name, key := range map[string]int64{"MPI_WIN_BASE": f.WinBase, "MPI_WIN_SIZE": f.WinSize,
			"MPI_WIN_DISP_UNIT": f.WinDispUnit, "MPI_WIN_CREATE_FLAVOR": f.WinCreateFlavor,
			"MPI_WIN_MODEL": f.WinModel + f.FortranKeyval} {
			for _, call := range []string{"MPI_Win_set_attr", "MPI_Win_delete_attr"} {
				j, r, w := window(t)
				j.Flavour = f
				bad := replay.Here() + 1
				r.Do(call, w, key)
				endWith(j, w)
				assert.Equal(t, bad, line(found(t, j, "WIN015", call+".*"+name)))
			}
			j, r, w := window(t)
			j.Flavour = f
			r.Do("MPI_Win_get_attr", w, key, 0, 1)
			endWith(j, w)
			j.Silent()
		}
		j, r, w := window(t)
		j.Flavour = f
		r.Fail("MPI_Win_get_attr", w, f.CommKeyvals[0]+f.FortranKeyval)
		endWith(j, w)
		found(t, j, "WIN015", "communicators")
		j, r, w = window(t)
		j.Flavour = f
		r.Fail("MPI_Win_set_attr", w, f.KeyvalInvalid)
		endWith(j, w)
		found(t, j, "WIN015", "MPI_KEYVAL_INVALID")
	}
	j, r, w := window(t)
	r.Fail("MPI_Win_free_keyval", j.Flavour.WinSize)
	endWith(j, w)
	found(t, j, "WIN015", "MPI_Win_free_keyval.*MPI_WIN_SIZE")
}

func TestWin015OtherKind(t *testing.T) {
	for _, make := range []string{"MPI_Comm_create_keyval", "MPI_Keyval_create", "MPI_Type_create_keyval"} {
		for _, call := range []string{"MPI_Win_set_attr", "MPI_Win_get_attr", "MPI_Win_delete_attr"} {
			j, r, w := window(t)
			made := replay.Here() + 1
			r.Do(make, 0, 0, 77)
			bad := replay.Here() + 1
			r.Do(call, w, 77)
			endWith(j, w)
			f := found(t, j, "WIN015", "created for (communicators|datatypes)")
			assert.Equal(t, []int{bad, made}, []int{line(f), see(t, f)})
		}
	}
	// Each kind of object has its own numbers: the window's key has the same number.
	j, r, w := window(t)
	r.Do("MPI_Win_create_keyval", 0, 0, 77)
	r.Do("MPI_Comm_create_keyval", 0, 0, 77)
	r.Do("MPI_Win_set_attr", w, 77)
	endWith(j, w)
	j.Silent()
}

func TestWin015FreedKey(t *testing.T) {
	for _, call := range []string{"MPI_Win_set_attr", "MPI_Win_get_attr", "MPI_Win_delete_attr"} {
		j, r, w := window(t)
		r.Do("MPI_Win_create_keyval", 0, 0, 77)
		r.Do("MPI_Win_set_attr", w, 77)
		r.Do("MPI_Win_delete_attr", w, 77)
		freed := replay.Here() + 1
		r.Do("MPI_Win_free_keyval", 77)
		r.Do(call, w, 77)
		endWith(j, w)
		assert.Equal(t, freed, see(t, found(t, j, "WIN015", "already freed")))
	}
	j, r, w := window(t)
	r.Do("MPI_Win_create_keyval", 0, 0, 77)
	r.Do("MPI_Win_free_keyval", 77)
	r.Fail("MPI_Win_free_keyval", 77)
	endWith(j, w)
	found(t, j, "WIN015", "MPI_Win_free_keyval.*already freed")
}

// A freed key lives on while a window has an attribute of it, and a new key may get the same number.
func TestWin015FreedKeyInUse(t *testing.T) {
	j, r, w := window(t)
	other := j.Allocate(64, 8)
	r.Do("MPI_Win_create_keyval", 0, 0, 77)
	r.Do("MPI_Win_set_attr", w, 77)
	r.Do("MPI_Win_set_attr", other, 77)
	r.Do("MPI_Win_free_keyval", 77)
	r.Do("MPI_Win_get_attr", other, 77, 0, 1)
	r.Fail("MPI_Win_delete_attr", other, 77) // its delete function refused
	r.Do("MPI_Win_free", other)
	r.Do("MPI_Win_get_attr", w, 77, 0, 1)
	r.Do("MPI_Win_delete_attr", w, 77)
	r.Do("MPI_Win_create_keyval", 0, 0, 77)
	r.Do("MPI_Win_set_attr", w, 77)
	endWith(j, w)
	j.Silent()
}

func TestWin015KeyGoneWithItsWindow(t *testing.T) {
	j, r, w := window(t)
	other := j.Allocate(64, 8)
	r.Do("MPI_Win_create_keyval", 0, 0, 77)
	r.Do("MPI_Win_set_attr", other, 77)
	r.Do("MPI_Win_free_keyval", 77)
	r.Do("MPI_Win_free", other)
	bad := replay.Here() + 1
	r.Fail("MPI_Win_get_attr", w, 77)
	endWith(j, w)
	assert.Equal(t, bad, line(found(t, j, "WIN015", "already freed")))
}

func TestWin015NeverMade(t *testing.T) {
	j, r, w := window(t)
	r.Do("MPI_Win_get_attr", w, 4711) // created by an unrecorded call; the call succeeds
	endWith(j, w)
	j.Silent()

	j, r, w = window(t)
	bad := replay.Here() + 1
	r.Fail("MPI_Win_set_attr", w, 4711)
	endWith(j, w)
	assert.Equal(t, bad, line(found(t, j, "WIN015", "invalid attribute key")))

	j, r, w = window(t)
	r.Stuck("MPI_Win_set_attr", w, 4711)
	r.Exit()
	found(t, j, "WIN015", "invalid attribute key.*ended in the call")

	j, r, _ = window(t)
	r.Stuck("MPI_Win_free_keyval", 4711)
	r.Exit()
	found(t, j, "WIN015", "invalid attribute key.*ended in the call")

	j, r, w = window(t)
	bad = replay.Here() + 1
	r.Fail("MPI_Win_set_errhandler", w, 4711)
	endWith(j, w)
	assert.Equal(t, bad, line(found(t, j, "WIN015", "invalid error handler")))

	j, r, w = window(t) // a crash proves nothing
	r.Stuck("MPI_Win_set_errhandler", w, 4711)
	r.Exit()
	assert.Empty(t, j.Found())
}

func TestErrhandlerOfAnotherKind(t *testing.T) {
	const handler, file = 4711, 4712
	for make, kind := range map[string]string{"MPI_Comm_create_errhandler": "communicators", "MPI_Win_create_errhandler": "windows",
		"MPI_File_create_errhandler": "files", "MPI_Session_create_errhandler": "sessions"} {
		j, r, w := window(t)
		made := replay.Here() + 1
		r.Do(make, 0, handler)
		bad := replay.Here() + 1
		r.Do("MPI_Win_set_errhandler", w, handler)
		endWith(j, w)
		if kind == "windows" {
			j.Silent()
		} else {
			f := found(t, j, "WIN015", "created for "+kind)
			assert.Equal(t, []int{bad, made}, []int{line(f), see(t, f)})
		}

		j = replay.New(t, 1)
		r = j.Rank(0)
		openOne(r, file)
		r.Do(make, 0, handler)
		bad = replay.Here() + 1
		r.Do("MPI_File_set_errhandler", file, handler)
		r.Do("MPI_File_close", file)
		j.Finalize()
		if kind == "files" {
			j.Silent()
		} else {
			assert.Equal(t, bad, line(found(t, j, "FILE006", "created for "+kind)))
		}
	}
}

// openOne opens a file on MPI_COMM_SELF.
func openOne(r *replay.Rank, fh int64) {
	r.With("MPI_File_open", replay.Strings("data"), nil, replay.Self, 0, 8, replay.InfoNull, fh, 0, 0)
}

func TestErrhandlerFreed(t *testing.T) {
	const handler = 4711
	j, r, w := window(t)
	r.Do("MPI_Win_create_errhandler", 0, handler)
	r.Do("MPI_Win_set_errhandler", w, handler)
	freed := replay.Here() + 1
	r.Do("MPI_Errhandler_free", handler)
	r.Do("MPI_Win_set_errhandler", w, handler)
	endWith(j, w)
	assert.Equal(t, freed, see(t, found(t, j, "WIN015", "already freed")))

	j, r, w = window(t)
	r.Do("MPI_File_create_errhandler", 0, handler)
	r.Do("MPI_Errhandler_free", handler)
	r.Do("MPI_File_set_errhandler", replay.Type("MPI_FILE_NULL"), handler)
	endWith(j, w)
	found(t, j, "FILE006", "already freed")

	j, r, w = window(t)
	r.Fail("MPI_Win_set_errhandler", w, replay.Type("MPI_ERRHANDLER_NULL"))
	endWith(j, w)
	found(t, j, "WIN015", "MPI_ERRHANDLER_NULL")
}

func TestErrhandlerSilent(t *testing.T) {
	const handler = 4711
	j, r, w := window(t)
	for _, name := range []string{"MPI_ERRORS_RETURN", "MPI_ERRORS_ARE_FATAL", "MPI_ERRORS_ABORT"} {
		r.Do("MPI_Win_set_errhandler", w, replay.Type(name))
		r.Do("MPI_File_set_errhandler", replay.Type("MPI_FILE_NULL"), replay.Type(name))
		r.Do("MPI_Win_get_errhandler", w, replay.Type(name))
		r.Do("MPI_Errhandler_free", replay.Type(name))
		r.Do("MPI_Win_set_errhandler", w, replay.Type(name))
	}
	r.Do("MPI_Win_set_errhandler", w, 9999) // created by an unrecorded call
	r.Do("MPI_Win_create_errhandler", 0, handler)
	r.Do("MPI_Win_set_errhandler", w, handler)
	r.Do("MPI_Win_get_errhandler", w, handler)
	r.Do("MPI_Errhandler_free", handler)
	r.Do("MPI_Win_set_errhandler", w, handler) // one reference is left
	r.Do("MPI_Errhandler_free", handler)
	r.Do("MPI_Win_get_errhandler", w, handler) // the window has kept the handler
	r.Do("MPI_Win_set_errhandler", w, handler)
	r.Do("MPI_Errhandler_free", handler)
	r.Do("MPI_File_create_errhandler", 0, handler) // the handle once more
	r.Do("MPI_File_set_errhandler", replay.Type("MPI_FILE_NULL"), handler)
	endWith(j, w)
	j.Silent()
}

// freedInfo creates an info object and frees it.
func freedInfo(r *replay.Rank) (info int64, freed int) {
	info = r.Info("no_locks", "true")
	r.Do("MPI_Info_free", info)
	return info, replay.Here() - 1
}

func TestInfoFreed(t *testing.T) {
	for _, call := range []func(r *replay.Rank, w, fh, info int64){
		func(r *replay.Rank, _, _, info int64) { r.Fail("MPI_Win_create", 0x1000, 8, 1, info, replay.World) },
		func(r *replay.Rank, _, _, info int64) { r.Fail("MPI_Win_allocate", 8, 1, info, replay.World) },
		func(r *replay.Rank, _, _, info int64) { r.Fail("MPI_Win_allocate_shared", 8, 1, info, replay.World) },
		func(r *replay.Rank, _, _, info int64) { r.Fail("MPI_Win_create_dynamic", info, replay.World) },
		func(r *replay.Rank, w, _, info int64) { r.Do("MPI_Win_set_info", w, info) },
		func(r *replay.Rank, _, fh, info int64) { r.Do("MPI_File_set_info", fh, info) },
		func(r *replay.Rank, _, _, info int64) {
			r.With("MPI_File_delete", replay.Strings("data"), nil, 0, info)
		},
		func(r *replay.Rank, _, fh, info int64) {
			r.With("MPI_File_set_view", replay.Strings("native"), nil, fh, 0, replay.Type("MPI_INT"), replay.Type("MPI_INT"), 0, info)
		},
		func(r *replay.Rank, _, _, info int64) {
			r.Refuse("MPI_File_open", replay.Strings("other"), replay.Self, 0, 8, info, replay.Type("MPI_FILE_NULL"), 0, 0)
		},
	} {
		j, r, w := window(t)
		openOne(r, 4712)
		info, freed := freedInfo(r)
		call(r, w, 4712, info)
		r.Do("MPI_File_close", 4712)
		endWith(j, w)
		assert.Equal(t, freed, see(t, found(t, j, "OBJ001", "an info object, is already freed")))
	}
}

func TestInfoSilent(t *testing.T) {
	j, r, w := window(t)
	openOne(r, 4712)
	info, _ := freedInfo(r)
	source := r.Info()
	for _, get := range []func(){
		func() { r.Do("MPI_Info_create", info) },
		func() { r.Do("MPI_Info_dup", source, info) },
		func() { r.Do("MPI_Win_get_info", w, info) },
		func() { r.Do("MPI_File_get_info", 4712, info) },
		func() { r.Do("MPI_Comm_get_info", replay.World, info) },
		func() { r.Do("MPI_Info_create_env", 0, 0, info) },
		func() { r.Do("MPI_Session_get_info", 5, info) },
		func() { r.Do("MPI_Session_get_pset_info", 5, 0, info) },
	} {
		get()
		r.Do("MPI_Win_set_info", w, info)
		r.Do("MPI_File_set_info", 4712, info)
		r.Do("MPI_Info_free", info)
	}
	for _, null := range []int64{replay.InfoNull, replay.Type("MPI_INFO_ENV"), 9999} {
		r.Do("MPI_Win_set_info", w, null)
		r.Do("MPI_File_set_info", 4712, null)
	}
	null := replay.Here() + 1
	r.Fail("MPI_Info_free", replay.InfoNull)
	r.Do("MPI_Win_set_info", w, replay.InfoNull)
	r.Do("MPI_File_close", 4712)
	endWith(j, w)
	j.Want(replay.Finding{Rule: "OBJ001", Rank: 0, Line: null})
}

// A thread frees an object and, before its call returns, another thread creates an object with the same handle: the new
// object is alive.
func TestHandleReusedWhileItIsFreed(t *testing.T) {
	for _, c := range []struct {
		make, free, use func(r *replay.Rank, w int64)
	}{
		{func(r *replay.Rank, _ int64) { r.Do("MPI_Info_create", 77) },
			func(r *replay.Rank, _ int64) { r.Begin("MPI_Info_free", 77) },
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_set_info", w, 77) }},
		{func(r *replay.Rank, _ int64) { r.Do("MPI_Win_create_errhandler", 0, 77) },
			func(r *replay.Rank, _ int64) { r.Begin("MPI_Errhandler_free", 77) },
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_set_errhandler", w, 77) }},
		{func(r *replay.Rank, _ int64) { r.Do("MPI_Win_create_keyval", 0, 0, 77) },
			func(r *replay.Rank, _ int64) { r.Begin("MPI_Win_free_keyval", 77) },
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_set_attr", w, 77) }},
	} {
		j, r, w := window(t)
		j.ThreadLevel = "MPI_THREAD_MULTIPLE"
		c.make(r, w)
		r.Thread = 1
		c.free(r, w)
		r.Thread = 0
		c.make(r, w)
		r.Thread = 1
		for _, name := range []string{"MPI_Info_free", "MPI_Errhandler_free", "MPI_Win_free_keyval"} {
			r.End(name)
		}
		r.Thread = 0
		c.use(r, w)
		endWith(j, w)
		j.Silent()
	}
}

// If calls are missing from the log, nothing is known about these objects.
func TestArgumentsAfterLoss(t *testing.T) {
	j, r, w := window(t)
	info, _ := freedInfo(r)
	r.Do("MPI_Win_create_keyval", 0, 0, 77)
	r.Do("MPI_Win_free_keyval", 77)
	r.Event(event.Lost, 3)
	r.Do("MPI_Win_set_info", w, info)
	r.Do("MPI_Win_get_attr", w, 77)
	endWith(j, w)
	for _, f := range j.Check().Findings {
		assert.NotContains(t, []string{"WIN015", "OBJ001"}, f.Rule.ID)
	}
}
