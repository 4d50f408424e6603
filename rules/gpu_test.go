package rules_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// Work on GPUs. Two allocations of device memory, of 4 KiB each; a stream, and kernels.
const (
	deviceA     = 0x7f00_0010_0000
	deviceB     = 0x7f00_0020_0000
	deviceBytes = 0x1000
	deviceInts  = deviceBytes / 4

	gpuStream = 0x9100

	kernelFills  = 1 // double *
	kernelCopies = 2 // double *, const double *
	kernelAdds   = 3 // double *, double *
)

// device is n bytes of device memory.
func device(at, n int64, does event.GPUUse) replay.GPUMemory {
	lo := at &^ (1<<20 - 1)
	return replay.GPUMemory{At: at, Width: n, Does: does, Lo: lo, Hi: lo + deviceBytes}
}

func gpuFill(at, n int64) step {
	return func(r *replay.Rank, _ int64) {
		r.GPU(event.GPUFill, gpuStream, 0, device(at, n, event.GPUWrites))
	}
}

// gpuReads copies from device memory to other device memory, without a byte of deviceA.
func gpuReads(at, n int64) step {
	return func(r *replay.Rank, _ int64) {
		r.GPU(event.GPUCopy, gpuStream, 0, device(at, n, 0), device(deviceB, n, event.GPUWrites))
	}
}

// gpuColumn writes the first ints of rows.
func gpuColumn(at, rows, pitch int64) step {
	return func(r *replay.Rank, _ int64) {
		u := device(at, 4, event.GPUWrites)
		u.Rows, u.Pitch = rows, pitch
		r.GPU(event.GPUCopy, gpuStream, 0, u)
	}
}

func gpuHostCopy(does event.GPUUse) step {
	return func(r *replay.Rank, _ int64) {
		r.GPU(event.GPUCopy, gpuStream, 0, replay.GPUMemory{At: origin, Width: 16, Does: does | event.GPUPageable,
			Lo: origin, Hi: origin})
	}
}

func gpuLaunch(kernel int64, at ...int64) step {
	return func(r *replay.Rank, _ int64) {
		names := []string{"", "_Z4fillPdid", "_Z4copyPdPKd", "_Z3addPdS_"}
		r.NamesKernel(kernel, names[kernel])
		var uses []replay.GPUMemory
		for i, a := range at {
			u := device(a, 0, event.GPUMay)
			u.Width, u.Parameter = u.Hi-a, int64(i)
			uses = append(uses, u)
		}
		r.GPU(event.GPUKernel, gpuStream, kernel, uses...)
	}
}

func gpuDone(r *replay.Rank, _ int64) { r.GPU(event.GPUStreamDone, gpuStream, 0) }

func gpuHostFunction(r *replay.Rank, _ int64) { r.GPU(event.GPUHost, gpuStream, 0) }

func gpuFree(at int64) step {
	return func(r *replay.Rank, _ int64) {
		r.GPU(event.GPUFree, 0, deviceBytes, device(at, deviceBytes, event.GPUWrites))
	}
}

// sendsInts and receivesInts send and receive ints at an address; the rank itself is the partner.
func sendsInts(at, n int64) step {
	return func(r *replay.Rank, _ int64) { r.Do("MPI_Bcast", at, n, intType, 0, replay.Self) }
}

func receivesInts(at, n int64) step {
	return func(r *replay.Rank, _ int64) {
		r.Do("MPI_Allreduce", result, at, n, intType, sum, replay.Self)
	}
}

// startsSend, startsReceive and completes do the same in two steps.
func startsSend(at, n int64) step {
	return func(r *replay.Rank, _ int64) { r.Do("MPI_Ibcast", at, n, intType, 0, replay.Self, 0x4400) }
}

func startsReceive(at, n int64) step {
	return func(r *replay.Rank, _ int64) {
		r.Do("MPI_Iallreduce", result, at, n, intType, sum, replay.Self, 0x4400)
	}
}

