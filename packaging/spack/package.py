# A recipe for Spack. For Spack's own repository, add its license header.

from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class Gomarmot(MakefilePackage):
    """MPI correctness checker: tells which rules of the MPI standard a program
    broke, on which ranks and at which source lines."""

    homepage = "https://github.com/gomarmot/gomarmot"
    url = "https://github.com/gomarmot/gomarmot/archive/refs/tags/v0.1.0.tar.gz"
    git = "https://github.com/gomarmot/gomarmot.git"

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("go@1.26:", type="build")

    # No MPI: the libraries find the program's own when they are loaded.

    def build(self, spec, prefix):
        make("build", "man", f"VERSION={spec.version}")

    def install(self, spec, prefix):
        make("install", f"PREFIX={prefix}", f"VERSION={spec.version}")

    def setup_run_environment(self, env):
        env.set("GOMARMOT_LIB", self.prefix.lib.join("libgomarmot.so"))

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.gomarmot)("doctor")
