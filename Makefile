# The two commands to know: `make run` and `make test`. Both install what is missing, build, and run.
PREFIX ?= /usr/local
BUILD ?= build
# What running needs, and what only the tests do.
PACKAGES = clang-19 llvm-19-dev libcadical-dev libz3-dev libgmp-dev libmpfr-dev libjansson-dev libyaml-dev libsqlite3-dev libseccomp-dev libgraphviz-dev \
  cmake ninja-build gcc g++ make pkg-config libc6-dev-i386 lib32gcc-s1
TEST_PACKAGES = libcmocka-dev clang-format-19 libclang-rt-19-dev csmith python3 python3-yaml jq git chromium \
  slurmctld slurmd slurm-client munge iproute2 procps util-linux
NEEDED = clang-19 llvm-config-19 llvm-link-19 cmake ninja gcc

.PHONY: all build setup setup-tests run test install clean

all: build

# Offline and quick: says what to do when a tool is missing, leaves the rest to CMake. Programs of the tests are not built.
build:
	@for p in $(NEEDED); do command -v $$p >/dev/null || { echo "$$p is missing: run 'make setup' to install the Debian packages"; exit 1; }; done
	@[ -f $(BUILD)/build.ninja ] || cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release -DCLEW_TESTS=OFF >$(BUILD)-configure.log 2>&1 || \
	  { cat $(BUILD)-configure.log; rm -f $(BUILD)-configure.log; echo "configuring failed: run 'make setup' to install the Debian packages"; exit 1; }
	@rm -f $(BUILD)-configure.log
	@cmake --build $(BUILD) --target clew share

# Asks dpkg first, so that nothing is fetched when everything is there.
INSTALL = for p in $$packages; do \
	  [ "$$(dpkg-query -W -f='$${db:Status-Status}' $$p 2>/dev/null)" = installed ] || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing"; \
	  if [ "$$(id -u)" = 0 ]; then as=; else as=sudo; fi; \
	  $$as apt-get update -qq && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	fi

setup:
	@packages="$(PACKAGES)"; missing=; $(INSTALL)

# An npm that came from elsewhere conflicts with Debian's, and will do.
setup-tests:
	@packages="$(PACKAGES) $(TEST_PACKAGES)"; missing=; command -v npm >/dev/null || missing=" nodejs npm"; $(INSTALL)

run: setup
	@$(MAKE) --no-print-directory build
	@echo; echo "$$ $(BUILD)/clew verify examples/average.c"; \
	$(BUILD)/clew verify examples/average.c; status=$$?; [ $$status -le 1 ] || exit $$status
	@echo; echo "$$ $(BUILD)/clew verify examples/clamp.c"; \
	$(BUILD)/clew verify examples/clamp.c; status=$$?; [ $$status -le 1 ] || exit $$status

# Both builds, then every test. LABELS="-L engines" runs a part.
test: setup-tests
	@cmake -S . -B build-asan -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCLEW_SANITIZE=ON >/dev/null
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release -DCLEW_TESTS=ON -DCLEW_SANITIZED_BUILD=$(CURDIR)/build-asan >/dev/null
	@cmake --build $(BUILD)
	@cmake --build build-asan
	@tests/run-all $(BUILD) $(LABELS)

install: build
	@cmake --build $(BUILD) --target libclew libclew-static
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

clean:
	rm -rf build build-asan build-debug build-coverage
