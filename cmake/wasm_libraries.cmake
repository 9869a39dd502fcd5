# The other projects' libraries that the engine uses in the browser: those that are headers alone, from a folder that has
# nothing else, since the system's own headers are for another machine.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name fmt hwy nlohmann xxhash.h xxh3.h)
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()

function(quixo_header_library name)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${headers})
  target_compile_definitions(${name} INTERFACE ${ARGN})
endfunction()
quixo_header_library(fmt::fmt FMT_HEADER_ONLY)
quixo_header_library(hwy::hwy)
quixo_header_library(nlohmann_json::nlohmann_json)
quixo_header_library(PkgConfig::xxhash XXH_INLINE_ALL)
# Nothing in memory is compressed, and there is one thread.
add_library(PkgConfig::zstd INTERFACE IMPORTED GLOBAL)
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
