// gomarmot: ranks=4
// Windows on communicators whose ranks are not those of MPI_COMM_WORLD: reversed
// by MPI_Comm_split, reordered by MPI_Cart_create, and rows of the grid by
// MPI_Cart_sub. Groups for post and start are created in MPI_COMM_WORLD and
// translated. Each rank leaves its world rank at the others and checks who wrote.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    MPI_Comm comm;
    int rank, size;
    int *cell; // one for each rank of comm
    MPI_Win win;
} Room;

static void room_create(Room *r, MPI_Comm comm) {
    r->comm = comm;
    MPI_Comm_rank(comm, &r->rank);
    MPI_Comm_size(comm, &r->size);
    MPI_Win_allocate(r->size * sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &r->cell, &r->win);
}

static void room_free(Room *r) {
    MPI_Win_free(&r->win);
    MPI_Comm_free(&r->comm);
}

// translate returns the rank in `to` of the process with rank `rank` in `from`.
static int translate(MPI_Comm from, int rank, MPI_Comm to) {
    MPI_Group a, b;
    int result;
    MPI_Comm_group(from, &a);
    MPI_Comm_group(to, &b);
    MPI_Group_translate_ranks(a, 1, &rank, b, &result);
    MPI_Group_free(&a);
    MPI_Group_free(&b);
    return result;
}

// by_fence: everybody writes to everybody, in the room's own ranks.
static int by_fence(Room *r, int world_rank, int round) {
    int value = world_rank * 1000 + round, wrong = 0;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, r->win);
    for (int target = 0; target < r->size; target++)
        MPI_Put(&value, 1, MPI_INT, target, r->rank, 1, MPI_INT, r->win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, r->win);
    for (int origin = 0; origin < r->size; origin++)
        wrong += r->cell[origin] != translate(r->comm, origin, MPI_COMM_WORLD) * 1000 + round;
    return wrong;
}

// by_pscw: each rank writes to its successor in the room. The groups for post
// and start are made of ranks in MPI_COMM_WORLD.
static int by_pscw(Room *r, int world_rank, int round) {
    int next = (r->rank + 1) % r->size, previous = (r->rank + r->size - 1) % r->size;
    int next_in_world = translate(r->comm, next, MPI_COMM_WORLD);
    int previous_in_world = translate(r->comm, previous, MPI_COMM_WORLD);
    int value = world_rank * 2000 + round;
    MPI_Group world, to, from;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &next_in_world, &to);
    MPI_Group_incl(world, 1, &previous_in_world, &from);
    MPI_Win_post(from, 0, r->win);
    MPI_Win_start(to, 0, r->win);
    MPI_Put(&value, 1, MPI_INT, next, r->rank, 1, MPI_INT, r->win);
    MPI_Win_complete(r->win);
    MPI_Win_wait(r->win);
    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Group_free(&world);
    return r->cell[previous] != previous_in_world * 2000 + round;
}

// by_lock: each rank writes to the room's last rank, which then looks.
static int by_lock(Room *r, int world_rank, int round) {
    int last = r->size - 1, value = world_rank * 3000 + round, wrong = 0;
    MPI_Barrier(r->comm); // everybody has waited for its exposure epoch
    MPI_Win_lock(MPI_LOCK_SHARED, last, 0, r->win);
    MPI_Put(&value, 1, MPI_INT, last, r->rank, 1, MPI_INT, r->win);
    MPI_Win_unlock(last, r->win);
    MPI_Barrier(r->comm);
    MPI_Win_lock(MPI_LOCK_SHARED, r->rank, 0, r->win);
    for (int origin = 0; origin < r->size && r->rank == last; origin++)
        wrong += r->cell[origin] != translate(r->comm, origin, MPI_COMM_WORLD) * 3000 + round;
    MPI_Win_unlock(r->rank, r->win);
    return wrong;
}

static void make_rooms(int world_rank, Room rooms[4]) {
    int size, dims[2] = {0, 0}, periods[2] = {1, 0}, keep[2] = {0, 1};
    MPI_Comm comm, grid;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank, &comm);
    room_create(&rooms[0], comm);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    room_create(&rooms[1], grid);
    MPI_Cart_sub(grid, keep, &comm);
    room_create(&rooms[2], comm);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, -world_rank, &comm);
    room_create(&rooms[3], comm);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int rank, errors = 0, all;
    Room rooms[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make_rooms(rank, rooms);
    for (int round = 0; round < rounds; round += 4) {
        Room *room = &rooms[round / 4 % 4];
        errors += by_fence(room, rank, round);
        errors += by_pscw(room, rank, round);
        errors += by_lock(room, rank, round);
    }
    for (int i = 3; i >= 0; i--)
        room_free(&rooms[i]);
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && rank == 0)
        fprintf(stderr, "reorder: %d cells are wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
