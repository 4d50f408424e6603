// A program without MPI that allocates in many ways.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

struct alignas(64) Aligned {
    char bytes[64];
};

int main() {
    std::map<int, std::string> all;
    void *block = nullptr;
    int wrong = 0;

    for (int i = 0; i < 1000; i++)
        all[i * 7919 % 1000] = std::string(static_cast<size_t>(i), 'x');
    wrong += posix_memalign(&block, 256, 1000) || reinterpret_cast<size_t>(block) % 256;
    std::free(block);
    block = aligned_alloc(64, 640);
    wrong += reinterpret_cast<size_t>(block) % 64 != 0;
    block = std::realloc(block, 100000);
    std::free(block);
    block = memalign(128, 3);
    wrong += reinterpret_cast<size_t>(block) % 128 != 0;
    std::free(block);
    block = std::calloc(1000, 1000);
    for (int i = 0; i < 1000000; i += 1000)
        wrong += static_cast<char *>(block)[i] != 0;
    std::free(block);
    volatile size_t much = static_cast<size_t>(-1) / 4;
    errno = 0;
    wrong += std::malloc(much) != nullptr || errno != ENOMEM;
    wrong += reallocarray(nullptr, much, 8) != nullptr || std::calloc(much, 8) != nullptr;
    wrong += new (std::nothrow) char[much] != nullptr;
    try {
        char *volatile none = new char[much];
        delete[] none;
        wrong++;
    } catch (const std::bad_alloc &) {
    }
    auto aligned = std::make_unique<Aligned[]>(3);
    wrong += reinterpret_cast<size_t>(aligned.get()) % 64 != 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([] {
            std::vector<std::unique_ptr<std::string>> own;
            for (int i = 0; i < 10000; i++)
                own.push_back(std::make_unique<std::string>(static_cast<size_t>(i % 100), 'y'));
        });
    for (auto &t : threads)
        t.join();
    char *text = strdup("freed by the program, allocated by the C library");
    std::printf("%zu strings, %d wrong, %s\n", all.size(), wrong, text);
    std::free(text);
    return wrong;
}