func completes(r *replay.Rank, _ int64) { r.Do("MPI_Wait", 0x4400, 0) }

// gpuCase is a case: the steps of the ranks, and the message of the finding; "" if nothing is found.
type gpuCase struct {
	name     string
	do       step
	severity rules.Severity
	message  string
}

func gpuCases(t *testing.T, rule string, cases []gpuCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 1)
			w := j.Create(deviceB, deviceBytes, 4)
			c.do(j.Rank(0), w)
			j.Free(w)
			j.Finalize()
			if c.message == "" {
				j.Silent()
				return
			}
			f := found(t, j, rule, c.message)
			assert.Equal(t, c.severity, f.Severity)
			assert.Equal(t, rules.RankScope, f.Scope)
		})
	}
}

func TestGPU002(t *testing.T) {
	const part = deviceInts / 4
	gpuCases(t, "GPU002", []gpuCase{
		{"written while it is sent", steps(gpuFill(deviceA, 64), sendsInts(deviceA, 64)), rules.Error,
			"^MPI_Bcast reads buffer while the asynchronous fill on stream 1 may still be running, which writes 64 bytes of it$"},
		{"written while it is received", steps(gpuFill(deviceA, 64), receivesInts(deviceA, 8)), rules.Error,
			"^MPI_Allreduce writes to recvbuf while the asynchronous fill on stream 1 may still be running, which writes 32 bytes of it$"},
		{"read while it is received", steps(gpuReads(deviceA, 64), receivesInts(deviceA, 8)), rules.Error,
			"^MPI_Allreduce writes to recvbuf while the asynchronous copy on stream 1 may still be running, which reads 32 bytes of it$"},
		{"read while it is sent", steps(gpuReads(deviceA, 64), sendsInts(deviceA, 8)), 0, ""},
		{"waited for", steps(gpuFill(deviceA, 64), gpuDone, sendsInts(deviceA, 64)), 0, ""},
		{"host function", steps(gpuFill(deviceA, 64), gpuHostFunction, sendsInts(deviceA, 64)), 0, ""},
		{"other bytes", steps(gpuFill(deviceA, 64), sendsInts(deviceA+64, 64)), 0, ""},
		{"overlap of 4 bytes", steps(gpuFill(deviceA, 64), sendsInts(deviceA+60, 64)), rules.Error, "which writes 4 bytes of it$"},
		{"column", steps(gpuColumn(deviceA, 8, 256), sendsInts(deviceA+512, 64)), rules.Error, "which writes 4 bytes of it$"},
		{"beside the column", steps(gpuColumn(deviceA, 8, 256), sendsInts(deviceA+516, 60)), 0, ""},
		{"nothing is sent", steps(gpuFill(deviceA, 64), sendsInts(deviceA, 0)), 0, ""},
		{"started", steps(gpuFill(deviceA, 64), startsSend(deviceA, 8), completes), rules.Error, "^MPI_Ibcast reads buffer"},
		{"kernel", steps(gpuFill(deviceA, deviceBytes), gpuDone, gpuLaunch(kernelFills, deviceA), sendsInts(deviceA, deviceInts)), rules.Warning,
			`^MPI_Bcast reads buffer while the kernel fill\(double\*, int, double\) on stream 1 may still be running, which may write it$`},
		{"kernel, and part of it is sent", steps(gpuFill(deviceA, deviceBytes), gpuDone, gpuLaunch(kernelFills, deviceA), sendsInts(deviceA, part)), 0, ""},
		{"kernel, and nothing else has made what is sent", steps(gpuLaunch(kernelFills, deviceA), sendsInts(deviceA, part)), rules.Warning, "which may write it$"},
		{"kernel that reads what is sent", steps(gpuLaunch(kernelCopies, deviceB, deviceA), sendsInts(deviceA, deviceInts)), 0, ""},
		{"kernel that reads what is received", steps(gpuLaunch(kernelCopies, deviceB, deviceA), receivesInts(deviceA, deviceInts)), rules.Warning,
			"^MPI_Allreduce writes to recvbuf while the kernel copy.* may still be running, which reads it$"},
		{"kernel that may read it", steps(gpuFill(deviceA, deviceBytes), gpuDone, gpuLaunch(kernelAdds, deviceA, deviceB), sendsInts(deviceA, deviceInts)), 0, ""},
		{"kernel, sent again", steps(gpuFill(deviceA, deviceBytes), gpuDone, sendsInts(deviceA, deviceInts), gpuLaunch(kernelAdds, deviceA, deviceB),
			sendsInts(deviceA, deviceInts)), 0, ""},
		{"freed, and allocated again", steps(gpuFill(deviceA, 64), gpuFree(deviceA), sendsInts(deviceA, 64)), 0, ""},
	})
}

