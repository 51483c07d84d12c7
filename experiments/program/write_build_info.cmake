# Run by build_info.cmake with SOURCE_DIR, OUTPUT, VERSION, COMPILER, FLAGS and OPTIONS, the other options of solvers.

find_package(Git QUIET)
set(commit "unknown")
set(dirty "false")
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} rev-parse HEAD OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "unknown")
  else()
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} status --porcelain --untracked-files=no
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    # Every source file in these folders is compiled in, whether or not git knows or ignores it.
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} ls-files --others -- support/*.[ch]pp datasets/*.[ch]pp
                            solvers/*.[ch]pp plots/*.[ch]pp experiments/*.[ch]pp OUTPUT_VARIABLE untracked_sources ERROR_QUIET)
    if(changes OR untracked_sources)
      set(dirty "true")
    endif()
  endif()
endif()

# Hashes the code of C++ files without comments, blanks, line breaks and folders: a better comment or a moved file
# leaves kept results valid.
function(hash_code result)
  set(files ${ARGN})
  list(SORT files COMPARE FILE_BASENAME)
  set(hashes "")
  foreach(file IN LISTS files)
    file(READ ${file} code)
    # A // after a colon may be part of an address in a string.
    string(REGEX REPLACE "(^|[^:])//[^\n]*" "\\1" code "${code}")
    string(REGEX REPLACE "#include \"[^\n]*" "" code "${code}")
    string(REGEX REPLACE "[ \t\r\n]+" "" code "${code}")
    string(SHA256 hash "${code}")
    string(APPEND hashes ${hash})
  endforeach()
  string(SHA256 hash "${hashes}")
  set(${result} ${hash} PARENT_SCOPE)
endfunction()

# Sources that determine what a run computes and how it is timed. Other sources only fetch, describe, write or draw.
set(computing datasets/matrix datasets/readers datasets/stand_ins solvers support/numbers
    experiments/measure)
file(GLOB shared_sources ${SOURCE_DIR}/datasets/load_dataset.*
     ${SOURCE_DIR}/datasets/kept_stand_in.* ${SOURCE_DIR}/datasets/weigh_rows.*
     ${SOURCE_DIR}/experiments/config/load_datasets.* ${SOURCE_DIR}/experiments/config/problem_spec.*
     ${SOURCE_DIR}/support/records/lambda.*
     ${SOURCE_DIR}/support/memory/operator_new.* ${SOURCE_DIR}/support/memory/huge_pages.*
     ${SOURCE_DIR}/support/memory/growing_memory.* ${SOURCE_DIR}/support/process/processor.*)
foreach(folder IN LISTS computing)
  file(GLOB_RECURSE sources ${SOURCE_DIR}/${folder}/*.cpp ${SOURCE_DIR}/${folder}/*.hpp)
  list(APPEND shared_sources ${sources})
endforeach()
# Sources that call external programs and measure their time count for such programs only.
file(GLOB program_sources ${SOURCE_DIR}/solvers/program/*.?pp ${SOURCE_DIR}/support/process/child_program.*
     ${SOURCE_DIR}/support/process/adoption.*)
# Sources that connect processes count for methods that can use several.
file(GLOB connecting_sources ${SOURCE_DIR}/solvers/distributed/*.?pp)
file(GLOB rank_sources ${SOURCE_DIR}/experiments/ranks/*.?pp)
# A file that registers methods counts for these methods only.
set(method_sources "")
foreach(file IN LISTS shared_sources)
  file(STRINGS ${file} registration REGEX "^const MethodRegistration ")
  if(registration)
    list(APPEND method_sources ${file})
  endif()
endforeach()
list(REMOVE_ITEM connecting_sources ${method_sources})
list(REMOVE_ITEM shared_sources ${method_sources} ${program_sources} ${connecting_sources})

hash_code(shared_hash ${shared_sources})
# Warnings decide nothing, nor do the blanks beside them.
string(REGEX REPLACE "-W[^ ]*|-march=native| +" "" options "${OPTIONS}")
string(SHA256 shared_hash "${shared_hash}${options}")
hash_code(hash ${program_sources})
set(method_files "      {\"program_restarts.cpp\", \"${hash}\"},\n")
foreach(file IN LISTS method_sources)
  if(file MATCHES "/solvers/distributed/")
    hash_code(hash ${file} ${connecting_sources} ${rank_sources})
  else()
    hash_code(hash ${file})
  endif()
  get_filename_component(name ${file} NAME)
  string(APPEND method_files "      {\"${name}\", \"${hash}\"},\n")
endforeach()

set(text "// Written by experiments/program/write_build_info.cmake at build time.
#include \"experiments/program/build_info.hpp\"

namespace descent {

const BuildInfo& build_info() {
  static const BuildInfo info{
      .version = \"${VERSION}\",
      .commit = \"${commit}\",
      .dirty = ${dirty},
      .compiler = \"${COMPILER}\",
      .flags = \"${FLAGS}\",
      .value_type = \"exact\",
      .shared_source_hash = \"${shared_hash}\",
      .method_source_hashes = {
${method_files}      }};
  return info;
}

}  // namespace descent
")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${text}" @ONLY)
