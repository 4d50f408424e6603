// Package end says how the process of a rank has ended, and where.
package end
