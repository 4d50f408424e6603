package rules

// Role says what a related call has to do with the calls at fault.
type Role string

// The roles. docs/report-json.md lists them.
const (
	roleCreated      Role = "created"      // it created, opened or attached an object of the calls at fault
	roleFreed        Role = "freed"        // it freed, closed or detached the object
	roleBegan        Role = "began"        // it began the operation, epoch or lock that is in force at the fault
	roleEnded        Role = "ended"        // it ended that operation, epoch or lock: before, or too late
	roleConflicts    Role = "conflicts"    // it must not come together with the calls at fault
	rolePartner      Role = "partner"      // another rank's call that the call at fault meets, or should meet
	roleWaits        Role = "waits"        // a rank or thread waits in this call
	roleSynchronizes Role = "synchronizes" // it orders ranks, but not these accesses
	roleCauses       Role = "causes"       // it failed, which is why the calls at fault failed
	roleFollows      Role = "follows"      // it comes after the calls at fault and shows their effect
)

// Roles are all roles.
var Roles = []Role{roleCreated, roleFreed, roleBegan, roleEnded, roleConflicts, rolePartner, roleWaits,
	roleSynchronizes,
	roleCauses, roleFollows}
