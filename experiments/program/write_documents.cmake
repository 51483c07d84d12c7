# Writes what the program says of its methods and of configurations into the repository's files: configs/schema.json and
# the README's table of methods. Run by `cmake --build build --target documents` with PROGRAM and FOLDER.

function(output_of variable)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Untouched when nothing changes.
function(write_changed file text)
  set(before "")
  if(EXISTS ${file})
    file(READ ${file} before)
  endif()
  if(NOT before STREQUAL text)
    file(WRITE ${file} "${text}")
    message(STATUS "written: ${file}")
  endif()
endfunction()

output_of(schema list config-schema)
write_changed(${FOLDER}/configs/schema.json "${schema}")

output_of(table list methods --markdown)
set(begin "<!-- written by: descent list methods --markdown -->\n")
set(end "<!-- end of the methods -->\n")
file(READ ${FOLDER}/README.md readme)
string(FIND "${readme}" "${begin}" table_begin)
string(FIND "${readme}" "${end}" table_end)
if(table_begin LESS 0 OR table_end LESS table_begin)
  message(FATAL_ERROR "${FOLDER}/README.md: the lines around the table of methods are missing: ${begin}${end}")
endif()
string(LENGTH "${begin}" length)
math(EXPR table_begin "${table_begin} + ${length}")
string(SUBSTRING "${readme}" 0 ${table_begin} head)
string(SUBSTRING "${readme}" ${table_end} -1 tail)
write_changed(${FOLDER}/README.md "${head}${table}${tail}")
