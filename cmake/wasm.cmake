# The toolchain of the preset wasm: Debian's clang 19 and lld, with the C and C++ libraries of npm's @yowasp/clang
# (docs/browser.md says why these). `make wasm` fetches them; they are unpacked into build/wasm-sysroot.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(QUIXO_WASM ON)

get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(CMAKE_SYSROOT ${root}/build/wasm-sysroot)
if(NOT EXISTS ${CMAKE_SYSROOT}/lib)
  message(FATAL_ERROR "there is no ${CMAKE_SYSROOT}: make wasm fetches it")
endif()

set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasip1)
set(CMAKE_CXX_COMPILER_LAUNCHER ${root}/wasm/compile)
set(CMAKE_AR ar)
set(CMAKE_RANLIB ranlib)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# The runtime of exceptions is our own (wasm/exceptions.cpp), so no program can be linked to try the compiler.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# The library is made for clang 20 and later, and says so in every file.
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -mbulk-memory -fwasm-exceptions -Wno-#warnings")
