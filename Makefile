# Two commands: `make run` and `make test`. Each sets up what it needs first.

# That of the distribution first: it is built with all optimisations, which one that pyenv has compiled is not.
PYTHON ?= $(or $(shell for python in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; \
	done),$(error ClubTornei needs Python 3.11 or later, and finds none))

.PHONY: help run test messages pictures backup restore update lock audit

help:
	@echo 'make run       start the site, with everything it needs; PORT=9000 for another port'
	@echo 'make test      every check and every test; TESTS="tests/launch -x" for some of them'
	@echo 'make backup    everything into one file in var/backups; KEY=1 puts the signing key in, too'
	@echo 'make restore   FILE=var/backups/… back again; asks first, unless YES=1'
	@echo 'make update    the newest version: backs up, pulls, installs, migrates; asks first, unless YES=1'
	@echo 'make messages  bring the catalogue of translations up to date with the sources'
	@echo 'make audit     ask over the network for known faults of the packages; make test does not'
	@echo 'make pictures  make the pictures of the help again, from the demo club'
	@echo 'make lock      pin the newest versions that requirements*.in allow'

# A switch that is 0 or empty is off: `YES=0` must ask.
# `exec`: no shell stands between make and the program, so that signals arrive.
run:
	@exec "$(PYTHON)" -m clubtornei.launch run

test:
	@exec "$(PYTHON)" -m clubtornei.launch test $(TESTS)

backup:
	@exec "$(PYTHON)" -m clubtornei.launch backup $(if $(filter-out 0,$(KEY)),--key)

restore:
	@exec "$(PYTHON)" -m clubtornei.launch restore $(if $(filter-out 0,$(YES)),--yes) $(if $(FILE),"$(FILE)")

update:
	@exec "$(PYTHON)" -m clubtornei.launch update $(if $(filter-out 0,$(YES)),--yes)

messages:
	@exec "$(PYTHON)" -m clubtornei.launch messages

# With what `make test` has installed.
pictures:
	@exec .venv/bin/python -m tests.pictures

# From the oldest Python we support, which needs the most packages.
lock:
	python3.11 -m venv var/lock
	var/lock/bin/python -m pip install --quiet pip-tools
	for name in requirements requirements-dev; do \
		CUSTOM_COMPILE_COMMAND='make lock' var/lock/bin/python -m piptools compile --quiet --upgrade \
		--generate-hashes --strip-extras --allow-unsafe --no-emit-options --no-emit-index-url \
		--no-emit-trusted-host --no-emit-find-links --output-file $$name.txt $$name.in || exit 1; \
	done

# There is no list of advisories to take along: pip-audit asks the package index about every package we pin.
# --strict: it fails, too, for a package about which it got no answer.
audit:
	"$(PYTHON)" -m venv var/audit
	var/audit/bin/python -m pip install --quiet pip-audit
	for name in requirements requirements-dev; do \
		var/audit/bin/python -m pip_audit --strict --disable-pip --require-hashes --requirement $$name.txt || exit 1; \
	done
