! The program opens a file to find out whether it exists.
program missing
    use mpi
    implicit none
    integer :: ierror, code, class, fh

    call MPI_Init(ierror)
    call MPI_File_open(MPI_COMM_WORLD, 'no/such/folder', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, code)
    if (code == MPI_SUCCESS) then
        call MPI_File_close(fh, ierror)
    else
        call MPI_Error_class(code, class, ierror)
        print *, class == MPI_ERR_NO_SUCH_FILE
    end if
    call MPI_Finalize(ierror)
end program
