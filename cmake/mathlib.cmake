# The elementary functions of compiler/mathlib, compiled to LLVM bitcode and put into npjit_compiler.
#
# Two builds: `fma` for targets with fused multiply-add, `plain` for the rest. Neither is vectorised or
# tied to a processor: npjit links what a module needs into it and optimises the two together.
# For the unit tests the same sources are compiled as C, with a prefix for each build.

npjit_llvm_config(NPJIT_LLVM_BINDIR --bindir)
find_program(NPJIT_CLANG NAMES clang HINTS ${NPJIT_LLVM_BINDIR} NO_DEFAULT_PATH)
find_program(NPJIT_LLVM_LINK NAMES llvm-link HINTS ${NPJIT_LLVM_BINDIR} NO_DEFAULT_PATH)
mark_as_advanced(NPJIT_CLANG NPJIT_LLVM_LINK)
if(NOT NPJIT_CLANG OR NOT NPJIT_LLVM_LINK)
    message(FATAL_ERROR "clang and llvm-link of LLVM ${NPJIT_LLVM_MAJOR} not found in "
        "${NPJIT_LLVM_BINDIR}: install clang-${NPJIT_LLVM_MAJOR} and llvm-${NPJIT_LLVM_MAJOR}")
endif()

set(mathlib_dir ${PROJECT_SOURCE_DIR}/compiler/mathlib)
set(mathlib_gen ${PROJECT_BINARY_DIR}/gen/mathlib)
file(MAKE_DIRECTORY ${mathlib_gen})
file(GLOB mathlib_sources CONFIGURE_DEPENDS ${mathlib_dir}/*.c)
list(FILTER mathlib_sources EXCLUDE REGEX "/mathlib_link\\.c$|\\.inc\\.c$")
file(GLOB mathlib_headers CONFIGURE_DEPENDS ${mathlib_dir}/*.h ${mathlib_dir}/*.def)

set(mathlib_flags -std=c17 -O2 -emit-llvm -c -I${PROJECT_SOURCE_DIR} -DNJ_MATH_BITCODE
    -fno-math-errno -ffp-contract=off -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
    -fno-pic -fomit-frame-pointer -fno-asynchronous-unwind-tables -fno-stack-protector -fno-ident
    -Wall -Wextra)

# Vector variants of the slow parts; clang gives the text IR the data layout of the rest.
set(mathlib_variants ${mathlib_gen}/variants.bc)
add_custom_command(OUTPUT ${mathlib_variants}
    COMMAND ${CMAKE_COMMAND} -DTABLE=${mathlib_dir}/mathlib_slow.def -DOUT=${mathlib_gen}/variants.ll
            -P ${CMAKE_CURRENT_LIST_DIR}/mathlib_variants.cmake
    COMMAND ${NPJIT_CLANG} -x ir -emit-llvm -c -Wno-override-module ${mathlib_gen}/variants.ll
            -o ${mathlib_variants}
    DEPENDS ${mathlib_dir}/mathlib_slow.def ${CMAKE_CURRENT_LIST_DIR}/mathlib_variants.cmake
    COMMENT "Writing the math library's vector variants" VERBATIM)

# npjit_mathlib_bitcode(name option...): nj_mathlib_<name>[] in npjit_compiler.
function(npjit_mathlib_bitcode name)
    set(parts "")
    foreach(source IN LISTS mathlib_sources)
        get_filename_component(stem ${source} NAME_WE)
        set(part ${mathlib_gen}/${name}_${stem}.bc)
        add_custom_command(OUTPUT ${part}
            COMMAND ${NPJIT_CLANG} ${mathlib_flags} ${ARGN} ${source} -o ${part}
            DEPENDS ${source} ${mathlib_headers} COMMENT "Compiling ${stem}.c to ${name} bitcode"
            VERBATIM)
        list(APPEND parts ${part})
    endforeach()
    set(whole ${mathlib_gen}/${name}.bc)
    add_custom_command(OUTPUT ${whole}
        COMMAND ${NPJIT_LLVM_LINK} -o ${whole} ${parts} ${mathlib_variants}
        DEPENDS ${parts} ${mathlib_variants} COMMENT "Linking the ${name} bitcode" VERBATIM)
    npjit_embed(npjit_compiler mathlib_${name} nj_mathlib_${name} ${whole})
endfunction()

if(TARGET npjit_compiler)
    npjit_mathlib_bitcode(fma -DNJ_MATH_FMA)
    npjit_mathlib_bitcode(plain)
    target_sources(npjit_compiler PRIVATE ${mathlib_dir}/mathlib_link.c)
endif()

# The slow parts as native code, in the run-time library. Without hardware FMA they call fma() of libm.
set(mathlib_slow_sources trig_slow fmod_slow atrig pow)
list(TRANSFORM mathlib_slow_sources REPLACE "(.+)" "${mathlib_dir}/\\1.c")
if(TARGET npjit_runtime)
    target_sources(npjit_runtime PRIVATE ${mathlib_slow_sources})
    target_compile_definitions(npjit_runtime PRIVATE NJ_MATH_FMA)
endif()

foreach(build IN ITEMS fma plain)
    add_library(npjit_mathlib_test_${build} STATIC EXCLUDE_FROM_ALL ${mathlib_sources})
    target_link_libraries(npjit_mathlib_test_${build} PUBLIC npjit_flags m)
    target_compile_definitions(npjit_mathlib_test_${build} PRIVATE NJ_MATH_PREFIX=${build}_
        $<$<STREQUAL:${build},fma>:NJ_MATH_FMA>)
    set_property(GLOBAL APPEND PROPERTY NPJIT_UNIT_LIBRARIES npjit_mathlib_test_${build})
endforeach()

# Times loops over the functions: ninja bench_mathlib && ./bench_mathlib
if(TARGET npjit_compiler)
    add_executable(bench_mathlib EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/bench/bench_mathlib.c
        ${mathlib_dir}/mathlib_link.c ${mathlib_slow_sources}
        ${PROJECT_BINARY_DIR}/gen/mathlib_fma.c ${PROJECT_BINARY_DIR}/gen/mathlib_plain.c)
    add_dependencies(bench_mathlib npjit_compiler)
    target_compile_definitions(bench_mathlib PRIVATE NJ_MATH_FMA)
    target_link_libraries(bench_mathlib PRIVATE npjit_flags npjit_llvm npjit_link)
    set_target_properties(bench_mathlib PROPERTIES LINKER_LANGUAGE CXX ENABLE_EXPORTS ON)
endif()
