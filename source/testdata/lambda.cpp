// Calls from a member function, a lambda, a template and a local class.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

extern "C" __attribute__((noinline)) void here(const char *name)
{
	std::printf("call %p %s\n", __builtin_return_address(0), name);
}

namespace solver {

struct Grid {
	int n;
	__attribute__((noinline)) void exchange()
	{
		here("member");
		n++;
	}
};

template <typename T> __attribute__((noinline)) T twice(T v)
{
	here("template");
	return v + v;
}

template <typename F> __attribute__((noinline)) void apply(F f)
{
	f();
	here("apply");
}

} // namespace solver

int main()
{
	solver::Grid g = {1};
	struct Local {
		__attribute__((noinline)) void run()
		{
			here("local class");
			__asm__ volatile("");
		}
	} local;

	g.exchange();
	local.run();
	solver::apply([&] {
		here("lambda");
		g.n++;
	});
	g.n += solver::twice(2);
	here("main");
	std::fflush(stdout);
	std::cout << std::ifstream("/proc/self/maps").rdbuf();
	return g.n == 0;
}
