# Finds LLVM 22 and libffi. Defines `npjit_llvm` and `npjit_ffi` (headers and libraries).
#
# Only components that generate code for X86 and NVPTX are linked. llvm-config also lists libz3 and
# libxml2 as system libraries; no object pulled in from these components refers to them.

set(NPJIT_LLVM_MAJOR 22)
set(NPJIT_LLVM_COMPONENTS
    orcjit orcdebugging x86codegen x86asmparser nvptxcodegen passes bitreader bitwriter irreader
    linker)
set(LLVM_DIR "" CACHE PATH "LLVM's prefix or its lib/cmake/llvm; empty: search")

# With a prefix given, llvm-config is looked for there alone.
if(LLVM_DIR)
    find_program(NPJIT_LLVM_CONFIG NAMES llvm-config llvm-config-${NPJIT_LLVM_MAJOR}
        PATHS ${LLVM_DIR}/bin ${LLVM_DIR}/../../../bin NO_DEFAULT_PATH)
else()
    find_program(NPJIT_LLVM_CONFIG NAMES llvm-config-${NPJIT_LLVM_MAJOR} llvm-config
        HINTS /usr/lib/llvm-${NPJIT_LLVM_MAJOR}/bin)
endif()
if(NOT NPJIT_LLVM_CONFIG)
    message(FATAL_ERROR "LLVM ${NPJIT_LLVM_MAJOR} not found: install llvm-${NPJIT_LLVM_MAJOR}-dev "
        "or pass -DLLVM_DIR=PREFIX")
endif()

# Runs llvm-config with the given arguments; `out` gets one line of text.
function(npjit_llvm_config out)
    execute_process(COMMAND ${NPJIT_LLVM_CONFIG} ${ARGN} OUTPUT_VARIABLE text
        ERROR_VARIABLE problem RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT status EQUAL 0)
        list(JOIN ARGN " " arguments)
        message(FATAL_ERROR "${NPJIT_LLVM_CONFIG} ${arguments}: ${problem}")
    endif()
    string(REPLACE "\n" " " text "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

npjit_llvm_config(version --version)
if(NOT version MATCHES "^${NPJIT_LLVM_MAJOR}\\.")
    message(FATAL_ERROR "npjit needs LLVM ${NPJIT_LLVM_MAJOR}, ${NPJIT_LLVM_CONFIG} is ${version}")
endif()
message(STATUS "npjit: LLVM ${version} (${NPJIT_LLVM}) from ${NPJIT_LLVM_CONFIG}")

npjit_llvm_config(include_dir --includedir)
npjit_llvm_config(lib_dir --libdir)
add_library(npjit_llvm INTERFACE)
target_include_directories(npjit_llvm SYSTEM INTERFACE ${include_dir})
target_compile_definitions(npjit_llvm INTERFACE
    __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)

# The static archive of a system library, so that the program needs none but libc's; else -lNAME.
function(npjit_static_library out name)
    find_library(NPJIT_LIB_${name} NAMES lib${name}.a)
    mark_as_advanced(NPJIT_LIB_${name})
    if(NPJIT_LIB_${name})
        set(${out} ${NPJIT_LIB_${name}} PARENT_SCOPE)
    else()
        message(WARNING "lib${name}.a not found: linking the shared library")
        set(${out} -l${name} PARENT_SCOPE)
    endif()
endfunction()

if(NPJIT_LLVM STREQUAL "shared")
    npjit_llvm_config(libraries --link-shared --libs)
    separate_arguments(libraries)
    target_link_libraries(npjit_llvm INTERFACE -L${lib_dir} ${libraries})
else()
    npjit_llvm_config(libraries --link-static --libs ${NPJIT_LLVM_COMPONENTS})
    separate_arguments(libraries)
    npjit_static_library(zstd zstd)
    npjit_static_library(zlib z)
    target_link_libraries(npjit_llvm INTERFACE -L${lib_dir} ${libraries} ${zstd} ${zlib} rt m
        ${CMAKE_DL_LIBS} Threads::Threads)
    target_link_options(npjit_link INTERFACE -static-libstdc++ -static-libgcc)
endif()

add_library(npjit_ffi INTERFACE)
npjit_static_library(ffi ffi)
target_link_libraries(npjit_ffi INTERFACE ${ffi})
