/* When which pass runs. */
#include "pass.h"

#include "opts.h"

int plugin_is_GPL_compatible;

namespace gomarmot
{

static bool say_counts;
static const char *version_of_cc = "-";

/* Functions with __attribute__((no_sanitize("thread"))) are left alone, as by ThreadSanitizer. */
static bool is_wanted(function *fn)
{
	tree attribute = lookup_attribute("no_sanitize", DECL_ATTRIBUTES(fn->decl));
	if (attribute && (tree_to_uhwi(TREE_VALUE(attribute)) & SANITIZE_THREAD))
		return false;
	return !lookup_attribute("naked", DECL_ATTRIBUTES(fn->decl));
}

static unsigned instrument(function *fn)
{
	if (optimize)
		unguard(fn);
	if (!is_wanted(fn))
		return 0;
	found all;
	find_accesses(fn, &all);
	unsigned hoisted = hoist(fn, &all);
	merge(&all);
	for (const atomic &one : all.atomics)
		emit_atomic(one);
	for (const access &one : all.accesses)
		emit_access(one);
	for (gimple *one : all.fences)
		emit_fence(one);
	free_dominance_info(CDI_POST_DOMINATORS);
	if (scev_initialized_p())
		scev_reset();
	if (say_counts)
		fprintf(stderr, "%s: %u in ranges, %u tested, %u atomic\n", function_name(fn),
			hoisted, all.accesses.length(), all.atomics.length());
	return hoisted || all.accesses.length() || all.atomics.length() || all.fences.length()
		       ? TODO_update_ssa
		       : 0;
}

static const pass_data instrument_data = {
	GIMPLE_PASS, "gomarmot", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};
static const pass_data late_data = {
	GIMPLE_PASS, "gomarmot0", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};
static const pass_data guard_data = {
	GIMPLE_PASS, "gomarmotguard", OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

/* With optimization: after the vectorizer, and before the passes that make addresses in loops hard
 * to read. */
struct instrument_pass : gimple_opt_pass {
	instrument_pass() : gimple_opt_pass(instrument_data, g)
	{
	}
	opt_pass *clone() final override
	{
		return new instrument_pass;
	}
	unsigned execute(function *fn) final override
	{
		return instrument(fn);
	}
};

/* Without optimization, and with -Og, the passes around instrument_pass are not run. */
struct late_pass : gimple_opt_pass {
	late_pass() : gimple_opt_pass(late_data, g)
	{
	}
	bool gate(function *) final override
	{
		return !optimize || optimize_debug;
	}
	unsigned execute(function *fn) final override
	{
		return instrument(fn);
	}
};

struct guard_pass : gimple_opt_pass {
	guard_pass() : gimple_opt_pass(guard_data, g)
	{
	}
	unsigned execute(function *fn) final override
	{
		guard(fn);
		return 0;
	}
};

/* Before any optimization: then a pointer has the type that the program gave it. */
static const pass_data declared_data = {
	GIMPLE_PASS, "gomarmottypes", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

struct declared_pass : gimple_opt_pass {
	declared_pass() : gimple_opt_pass(declared_data, g)
	{
	}
	unsigned execute(function *fn) final override
	{
		find_declared(fn);
		return 0;
	}
};

static void add_pass(const char *plugin, opt_pass *pass, const char *reference, int instance,
	pass_positioning_ops where)
{
	struct register_pass_info info = {pass, reference, instance, where};
	register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

static void finish(void *, void *)
{
	write_note(version_of_cc);
	write_declared();
}

/* Keeps the compiler from accesses that the program does not make. Before each pass, as a
 * function may have options of its own. Predictive commoning loads before a loop the elements of
 * the first iterations, even if there are fewer; to turn its option off is not enough, as the
 * vectorizer turns it on again. */
static void set_options(void *gate, void *)
{
	flag_hoist_adjacent_loads = 0;
	flag_store_data_races = 0;
	if (current_pass && !strcmp(current_pass->name, "pcom"))
		*(bool *)gate = false;
}
} // namespace gomarmot

int plugin_init(struct plugin_name_args *plugin, struct plugin_gcc_version *version)
{
	using namespace gomarmot;
	if (!plugin_default_version_check(version, &gcc_version)) {
		error("this gomarmot plugin is for GCC %s, not for %s", gcc_version.basever,
			version->basever);
		return 1;
	}
	for (int i = 0; i < plugin->argc; i++) {
		say_counts |= !strcmp(plugin->argv[i].key, "counts");
		if (!strcmp(plugin->argv[i].key, "version") && plugin->argv[i].value)
			version_of_cc = plugin->argv[i].value;
	}
	add_pass(plugin->base_name, new declared_pass, "cfg", 1, PASS_POS_INSERT_AFTER);
	add_pass(plugin->base_name, new guard_pass, "laddress", 1, PASS_POS_INSERT_AFTER);
	add_pass(plugin->base_name, new instrument_pass, "slp", 0, PASS_POS_INSERT_AFTER);
	add_pass(plugin->base_name, new late_pass, "tsan0", 1, PASS_POS_INSERT_AFTER);
	register_callback(plugin->base_name, PLUGIN_OVERRIDE_GATE, set_options, NULL);
	register_callback(plugin->base_name, PLUGIN_FINISH_UNIT, finish, NULL);
	return 0;
}
