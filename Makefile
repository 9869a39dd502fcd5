# The two commands of the project are `make run` and `make test`; both install what is missing and need
# nothing else. CMake does the building: see CMakePresets.json for the other ways to build.

folders := $(wildcard include src apps tests fuzz bench examples python wasm)
sources = $(shell find $(folders) -name node_modules -prune -o -name '*.h' -print -o -name '*.cpp' -print)
jobs := $(shell nproc)

.PHONY: help run site test test-long kills fuzz sanitize coverage results dist package-test python build wasm wasm-test \
  setup configure configure-all format format-check tidy clean

help:
	@echo 'make run        build the program and serve the page on localhost: the official game, to be played at once'
	@echo 'make site       build the page that needs no server into build/site: files for any web server'
	@echo 'make test       build everything, check the format, run all tests and a minute of fuzzing'
	@echo 'make test-long  both engines on all boards of up to 16 cells; then a table of 5x5, which must be there'
	@echo 'make kills      kill solves of 4x4 and 4x5 200 times each at random moments, and compare what they leave'
	@echo 'make fuzz       make up inputs for all parsers, readers and the server; MINUTES=60 for an hour'
	@echo 'make sanitize   all tests under the address and UB sanitizers, the unit tests under the thread sanitizer'
	@echo 'make coverage   what share of each room the tests run; details in build/coverage/report'
	@echo 'make results    solve, prove and study all small boards into build/results'
	@echo 'make dist       the release of the last commit: source, site and Debian packages in build/dist'
	@echo 'make package-test  install, try and purge these packages on a minimal Debian; needs root'
	@echo 'make python     build the Python package into build/release/python'
	@echo 'make build      build everything into build/release'
	@echo 'make wasm       build the engine for browsers: build/wasm/engine.wasm, which wasm/engine.js loads'
	@echo 'make format     rewrite the sources in the format of .clang-format'
	@echo 'make tidy       run clang-tidy over all sources'
	@echo 'make clean      remove build/'

run: configure
	cmake --build --preset release --target quixo_program
	build/release/apps/quixo serve

# The engine comes from `make wasm`.
packages_of_page := web/node_modules/.package-lock.json
$(packages_of_page): web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

site: setup wasm $(packages_of_page)
	cd web && npm run build-site

test: format-check build site
	ctest --preset release -j $(jobs)
	$(MAKE) wasm-test
	SEED=1 $(MAKE) fuzz MINUTES=1 TARGETS='$(quick_to_build)'

test-long: build
	build/release/tests/long/long_test

kills: configure
	cmake --build --preset release --target quixo_program
	tools/kills build/release/apps/quixo 4x4 200
	tools/kills build/release/apps/quixo 4x5 200

# Some targets in turn, all when none are named, for so many minutes in total (fuzz/target.h). Those of the search, the
# server and the terminal take ten minutes to build with the sanitizers, so make test leaves them to make fuzz.
# FUZZ=fuzz-long tries more inputs, but no longer learns from comparisons: for corpora that have stopped growing.
MINUTES := 1
FUZZ := fuzz
TARGETS :=
quick_to_build := rules move position game manifest blocks
fuzz: setup
	cmake --preset $(FUZZ)
	cmake --build --preset $(FUZZ) --target $(if $(TARGETS),$(TARGETS:%=fuzz_%),fuzz)
	BUILD=build/$(FUZZ) tools/fuzz $$(($(MINUTES) * 60)) $(TARGETS)

# Under a sanitizer everything takes five to twenty times as long, so this is for the night: all tests but those that
# only compile, those that measure or limit memory, which a sanitizer multiplies, and the two that alone would take an
# hour. The thread sanitizer leaves out the command line, whose programs have their threads from the rooms below.
not_sanitized := ^(rooms|install)\.|Needs.CoverTheMemory|Paper4x4.StepsMatch|IsWhatTheTableOf4x4Says$$
not_sanitized_asan := $(not_sanitized)|Limits.OfMemory
not_sanitized_tsan := $(not_sanitized)|^cli\.
sanitizers := asan tsan
sanitize: $(sanitizers:%=sanitize-%)
	@echo 'clean under $(sanitizers)'

