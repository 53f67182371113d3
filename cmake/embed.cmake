# Puts files into the binary. A small C program turns them into C string literals, which compilers
# read far faster than arrays of numbers; the same program serves text and bitcode.

add_executable(npjit_embed_tool ${CMAKE_CURRENT_LIST_DIR}/embed_tool.c)
target_link_libraries(npjit_embed_tool PRIVATE npjit_flags)

# Adds gen/<name>.c made by the tool with the given arguments to `target`.
function(npjit_embed_source target name)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "ARGS;DEPENDS")
    set(out ${PROJECT_BINARY_DIR}/gen/${name}.c)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/gen)
    add_custom_command(OUTPUT ${out} COMMAND npjit_embed_tool ${out} ${arg_ARGS}
        DEPENDS npjit_embed_tool ${arg_DEPENDS} COMMENT "Embedding ${name}" VERBATIM)
    set_source_files_properties(${out} PROPERTIES COMPILE_OPTIONS
        "-Wno-overlength-strings")
    target_sources(${target} PRIVATE ${out})
endfunction()

# npjit_embed(target name symbol file): the target gets
#     const unsigned char <symbol>[];  (16-byte aligned, a NUL after the last byte)
#     const size_t <symbol>_len;       (without the NUL)
# The declarations are the caller's. `file` may be the output of a custom command.
function(npjit_embed target name symbol file)
    npjit_embed_source(${target} ${name} ARGS blob ${symbol} ${file} DEPENDS ${file})
endfunction()

# npjit_embed_table(target name header type prefix file...): the target gets, sorted by name,
#     const <type> <prefix>_files[] = { { name, text, len }, ... };
#     const unsigned <prefix>_count;
# `header` declares them; `name` is the file's name without its folder and extension.
function(npjit_embed_table target name header type prefix)
    npjit_embed_source(${target} ${name} ARGS table ${header} ${type} ${prefix} ${ARGN}
        DEPENDS ${ARGN})
endfunction()
