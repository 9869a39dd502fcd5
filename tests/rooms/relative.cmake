# Fails when a source file reaches another folder by "..": the include path could not refuse that.
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE sources ${SOURCE}/src/*.h ${SOURCE}/src/*.cpp ${SOURCE}/include/*.h)
foreach(source ${sources})
  file(STRINGS ${source} found REGEX "#include *[\"<]([^\">]*/)?\\.\\./")
  if(found)
    message(SEND_ERROR "${source} includes by a relative path: ${found}")
  endif()
endforeach()
