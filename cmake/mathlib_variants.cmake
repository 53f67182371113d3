# Writes masked vector variants of the functions in mathlib_slow.def, as LLVM IR text:
#     cmake -DTABLE=mathlib_slow.def -DOUT=variants.ll -P mathlib_variants.cmake
#
# nj_<name>_slow_<f64|f32>_v<lanes>(vectors..., mask) is what the loop vectoriser calls in place of the
# scalar function under a condition. Its body is small, to be inlined after vectorisation: where no lane
# of the mask is set it is a test and a branch. The lanes that are set are computed one by one.

file(STRINGS ${TABLE} rows REGEX "^NJ_MATH_SLOWFN\\(")
set(text "; Generated from mathlib_slow.def. The layout of mathlib.h's functions.\n")

foreach(row IN LISTS rows)
    string(REGEX REPLACE "^NJ_MATH_SLOWFN\\( *([a-z0-9]+), *([0-9]+) *\\).*" "\\1;\\2" row "${row}")
    list(GET row 0 function)
    list(GET row 1 nargs)
    foreach(precision IN ITEMS f64 f32)
        set(scalar double)
        if(precision STREQUAL "f32")
            set(scalar float)
        endif()
        set(name nj_${function}_slow_${precision})
        set(types ${scalar})
        if(nargs EQUAL 2)
            set(types "${scalar}, ${scalar}")
        endif()
        string(APPEND text "\ndeclare ${scalar} @${name}(${types})\n")
        foreach(lanes IN ITEMS 2 4 8 16)
            set(vector "<${lanes} x ${scalar}>")
            set(parameters "${vector} %x")
            set(elements "    %x.i = extractelement ${vector} %x, i32 %i\n")
            set(arguments "${scalar} %x.i")
            if(nargs EQUAL 2)
                string(APPEND parameters ", ${vector} %y")
                string(APPEND elements "    %y.i = extractelement ${vector} %y, i32 %i\n")
                string(APPEND arguments ", ${scalar} %y.i")
            endif()
            string(APPEND parameters ", <${lanes} x i1> %mask")
            string(APPEND text "
define ${vector} @${name}_v${lanes}(${parameters}) #0 {
entry:
    %bits = bitcast <${lanes} x i1> %mask to i${lanes}
    %any = icmp ne i${lanes} %bits, 0
    br i1 %any, label %some, label %done, !prof !0
some:
    %r = call fastcc ${vector} @${name}_v${lanes}_lanes(${parameters})
    br label %done
done:
    %result = phi ${vector} [ poison, %entry ], [ %r, %some ]
    ret ${vector} %result
}

define internal fastcc ${vector} @${name}_v${lanes}_lanes(${parameters}) #1 {
entry:
    br label %lane
lane:
    %i = phi i32 [ 0, %entry ], [ %next, %join ]
    %sofar = phi ${vector} [ zeroinitializer, %entry ], [ %now, %join ]
    %is.set = extractelement <${lanes} x i1> %mask, i32 %i
    br i1 %is.set, label %compute, label %join
compute:
${elements}    %r.i = call ${scalar} @${name}(${arguments})
    %with = insertelement ${vector} %sofar, ${scalar} %r.i, i32 %i
    br label %join
join:
    %now = phi ${vector} [ %sofar, %lane ], [ %with, %compute ]
    %next = add nuw nsw i32 %i, 1
    %more = icmp ult i32 %next, ${lanes}
    br i1 %more, label %lane, label %exit
exit:
    ret ${vector} %now
}
")
        endforeach()
    endforeach()
endforeach()

string(APPEND text "
attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) }
attributes #1 = { cold mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) }
!0 = !{!\"branch_weights\", i32 1, i32 1048576}
")
file(WRITE ${OUT} "${text}")
