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
  # does not know GCC's attribute noclone. The page's scripts are literals of over 64 KB.
  target_compile_options(descent_flags INTERFACE -Wno-sign-conversion -Wno-shadow -Wno-unknown-attributes
                         -Wno-overlength-strings)
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
