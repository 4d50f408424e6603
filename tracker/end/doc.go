// Package end judges how a run ended: where each rank stood, what its call waited for, who waits for whom forever, and
// whether it is a fault of the program that ranks did not come.
package end