// A persistent operation uses its buffer from MPI_Start on.
func TestGPU002Persistent(t *testing.T) {
	created := func(r *replay.Rank, _ int64) {
		r.Do("MPI_Bcast_init", deviceA, 8, intType, 0, replay.Self, replay.InfoNull, 0x4400)
	}
	starts := func(r *replay.Rank, _ int64) { r.Do("MPI_Start", 0x4400) }
	ends := func(r *replay.Rank, _ int64) { completes(r, 0); r.Do("MPI_Request_free", 0x4400) }
	gpuCases(t, "GPU002", []gpuCase{
		{"started", steps(created, gpuFill(deviceA, 64), starts, ends), rules.Error, "^MPI_Start reads buffer while the asynchronous fill on stream 1"},
		{"created", steps(gpuFill(deviceA, 64), created, gpuDone, starts, ends), 0, ""},
	})
}

// The arrays of counts and displacements of a persistent operation are not buffers.
func TestGPUPersistentArrays(t *testing.T) {
	const displs = 0x8000
	one, zero := []int64{1}, []int64{0}
	created := func(counts, from int64) step {
		return func(r *replay.Rank, _ int64) {
			r.With("MPI_Alltoallv_init", replay.Words(one, zero, one, zero), nil, from, counts, displs, intType, result, counts,
				displs, intType, replay.Self, replay.InfoNull, 0x4400)
		}
	}
	starts := func(r *replay.Rank, _ int64) { r.Do("MPI_Start", 0x4400) }
	ends := func(r *replay.Rank, _ int64) { completes(r, 0); r.Do("MPI_Request_free", 0x4400) }
	refused := named(event.RefusedCUDA)
	gpuCases(t, "GPU001", []gpuCase{
		{"refused counts", steps(created(deviceA, origin), refused, starts, ends), 0, ""},
		{"refused buffer", steps(created(0x7000, deviceA), refused, starts, ends), rules.Warning, "^sendbuf of MPI_Alltoallv_init is memory of a GPU"},
	})
	gpuCases(t, "GPU002", []gpuCase{
		{"counts", steps(created(deviceA, origin), gpuFill(deviceA, 64), starts, gpuDone, ends), 0, ""},
		{"buffer", steps(created(0x7000, deviceA), gpuFill(deviceA, 64), starts, gpuDone, ends), rules.Error, "^MPI_Start reads sendbuf while"},
	})
}

