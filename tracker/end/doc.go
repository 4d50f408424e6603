// Package end judges how a run ended: where each rank stood, what its call waited for, who waits for whom forever,
// and whether the program is at fault that ranks did not come.
package end
