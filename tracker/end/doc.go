// Package end judges how a run ended: where each rank stood, what its call waited for, who waits for whom forever,
// and whether the program is to blame for ranks that never reached a call.
package end
