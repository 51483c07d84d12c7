# Builds what tests/faults/ needs beside the test program, in the same folder: the program with faulty methods, and a
# library between a program and the system (LD_PRELOAD).

file(GLOB wrong_methods CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/faults/methods/*.cpp)
add_executable(descent_with_faults ${PROJECT_SOURCE_DIR}/experiments/main.cpp ${wrong_methods})
target_link_libraries(descent_with_faults PRIVATE descent_layers)

add_library(failing_disk MODULE ${CMAKE_CURRENT_SOURCE_DIR}/faults/failing_disk_preload.cpp)
set_target_properties(failing_disk PROPERTIES PREFIX "")
target_link_libraries(failing_disk PRIVATE descent_flags ${CMAKE_DL_LIBS})
# gnuplot, which has no sanitizers, must be able to load it too.
target_compile_options(failing_disk PRIVATE -fno-sanitize=all)
target_link_options(failing_disk PRIVATE -fno-sanitize=all)
add_dependencies(experiments_tests descent_with_faults failing_disk)
