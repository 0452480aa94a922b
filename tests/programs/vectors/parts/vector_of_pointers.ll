; a constant vector with an address that is not aligned for what is stored through it
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@numbers = global [2 x i32] zeroinitializer
@pointers = global <2 x ptr> <ptr @numbers, ptr getelementptr (i8, ptr @numbers, i64 2)>

define void @store_second(i32 %value) {
  %vector = load <2 x ptr>, ptr @pointers
  %pointer = extractelement <2 x ptr> %vector, i32 1
  store i32 %value, ptr %pointer, align 1
  ret void
}
