# The program finds its catalogue relative to itself.
install(TARGETS descent RUNTIME DESTINATION bin)
install(FILES datasets/catalog.json DESTINATION share/descent/datasets)
install(DIRECTORY datasets/shipped DESTINATION share/descent/datasets)
install(TARGETS peer_dual_cd RUNTIME DESTINATION share/descent/solvers/peers)
install(PROGRAMS solvers/peers/scikit_learn.py solvers/peers/ocas.pl solvers/peers/gradient.pl
        DESTINATION share/descent/solvers/peers)
install(DIRECTORY configs DESTINATION share/descent FILES_MATCHING PATTERN "*.json")
install(FILES README.md CHANGELOG.md CITATION.cff LICENSE DESTINATION share/doc/descent)
install(DIRECTORY docs DESTINATION share/doc/descent)
install(FILES results/README.md DESTINATION share/doc/descent/results)
install(DIRECTORY results/gallery results/published DESTINATION share/doc/descent/results)
install(FILES experiments/program/completion.bash DESTINATION share/bash-completion/completions RENAME descent)
