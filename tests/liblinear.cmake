# The target `liblinear`, where Debian's liblinear-dev is installed: an independent judge for tests, a peer for benchmarks.
if(TARGET liblinear)
  return()
endif()
find_library(LIBLINEAR_LIBRARY NAMES linear)
find_path(LIBLINEAR_INCLUDE_DIR NAMES linear.h PATH_SUFFIXES liblinear)
if(LIBLINEAR_LIBRARY AND LIBLINEAR_INCLUDE_DIR)
  add_library(liblinear UNKNOWN IMPORTED GLOBAL)
  set_target_properties(liblinear PROPERTIES IMPORTED_LOCATION ${LIBLINEAR_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${LIBLINEAR_INCLUDE_DIR}
                        INTERFACE_COMPILE_DEFINITIONS DESCENT_HAS_LIBLINEAR)
else()
  message(STATUS "LIBLINEAR's library is missing (Debian: liblinear-dev): what compares with it is left out")
endif()
