/* A note in the object says that it was compiled in this way, and by which compiler:
 * docs/access.md. */
#include "pass.h"

namespace gomarmot
{

void print_string(FILE *out, const char *text)
{
	fputs("\t.string\t\"", out);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputs("\"\n", out);
}

void write_note(const char *version)
{
	FILE *out = asm_out_file;
	if (!out || seen_error())
		return;
	char compiler[200], *how = concat("plugin ", version, " ",
				    main_input_filename ? main_input_filename : "", NULL);
	snprintf(compiler, sizeof compiler, "%s %s", lang_hooks.name, gcc_version.basever);
	fputs("\t.section\t.note.gomarmot,\"a\",@note\n\t.balign\t4\n", out);
	fputs("\t.long\t2f-1f, 4f-3f, 1\n1:\t.string\t\"gomarmot\"\n2:\t.balign\t4\n3:\n", out);
	print_string(out, how);
	print_string(out, compiler);
	free(how);
	fputs("4:\t.balign\t4\n\t.text\n", out);
}
} // namespace gomarmot
