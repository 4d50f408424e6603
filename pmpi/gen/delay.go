package main

// delayedC renders the functions that begin late where a plan of gomarmot provoke says so.
func delayedC() ([]byte, error) {
	var w, table writer
	w.WriteString(cHeader + "#include \"zz_delayed.h\"\n\n#include <stdint.h>\n\n" +
		"#include \"../base/zz_wrappers.h\"\n#include \"nap.h\"\n")
	for _, v := range wrapped() {
		if byHand(v) {
			continue
		}
		w.line(0, "\nstatic int (*real_%s)(%s);", v.Symbol(), cParams(v, false))
		w.line(0, "\nstatic int late_%s(%s)\n{", v.Symbol(), cParams(v, true))
		w.line(1, "struct gm_choice *const c = gm_delay(GM_FN_%s);", v.Symbol())
		w.line(1, "const int rc = real_%s(%s);\n", v.Symbol(), cArgs(v))
		w.line(1, "if (c)\n\t\tgm_delay_after(c);\n\treturn rc;\n}")
		table.line(1, "[GM_FN_%[1]s] = {GM_FN_%[1]s, late_%[1]s, &real_%[1]s},", v.Symbol())
	}
	w.line(0, "\nconst struct gm_replaced gm_delayed[GM_FUNCTIONS] = {")
	w.Write(table.Bytes())
	w.line(0, "};")
	return w.Bytes(), nil
}

// delayedH renders the declaration of the table of these functions.
func delayedH() ([]byte, error) {
	return []byte(cHeader + `#ifndef ZZ_DELAYED_H
#define ZZ_DELAYED_H

#include "../base/zz_wrappers.h"
#include "install.h"

#pragma GCC visibility push(hidden)

/* The functions that may begin late, by GM_FN_*; by is NULL where a function is never late. */
extern const struct gm_replaced gm_delayed[GM_FUNCTIONS];

#pragma GCC visibility pop

#endif
`), nil
}