func TestGPU003(t *testing.T) {
	gpuCases(t, "GPU003", []gpuCase{
		{"reads what arrives", steps(startsReceive(deviceA, 8), gpuReads(deviceA, 64), gpuDone, completes), rules.Error,
			"^the asynchronous copy on stream 1 reads 32 bytes of recvbuf of the pending MPI_Iallreduce, which writes to it until its request is complete$"},
		{"writes what is sent", steps(startsSend(deviceA, 8), gpuFill(deviceA, 64), gpuDone, completes), rules.Error,
			"^the asynchronous fill on stream 1 writes 32 bytes of buffer of the pending MPI_Ibcast, which reads it until"},
		{"reads what is sent", steps(startsSend(deviceA, 8), gpuReads(deviceA, 64), gpuDone, completes), 0, ""},
		{"complete", steps(startsReceive(deviceA, 8), completes, gpuReads(deviceA, 64)), 0, ""},
		{"other bytes", steps(startsReceive(deviceA, 8), gpuReads(deviceA+32, 64), completes), 0, ""},
		{"column", steps(startsReceive(deviceA+256, 8), gpuColumn(deviceA, 8, 256), gpuDone, completes), rules.Error, "writes 4 bytes of recvbuf"},
		{"beside the column", steps(startsReceive(deviceA+260, 8), gpuColumn(deviceA, 8, 256), completes), 0, ""},
		{"behind a host function", steps(startsReceive(deviceA, 8), gpuHostFunction, gpuReads(deviceA, 64), completes), 0, ""},
		{"kernel reads what arrives", steps(startsReceive(deviceA, 8), gpuLaunch(kernelCopies, deviceB, deviceA), gpuDone, completes), 0, ""},
		{"kernel reads all that arrives", steps(startsReceive(deviceA, deviceInts), gpuLaunch(kernelCopies, deviceB, deviceA), gpuDone, completes), rules.Warning,
			`^the kernel copy.* on stream 1 may use recvbuf of the pending MPI_Iallreduce, which writes to it until`},
		{"kernel writes all that is sent", steps(startsSend(deviceA, deviceInts), gpuLaunch(kernelFills, deviceA), gpuDone, completes), rules.Warning,
			`^the kernel fill.* on stream 1 may write buffer of the pending MPI_Ibcast`},
		{"kernel reads all that is sent", steps(startsSend(deviceA, deviceInts), gpuLaunch(kernelCopies, deviceB, deviceA), completes), 0, ""},
		{"kernel may write all that is sent", steps(startsSend(deviceA, deviceInts), gpuLaunch(kernelAdds, deviceA, deviceB), completes), 0, ""},
		{"captured", steps(startsReceive(deviceA, 8), func(r *replay.Rank, _ int64) { r.GPU(event.GPUCapture, gpuStream, 0) }, gpuReads(deviceA, 64), completes), 0, ""},
	})
}

func TestGPU004(t *testing.T) {
	gpuCases(t, "GPU004", []gpuCase{
		{"pending", steps(startsReceive(deviceA, 8), gpuFree(deviceA), completes), rules.Error,
			"^this free of GPU memory gives back 32 bytes of recvbuf of the pending MPI_Iallreduce, which writes to them until its request is complete$"},
		{"pending send", steps(startsSend(deviceA, 8), gpuFree(deviceA), completes), rules.Error, "which reads them until"},
		{"complete", steps(startsReceive(deviceA, 8), completes, gpuFree(deviceA)), 0, ""},
		{"another allocation", steps(startsReceive(deviceA, 8), gpuFree(deviceA+2*deviceBytes), completes), 0, ""},
		{"window", gpuFree(deviceB), rules.Error, "^this free of GPU memory gives back memory of the window before MPI_Win_free$"},
		{"beside the window", gpuFree(deviceB + 1<<20), 0, ""},
	})
}

// TestGPUOrder: the note on the pending operation says which call completes it in time.
func TestGPUOrder(t *testing.T) {
	for note, do := range map[string]step{
		"the operation of MPI_Iallreduce has been pending since this call; call MPI_Wait before the asynchronous copy": steps(
			startsReceive(deviceA, 8), gpuReads(deviceA, 64), gpuDone, completes),
		"the operation of MPI_Ibcast has been pending since this call; call MPI_Wait before the asynchronous fill": steps(
			startsSend(deviceA, 8), gpuFill(deviceA, 64), gpuDone, completes),
		"the operation of MPI_Get has been pending since this call; call MPI_Win_flush or MPI_Win_unlock before the asynchronous copy": func(r *replay.Rank, w int64) {
			r.Do("MPI_Win_lock", r.Shared(), 0, 0, w)
			r.Do("MPI_Get", deviceA, 8, replay.Type("MPI_INT"), 0, 0, 8, replay.Type("MPI_INT"), w)
			gpuReads(deviceA, 64)(r, w)
			gpuDone(r, w)
			r.Do("MPI_Win_unlock", 0, w)
		},
	} {
		j := replay.New(t, 1)
		w := j.Allocate(1024, 4)
		do(j.Rank(0), w)
		j.Free(w)
		j.Finalize()
		f := found(t, j, "GPU003", "pending")
		assert.Equal(t, note, f.Related[0].Note)
	}
}

