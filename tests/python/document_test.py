"""Runs the example of docs/python.md as it stands.  document_test.py DESCENT"""
import os
import re
import subprocess
import sys
import tempfile

program = os.path.abspath(sys.argv[1])
page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/python.md")
code = re.search(r"```python\n(.*?)```", open(page).read(), re.S).group(1)
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "build"))
    os.symlink(program, os.path.join(folder, "build", "descent"))
    run = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    print(run.stdout, run.stderr)
    assert run.returncode == 0
    assert len(re.findall(r"^0\.\d+ +\w+|^ +\w+ +\d", run.stdout, re.M)) >= 4
