# The target `liblinear`: the library of the method liblinear and an independent judge for tests. Prefers the archive:
# the shared library brings a BLAS with it, see blas_level_1.cpp.
find_library(LIBLINEAR_LIBRARY NAMES liblinear.a linear)
find_path(LIBLINEAR_INCLUDE_DIR NAMES linear.h PATH_SUFFIXES liblinear)
if(NOT LIBLINEAR_LIBRARY OR NOT LIBLINEAR_INCLUDE_DIR)
  message(FATAL_ERROR "LIBLINEAR's library is missing: install the package liblinear-dev")
endif()
add_library(liblinear UNKNOWN IMPORTED GLOBAL)
set_target_properties(liblinear PROPERTIES IMPORTED_LOCATION ${LIBLINEAR_LIBRARY}
                      INTERFACE_INCLUDE_DIRECTORIES ${LIBLINEAR_INCLUDE_DIR})
