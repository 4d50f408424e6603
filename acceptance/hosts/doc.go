// Package hosts tests MPI jobs on several hosts. hosts.sh makes them from
// namespaces of this machine; the tests run on the host "login", beside node1 to
// node3, and start jobs with mpiexec. Ranks are started on the nodes by a launch
// agent, as by ssh: with a clean environment. `make test-hosts` runs them.
package hosts
