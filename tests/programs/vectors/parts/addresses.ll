target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @second(ptr %p) {
  %all = getelementptr i32, ptr %p, <2 x i64> <i64 1, i64 2>
  %at = extractelement <2 x ptr> %all, i32 1
  %x = load i32, ptr %at
  ret i32 %x
}
