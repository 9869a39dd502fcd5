# Writes a C++ file with the contents of other files: cmake -DOUTPUT=... -DOPENAPI=... [-DPAGE=...] -P embed.cmake
# OPENAPI is the description of the API, PAGE the directory of the built page.
cmake_minimum_required(VERSION 3.25)
set(sources ${OPENAPI})
set(paths /api/v1/openapi.json)
if(PAGE)
  file(GLOB_RECURSE files RELATIVE ${PAGE} ${PAGE}/*)
  if(NOT "index.html" IN_LIST files)
    message(FATAL_ERROR "the page has no index.html: look at what its build left in ${PAGE}")
  endif()
  foreach(file ${files})
    list(APPEND sources ${PAGE}/${file})
    list(APPEND paths /${file})
  endforeach()
endif()

# As C++ characters: any compiler takes them, unlike an assembler's own way to include a file.
function(add_array name file)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," characters "${bytes}")
  string(APPEND arrays "constexpr char ${name}[] = {${characters}};\n")
  set(arrays "${arrays}" PARENT_SCOPE)
endfunction()

set(compressed ${OUTPUT}.gz)
foreach(source path IN ZIP_LISTS sources paths)
  list(LENGTH names number)
  set(name file_${number})
  list(APPEND names ${name})
  execute_process(COMMAND gzip -9 -n -c ${source} OUTPUT_FILE ${compressed} COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE ${source} size)
  file(SIZE ${compressed} compressed_size)
  add_array(${name} ${source})
  set(gzip "{}")
  if(compressed_size LESS size)
    add_array(${name}_gzip ${compressed})
    set(gzip "{${name}_gzip, sizeof ${name}_gzip}")
  endif()
  string(APPEND list "    {\"${path}\", {${name}, sizeof ${name}}, ${gzip}},\n")
endforeach()
file(REMOVE ${compressed})

file(WRITE ${OUTPUT} "// Made by embed.cmake.
#include \"serve/page.h\"

namespace quixo::serve {
namespace {

${arrays}
constexpr Asset all[] = {
${list}};

}  // namespace

std::span<const Asset> assets() { return all; }

}  // namespace quixo::serve
")
