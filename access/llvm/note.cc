/* Adds a note to the object that says that it was compiled with this pass, and by which compiler:
 * docs/access.md. */
#include "pass.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cstdlib>

using namespace llvm;

namespace gomarmot
{

static void addWord(SmallVectorImpl<char> &bytes, uint32_t word)
{
	bytes.append((char *)&word, (char *)(&word + 1));
}

static void fill(SmallVectorImpl<char> &bytes)
{
	while (bytes.size() % 4)
		bytes.push_back(0);
}

void addNote(Module &module)
{
	const char *version = getenv("GOMARMOT_CC_VERSION");
	std::string text =
		std::string("llvm ") + (version ? version : "-") + " " + module.getSourceFileName();
	text += '\0';
	text += std::string("LLVM ") + LLVM_VERSION_STRING + '\0';
	SmallVector<char, 200> bytes;
	addWord(bytes, sizeof "gomarmot");
	addWord(bytes, text.size());
	addWord(bytes, 1);
	static const char owner[] = "gomarmot";
	bytes.append(owner, &owner[sizeof owner]);
	fill(bytes);
	bytes.append(text.begin(), text.end());
	fill(bytes);
	Constant *data = ConstantDataArray::get(
		module.getContext(), ArrayRef<char>(bytes.data(), bytes.size()));
	auto *note = new GlobalVariable(
		module, data->getType(), true, GlobalValue::PrivateLinkage, data, "gomarmot.note");
	note->setSection(".note.gomarmot");
	note->setAlignment(Align(4));
	appendToUsed(module, {note});
}
} // namespace gomarmot
