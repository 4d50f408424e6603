package check

import (
	"regexp"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// heapLibrary watches the heap, gpuLibrary GPUs; sanitizers are libraries that do so themselves.
var (
	heapLibrary = regexp.MustCompile(`^libgomarmot-heap\.so$`)
	gpuLibrary  = regexp.MustCompile(`^libgomarmot-(cuda|hip)\.so$`)
	sanitizers  = regexp.MustCompile(`^lib(a|hwa|t|m)san\.so|^libclang_rt\.(asan|hwasan|tsan|msan)`)
)

// WatchedHeap reports whether the library that watches the heap was loaded on any rank.
func (j *Job) WatchedHeap() bool { return j.loaded(heapLibrary) }

// WatchedGPU reports whether the library that watches GPUs was loaded on any rank.
func (j *Job) WatchedGPU() bool { return j.loaded(gpuLibrary) }

// OnGPU reports whether any rank recorded work on a GPU.
func (j *Job) OnGPU() bool {
	for _, s := range j.streams {
		if s.onGPU {
			return true
		}
	}
	return false
}

// Sanitized reports whether AddressSanitizer or another sanitizer was loaded on any rank.
func (j *Job) Sanitized() bool { return j.loaded(sanitizers) }

// Lends reports whether any rank left memory to MPI beyond a call: by a window or an operation with a request.
func (j *Job) Lends() bool {
	for _, s := range j.streams {
		if s.lends {
			return true
		}
	}
	return false
}

// lends reports whether a call leaves memory to MPI when it returns.
func lends(k calls.Kind) bool {
	s := calls.Of(k)
	return s.Makes == calls.ClassWin ||
		s.StartsOut >= 0 && s.Starts != calls.StartsMakeComm && s.Starts != calls.StartsGeneral
}

// loaded reports whether any rank has mapped a file with such a name.
func (j *Job) loaded(name *regexp.Regexp) bool { return j.Log.HasMapped(name.MatchString) }
