# ptx-backend/device, compiled to NVPTX bitcode and put into npjit_ptx as nj_device_runtime[]: what
# kernels call at run time. It is linked into each device module before the optimiser runs. Compiled
# for the oldest device that CUDA 13 has; nothing in it depends on a newer one.

if(TARGET npjit_ptx AND NPJIT_CLANG AND NPJIT_LLVM_LINK)
    set(device_dir ${PROJECT_SOURCE_DIR}/ptx-backend/device)
    set(device_gen ${PROJECT_BINARY_DIR}/gen/device)
    file(MAKE_DIRECTORY ${device_gen})
    file(GLOB device_sources CONFIGURE_DEPENDS ${device_dir}/*.c)
    set(device_flags --target=nvptx64-nvidia-cuda -march=sm_75 -std=c17 -O2 -ffreestanding
        -fno-builtin -emit-llvm -c -I${PROJECT_SOURCE_DIR} -I${device_dir}/include -fno-math-errno
        -ffp-contract=off -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-ident
        -Wall -Wextra -Wno-unused-command-line-argument)
    set(device_parts "")
    foreach(source IN LISTS device_sources)
        get_filename_component(stem ${source} NAME_WE)
        set(part ${device_gen}/${stem}.bc)
        add_custom_command(OUTPUT ${part}
            COMMAND ${NPJIT_CLANG} ${device_flags} -MD -MT ${part} -MF ${part}.d ${source} -o ${part}
            DEPENDS ${source} DEPFILE ${part}.d COMMENT "Compiling ${stem}.c to device bitcode"
            VERBATIM)
        list(APPEND device_parts ${part})
    endforeach()
    set(device_whole ${device_gen}/device.bc)
    add_custom_command(OUTPUT ${device_whole}
        COMMAND ${NPJIT_LLVM_LINK} -o ${device_whole} ${device_parts}
        DEPENDS ${device_parts} COMMENT "Linking the device bitcode" VERBATIM)
    npjit_embed(npjit_ptx device_runtime nj_device_runtime ${device_whole})
endif()
