// gomarmot: ranks=2
// Lists that grow and shrink while others read them: memory is attached to a
// dynamic window and detached again, and its address travels by messages. The
// displacement in a dynamic window is the address at the target.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 4, LENGTH = 16 }; // attached at once, numbers in a block

typedef struct {
    int rank, size, next;
    MPI_Win win;
    int *block[BLOCKS];            // own memory
    MPI_Aint address[BLOCKS];      // of the own blocks
    MPI_Aint next_address[BLOCKS]; // of the next rank's blocks
} List;

static int number(int rank, int round, int block, int i) {
    return rank * 1000003 + round * 1009 + block * 53 + i;
}

// grow attaches new blocks and tells the previous rank where they are. The
// message also tells it that they are attached.
static void grow(List *l, int round) {
    int previous = (l->rank + l->size - 1) % l->size;
    for (int b = 0; b < BLOCKS; b++) {
        MPI_Alloc_mem(LENGTH * sizeof(int), MPI_INFO_NULL, &l->block[b]);
        for (int i = 0; i < LENGTH; i++)
            l->block[b][i] = number(l->rank, round, b, i);
        MPI_Win_attach(l->win, l->block[b], LENGTH * sizeof(int));
        MPI_Get_address(l->block[b], &l->address[b]);
    }
    MPI_Sendrecv(l->address, BLOCKS, MPI_AINT, previous, 0, l->next_address, BLOCKS, MPI_AINT,
                 l->next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// shrink returns the blocks when they are no longer accessed.
static void shrink(List *l) {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int b = 0; b < BLOCKS; b++) {
        MPI_Win_detach(l->win, l->block[b]);
        MPI_Free_mem(l->block[b]);
    }
}

// read_and_mark gets the next rank's blocks, marks the last number of each by its
// negative, and returns how many numbers were not as expected.
static int read_and_mark(List *l, int round) {
    int copy[BLOCKS][LENGTH], mark[BLOCKS], wrong = 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, l->next, 0, l->win);
    for (int b = 0; b < BLOCKS; b++)
        MPI_Get(copy[b], LENGTH, MPI_INT, l->next, l->next_address[b], LENGTH, MPI_INT, l->win);
    MPI_Win_flush(l->next, l->win);
    for (int b = 0; b < BLOCKS; b++) {
        MPI_Aint last = MPI_Aint_add(l->next_address[b], (LENGTH - 1) * sizeof(int));
        mark[b] = -copy[b][LENGTH - 1];
        MPI_Put(&mark[b], 1, MPI_INT, l->next, last, 1, MPI_INT, l->win);
    }
    MPI_Win_unlock(l->next, l->win);
    for (int b = 0; b < BLOCKS; b++)
        for (int i = 0; i < LENGTH; i++)
            wrong += copy[b][i] != number(l->next, round, b, i);
    return wrong;
}

// check reads the own blocks, whose last numbers the previous rank has marked.
static int check(List *l, int round) {
    int wrong = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, l->rank, 0, l->win);
    for (int b = 0; b < BLOCKS; b++)
        for (int i = 0; i < LENGTH; i++) {
            int sign = i == LENGTH - 1 ? -1 : 1;
            wrong += l->block[b][i] != sign * number(l->rank, round, b, i);
        }
    MPI_Win_unlock(l->rank, l->win);
    return wrong;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int errors = 0, all;
    List list;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &list.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &list.size);
    list.next = (list.rank + 1) % list.size;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &list.win);

    for (int round = 0; round < rounds; round++) {
        grow(&list, round);
        errors += read_and_mark(&list, round);
        errors += check(&list, round);
        shrink(&list);
    }
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && list.rank == 0)
        fprintf(stderr, "dynamic: %d numbers are wrong\n", all);
    MPI_Win_free(&list.win);
    MPI_Finalize();
    return all > 0;
}
