# The program of each process if several share a run: docs/processes.md.
find_package(MPI REQUIRED COMPONENTS C)
add_executable(descent_ranks experiments/ranks/main.cpp ${DESCENT_OPERATOR_NEW})
target_link_libraries(descent_ranks PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,descent_solvers> descent_datasets MPI::MPI_C)
# Without the old C++ bindings, which are a separate library.
target_compile_definitions(descent_ranks PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
set_target_properties(descent_ranks PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
install(TARGETS descent_ranks RUNTIME DESTINATION bin)
