// Package windows finds accesses to window memory that conflict and that nothing orders: of calls and of ranks
// themselves (Judge), with what is attached to dynamic windows (Dynamic), and with split collective operations (Splits).
package windows