// TestGPULongKernel: a long name of a kernel is cut.
func TestGPULongKernel(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Event(event.GPUName, 9)
	r.Events()[len(r.Events())-1].Blob = replay.Strings("_Z1kI" + "300" + strings.Repeat("x", 300) + "EvPd")
	r.GPU(event.GPUKernel, gpuStream, 9, device(deviceA, deviceBytes, event.GPUMay))
	sendsInts(deviceA, deviceInts)(r, 0)
	j.Finalize()
	assert.Regexp(t, `while the kernel void k<x{100,}\.\.\. on stream 1 may`, found(t, j, "GPU002", "kernel").Message)
}

// The memory of a window may be freed after the window.
func TestGPU004AfterWindow(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Create(deviceB, deviceBytes, 4)
	j.Free(w)
	gpuFree(deviceB)(j.Rank(0), w)
	j.Finalize()
	j.Silent()
}

func TestGPU005(t *testing.T) {
	gpuCases(t, "GPU005", []gpuCase{
		{"copied from while it is received", steps(gpuHostCopy(0), receivesInts(origin, 4)), rules.Error,
			"^MPI_Allreduce writes to recvbuf while the asynchronous copy on stream 1 may still be running, which reads 16 bytes of it$"},
		{"copied to while it is sent", steps(gpuHostCopy(event.GPUWrites), sendsInts(origin, 4)), rules.Error, "^MPI_Bcast reads buffer while"},
		{"copied from while it is sent", steps(gpuHostCopy(0), sendsInts(origin, 4)), 0, ""},
		{"waited for", steps(gpuHostCopy(0), gpuDone, receivesInts(origin, 4)), 0, ""},
		{"other bytes", steps(gpuHostCopy(0), receivesInts(origin+16, 4)), 0, ""},
	})
}

// Findings name the call that put the work on the stream, and the call that waits for the work.
func TestGPURelated(t *testing.T) {
	for stream, note := range map[int64]string{
		gpuStream: "it was put on stream 1 here; the program has not waited for it since: call cudaStreamSynchronize before MPI_Bcast",
		0: "it was put on the default stream here; the program has not waited for it since: call cudaDeviceSynchronize before " +
			"MPI_Bcast",
	} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		r.GPU(event.GPUFill, stream, 0, device(deviceA, 64, event.GPUWrites))
		at := replay.Here() - 1
		sendsInts(deviceA, 8)(r, 0)
		j.Finalize()
		f := found(t, j, "GPU002", "^MPI_Bcast reads buffer while the asynchronous fill on ")
		assert.Equal(t, at, see(t, f))
		assert.Equal(t, note, f.Related[0].Note)
	}
}

// For work that the program has put on a stream with HIP, findings name HIP's functions.
func TestGPURelatedHIP(t *testing.T) {
	for stream, call := range map[int64]string{gpuStream: "hipStreamSynchronize", 0: "hipDeviceSynchronize"} {
		j := replay.New(t, 1)
		r := j.Rank(0)
		r.HIP(event.GPUFill, stream, 0, device(deviceA, 64, event.GPUWrites))
		sendsInts(deviceA, 8)(r, 0)
		j.Finalize()
		f := found(t, j, "GPU002", "^MPI_Bcast reads buffer while the asynchronous fill on ")
		assert.Contains(t, f.Related[0].Note, ": call "+call+" before MPI_Bcast")
	}
}

