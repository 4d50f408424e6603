# The HPC Challenge: HPL with all its broadcasts, transposed matrices, updates
# all over the memory of all ranks, FFT, messages around rings.
#
#     hpcc.sh INPUT
[ "$OMPI_COMM_WORLD_RANK" != 0 ] || cp "$1" hpccinf.txt
exec sh "${0%/*}/prints.sh" hpccoutf.txt hpcc
