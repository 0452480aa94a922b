# What only tests and measurements need: programs that `make run` does not build (CLEW_TESTS).
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

# --- docs/adding-an-engine.md: clew with one more engine, of which it sees a folder and a line in the table ------------------------
set(WALK ${CMAKE_BINARY_DIR}/walk/engine)
file(MAKE_DIRECTORY ${WALK})
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/examples/engine/walk ${WALK}/walk SYMBOLIC)
file(CONFIGURE OUTPUT ${WALK}/engines.def CONTENT "#include \"@CMAKE_SOURCE_DIR@/src/engine/engines.def\"\nENGINE(walk)\n" @ONLY)
add_executable(clew-walk $<TARGET_OBJECTS:clew> src/engine/engine.c examples/engine/walk/walk.c)
target_include_directories(clew-walk BEFORE PRIVATE ${CMAKE_BINARY_DIR}/walk)
target_link_libraries(clew-walk PRIVATE ${BELOW} ${LIBRARIES})

# --- docs/adding-an-analysis.md: clew with one more analysis, of which it sees a file and a line in the table ---------------------
set(PARITY ${CMAKE_BINARY_DIR}/parity/engine/cpa)
file(CONFIGURE OUTPUT ${PARITY}/analyses.def CONTENT "#include \"@CMAKE_SOURCE_DIR@/src/engine/cpa/analyses.def\"\nANALYSIS(parity)\n" @ONLY)
add_executable(clew-parity $<TARGET_OBJECTS:clew> src/engine/cpa/analyses.c examples/analysis/parity/parity.c)
target_include_directories(clew-parity BEFORE PRIVATE ${CMAKE_BINARY_DIR}/parity)
target_link_libraries(clew-parity PRIVATE ${BELOW} ${LIBRARIES})

# --- docs/adding-a-property.md: clew with one more property, of which it sees a descriptor, a pass and a meaning, each a line in a table ---
set(FDIV ${CMAKE_BINARY_DIR}/fdiv)
set(FDIV_SOURCES src/property/property.c src/native/meanings.c examples/property/fdiv/meaning.c)
foreach(TABLE "property/properties|#include \"${CMAKE_SOURCE_DIR}/examples/property/fdiv/property.def\"" "front/check/passes|PASS(fdiv)" "native/meanings|MEANING(fdiv)")
  string(REPLACE "|" ";" TABLE "${TABLE}")
  list(GET TABLE 0 NAME)
  list(GET TABLE 1 LINE)
  file(CONFIGURE OUTPUT ${FDIV}/${NAME}.def CONTENT "#include \"@CMAKE_SOURCE_DIR@/src/@NAME@.def\"\n@LINE@\n" @ONLY)
endforeach()
clew_harness(fdiv_harness ${FDIV} ${FDIV_SOURCES})
add_executable(clew-fdiv $<TARGET_OBJECTS:clew> ${FDIV_SOURCES} src/front/check/passes.c examples/property/fdiv/pass.c)
target_include_directories(clew-fdiv BEFORE PRIVATE ${FDIV})
target_include_directories(clew-fdiv SYSTEM PRIVATE ${LLVM_INCLUDE})
target_link_libraries(clew-fdiv PRIVATE fdiv_harness ${BELOW} fdiv_harness ${LIBRARIES})

# --- docs/adding-an-output.md: clew with one more output, of which it sees a file and a line in the table ------------------------
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/csv/run/request/outputs.def CONTENT "#include \"@CMAKE_SOURCE_DIR@/src/run/request/outputs.def\"
OUTPUT(csv, \"--csv\", \"write the checks as comma-separated values\", OF(verify) | COMMON, present_csv, DOCUMENT, interrupted_nothing, FROM_REPORT)\n" @ONLY)
add_executable(clew-csv $<TARGET_OBJECTS:clew> src/run/request/options.c src/run/request/files.c src/run/request/request.c src/report/present.c src/report/round_reports.c src/report/emergency.c examples/output/csv/csv.c)
target_include_directories(clew-csv BEFORE PRIVATE ${CMAKE_BINARY_DIR}/csv)
target_compile_definitions(clew-csv PRIVATE CLEW_VERSION="${PROJECT_VERSION}")
target_link_libraries(clew-csv PRIVATE ${BELOW} ${LIBRARIES})

# --- random queries: solvers against each other; tests/run-queries runs it ---------------------------------------------------
file(GLOB QUERIES_SOURCES CONFIGURE_DEPENDS tests/queries*.c)
add_executable(random-queries ${QUERIES_SOURCES})
target_include_directories(random-queries PRIVATE ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(random-queries PRIVATE ${BELOW} ${LIBRARIES})

# --- a second opinion on the front end: tests/run-second-opinion runs it and compiles runtime.c with clang ---------------------
add_executable(second-opinion tests/second/main.c tests/second/instrument.c tests/second/compare.c)
target_include_directories(second-opinion SYSTEM PRIVATE ${LLVM_INCLUDE})
target_link_libraries(second-opinion PRIVATE ${BELOW} ${LIBRARIES})

# --- measurements: asks recorded queries again (bench/solver); not installed --------------------------------------------
add_executable(queries bench/queries.c bench/queries_z3.c)
target_link_libraries(queries PRIVATE ${BELOW} ${LIBRARIES})

# --- measurements: interpolants of recorded error paths (bench/interpolate); not installed --------------------------------
file(GLOB ERROR_PATHS_SOURCES CONFIGURE_DEPENDS bench/error_paths*.c)
add_executable(error-paths ${ERROR_PATHS_SOURCES})
target_link_libraries(error-paths PRIVATE ${BELOW} ${LIBRARIES})

# --- unit tests -----------------------------------------------------------------------------------------------------------------
set(UNIT_TESTS)
file(GLOB TEST_SOURCES CONFIGURE_DEPENDS tests/unit/test_*.c)
foreach(SOURCE ${TEST_SOURCES})
  get_filename_component(NAME ${SOURCE} NAME_WE)
  add_executable(${NAME} ${SOURCE})
  target_include_directories(${NAME} SYSTEM PRIVATE ${LLVM_INCLUDE})
  target_compile_options(${NAME} PRIVATE $<$<CONFIG:Release>:-O1>) # what they call is optimised; they are a fifth of the build
  target_compile_definitions(${NAME} PRIVATE CLEW_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_link_libraries(${NAME} PRIVATE ${BELOW} ${LIBRARIES} PkgConfig::CMOCKA)
  list(APPEND UNIT_TESTS ${NAME})
endforeach()
