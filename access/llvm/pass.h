/*
 * An LLVM pass that puts a test before each load and store (../access.h).
 *
 *     access.cc    which bytes an instruction reads and writes
 *     lanes.cc     which lanes of a loaded vector are used at all
 *     loops.cc     accesses of a loop that are known before it begins
 *     merge.cc     merges adjacent accesses
 *     places.cc    makes copies of an access a single place
 *     emit.cc      the inline test and the calls
 *     declared.cc  which types the program has declared for the buffers it passes to MPI
 *     note.cc      says in the object how it was compiled
 *     plugin.cc    when it runs
 */
#ifndef GOMARMOT_PASS_H
#define GOMARMOT_PASS_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace gomarmot
{

enum Kind { Read = 1, Write = 2, Update = Read | Write };

/* Size bytes at address + offset, before the instruction. If size is 0, length is the number of
 * bytes. */
struct Access {
	llvm::Instruction *at;
	llvm::DebugLoc where;
	Kind what;
	llvm::Value *address;
	int64_t offset = 0;
	uint64_t size = 0;
	llvm::Value *length = nullptr;
	uint64_t align = 1;
	bool movable = false;
	/* Lanes of a vector: the mask chooses which count. For a gather or scatter, address is a
	 * vector.
	 */
	llvm::Value *mask = nullptr;
	unsigned lanes = 0;
	/* The access is made only if this condition holds; NULL: always. */
	llvm::Value *condition = nullptr;
	/* The function that calls the library for the access; NULL: the call is inserted in place.
	 */
	llvm::Function *through = nullptr;
};

struct Atomic {
	llvm::Instruction *at;
	llvm::Value *address;
	uint64_t size;
	bool writes;
};

/* Bytes that a loop accesses: count times size bytes, step bytes apart. If the size is known
 * only when the program runs, size is 0 and length holds it. */
struct Range {
	llvm::Instruction *before;
	llvm::DebugLoc where;
	Kind what;
	llvm::Value *address;
	uint64_t size;
	llvm::Value *step, *count, *length;
};

struct Found {
	llvm::SmallVector<Range, 8> ranges;
	llvm::SmallVector<Access, 32> accesses;
	llvm::SmallVector<Atomic, 4> atomics;
	llvm::SmallVector<llvm::Instruction *, 4> fences;
};

struct Analyses {
	llvm::LoopInfo &loops;
	llvm::DominatorTree &dominators;
	llvm::ScalarEvolution &evolution;
};

/* access.cc */
Found findAccesses(llvm::Function &);
/* Whether a finding would name the same line for both accesses, or no line for either. */
bool isOnSameLine(const Access &, const Access &);
bool isRelease(const llvm::Instruction &);

/* lanes.cc: bit i is set if lane i is used. */
llvm::APInt lanesUsed(llvm::Value *vector);

/* loops.cc, merge.cc: handled accesses are removed from the list. */
unsigned hoist(Found &, Analyses);
void merge(Found &, Analyses);

/* places.cc */
void sharePlaces(Found &, llvm::Function &);

/* emit.cc: the only step that splits blocks. */
void emit(const Found &);
/* Whether an inline test decides if the library is called. */
bool isTested(const Access &);
/* Adds attributes of a function of the library that the optimizer may rely on. */
void assume(llvm::Function *);
llvm::CallInst *call(llvm::IRBuilder<> &, Kind, llvm::Value *address, llvm::Value *size);

/* note.cc */
void addNote(llvm::Module &);

/* declared.cc */
void addDeclared(llvm::Module &);
} // namespace gomarmot
#endif
