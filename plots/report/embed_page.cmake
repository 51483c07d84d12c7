# Embeds the page's files, which stay editable as HTML, CSS and JavaScript, into the program as texts. The build
# includes this file to set up the command, which runs it as a script.

# In the order that the scripts need.
set(page_scripts data.js state.js page_text.js looks.js axes.js chart.js reading.js curves.js times.js paths.js profiles.js
    verdicts.js facts.js page.js)

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(page_folder ${PROJECT_SOURCE_DIR}/plots/report/page)
  set(page_source ${PROJECT_BINARY_DIR}/report_page_sources.cpp)
  list(TRANSFORM page_scripts PREPEND ${page_folder}/ OUTPUT_VARIABLE page_files)
  add_custom_command(OUTPUT ${page_source}
    COMMAND ${CMAKE_COMMAND} -DPAGE=${page_folder} -DOUTPUT=${page_source} -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${page_files} ${page_folder}/report.html ${page_folder}/report.css ${CMAKE_CURRENT_LIST_FILE}
    VERBATIM)
  target_sources(descent_plots PRIVATE ${page_source})
  return()
endif()

# Splits a text literal into pieces that every compiler accepts.
function(append_text name)
  file(APPEND ${OUTPUT} "const std::string_view ${name}{\n")
  foreach(file IN LISTS ARGN)
    file(READ ${PAGE}/${file} text)
    file(APPEND ${OUTPUT} "R\"~~~~(${text})~~~~\"\n")
  endforeach()
  file(APPEND ${OUTPUT} "};\n")
endfunction()

file(WRITE ${OUTPUT} "#include \"plots/report/report.hpp\"\n\nnamespace descent {\n")
append_text(page_html report.html)
append_text(page_style report.css)
append_text(page_script ${page_scripts})
file(APPEND ${OUTPUT} "}  // namespace descent\n")
