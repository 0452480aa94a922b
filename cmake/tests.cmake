# Every test is an entry of ctest. Labels say what it is about (ctest -L engines), and which ones are run with sanitizers (-L sanitizers, -LE sanitizers).
#
# A stage is a script that ends with a line "N passed, N failed"; tests/summary adds these up. A stage that keeps one processor busy runs beside
# others; ALL_CORES says that it keeps all of them busy, ALONE that it looks at the clock closely. COST is about how many seconds it takes
# on one processor: ctest begins with the longest.
#
# The sanitized build has its own entries, and with CLEW_SANITIZED_BUILD they are among those of this build: one run of ctest for everything.
include(ProcessorCount)
ProcessorCount(CORES)
set(CLEW_SANITIZED_BUILD "" CACHE PATH "a build with CLEW_SANITIZE, whose tests are run with those of this build")
set(SANITIZER_OPTIONS
  "ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:exitcode=99:allocator_may_return_null=1"
  "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1"
  "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/lsan.supp:print_suppressions=0")

# clew_test(NAME [ALL_CORES] [ALONE] [COST N] LABELS … COMMAND … [ENVIRONMENT …])
function(clew_test NAME)
  cmake_parse_arguments(TEST "ALL_CORES;ALONE" "COST;TIMEOUT" "LABELS;COMMAND;ENVIRONMENT" ${ARGN})
  add_test(NAME ${NAME} COMMAND ${TEST_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 1500)
  endif()
  set_tests_properties(${NAME} PROPERTIES LABELS "${TEST_LABELS}" TIMEOUT ${TEST_TIMEOUT} ENVIRONMENT "${TEST_ENVIRONMENT}")
  if(TEST_ALL_CORES OR TEST_ALONE)
    set_tests_properties(${NAME} PROPERTIES PROCESSORS ${CORES})
  endif()
  if(TEST_ALONE)
    set_tests_properties(${NAME} PROPERTIES RUN_SERIAL TRUE)
  endif()
  if(TEST_COST)
    set_tests_properties(${NAME} PROPERTIES COST ${TEST_COST})
  endif()
endfunction()

# The unit tests of a build. The cheap ones last: they fill gaps.
set(SLOW_UNIT_TESTS test_annotation test_arrays test_bself test_evaluate test_floats test_interpolate test_interpolate_linear test_invariants test_loops
  test_overapproximate test_slices test_strengthen test_values)
function(clew_unit_tests PREFIX BUILD)
  foreach(NAME ${UNIT_TESTS})
    set(COST 1)
    if(NAME IN_LIST SLOW_UNIT_TESTS)
      set(COST 20)
    endif()
    clew_test(${PREFIX}${NAME} COST ${COST} TIMEOUT 300 LABELS unit ${ARGN} COMMAND ${BUILD}/${NAME} ENVIRONMENT ${ENVIRONMENT})
  endforeach()
endfunction()

# The stages that are run with sanitizers as well; with them each takes less of its inputs (CLEW_REDUCED).
function(clew_common_stages PREFIX BUILD)
  set(MORE ENVIRONMENT ${ENVIRONMENT})
  clew_test(${PREFIX}cli COST 80 LABELS cli ${ARGN} COMMAND tests/cli.sh ${BUILD}/clew ${MORE})
  clew_test(${PREFIX}limits COST 60 LABELS cli ${ARGN} COMMAND tests/limits.sh ${BUILD}/clew ${MORE})
  clew_test(${PREFIX}auto ALONE LABELS cli engines ${ARGN} COMMAND tests/auto.sh ${BUILD}/clew ${MORE})
  clew_test(${PREFIX}programs ALL_CORES COST 900 LABELS programs ${ARGN} COMMAND tests/run-programs ${BUILD} ${MORE})
  clew_test(${PREFIX}csmith ALL_CORES COST 600 LABELS random front ${ARGN} COMMAND tests/run-csmith ${BUILD} ${MORE})
  clew_test(${PREFIX}queries COST 300 LABELS random solve ${ARGN} COMMAND tests/run-queries ${BUILD} ${MORE})
  clew_test(${PREFIX}graph COST 200 LABELS engines papers ${ARGN} COMMAND tests/run-graph ${BUILD} ${MORE})
  clew_test(${PREFIX}symexpa COST 250 LABELS engines papers ${ARGN} COMMAND tests/run-symexpa ${BUILD} ${MORE})
  clew_test(${PREFIX}backward ALL_CORES COST 250 LABELS engines papers ${ARGN} COMMAND tests/run-backward ${BUILD} ${MORE})
  clew_test(${PREFIX}walk COST 5 LABELS engines cli ${ARGN} COMMAND tests/walk.sh ${BUILD}/clew-walk ${MORE})
  clew_test(${PREFIX}cpa COST 20 LABELS engines papers ${ARGN} COMMAND tests/cpa.sh ${BUILD} ${MORE})
  clew_test(${PREFIX}paths COST 100 LABELS engines cli ${ARGN} COMMAND tests/paths.sh ${BUILD}/clew ${MORE})
endfunction()

function(clew_sanitized_tests PREFIX BUILD)
  set(ENVIRONMENT ${SANITIZER_OPTIONS})
  clew_unit_tests("${PREFIX}" ${BUILD} sanitizers)
  list(APPEND ENVIRONMENT CLEW_REDUCED=1)
  clew_common_stages("${PREFIX}" ${BUILD} sanitizers)
  clew_test(${PREFIX}engines ALL_CORES COST 300 LABELS engines random sanitizers COMMAND tests/run-engines ${BUILD} ENVIRONMENT ${ENVIRONMENT})
endfunction()

if(CLEW_SANITIZE)
  clew_sanitized_tests("" ${CMAKE_BINARY_DIR})
  return()
endif()

set(ENVIRONMENT)
clew_unit_tests("" ${CMAKE_BINARY_DIR})
clew_common_stages("" ${CMAKE_BINARY_DIR})
# A claim counts, not how many: a second is enough.
clew_test(engines ALL_CORES COST 500 LABELS engines random COMMAND tests/run-engines ${CMAKE_BINARY_DIR} 40 ENVIRONMENT TIMEOUT=1)
clew_test(machines ALL_CORES COST 60 LABELS engines random COMMAND tests/run-machines ${CMAKE_BINARY_DIR} 10)
clew_test(sanitizer ALL_CORES COST 60 LABELS front random COMMAND tests/run-sanitizer ${CMAKE_BINARY_DIR} 200)
clew_test(injected ALL_CORES COST 200 LABELS front random COMMAND tests/run-injected ${CMAKE_BINARY_DIR} 40)
clew_test(random ALL_CORES COST 500 LABELS engines random COMMAND tests/run-random ${CMAKE_BINARY_DIR} 40)
clew_test(second-opinion ALL_CORES COST 500 LABELS front random COMMAND tests/run-second-opinion ${CMAKE_BINARY_DIR} 200)
clew_test(building COST 40 LABELS cli COMMAND tests/building.sh ${CMAKE_BINARY_DIR}/clew)
clew_test(timeouts ALONE LABELS cli engines COMMAND tests/check-timeouts ${CMAKE_BINARY_DIR}/clew)
clew_test(explain ALONE LABELS cli engines COMMAND tests/explain.sh ${CMAKE_BINARY_DIR}/clew)
clew_test(harnesses ALL_CORES COST 60 LABELS cli engines COMMAND tests/run-harnesses ${CMAKE_BINARY_DIR}/clew)
clew_test(models COST 60 LABELS front COMMAND tests/check-models)
clew_test(trace COST 60 LABELS cli COMMAND tests/trace.sh ${CMAKE_BINARY_DIR}/clew)
clew_test(replay COST 100 LABELS proof COMMAND tests/replay.sh ${CMAKE_BINARY_DIR}/clew)
clew_test(floats COST 200 LABELS random solve COMMAND tests/run-floats ${CMAKE_BINARY_DIR})
# The other compiler's warnings: everything is built with it, as fast as it can be.
clew_test(clang ALL_CORES COST 60 LABELS source COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/clang
  --build-generator ${CMAKE_GENERATOR} --build-options -DCMAKE_C_COMPILER=${CLANG} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0)
clew_test(layers COST 2 LABELS source COMMAND tests/check-layers)
clew_test(docs COST 2 LABELS source COMMAND tests/check-docs)
clew_test(format COST 5 LABELS source COMMAND tests/check-format)

if(CLEW_SANITIZED_BUILD)
  clew_sanitized_tests(sanitized- ${CLEW_SANITIZED_BUILD})
endif()
