package main

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/runtime/settings"
	"github.com/gomarmot/gomarmot/words"
)

// effect is the consequence of a setting's value, in words that follow "NAME=value"; the zero value if there is nothing
// to say.
type effect struct {
	grade     grade
	text, fix string
}

// effects judge the values of all settings.
var effects = map[string]func(value string) effect{
	settings.Log:       none, // logFolder looks at it
	settings.Job:       none,
	settings.Provoke:   provokedPlan,
	settings.RingSlots: ringSlots,
	settings.Watch:     watched,
	settings.Live:      switchedOff(": findings are not shown while the program runs; the report has them"),
	settings.LiveMax:   numeric("findings"),
	settings.Summary:   switchedOff(": no summary at MPI_Finalize; the report has it"),
	settings.Check: func(value string) effect {
		if value == "end" {
			return effect{}
		}
		return effect{warning, " has no effect", "set it to end, or unset it"}
	},
	settings.CheckTime: func(value string) effect {
		if n, ok := settings.Natural(value); ok && n > 0 {
			return effect{}
		}
		return effect{warning, " is not a number of seconds", "set it to a number, or unset it"}
	},
	settings.Digest: func(value string) effect {
		if value != "off" {
			return effect{}
		}
		return effect{hint, ": whether what is sent or written changes too early is not seen (RACE006, SPLIT009)", ""}
	},
	settings.Access:   switchedOff(": loads and stores of the program are not recorded"),
	settings.Heap:     switchedOn(": the program's heap is watched"),
	settings.Stacks:   switchedOff(": for calls made by libraries, the program's own line is not found"),
	settings.Python:   switchedOff(": lines of Python scripts are not found"),
	settings.Pedantic: switchedOn(": the pedantic rules are applied too"),
	settings.Memory:   numeric("MB"),
	settings.Disable: func(value string) effect {
		if !settings.On(value) {
			return effect{}
		}
		return effect{problem, ": nothing is recorded", "unset it, on all ranks"}
	},
}

func none(string) effect { return effect{} }

// switchedOn is a setting that is off by default.
func switchedOn(text string) func(string) effect {
	return func(value string) effect {
		if !settings.On(value) {
			return effect{}
		}
		return effect{hint, text, ""}
	}
}

// switchedOff is a setting that is on by default.
func switchedOff(text string) func(string) effect {
	return func(value string) effect {
		if value != "0" {
			return effect{}
		}
		return effect{hint, text, ""}
	}
}

func numeric(of string) func(string) effect {
	return func(value string) effect {
		if _, ok := settings.Natural(value); ok {
			return effect{}
		}
		return effect{warning, " is not a number", "set it to a number of " + of + ", or unset it"}
	}
}

func ringSlots(value string) effect {
	switch n, ok := settings.Natural(value); {
	case !ok:
		return effect{warning, " is not a number", "set it to a number of slots, or unset it"}
	case n < 1024:
		return effect{warning, ": a ring this small makes the program wait", "unset it, or set it to 16384 or more"}
	case n > 1<<20:
		return effect{hint, fmt.Sprintf(": each thread takes %s of disk and memory", words.Bytes(int64(n)*64)), ""}
	}
	return effect{}
}

func watched(value string) effect {
	if value == "all" {
		return effect{}
	}
	return effect{hint, ": other calls are not recorded, so that what is wrong with them is not found", ""}
}

// settings checks the variables in the environment.
func (d *doctor) settings(environ []string) {
	before := len(d.found)
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		switch judge := effects[name]; {
		case name == launch.Preload && value != "":
			d.say(hint, "settings", "LD_PRELOAD already has "+value+"; it stays, before "+launch.LibraryName, "")
		case !strings.HasPrefix(name, "GOMARMOT_"):
		case judge != nil:
			if e := judge(value); value != "" && e.text != "" {
				d.say(e.grade, "settings", v+e.text, e.fix)
			}
		case name != launch.LibraryVar:
			d.say(warning, "settings", name+" is not a gomarmot setting",
				"gomarmot help environment lists the settings")
		}
	}
	if len(d.found) == before {
		d.say(fine, "settings", "no GOMARMOT_ variable changes what is recorded", "")
	}
}

// provokedPlan: only gomarmot provoke sets it, for a single run.
func provokedPlan(value string) effect {
	if value == "" {
		return effect{}
	}
	return effect{hint, ": MPI does what the plan of gomarmot provoke says", "unset it, on all ranks"}
}
