// No MPI program, started by a launcher. Prints, of each process from its own
// upwards: threads, open files, and what is mapped of files. Its argument is the
// process to stop at.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int entries(int pid, const char *what)
{
    char path[64];
    int n = -2;
    DIR *d;

    snprintf(path, sizeof path, "/proc/%d/%s", pid, what);
    d = opendir(path);
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

static void print_maps(int pid, const char *name)
{
    char path[64], line[4096], last[4096] = "";
    FILE *f;

    snprintf(path, sizeof path, "/proc/%d/maps", pid);
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        char *file = strchr(line, '/');

        if (!file || !strcmp(file, last))
            continue;
        strcpy(last, file);
        printf("%s maps %s", name, file);
    }
    if (f)
        fclose(f);
}

int main(int argc, char **argv)
{
    const int top = argc > 1 ? atoi(argv[1]) : 1;

    for (int pid = getpid(); pid != top && pid > 1;) {
        char path[64], name[64] = "";
        int parent = 1;
        FILE *f;

        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        f = fopen(path, "r");
        if (!f || fscanf(f, "%*d (%63[^)]) %*c %d", name, &parent) != 2)
            return 1;
        fclose(f);
        printf("%s has %d threads and %d open files\n", name, entries(pid, "task"), entries(pid, "fd"));
        print_maps(pid, name);
        pid = parent;
    }
    return 0;
}
