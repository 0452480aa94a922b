; choose(a, b, c, d): the sum of the elements of { a, b } where they are less than { b, a }, of { c, d } elsewhere, put otherwise:
; a < b gives a + d, b < a gives c + b, a == b gives c + d
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @choose(i32 %a, i32 %b, i32 %c, i32 %d) {
  %v0 = insertelement <2 x i32> poison, i32 %a, i32 0
  %v = insertelement <2 x i32> %v0, i32 %b, i32 1
  %w0 = insertelement <2 x i32> <i32 undef, i32 5>, i32 %c, i32 0
  %w = insertelement <2 x i32> %w0, i32 %d, i32 1
  %swapped = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %less = icmp slt <2 x i32> %v, %swapped
  %less0 = extractelement <2 x i1> %less, i32 0
  %both = insertelement <2 x i1> %less, i1 %less0, i32 1
  %chosen = select <2 x i1> %both, <2 x i32> %v, <2 x i32> %w
  %x = extractelement <2 x i32> %chosen, i32 0
  %y = extractelement <2 x i32> %chosen, i32 1
  %sum = add i32 %x, %y
  ret i32 %sum
}
