# The program finds its catalogue relative to itself. The built program prints the manual page.
install(TARGETS descent RUNTIME DESTINATION bin)
install(FILES datasets/catalog.json DESTINATION share/descent/datasets)
install(TARGETS peer_dual_cd RUNTIME DESTINATION share/descent/peers)
install(PROGRAMS peers/scikit_learn.py peers/ocas.pl DESTINATION share/descent/peers)
install(DIRECTORY configs DESTINATION share/descent FILES_MATCHING PATTERN "*.json")
install(FILES README.md CHANGELOG.md CITATION.cff LICENSE DESTINATION share/doc/descent)
install(DIRECTORY docs DESTINATION share/doc/descent)
install(FILES results/README.md DESTINATION share/doc/descent/results)
install(DIRECTORY results/gallery results/published DESTINATION share/doc/descent/results)
install(CODE "execute_process(COMMAND \"$<TARGET_FILE:descent>\" --man-page COMMAND_ERROR_IS_FATAL ANY
                              OUTPUT_FILE \"${PROJECT_BINARY_DIR}/descent.1\")")
install(FILES ${PROJECT_BINARY_DIR}/descent.1 DESTINATION share/man/man1)
install(FILES experiments/program/completion.bash DESTINATION share/bash-completion/completions RENAME descent)
