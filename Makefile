# The two commands of the project are `make run` and `make test`; both install what is missing and need
# nothing else. CMake does the building: see CMakePresets.json for the other ways to build.

folders := $(wildcard include src apps tests bench examples)
sources = $(shell find $(folders) -name '*.h' -o -name '*.cpp')
jobs := $(shell nproc)

.PHONY: help run test test-long kills sanitize results build setup configure format format-check tidy clean

help:
	@echo 'make run        build the program and serve the page on localhost: the official game, to be played at once'
	@echo 'make test       build everything, check the format and run all tests'
	@echo 'make test-long  both engines on all boards of up to 16 cells; then a table of 5x5, which must be there'
	@echo 'make kills      kill solves of 4x4 and 4x5 200 times each at random moments, and compare what they leave'
	@echo 'make sanitize   solve 3x3 and 4x4 with both engines under the sanitizers'
	@echo 'make results    solve, prove and study all small boards into build/results'
	@echo 'make build      build everything into build/release'
	@echo 'make format     rewrite the sources in the format of .clang-format'
	@echo 'make tidy       run clang-tidy over all sources'
	@echo 'make clean      remove build/'

run: configure
	cmake --build --preset release --target quixo_program
	build/release/apps/quixo serve

test: format-check build
	ctest --preset release -j $(jobs)

test-long: build
	build/release/tests/long/long_test

kills: configure
	cmake --build --preset release --target quixo_program
	tools/kills build/release/apps/quixo 4x4 200
	tools/kills build/release/apps/quixo 4x5 200

# The tests that solve 3x3 and 4x4 with either engine, and those of what the engines are made of, threads
# included.
sanitizers := asan tsan
sanitize: $(sanitizers:%=sanitize-%)
	@echo 'clean under $(sanitizers)'

.PHONY: $(sanitizers:%=sanitize-%)
$(sanitizers:%=sanitize-%): sanitize-%: setup
	cmake --preset $*
	cmake --build --preset $* --target base_test cube_test layout_test table_test solve_test paper_test
	ctest --preset $* -j $(jobs) -R '^(base|cube|layout|table)\.|^(solve|paper)\..*(3x3|4x4|Thread)'

# Every rectangle of up to 16 cells, and the squares under the other rule for double lines.
small := 2x2 2x3 2x4 3x3 2x5 2x6 3x4 2x7 3x5 2x8 4x4 3x3-double-wins 4x4-double-wins
results: configure
	cmake --build --preset release --target quixo_program
	tools/results build/release/apps/quixo build/results $(small)

build: configure
	cmake --build --preset release

setup:
	@tools/setup

configure: setup
	@cmake --preset release

format: setup
	clang-format -i $(sources)

format-check: setup
	@clang-format --dry-run -Werror $(sources)

tidy: configure
	@tools/setup clang-tidy
	run-clang-tidy -quiet -p build/release -j $(jobs) '$(CURDIR)/($(subst $() ,|,$(folders)))/'

clean:
	rm -rf build
