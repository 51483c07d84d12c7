# Run by build_info.cmake with SOURCE_DIR, OUTPUT, VERSION, COMPILER and FLAGS.

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
    # Every source file in these folders is compiled in, be it known to git, ignored or neither.
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE_DIR} ls-files --others -- support/*.[ch]pp datasets/*.[ch]pp
                            solvers/*.[ch]pp plots/*.[ch]pp experiments/*.[ch]pp OUTPUT_VARIABLE untracked_sources ERROR_QUIET)
    if(changes OR untracked_sources)
      set(dirty "true")
    endif()
  endif()
endif()

# What a run computes and how it is timed: these rooms, which rows it has and what these weigh, and the scale of λ and F.
# Other sources only fetch, describe, write or draw.
set(computing datasets/matrix datasets/readers datasets/parsed datasets/stand_ins solvers support/numbers
    experiments/measure)
file(GLOB shared_sources ${SOURCE_DIR}/datasets/load_dataset.* ${SOURCE_DIR}/datasets/weigh_rows.*
     ${SOURCE_DIR}/experiments/config/load_datasets.* ${SOURCE_DIR}/experiments/config/problem_spec.*
     ${SOURCE_DIR}/plots/results/lambda.* ${SOURCE_DIR}/support/process/processor.*)
set(solver_sources "")
foreach(folder IN LISTS computing)
  file(GLOB_RECURSE sources ${SOURCE_DIR}/${folder}/*.cpp ${SOURCE_DIR}/${folder}/*.hpp)
  list(APPEND solver_sources ${sources})
endforeach()
# What calls external programs, and counts the time that they use, counts for these alone.
file(GLOB program_sources ${SOURCE_DIR}/solvers/program/*.?pp ${SOURCE_DIR}/support/process/child_program.*
     ${SOURCE_DIR}/support/process/adoption.*)
list(REMOVE_ITEM solver_sources ${program_sources})
list(SORT program_sources)
set(hashes "")
foreach(file IN LISTS program_sources)
  file(SHA256 ${file} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
set(method_files "      {\"program_restarts.cpp\", \"${hash}\"},\n")
# What connects processes counts for the methods that can work in several, beside their own files.
file(GLOB connecting_sources ${SOURCE_DIR}/solvers/distributed/*.?pp)
set(connecting_hashes "")
foreach(file IN LISTS connecting_sources)
  file(STRINGS ${file} registration REGEX "^const MethodRegistration ")
  if(NOT registration)
    list(REMOVE_ITEM solver_sources ${file})
    file(SHA256 ${file} hash)
    string(APPEND connecting_hashes ${hash})
  endif()
endforeach()
file(GLOB rank_sources ${SOURCE_DIR}/experiments/ranks/*.?pp)
foreach(file IN LISTS rank_sources)
  file(SHA256 ${file} hash)
  string(APPEND connecting_hashes ${hash})
endforeach()
# A file that registers methods counts for those methods alone; the others count for every run.
foreach(file IN LISTS solver_sources)
  file(STRINGS ${file} registration REGEX "^const MethodRegistration ")
  file(SHA256 ${file} hash)
  if(registration)
    if(file MATCHES "/solvers/distributed/")
      string(SHA256 hash "${hash}${connecting_hashes}")
    endif()
    get_filename_component(name ${file} NAME)
    string(APPEND method_files "      {\"${name}\", \"${hash}\"},\n")
  else()
    list(APPEND shared_sources ${file})
  endif()
endforeach()
list(SORT shared_sources)
set(hashes "")
foreach(file IN LISTS shared_sources)
  file(SHA256 ${file} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 shared_hash "${hashes}")

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
