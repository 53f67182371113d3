/* The copies of shared error code (ptx-backend/ptx_errors.c): each gets the values of its own
 * check. */
#include "ptx-backend/ptx_internal.h"

#include <criterion/criterion.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <string.h>

/* Two checks share a block; its phis list them in different orders, as optimisation leaves them. */
static const char text[] = "declare i32 @nprt_raise_index(i64, i64)\n"
                           "define void @f(i64 %a, i64 %b, i64 %n) {\n"
                           "entry:\n"
                           "  %ok.a = icmp ult i64 %a, %n\n"
                           "  br i1 %ok.a, label %next, label %fail.a\n"
                           "fail.a:\n"
                           "  br label %raise\n"
                           "next:\n"
                           "  %c = add i64 %b, 1\n"
                           "  %ok.b = icmp ult i64 %c, 7\n"
                           "  br i1 %ok.b, label %done, label %fail.b\n"
                           "fail.b:\n"
                           "  br label %raise\n"
                           "raise:\n"
                           "  %index = phi i64 [ %a, %fail.a ], [ %c, %fail.b ]\n"
                           "  %size = phi i64 [ 7, %fail.b ], [ %n, %fail.a ]\n"
                           "  %s = call i32 @nprt_raise_index(i64 %index, i64 %size)\n"
                           "  br label %done\n"
                           "done:\n"
                           "  ret void\n"
                           "}\n";

Test(ptx_errors, phis_of_different_orders)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange(text, sizeof text - 1, "text", true);
    LLVMModuleRef module = NULL;
    char *message = NULL;
    cr_assert(!LLVMParseIRInContext(context, buffer, &module, &message), "%s", message);
    cr_assert(nj_ptx_split_errors(module));
    cr_expect(!LLVMVerifyModule(module, LLVMReturnStatusAction, &message), "%s", message);
    LLVMDisposeMessage(message);
    char *printed = LLVMPrintModuleToString(module);
    cr_expect(strstr(printed, "@nprt_raise_index(i64 %a, i64 %n)"), "%s", printed);
    cr_expect(strstr(printed, "@nprt_raise_index(i64 %c, i64 7)"), "%s", printed);
    LLVMDisposeMessage(printed);
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
}
