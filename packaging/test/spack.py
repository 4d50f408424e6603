"""Runs the recipe of Spack with stand-ins for Spack, and prints what it does as a shell
script: spack.py package.py VERSION PREFIX."""

import shlex
import sys
import types

recipe, version, prefix = sys.argv[1:]
calls = []


class Prefix(str):
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Prefix(self + "/" + name)

    def join(self, name):
        return Prefix(self + "/" + name)


class MakefilePackage:
    pass


class Env:
    def set(self, name, value):
        say("export", f"{name}={value}")


class Spec:
    pass


class Executable:
    def __init__(self, path):
        self.path = path

    def __call__(self, *args):
        say(self.path, *args)


def say(*words):
    print(shlex.join(words))


def noted(name):
    return lambda *args, **kw: calls.append((name, *args))


def decorated(*args, **kw):
    return lambda function: function


makefile = types.ModuleType("spack_repo.builtin.build_systems.makefile")
makefile.MakefilePackage = MakefilePackage
package = types.ModuleType("spack.package")
package.version, package.depends_on = noted("version"), noted("depends_on")
package.make = lambda *args: say("make", *args)
package.run_after = package.on_package_attributes = decorated
package.Executable = Executable
for name in ("spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["spack_repo.builtin.build_systems.makefile"] = makefile
sys.modules["spack.package"] = package

scope = {}
with open(recipe, encoding="utf-8") as f:
    exec(compile(f.read(), recipe, "exec"), scope)
Spec.version = version
p = scope["Gomarmot"]()
p.prefix = Prefix(prefix)
p.build(Spec(), p.prefix)
p.install(Spec(), p.prefix)
p.setup_run_environment(Env())
p.check_install()
print("# versions:", *[c[1] for c in calls if c[0] == "version"])
print("# needs:", *[c[1] for c in calls if c[0] == "depends_on"])
