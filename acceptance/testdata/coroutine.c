// A library that runs on the stacks of coroutines calls MPI: small stacks that
// come and go, and one whose end nothing marks.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { PAGE = 4096, STACK = 32 << 10 };

static void (*plugin)(MPI_Win);
static MPI_Win win;
static ucontext_t back;

static void body(void) { plugin(win); }

// A stack between two pages that cannot be touched.
static char *stack(size_t size) {
    char *p = mmap(NULL, size + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    mprotect(p + PAGE, size, PROT_READ | PROT_WRITE);
    return p + PAGE;
}

static void run(size_t size) {
    ucontext_t coroutine;
    char *p = stack(size);

    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = p;
    coroutine.uc_stack.ss_size = size;
    coroutine.uc_link = &back;
    makecontext(&coroutine, body, 0);
    swapcontext(&back, &coroutine);
    munmap(p - PAGE, size + 2 * PAGE);
}

#if defined(__x86_64__)
// Switches to a stack and jumps to a function, which does not return but jumps
// back. In the place of a return address lies something else.
static void *here;

__attribute__((noinline)) static void body_of_no_end(void) {
    plugin(win);
    __asm__ volatile("mov %0, %%rsp; pop %%rbp; pop %%rbx; pop %%r12; pop %%r13; pop %%r14; pop %%r15; ret" : : "m"(here));
}

__attribute__((naked, noinline)) static void enter(void **top __attribute__((unused)), void (*f)(void) __attribute__((unused))) {
    __asm__("push %r15; push %r14; push %r13; push %r12; push %rbx; push %rbp; mov %rsp, here(%rip); mov %rdi, %rsp; jmp *%rsi");
}

static void run_without_end(void) {
    char *p = stack(STACK);
    void **top = (void **)(p + STACK) - 1;

    *top = (void *)0x123456789abcdef;
    enter(top, body_of_no_end);
    munmap(p - PAGE, STACK + 2 * PAGE);
}
#else
static void run_without_end(void) { run(STACK); }
#endif

int main(int argc, char **argv) {
    static int memory[4];

    MPI_Init(&argc, &argv);
    *(void **)&plugin = dlsym(dlopen(argv[1], RTLD_NOW), "plugin");
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < 20; i++)
        run(STACK + i % 3 * PAGE);
    for (int i = 0; i < 3; i++)
        run_without_end();
    MPI_Win_free(&win);
    MPI_Finalize();
    puts("done");
    return 0;
}
