# Build type, warnings, sanitizers and linker. Everything compiled here links `npjit_flags`;
# npjit and its unit tests link `npjit_link` too.

option(NPJIT_WERROR "Treat warnings as errors" OFF)
set(NPJIT_SANITIZE "" CACHE STRING "Sanitizers: empty, address,undefined or thread")
set(NPJIT_LLVM static CACHE STRING "static: LLVM inside the binary; shared: quick links")
set_property(CACHE NPJIT_LLVM PROPERTY STRINGS static shared)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2 -g0 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# Numbers must not depend on how the C compiler contracts a*b+c.
add_library(npjit_flags INTERFACE)
target_include_directories(npjit_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(npjit_flags INTERFACE _GNU_SOURCE)
target_compile_options(npjit_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wvla
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
    -ffunction-sections -fdata-sections -ffp-contract=off
    $<$<BOOL:${NPJIT_WERROR}>:-Werror>)

add_library(npjit_link INTERFACE)

# A position-dependent program starts without relocating LLVM's tables (7 ms a process).
# ThreadSanitizer's address map wants a position-independent one.
if(NPJIT_SANITIZE MATCHES "thread")
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
    target_link_options(npjit_flags INTERFACE -pie)
else()
    set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(npjit_flags INTERFACE
        $<$<NOT:$<BOOL:$<TARGET_PROPERTY:POSITION_INDEPENDENT_CODE>>>:-fno-pie>)
    target_link_options(npjit_flags INTERFACE -no-pie)
endif()

if(NPJIT_SANITIZE)
    target_compile_options(npjit_flags INTERFACE
        -fsanitize=${NPJIT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g)
    target_link_options(npjit_flags INTERFACE -fsanitize=${NPJIT_SANITIZE})
endif()

# The build id lets caches tell one build of npjit from the next.
target_link_options(npjit_link INTERFACE -Wl,--build-id=sha1)

# A fast linker where there is one: lld of LLVM 22, else mold, else the default. GCC looks for the
# name "ld.lld" only, and that may be an older one, so a link of that name is put in its path.
option(NPJIT_FAST_LINK "Link with lld or mold when present" ON)
if(NPJIT_FAST_LINK)
    find_program(NPJIT_LLD NAMES ld.lld-22 HINTS /usr/lib/llvm-22/bin)
    find_program(NPJIT_MOLD NAMES ld.mold mold)
    mark_as_advanced(NPJIT_LLD NPJIT_MOLD)
    if(NPJIT_LLD)
        set(bin ${PROJECT_BINARY_DIR}/gen/linker)
        file(MAKE_DIRECTORY ${bin})
        file(CREATE_LINK ${NPJIT_LLD} ${bin}/ld.lld SYMBOLIC)
        target_link_options(npjit_link INTERFACE -B${bin} -fuse-ld=lld)
        message(STATUS "npjit: linking with ${NPJIT_LLD}")
    elseif(NPJIT_MOLD)
        target_link_options(npjit_link INTERFACE -fuse-ld=mold)
        message(STATUS "npjit: linking with ${NPJIT_MOLD}")
    endif()
endif()
