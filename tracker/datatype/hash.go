package datatype

import "math/bits"

const (
	hashPrime = 1<<61 - 1
	hashBase  = 0x0f3a_61d9_24c7_be15
)

func mulMod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	s := lo&hashPrime + (lo>>61 | hi<<3)
	if s >= hashPrime {
		s -= hashPrime
	}
	return s
}

// hashSeq is a sequence of keys up to its hash: the sum of
// key(i) * base^(n-1-i), and base^n, modulo 2^61-1.
type hashSeq struct {
	n         int64
	hash, pow uint64
}

var emptySeq = hashSeq{pow: 1}

func (a hashSeq) then(b hashSeq) hashSeq {
	h := mulMod(a.hash, b.pow) + b.hash
	if h >= hashPrime {
		h -= hashPrime
	}
	return hashSeq{n: AddSat(a.n, b.n), hash: h, pow: mulMod(a.pow, b.pow)}
}

// times returns a repeated k times.
func (a hashSeq) times(k int64) hashSeq {
	out := emptySeq
	for n := MulSat(a.n, k); k > 0; k >>= 1 {
		if k&1 == 1 {
			out = out.then(a)
		}
		if k == 1 {
			out.n = n // then saturates step by step
		}
		a = a.then(a)
	}
	return out
}

func oneElement(key uint64) hashSeq {
	return hashSeq{n: 1, hash: mulMod(key, 0x1d8e_4e27_c47d_124f) + 1, pow: hashBase}
}
