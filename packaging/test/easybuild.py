"""Prints what the block ConfigureMake of EasyBuild does with an easyconfig, as a shell
script: easybuild.py gomarmot.eb VERSION PREFIX."""

import os
import shlex
import sys

recipe, version, prefix = sys.argv[1:]
scope = {"SYSTEM": {"name": "system", "version": ""}}
with open(recipe, encoding="utf-8") as f:
    exec(compile(f.read(), recipe, "exec"), scope)

# The parameters that EasyBuild requires.
for name in ("easyblock", "name", "version", "homepage", "description", "toolchain", "moduleclass"):
    assert scope[name], name
assert scope["easyblock"] == "ConfigureMake" and scope["skipsteps"] == ["configure"]
assert os.path.basename(recipe) == f"{scope['name']}-{scope['version']}.eb", recipe

values = {"version": version, "installdir": prefix, "name": scope["name"]}
print("make", scope["buildopts"] % values)
print("make install", scope["installopts"] % values)
paths = scope["sanity_check_paths"]
for kind, test in (("files", "-f"), ("dirs", "-d")):
    for path in paths[kind]:
        print("test", test, shlex.quote(f"{prefix}/{path}"))
print(f"export PATH={shlex.quote(prefix + '/bin')}:$PATH")
for name, value in scope["modextravars"].items():
    print(f"export {name}={shlex.quote(value % values)}")
for command in scope["sanity_check_commands"]:
    print(command)
print("# needs:", *["-".join(d) for d in scope["builddependencies"]])
