# args: --emit=tir --compare
# exit: 2
# stderr: npjit: --compare runs the program: no --emit, --dump-after or --stop-after
print("never")
