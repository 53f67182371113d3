# libclc's functions under libdevice's names (ptx-backend/libclc), put into npjit_ptx as nj_libclc[]: what
# --libdevice takes where no CUDA toolkit is. Only what these names need of libclc is kept. Without libclc
# (Debian's libclc-22) nj_libclc[] is empty, and --libdevice needs a toolkit.

set(NPJIT_LIBCLC "" CACHE STRING "libclc's nvptx64--.bc; empty: search; none: do without")
if(NOT NPJIT_LIBCLC)
    find_file(NPJIT_LIBCLC_FOUND nvptx64--.bc NO_DEFAULT_PATH
        PATHS ${NPJIT_LLVM_BINDIR}/../share/clc ${NPJIT_LLVM_BINDIR}/../lib/clc /usr/lib/clc /usr/share/clc)
    mark_as_advanced(NPJIT_LIBCLC_FOUND)
    if(NPJIT_LIBCLC_FOUND)
        set(NPJIT_LIBCLC ${NPJIT_LIBCLC_FOUND}) # not in the cache
    endif()
endif()
find_program(NPJIT_OPT NAMES opt HINTS ${NPJIT_LLVM_BINDIR} NO_DEFAULT_PATH)
find_program(NPJIT_LLVM_NM NAMES llvm-nm HINTS ${NPJIT_LLVM_BINDIR} NO_DEFAULT_PATH)
mark_as_advanced(NPJIT_OPT NPJIT_LLVM_NM)

# Another release's may be there: it has to be bitcode that this LLVM reads, with the functions.
if(NPJIT_LIBCLC AND NOT NPJIT_LIBCLC STREQUAL "none" AND NPJIT_LLVM_NM)
    execute_process(COMMAND ${NPJIT_LLVM_NM} ${NPJIT_LIBCLC} OUTPUT_VARIABLE symbols ERROR_QUIET)
    if(NOT symbols MATCHES " T _Z6lgammaf\n" OR NOT symbols MATCHES " T _Z5expm1d\n")
        message(STATUS "npjit: ${NPJIT_LIBCLC} is not libclc ${NPJIT_LLVM_MAJOR}'s")
        set(NPJIT_LIBCLC none)
    endif()
endif()

set(libclc_gen ${PROJECT_BINARY_DIR}/gen/libclc)
file(MAKE_DIRECTORY ${libclc_gen})
if(NPJIT_LIBCLC AND NOT NPJIT_LIBCLC STREQUAL "none" AND NPJIT_OPT)
    message(STATUS "npjit: libclc from ${NPJIT_LIBCLC}")
    set(libclc_out ${libclc_gen}/libclc.bc)
    set(libclc_shim ${PROJECT_SOURCE_DIR}/ptx-backend/libclc/shim.c)
    add_custom_command(OUTPUT ${libclc_out}
        COMMAND ${NPJIT_CLANG} --target=nvptx64-nvidia-cuda -march=sm_75 -std=c17 -O2 -ffreestanding
                -fno-builtin -fno-ident -emit-llvm -c ${libclc_shim} -o ${libclc_gen}/shim.bc
        COMMAND ${NPJIT_LLVM_LINK} --only-needed ${libclc_gen}/shim.bc ${NPJIT_LIBCLC}
                -o ${libclc_gen}/whole.bc
        COMMAND ${NPJIT_OPT} "-passes=internalize,globaldce,default<O1>,strip"
                "-internalize-public-api-list=__nv_*" ${libclc_gen}/whole.bc -o ${libclc_out}
        DEPENDS ${libclc_shim} ${NPJIT_LIBCLC} COMMENT "Taking libclc's functions" VERBATIM)
else()
    message(STATUS "npjit: libclc not found (libclc-${NPJIT_LLVM_MAJOR}): --libdevice will need a CUDA toolkit")
    set(libclc_out ${libclc_gen}/none.bc)
    if(NOT EXISTS ${libclc_out})
        file(WRITE ${libclc_out} "")
    endif()
endif()
if(TARGET npjit_ptx)
    npjit_embed(npjit_ptx libclc nj_libclc ${libclc_out})
endif()
