package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/gpu"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/words"
)

// gpuWork names a piece of work on a GPU.
func gpuWork(u *gpu.Use) string {
	name := u.Work.Site.Call.String()
	if k := u.Work.Kernel.Name; k != "" {
		name += " " + shortKernel(k)
	}
	return fmt.Sprintf("the %s on %s", name, u.Work.Name())
}

// mostKernel bounds the names of kernels in messages, in bytes: names of templates may have thousands.
const mostKernel = 160

// shortKernel cuts a long name of a kernel, whose beginning says most.
func shortKernel(name string) string {
	if len(name) <= mostKernel {
		return name
	}
	return strings.ToValidUTF8(name[:mostKernel], "") + "..."
}

// gpuEnd adds to the note on a pending operation the call that would have completed the operation in time.
func gpuEnd(pending Related, x *memory.InUse, before string) Related {
	if _, by := ending(x); by != "" {
		pending.Note += fmt.Sprintf("; call %s before %s", by, before)
	}
	return pending
}

// gpuFunction returns the name of a function in the interface with which the program put the work on its stream.
func gpuFunction(w *gpu.Work, name string) string {
	if w.HIP() {
		return "hip" + name
	}
	return "cuda" + name
}

// gpuDoes says what work does with the memory of a use.
func gpuDoes(u *gpu.Use) string {
	switch {
	case u.May && u.Work.MayWrite(u):
		return "may write"
	case u.May, !u.Writes:
		return "reads"
	}
	return "writes"
}

// gpuReason says why a kernel may write a buffer that MPI sends, where the parameters of the kernel do not say so.
func gpuReason(x *rank.GPUClash) string {
	if u := x.Use; u.May && !x.Mine.Writes && !u.Work.SaysWrites(u) {
		return ", as nothing else has"
	}
	return ""
}

// gpuSeverity returns the severity of a conflict with a use, for rules whose own severity is Error: it is uncertain
// which memory a kernel uses.
func gpuSeverity(u *gpu.Use) Severity {
	if u.May {
		return Warning
	}
	return Error
}

// gpuAmount says how much of a buffer the work uses, as far as that is known.
func gpuAmount(p *Pass, x *rank.GPUClash) string {
	if n := p.Rank.Memory.SharedWithGPU(x.Mine, x.Use); n > 0 && !x.Use.May {
		return words.Bytes(n) + " of it"
	}
	return "it"
}

// checkGPUWork reports the work on GPUs that the call at hand does not wait for.
func checkGPUWork(p *Pass, pageable bool) {
	x, found := p.Rank.GPUClash(p.Call, pageable)
	if !found {
		return
	}
	does, sem := verb(x.Mine.Writes), p.Call.Sem
	if x.Starts != nil {
		sem = x.Starts.Sem
	}
	wait := "StreamSynchronize"
	if x.Use.Work.ByDefault() {
		wait = "DeviceSynchronize"
	}
	related := []Related{At(roleConflicts, x.Use.Work.Site, fmt.Sprintf("it was put on %s here; the program has not "+
		"waited for it since: call %s before %s",
		x.Use.Work.Name(), gpuFunction(x.Use.Work, wait), p.Call.Kind))}
	if x.Starts != nil {
		related = append(related, At(roleCreated, x.Starts.Made, "the request was created here"))
	}
	p.ReportAs(gpuSeverity(x.Use), related, "%s %s %s while %s may still be running, which %s %s%s",
		p.Call.Kind, does, sem.Enter[x.Mine.Arg], gpuWork(x.Use), gpuDoes(x.Use), gpuAmount(p, &x), gpuReason(&x))
}
