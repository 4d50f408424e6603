package rules

import "strings"

// Family is a group of rules about a part of MPI. Its name is the prefix of
// their IDs.
type Family struct {
	Name   string
	Covers string // a phrase: "creation and lifetime of windows"
}

// Families lists the families in the order of All.
var Families = []Family{
	{Name: "WIN", Covers: "creation, attributes and lifetime of windows"},
	{Name: "FENCE", Covers: "fence synchronization"},
	{Name: "PSCW", Covers: "post, start, complete and wait: general active target synchronization"},
	{Name: "LOCK", Covers: "locks: passive target synchronization"},
	{Name: "RMA", Covers: "one-sided communication calls"},
	{Name: "SPLIT", Covers: "split collective I/O"},
	{Name: "FILE", Covers: "files: opening, views, positions and access"},
	{Name: "COLL", Covers: "collective calls"},
	{Name: "MSG", Covers: "point-to-point messages"},
	{Name: "REQ", Covers: "requests: how they are started, completed and freed"},
	{Name: "OBJ", Covers: "handles and arguments of calls that no other family covers"},
	{Name: "ERR", Covers: "errors that calls have returned"},
	{Name: "RACE", Covers: "unordered accesses to the same memory"},
	{Name: "GPU", Covers: "memory of GPUs, and work on them that MPI does not wait for"},
	{Name: "THREAD", Covers: "threads, and calls before MPI_Init or after MPI_Finalize"},
	{Name: "HANG", Covers: "ranks that make no progress, or made it only by luck"},
	{Name: "PROV", Covers: "what only happens when MPI does what it may do: gomarmot provoke"},
	{Name: "TOOL", Covers: "what gomarmot itself could not see"},
}

// FamilyOf returns the name of the family that an ID belongs to.
func FamilyOf(id string) string { return strings.TrimRight(id, "0123456789") }
