# What the trials of tests/faults/ need beside the test program, in the same folder: the program with methods that go
# wrong, and libraries that stand between a program and the system (LD_PRELOAD).

file(GLOB wrong_methods CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/faults/methods/*.cpp)
add_executable(descent_with_faults ${PROJECT_SOURCE_DIR}/experiments/main.cpp ${wrong_methods})
target_link_libraries(descent_with_faults PRIVATE descent_layers)

foreach(library failing_disk jumping_clock no_locks)
  add_library(${library} MODULE ${CMAKE_CURRENT_SOURCE_DIR}/faults/${library}_preload.cpp)
  set_target_properties(${library} PROPERTIES PREFIX "")
  target_link_libraries(${library} PRIVATE descent_flags ${CMAKE_DL_LIBS})
  # gnuplot, which has no sanitizers, is to load them as well.
  target_compile_options(${library} PRIVATE -fno-sanitize=all)
  target_link_options(${library} PRIVATE -fno-sanitize=all)
endforeach()
add_dependencies(descent_tests descent_with_faults failing_disk jumping_clock no_locks)
