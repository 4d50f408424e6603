package launch

import (
	"fmt"
	"slices"
	"strings"
)

// The launchers of batch systems, and how each of them passes a variable to the ranks without having it in its own
// environment.

// exportVar is srun's option --export, as an environment variable.
const exportVar = "SLURM_EXPORT_ENV"

// srunFlags are srun's options that have no value, or take a value only after "=". The word after any other option
// without "=" is its value.
var srunFlags = strings.Fields(`-E -H -i -I -k -K -l -O -Q -s -u -v -V -X -Z -h
	--contiguous --disable-status --exact --exclusive --help --hold --immediate --kill-on-bad-exit --label --multi-prog
	--no-allocate --no-kill --overcommit --overlap --oversubscribe --preserve-env --propagate --pty --quiet
	--quit-on-interrupt --reboot --resv-ports --send-libs --spread-job --test-only --unbuffered --usage --use-min-nodes
	--verbose --version --x11`)

// slurmCommand passes the library to the ranks by --export, so that srun itself does not load it. The other
// variables are in srun's environment; --export names them if it does not pass on the whole environment.
func slurmCommand(command []string, inherited string, preload Var, library string, vars []Var) []string {
	out := command[:1:1]
	for i, part := range split(command[1:]) {
		if i > 0 {
			out = append(out, ":")
		}
		list, rest := takeExport(part)
		if list == "" {
			list = inherited
		}
		out = append(append(out, "--export="+exports(list, preload, library, vars)), rest...)
	}
	return out
}

// takeExport removes --export from srun's own options. It returns the last value of --export, and the other words.
func takeExport(args []string) (list string, rest []string) {
	i := 0
	for i < len(args) && strings.HasPrefix(args[i], "-") && args[i] != "-" && args[i] != "--" {
		word := args[i]
		value, joined := strings.CutPrefix(word, "--export=")
		switch {
		case joined:
			list = value
		case word == "--export" && i+1 < len(args):
			list = args[i+1]
			i++
		default:
			rest = append(rest, word)
			if takesNext(word) && i+1 < len(args) {
				i++
				rest = append(rest, args[i])
			}
		}
		i++
	}
	return list, append(rest, args[i:]...)
}

// takesNext reports whether the word after an option of srun is its value.
func takesNext(word string) bool {
	if strings.HasPrefix(word, "--") {
		return !strings.Contains(word, "=") && !slices.Contains(srunFlags, word)
	}
	// "-n 4", but not "-n4", nor several flags in one word.
	return len(word) == 2 && !slices.Contains(srunFlags, word)
}

// exports adds the library and the names of variables to a list for --export.
func exports(list string, preload Var, library string, vars []Var) string {
	var items []string
	all := list == ""
	for _, item := range quoted(list) {
		switch mine, set := strings.CutPrefix(item, Preload+"="); {
		case item == "ALL":
			all = true
		case item == "NONE" || item == "NIL":
			// the list then has only the items added here
		case set:
			preload.Value = join(strings.Trim(mine, "'\""), library)
		case item != Preload: // preload has the environment's LD_PRELOAD
			items = append(items, item)
		}
	}
	if all {
		items = append([]string{"ALL"}, items...)
	} else {
		for _, v := range vars {
			items = append(items, v.Name)
		}
	}
	value := preload.Value
	if strings.ContainsAny(value, ",") {
		value = "'" + value + "'"
	}
	return strings.Join(append(items, preload.Name+"="+value), ",")
}

// quoted cuts a list at its commas, but not within quotes.
func quoted(list string) []string {
	var quote rune
	return strings.FieldsFunc(list, func(r rune) bool {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		}
		return quote == 0 && r == ','
	})
}

// fluxCommand adds the variables to "flux run" and "flux mini run"; nil for other
// commands of flux, which pass on their environment.
func fluxCommand(command []string, vars []Var) []string {
	at := fluxRun(command)
	if at == 0 {
		return nil
	}
	out := slices.Clone(command[:at])
	for _, v := range vars {
		out = append(out, "--env="+v.Name+"="+strings.ReplaceAll(v.Value, "$", "$$")) // flux expands $NAME
	}
	return append(out, command[at:]...)
}

// fluxRun returns the index of the first option of "flux run"; 0 if the command is another command of flux.
func fluxRun(command []string) int {
	for i, word := range command[1:] {
		switch word {
		case "mini":
		case "run":
			return i + 2
		default:
			return 0
		}
	}
	return 0
}

// fluxDoubt returns a warning if options of the user may remove LD_PRELOAD; otherwise "".
func fluxDoubt(command []string) string {
	for _, arg := range command[1:] {
		if strings.HasPrefix(arg, "--env=-") || strings.HasPrefix(arg, "--env-remove=") {
			return fmt.Sprintf("%s may keep LD_PRELOAD from the ranks: put --env=LD_PRELOAD after it", arg)
		}
	}
	return ""
}

// settingCommand inserts flags[0] with NAME=VALUE for each variable before the other words. flags are the spellings
// of the flag. A library that the user preloads by the flag stays and comes first.
func settingCommand(command, flags []string, preload Var, library string, vars []Var) []string {
	rest, given := slices.Clone(command[1:]), false
	for k := range rest {
		mine, set := strings.CutPrefix(rest[k], Preload+"=")
		before := ""
		if k > 0 {
			before = rest[k-1]
		}
		for _, f := range flags {
			joined, one := strings.CutPrefix(rest[k], f+"="+Preload+"=")
			switch {
			case one:
				rest[k], given = f+"="+Preload+"="+join(joined, library), true
			case set && before == f:
				rest[k], given = Preload+"="+join(mine, library), true
			}
		}
	}
	out := command[:1:1]
	if !given {
		out = append(out, flags[0], preload.Name+"="+preload.Value)
	}
	for _, v := range vars {
		out = append(out, flags[0], v.Name+"="+v.Value)
	}
	return append(out, rest...)
}
