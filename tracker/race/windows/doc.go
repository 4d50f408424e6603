// Package windows finds accesses to window memory that conflict and that nothing orders: by calls and by the ranks
// themselves (Judge), with regions attached to dynamic windows (Dynamic), and with split collective operations
// (Splits).
package windows
