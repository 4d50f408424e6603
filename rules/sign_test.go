package rules_test

import "github.com/gomarmot/gomarmot/rules/replay"

// All tests of rules compare what is found with what rules find that see all calls.
func init() { replay.Twice = true }
