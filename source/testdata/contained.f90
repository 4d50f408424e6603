! Calls from a program, a module procedure and contained procedures.
module solver
  use iso_c_binding
  implicit none
  interface
    subroutine here(name) bind(c)
      import c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine finish() bind(c)
    end subroutine
  end interface
contains
  subroutine step(n)
    integer, intent(inout) :: n
    call here("module procedure" // c_null_char)
    call inner()
    n = n + 1
  contains
    subroutine inner()
      call here("contained" // c_null_char)
      n = n + 1
    end subroutine
  end subroutine
end module

program app
  use solver
  implicit none
  integer :: n
  n = 0
  call step(n)
  call here("program" // c_null_char)
  call finish()
end program
