/* When the pass runs. */
#include "pass.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <cstdlib>

using namespace llvm;

namespace gomarmot
{

/* The attribute of functions that only this pass has marked for ThreadSanitizer. */
static const char *const own = "gomarmot-guarded";

/*
 * Keeps the optimizer from reading memory that the program does not read: the optimizer does not
 * speculate loads in functions marked for ThreadSanitizer, so all functions are marked until the
 * tests are inserted.
 */
struct Guard : PassInfoMixin<Guard> {
	static bool isRequired()
	{
		return true;
	}
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		addDeclared(module);
		for (Function &function : module) {
			if (function.isDeclaration() ||
				function.hasFnAttribute(Attribute::SanitizeThread))
				continue;
			function.addFnAttr(Attribute::SanitizeThread);
			function.addFnAttr(own);
		}
		return PreservedAnalyses::all();
	}
};

struct Instrument : PassInfoMixin<Instrument> {
	static bool isRequired()
	{
		return true;
	}
	PreservedAnalyses run(Function &function, FunctionAnalysisManager &manager)
	{
		if (function.hasFnAttribute(own)) {
			function.removeFnAttr(own);
			function.removeFnAttr(Attribute::SanitizeThread);
		}
		if (function.hasFnAttribute(Attribute::Naked) ||
			function.hasFnAttribute("no_sanitize_thread"))
			return PreservedAnalyses::all();
		Found all = findAccesses(function);
		Analyses known = {manager.getResult<LoopAnalysis>(function),
			manager.getResult<DominatorTreeAnalysis>(function),
			manager.getResult<ScalarEvolutionAnalysis>(function)};
		unsigned hoisted = hoist(all, known);
		merge(all, known);
		sharePlaces(all, function);
		if (getenv("GOMARMOT_PASS_COUNTS"))
			errs() << function.getName() << ": " << hoisted << " in ranges, "
			       << all.accesses.size() << " tested, " << all.atomics.size()
			       << " atomic\n";
		emit(all);
		return PreservedAnalyses::none();
	}
};

struct Note : PassInfoMixin<Note> {
	static bool isRequired()
	{
		return true;
	}
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		addNote(module);
		return PreservedAnalyses::none();
	}
};

static void registerPasses(PassBuilder &builder)
{
	builder.registerPipelineStartEPCallback(
		[](ModulePassManager &passes, OptimizationLevel) { passes.addPass(Guard()); });
	builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
		FunctionPassManager functions;
		functions.addPass(LoopSimplifyPass());
		functions.addPass(Instrument());
		passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
		passes.addPass(Note());
	});
}
} // namespace gomarmot

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "gomarmot", "1", gomarmot::registerPasses};
}
