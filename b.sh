cd /tmp/dev/devP; CARAVELA_JOBS=1 .venv/bin/python setup.py -q build_ext --inplace 2>&1 | grep -v "^Compiling\|^\[1/1" | head -${1:-30}