// named is the record of a buffer in device memory.
func named(refused event.Refusal) step {
	return func(r *replay.Rank, _ int64) {
		r.Event(event.Memory, int64(event.MemoryDevice), 0, deviceA, deviceA+deviceBytes, deviceA, deviceBytes, int64(refused))
	}
}

func TestGPU001Asked(t *testing.T) {
	gpuCases(t, "GPU001", []gpuCase{
		{"CUDA", steps(named(event.RefusedCUDA), sendsInts(deviceA, 8)), rules.Warning,
			"^buffer of MPI_Bcast is memory of a GPU, which the processor cannot access, and the MPI library says that it is not CUDA-aware: MPIX_Query_cuda_support returns 0$"},
		{"ROCm", steps(named(event.RefusedROCm), startsReceive(deviceA, 8), completes), rules.Warning,
			"^recvbuf of MPI_Iallreduce is .* it is not ROCm-aware: MPIX_Query_rocm_support returns 0$"},
		{"HIP", steps(named(event.RefusedHIP), sendsInts(deviceA+64, 8)), rules.Warning, "MPIX_Query_hip_support returns 0$"},
		{"kinds", steps(named(event.KindsNotCUDA), sendsInts(deviceA, 8)), rules.Warning,
			"it supports no such memory: mpi_memory_alloc_kinds of MPI_COMM_WORLD has no kind of CUDA$"},
		{"kinds of ROCm", steps(named(event.KindsNotROCm), sendsInts(deviceA, 8)), rules.Warning, "no kind of ROCm$"},
		{"again", steps(named(event.RefusedCUDA), sendsInts(deviceA, 8), gpuDone), rules.Warning, "^buffer of MPI_Bcast"},
		{"not refused", steps(named(event.NotRefused), sendsInts(deviceA, 8)), 0, ""},
		{"an unknown reason", steps(named(99), sendsInts(deviceA, 8)), 0, ""},
		{"other memory", steps(named(event.RefusedCUDA), sendsInts(deviceB, 8)), 0, ""},
		{"no data", steps(named(event.RefusedCUDA), sendsInts(deviceA, 0)), 0, ""},
		{"not refused when it is named again", steps(named(event.RefusedCUDA), named(event.NotRefused), sendsInts(deviceA, 8)), 0, ""},
	})
}

// If the rank is then killed by an access to the buffer, the finding becomes an error.
func TestGPU001Killed(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	named(event.RefusedCUDA)(r, 0)
	r.Stuck("MPI_Bcast", deviceA, 8, intType, 0, replay.Self)
	at := replay.Here() - 1
	r.InCall("MPI_Bcast")
	r.DiesAt(syscall.SIGSEGV, deviceA+8)
	f := found(t, j, "GPU001", "^buffer of MPI_Bcast is memory of a GPU, which the MPI library cannot access at byte 8 .*: "+
		"the rank was killed in the call$")
	assert.Equal(t, rules.Error, f.Severity)
	assert.Equal(t, int64(1), f.Count)
	assert.Equal(t, at, line(f))
}

// The buffer for buffered sends is memory of a GPU.
func TestGPU001KilledInAttached(t *testing.T) {
	for call, args := range map[string][]int64{
		"MPI_Bsend":        {0x7000, 1, intType, 0, 0, replay.World},
		"MPI_Unpack":       {0x7000, 64, 0, 0x7200, 1, intType, replay.World},
		"MPI_Buffer_flush": {},
	} {
		t.Run(call, func(t *testing.T) {
			j := replay.New(t, 1)
			r := j.Rank(0)
			named(event.NotRefused)(r, 0)
			r.Do("MPI_Buffer_attach", deviceA, 1000)
			at := replay.Here() - 1
			r.Stuck(call, args...)
			r.InCall(call)
			r.DiesAt(syscall.SIGSEGV, deviceA+8)
			f := found(t, j, "GPU001", "^the buffer of MPI_Buffer_attach is memory of a GPU, which the MPI library cannot "+
				"access at byte 8 .*: the rank was killed in the call of "+call+"$")
			assert.Equal(t, at, line(f))
			require.Len(t, f.Related, 1)
			assert.Equal(t, "the rank was killed in this call", f.Related[0].Note)
		})
	}
}

