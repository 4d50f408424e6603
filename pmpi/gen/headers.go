package main

import (
	"regexp"
	"slices"
	"strings"
)

// headers lists the headers of the library's rooms that wrappers use, each with the names that wrappers take from it.
// TestFilesIncludeWhatTheyUse checks the list.
var headers = []struct {
	file  string
	names *regexp.Regexp
}{
	{"memory/access.h", names(`gm_track|gm_track_(call|meanwhile)`)},
	{"library/args.h", names(`gm_(handle|handle_at|int_at|long_at)`)},
	{"record/blob.h", names(`gm_(array_len|blob|blob_(handles|ints|longs|open|string)|edges|handle_size|` +
		`save_handles|string_words|total|within)`)},
	{"memory/blocks.h", names(`gm_blocks|gm_track_count`)},
	{"library/comm.h", names(`gm_(at_root|comm_copied|comm_gone|comm_shape|in_place)`)},
	{"memory/ends.h", names(`gm_track_(settled|ended|room_over|returned|given_up|requests|completed)`)},
	{"library/flavour.h", names(`gm_layout|gm_unweighted`)},
	{"base/gm.h", names(`GM_(CALLER|EXPORT|LIKELY|LOAD|OWN|PAST|STORE)`)},
	{"memory/look.h", names(`gm_look_\w+`)},
	{"detail/known.h", names(`gm_(file_known|know_file|know_window|window_known|window_made|window_mapped)`)},
	{"memory/local.h", names(`gm_local`)},
	{"loaded/mapped.h", names(`gm_mapped`)},
	{"wrap/nest.h", names(`gm_(past_made|past|delivered)`)},
	{"life/stray.h", names(`gm_stray_free`)},
	{"detail/failed.h", names(`gm_returned`)},
	{"detail/results.h", names(`gm_null_results`)},
	{"detail/query.h", names(`gm_query_(comm|file|group|type)|GM_TOPOLOGY_\w+`)},
	{"loaded/real.h", names(`gm_(real_of|library_of)`)},
	{"base/record.h", names(`GM_(ENTER|LEAVE|META|ONCE)`)},
	{"record/ring.h", names(`gm_(begin|close|commit|open|record|writing)`)},
	{"memory/split.h", names(`gm_split_(begin|end|forget|undo|words)|gm_splits`)},
	{"detail/status.h", names(`gm_(ask|ask_of|blob_statuses|bytes_read|message_of|status(es)?(_kept|_of_read|_or)?)`)},
	{"record/thread.h", names(`struct gm_thread`)},
	{"memory/tracking.h", names(`gm_(looks|tracks|tracks_calls)`)},
	{"library/typemap.h", names(`gm_split_type_freed`)},
	{"memory/use.h", names(`GM_FILLED|GM_SENT|GM_SENT_IN_PARTS|GM_UNTIL_RETURN|gm_until`)},
	{"memory/uses.h", names(`gm_track_(use|blocks|room|started|ready|ready_list|call_of)`)},
	{"detail/value.h", names(`gm_value_(asked|left)|gm_values_settled`)},
	{"record/watch.h", names(`gm_(watched|requests)`)},
	{"record/waited.h", names(`gm_blob_requests`)},
	{"memory/windows.h", names(`gm_track_(window|segments|detached|win_freed)`)},
	{"library/flavour.h", names(`gm_predef`)},
	{"library/winfacts.h", names(`gm_query_(base|model)`)},
	{"wrap/wrapper.h", names(`gm_(enter|enter_quick|idle|idle_from_here|leave|now|now_at|polled)`)},
	{"library/zz_predef.h", names(`GM_(CLASS|ID)_\w+`)},
}

func names(pattern string) *regexp.Regexp { return regexp.MustCompile(`\b(` + pattern + `)\b`) }

// includesFor renders the headers that the text of a generated C file uses, after that of the
// functions' numbers.
func includesFor(text string) string {
	var used []string
	for _, h := range headers {
		if h.names.MatchString(text) {
			file, here := strings.CutPrefix(h.file, "wrap/")
			if !here {
				file = "../" + file
			}
			used = append(used, file)
		}
	}
	slices.Sort(used)
	return "#include \"../base/zz_wrappers.h\"\n\n#include \"" + strings.Join(used, "\"\n#include \"") + "\"\n"
}
