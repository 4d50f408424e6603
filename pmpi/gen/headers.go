package main

import (
	"regexp"
	"strings"
)

// headers lists the headers that wrappers use, each with the names that it declares for them.
// The test of includes holds that the list is right.
var headers = []struct {
	file  string
	names *regexp.Regexp
}{
	{"access.h", names(`gm_track|gm_track_(call|meanwhile)`)},
	{"args.h", names(`gm_(handle|handle_at|int_at|long_at)`)},
	{"blob.h", names(`gm_(array_len|blob|blob_(handles|ints|longs|open|string)|edges|handle_size|save_handles|string_words|total|within)`)},
	{"blocks.h", names(`gm_blocks|gm_track_count`)},
	{"comm.h", names(`gm_(at_root|comm_copied|comm_gone|comm_shape|in_place)`)},
	{"ends.h", names(`gm_track_(settled|ended|room_over|returned|given_up|requests|completed)`)},
	{"flavour.h", names(`gm_unweighted`)},
	{"gm.h", names(`GM_(CALLER|EXPORT|LIKELY|LOAD|OWN|PAST|STORE)`)},
	{"heap.h", names(`gm_heap_\w+`)},
	{"known.h", names(`gm_(file_known|know_file|know_window|window_known|window_made|window_mapped)`)},
	{"local.h", names(`gm_local`)},
	{"mapped.h", names(`gm_mapped`)},
	{"nest.h", names(`gm_(past_made|past|delivered)`)},
	{"query.h", names(`gm_query_(comm|file|group|type)|GM_TOPOLOGY_\w+`)},
	{"real.h", names(`gm_(real_of|library_of)`)},
	{"record.h", names(`GM_(ENTER|LEAVE|META|ONCE)`)},
	{"ring.h", names(`gm_(begin|commit|record)`)},
	{"split.h", names(`gm_split_(begin|end|forget|undo|words)|gm_splits`)},
	{"status.h", names(`gm_(ask|ask_of|blob_statuses|message_of|status|status_or|statuses|statuses_kept)`)},
	{"thread.h", names(`struct gm_thread`)},
	{"tracking.h", names(`gm_(heaps|tracks|tracks_calls)`)},
	{"typemap.h", names(`gm_split_type_freed`)},
	{"use.h", names(`GM_FILLED|GM_SENT|GM_SENT_IN_PARTS|GM_UNTIL_RETURN|gm_until`)},
	{"uses.h", names(`gm_track_(use|blocks|room|started|ready|ready_list|call_of)`)},
	{"value.h", names(`gm_value_(asked|left)|gm_values_settled`)},
	{"watch.h", names(`gm_(watched|requests)`)},
	{"windows.h", names(`gm_track_(window|segments|detached|win_freed)`)},
	{"winfacts.h", names(`gm_query_(base|model)`)},
	{"wrapper.h", names(`gm_(enter|idle|idle_from_here|leave|polled)`)},
	{"zz_predef.h", names(`GM_CLASS_\w+`)},
}

func names(pattern string) *regexp.Regexp { return regexp.MustCompile(`\b(` + pattern + `)\b`) }

// includesFor renders the headers that the text of a generated C file uses, after that of the
// functions' numbers.
func includesFor(text string) string {
	var used []string
	for _, h := range headers {
		if h.names.MatchString(text) {
			used = append(used, h.file)
		}
	}
	return "#include \"zz_wrappers.h\"\n\n#include \"" + strings.Join(used, "\"\n#include \"") + "\"\n"
}
