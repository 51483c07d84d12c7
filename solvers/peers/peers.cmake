# A C program as a method: docs/programs.md.
add_executable(peer_dual_cd solvers/peers/dual_cd.c)
target_compile_options(peer_dual_cd PRIVATE -O3 -Wall -Wextra)
target_link_libraries(peer_dual_cd PRIVATE m)
set_target_properties(peer_dual_cd PROPERTIES OUTPUT_NAME dual_cd RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/peers)
add_dependencies(descent peer_dual_cd)  # `cmake --install` wants both
