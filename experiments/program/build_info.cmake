# Writes build_info.cpp at every build, and touches it only on a change: the commit, the compiler and flags, and a hash
# of the sources that determine what a method computes. The hash identifies results, so that editing one method repeats
# only that method's runs.

set(build_info_source ${PROJECT_BINARY_DIR}/build_info.cpp)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(build_flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}")
if(DESCENT_NATIVE)
  string(APPEND build_flags " -march=native")
endif()
string(STRIP "${build_flags}" build_flags)

add_custom_target(descent_build_info
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${build_info_source}
          -DVERSION=${PROJECT_VERSION} "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
          "-DFLAGS=${build_flags}" "-DOPTIONS=$<JOIN:$<TARGET_PROPERTY:descent_solvers,COMPILE_OPTIONS>;$<TARGET_PROPERTY:descent_flags,INTERFACE_COMPILE_OPTIONS>, >"
          -P ${PROJECT_SOURCE_DIR}/experiments/program/write_build_info.cmake
  BYPRODUCTS ${build_info_source}
  VERBATIM)
target_sources(descent_experiments PRIVATE ${build_info_source})
add_dependencies(descent_experiments descent_build_info)