// Work on window memory, and accesses by another rank.
func TestGPU006(t *testing.T) {
	const both = "^the asynchronous fill of rank 2 changes, and MPI_Put of rank 0 writes, the same 4 bytes of rank 2, from byte 0 of its " +
		"window on: the work may run until rank 2 waits for its stream$"
	does := func(uses ...replay.GPUMemory) step {
		return func(r *replay.Rank, _ int64) {
			a := event.GPUCopy
			if len(uses) == 1 && uses[0].Does == event.GPUWrites {
				a = event.GPUFill
			}
			r.GPU(a, gpuStream, 0, uses...)
		}
	}
	window := func(at int64, does event.GPUUse) replay.GPUMemory {
		return replay.GPUMemory{At: at, Width: 4, Does: does, Lo: 0x10000, Hi: 0x11000}
	}
	fills := does(window(0x10000, event.GPUWrites))
	copies := does(window(0x10000, 0), device(deviceA, 4, event.GPUWrites))
	launches := func(r *replay.Rank, _ int64) {
		r.NamesKernel(9, "_Z20ncclDevKernel_SendP8ncclWork")
		r.GPU(event.GPUKernel, gpuStream, 9)
	}
	in(t, "GPU006", lockEvery, unlockEvery, []contest{
		{"fill and put", [3]step{putAt(0), nil, fills}, both},
		{"waited for", [3]step{steps(barrier, putAt(0)), barrier, steps(fills, gpuDone, barrier)}, ""},
		{"not waited for", [3]step{steps(barrier, putAt(0)), barrier, steps(fills, barrier, gpuDone)}, both},
		{"after the put", [3]step{steps(putAt(0), flush, barrier), barrier, steps(barrier, fills)}, ""},
		{"after the put, not complete", [3]step{steps(putAt(0), barrier), barrier, steps(barrier, fills)}, both},
		{"other bytes", [3]step{putAt(1), nil, fills}, ""},
		{"copy and get", [3]step{getAt(0), nil, copies}, ""},
		{"copy and put", [3]step{putAt(0), nil, copies}, "^the asynchronous copy of rank 2 reads, and MPI_Put of rank 0 writes"},
		{"fill and get", [3]step{getAt(0), nil, fills}, "^the asynchronous fill of rank 2 changes, and MPI_Get of rank 0 reads"},
		{"behind a host function", [3]step{putAt(0), nil, steps(gpuHostFunction, fills)}, ""},
		{"kernel", [3]step{putAt(0), nil, does(replay.GPUMemory{At: 0x10000, Width: 64, Does: event.GPUMay, Lo: 0x10000, Hi: 0x11000})}, ""},
		{"NCCL may tell", [3]step{steps(barrier, putAt(0)), barrier, steps(fills, launches, barrier)}, ""},
		{"pageable memory", [3]step{putAt(0), nil, does(window(0x10000, event.GPUPageable), device(deviceA, 4, event.GPUWrites))}, ""},
		{"device memory of no window", [3]step{putAt(0), nil, gpuFill(deviceA, 64)}, ""},
	})
	in(t, "GPU006", fenceOnce, fenceOnce, []contest{
		{"pending at the fence", [3]step{steps(fenceOnce, putAt(0)), fenceOnce, steps(fills, fenceOnce, gpuDone)}, both},
		{"done at the fence", [3]step{steps(fenceOnce, putAt(0)), fenceOnce, steps(fills, gpuDone, fenceOnce)}, ""},
		{"in the epoch", [3]step{putAt(0), nil, fills}, both},
		{"in the next epoch", [3]step{steps(putAt(0), fenceOnce), fenceOnce, steps(fenceOnce, fills)}, ""},
	})
}
