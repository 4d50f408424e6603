// Package windows follows the windows of a rank: their memory, and the epochs that it has opened on them.
package windows
