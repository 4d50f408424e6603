package rules_test

import "github.com/gomarmot/gomarmot/rules/replay"

// All tests of rules also compare the findings with the findings of rules that see all calls.
func init() { replay.Twice = true }
