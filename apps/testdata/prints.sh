# Runs a program that leaves its results in a file; rank 0 prints the file.
#
#     prints.sh FILE PROGRAM ARGUMENT...
file=$1
shift
"$@" || exit
[ "$OMPI_COMM_WORLD_RANK" != 0 ] || cat "$file"
