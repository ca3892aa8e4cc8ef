"""Peak memory and seconds of a process, for the scripts of this folder."""

import os
import subprocess
import sys
import time

#: Linux counts the memory of the process that starts another until the other's program is loaded. So a small process starts it.
STARTER = """
import os, sys
process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(process, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def peak(command):
    """Megabytes and seconds of a command that writes nothing to standard output."""
    start = time.perf_counter()
    starter = [sys.executable, "-I", "-S", "-c", STARTER, *map(os.fspath, command)]
    done = subprocess.run(starter, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert done.returncode == 0, f"ended with code {done.returncode}: {' '.join(map(str, command))}"
    return {"megabytes": int(done.stdout) * 1024 / 1e6, "seconds": time.perf_counter() - start}
