package rules

import "github.com/gomarmot/gomarmot/tracker/rank/windows"

// live reports whether a window is alive and its history is known: a condition of every rule that depends on the
// window's history.
func live(w *windows.Win) bool { return w != nil && w.Alive() && w.Known() }

// gone reports whether the window is null or freed: WIN005 reports calls on it.
func gone(w *windows.Win) bool { return w != nil && !w.Alive() }
