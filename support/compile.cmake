# How the layers are compiled: flags, optimisation, and files that are compiled together to save time.

include(CheckCXXCompilerFlag)

# Flags of all our targets. No -ffast-math: it would break exact replay.
add_library(descent_flags INTERFACE)
target_include_directories(descent_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(descent_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                       $<$<BOOL:${DESCENT_WARNINGS_AS_ERRORS}>:-Werror>
                       $<$<BOOL:${DESCENT_NATIVE}>:-march=native>)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  # GCC's -Wconversion leaves signs out, and its -Wshadow names of other files, which are compiled together here. Clang
  # does not know GCC's attribute noclone.
  target_compile_options(descent_flags INTERFACE -Wno-sign-conversion -Wno-shadow -Wno-unknown-attributes)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # False warnings: GCC 12 of an overflow in fmt 9's parser of format strings when vectorised with AVX-512, and of an
  # overlap in std::string's operator+ (GCC bug 105651); GCC 16 of references into lines of a matrix, which are views.
  target_compile_options(descent_flags INTERFACE -Wno-stringop-overflow -Wno-restrict -Wno-dangling-reference)
  # Run GCC's garbage collector later: saves an eighth of the compile time, for a fifth more of its 1 GB.
  target_compile_options(descent_flags INTERFACE --param=ggc-min-heapsize=524288)
  # On AMD processors, GCC omits fused multiply-adds in some loops, depending on their form. Results computed in two
  # ways (several iterates at once, or one) must have the same bits everywhere. GCC for other processors lacks the flag.
  check_cxx_compiler_flag(--param=avoid-fma-max-bits=0 DESCENT_FUSES_EVERYWHERE)
  if(DESCENT_FUSES_EVERYWHERE)
    target_compile_options(descent_flags INTERFACE --param=avoid-fma-max-bits=0)
  endif()
endif()

# Precompiled: most files include these, and parsing them takes longer than the files' own content. Most files outside
# datasets/ and solvers/ also include JSON.
set(DESCENT_COMMON_HEADERS <fmt/format.h> <algorithm> <cmath> <functional> <map> <memory> <optional> <string> <vector>)
set(DESCENT_COMMON_HEADERS_WITH_JSON ${DESCENT_COMMON_HEADERS} <filesystem> <nlohmann/json.hpp>)

# Makes one library a layer from all source files in its rooms: a new file needs no entry here. tests/structure_test.cpp
# checks what layers and rooms include.
function(descent_layer layer)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${layer}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(main|operator_new)\\.cpp$")
  add_library(descent_${layer} STATIC ${sources})
  target_link_libraries(descent_${layer} PUBLIC descent_flags)
endfunction()

# Compiles neighbouring rooms of the target together, until a unit has `least_files` files. Headers are read and
# templates instantiated once, which at least halves the time. File-local names, including method registrations, must
# therefore be unique in a unit. EXCEPT leaves out files that match a regular expression: stand-ins are too much alike.
# For work on single files, use -DDESCENT_UNITY_BUILD=OFF.
function(descent_compile_together target least_files)
  cmake_parse_arguments(PARSE_ARGV 2 option "" "EXCEPT" "")
  get_target_property(sources ${target} SOURCES)
  set(unit 0)
  set(files 0)
  foreach(source IN LISTS sources)
    if(option_EXCEPT AND source MATCHES "${option_EXCEPT}")
      continue()
    endif()
    cmake_path(GET source PARENT_PATH room)
    if(files GREATER_EQUAL least_files AND NOT room STREQUAL last_room)
      math(EXPR unit "${unit} + 1")
      set(files 0)
    endif()
    set(last_room ${room})
    math(EXPR files "${files} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${unit})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${DESCENT_UNITY_BUILD} UNITY_BUILD_MODE GROUP)
endfunction()

# Only datasets/, solvers/ and the JSON of support/ compute; everything else compiles in half the time with less
# optimisation. -O1 and -O0 take longer than -Og. Without fused multiply-adds, statistics of kept runs have the same bits
# on all machines. Headers are precompiled once, for the first of these targets.
function(descent_optimize_less target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og> -ffp-contract=off)
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:Boost::program_options,INTERFACE_COMPILE_DEFINITIONS>)
  if(TARGET descent_support_light AND NOT target STREQUAL descent_support_light)
    target_precompile_headers(${target} REUSE_FROM descent_support_light)
  else()
    target_precompile_headers(${target} PRIVATE ${DESCENT_COMMON_HEADERS_WITH_JSON} <boost/program_options.hpp>)
  endif()
  descent_compile_together(${target} 20)
endfunction()

# Moves the files of a layer that match the patterns, and compute nothing, to the library descent_LAYER_light.
function(descent_light_part layer)
  file(GLOB light CONFIGURE_DEPENDS ${ARGN})
  get_target_property(sources descent_${layer} SOURCES)
  list(FILTER light EXCLUDE REGEX "/operator_new\\.cpp$")
  list(REMOVE_ITEM sources ${light})
  set_target_properties(descent_${layer} PROPERTIES SOURCES "${sources}")
  add_library(descent_${layer}_light STATIC ${light})
  target_link_libraries(descent_${layer}_light PUBLIC descent_flags)
  descent_optimize_less(descent_${layer}_light)
endfunction()