.PHONY: $(sanitizers:%=sanitize-%)
$(sanitizers:%=sanitize-%): sanitize-%: setup
	cmake --preset $*
	cmake --build --preset $*
	ctest --preset $* -j $(jobs) -E '$(not_sanitized_$*)'

coverage: setup
	@tools/setup gcovr $(mpi_packages)
	cmake --preset coverage -DQUIXO_MPI=ON
	cmake --build --preset coverage
	find build/coverage -name '*.gcda' -delete
	ctest --preset coverage -j $(jobs) -E '^(rooms|install)\.|Paper4x4.StepsMatch'
	tools/coverage build/coverage

# Every rectangle of up to 16 cells, and the squares under the other rule for double lines.
small := 2x2 2x3 2x4 3x3 2x5 2x6 3x4 2x7 3x5 2x8 4x4 3x3-double-wins 4x4-double-wins
results: configure
	cmake --build --preset release --target quixo_program
	tools/results build/release/apps/quixo build/results $(small)

dist: setup
	tools/dist

package-test: setup
	@tools/setup debootstrap systemd-container
	tools/package-test

# The package for Python, what its tests are run with, and what several processes solve together with.
python_packages := pybind11-dev python3-dev python3-numpy
python_test_packages := python3-pandas python3-matplotlib python3-pytest python3-venv python3-pip mypy
mpi_packages := libopenmpi-dev openmpi-bin
python: setup
	@tools/setup $(python_packages)
	@cmake --preset release -DQUIXO_BUILD_PYTHON=ON
	cmake --build --preset release --target quixo_python

build: configure-all
	cmake --build --preset release

# The compiler is Debian's; the C and C++ libraries are those of an npm package (docs/browser.md), of which nothing else
# is used.
sysroot := build/wasm-sysroot
wasm: setup $(sysroot)/lib
	cmake --preset wasm
	cmake --build --preset wasm

$(sysroot)/lib: wasm/package-lock.json
	@tools/setup clang-19 lld-19
	npm ci --prefix wasm --no-audit --no-fund
	rm -rf $(sysroot) && mkdir -p $(sysroot)
	tar -xf wasm/node_modules/@yowasp/clang/gen/llvm-resources.tar -C $(sysroot) include/c++ include/wasm32-wasip1 lib
	touch $@

# The programs of this machine are compared with.
wasm-test: build wasm
	node --no-warnings --test tests/wasm

setup:
	@tools/setup

configure: setup
	@cmake --preset release

configure-all: setup
	@tools/setup $(python_packages) $(python_test_packages) $(mpi_packages)
	@cmake --preset release -DQUIXO_BUILD_PYTHON=ON -DQUIXO_MPI=ON

format: setup
	clang-format -i $(sources)

format-check: setup
	@clang-format --dry-run -Werror $(sources)

# All checks look at all headers each time, so the files are checked in the batches of the build: a fifth of the time.
# Only the analyzer, which looks at no code but that of the file it is given, takes the files one by one; that also
# finds a file that leans on the includes of another. It takes asserts at their word, and is left out where it does not
# understand the library: GoogleTest and Google Benchmark.
tidy: setup
	@tools/setup clang clang-tidy $(python_packages) $(mpi_packages)
	@cmake --preset tidy -DQUIXO_BUILD_PYTHON=ON -DQUIXO_MPI=ON
	run-clang-tidy -quiet -p build/tidy -j $(jobs) -checks='-clang-analyzer-*,-bugprone-suspicious-include' \
	  '$(CURDIR)/(build/tidy/.*/Unity|$(subst $() ,|,$(folders)))/'
	@cmake --preset clang -DQUIXO_BUILD_PYTHON=ON -DQUIXO_MPI=ON
	run-clang-tidy -quiet -p build/clang -j $(jobs) -checks='-*,clang-analyzer-*' -extra-arg=-UNDEBUG \
	  '$(CURDIR)/($(subst $() ,|,$(filter-out tests bench,$(folders))))/'

clean:
	rm -rf build
