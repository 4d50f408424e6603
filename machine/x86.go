package machine

import (
	"strings"

	"golang.org/x/arch/x86/x86asm"
)

// stepX86 decodes an instruction of x86-64, where results are in EAX. A called function reads no argument from EAX:
// before a call with a variable number of arguments, the caller sets AL.
func stepX86(code []byte, pc uint64) step {
	x, err := x86asm.Decode(code, 64)
	if err != nil {
		return step{}
	}
	next := pc + uint64(x.Len)
	rel, direct := x.Args[0].(x86asm.Rel)
	target := next + uint64(int64(rel))
	switch {
	case x.Op == x86asm.NOP:
		return step{leaves, [2]uint64{next}}
	case x.Op == x86asm.CALL && !mentionsEAX(x.Args[:]):
		return step{effect: overwrite}
	case x.Op == x86asm.JMP && direct:
		return step{leaves, [2]uint64{target}}
	case direct && strings.HasPrefix(x.Op.String(), "J") && x.Op != x86asm.JMP:
		return step{leaves, [2]uint64{next, target}}
	case leavesFlow[x.Op] || implicitEAX[x.Op] || x.Op == x86asm.IMUL && x.Args[1] == nil:
		return step{}
	case (x.Op == x86asm.XOR || x.Op == x86asm.SUB) && wholeEAX(x.Args[0]) && x.Args[0] == x.Args[1],
		onlyWrites[x.Op] && wholeEAX(x.Args[0]) && !mentionsEAX(x.Args[1:]):
		return step{effect: overwrite}
	case mentionsEAX(x.Args[:]):
		return step{}
	}
	return step{leaves, [2]uint64{next}}
}

// onlyWrites are instructions that overwrite their first operand without reading it.
var onlyWrites = set(x86asm.MOV, x86asm.LEA, x86asm.MOVZX, x86asm.MOVSX, x86asm.MOVSXD, x86asm.POP, x86asm.MOVD,
	x86asm.MOVQ, x86asm.CVTTSD2SI, x86asm.CVTSD2SI, x86asm.CVTTSS2SI, x86asm.CVTSS2SI)

// leavesFlow are instructions after which the program goes on elsewhere, where the result may be looked at.
var leavesFlow = set(x86asm.RET, x86asm.LRET, x86asm.IRET, x86asm.IRETD, x86asm.IRETQ, x86asm.CALL, x86asm.LCALL,
	x86asm.JMP, x86asm.LJMP, x86asm.INT, x86asm.SYSCALL, x86asm.SYSENTER, x86asm.SYSEXIT, x86asm.SYSRET, x86asm.HLT,
	x86asm.UD1, x86asm.UD2, x86asm.LOOP, x86asm.LOOPE, x86asm.LOOPNE, x86asm.XABORT, x86asm.XBEGIN)

// implicitEAX are instructions that read EAX without naming it.
var implicitEAX = set(x86asm.CBW, x86asm.CWDE, x86asm.CDQE, x86asm.CWD, x86asm.CDQ, x86asm.CQO, x86asm.MUL, x86asm.DIV,
	x86asm.IDIV, x86asm.CMPXCHG, x86asm.CMPXCHG8B, x86asm.CMPXCHG16B, x86asm.STOSB, x86asm.STOSW, x86asm.STOSD,
	x86asm.STOSQ, x86asm.SCASB, x86asm.SCASW, x86asm.SCASD, x86asm.SCASQ, x86asm.XLATB, x86asm.SAHF, x86asm.OUT,
	x86asm.CPUID, x86asm.XGETBV, x86asm.XSAVE, x86asm.XRSTOR, x86asm.WRMSR, x86asm.MONITOR, x86asm.MWAIT)

func set(ops ...x86asm.Op) map[x86asm.Op]bool {
	m := map[x86asm.Op]bool{}
	for _, o := range ops {
		m[o] = true
	}
	return m
}

// isEAX reports whether a register is EAX or a part of it, or has it as a part.
func isEAX(r x86asm.Reg) bool {
	switch r {
	case x86asm.AL, x86asm.AH, x86asm.AX, x86asm.EAX, x86asm.RAX:
		return true
	}
	return false
}

func wholeEAX(a x86asm.Arg) bool { return a == x86asm.EAX || a == x86asm.RAX }

func mentionsEAX(args []x86asm.Arg) bool {
	for _, a := range args {
		switch a := a.(type) {
		case x86asm.Reg:
			if isEAX(a) {
				return true
			}
		case x86asm.Mem:
			if isEAX(a.Base) || isEAX(a.Index) {
				return true
			}
		}
	}
	return false
}
