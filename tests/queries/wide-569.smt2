; wrong unsat; seed 1, query 569
(set-logic ALL)
(declare-const v!2 (_ BitVec 87))
(declare-const x3_0.6 (_ BitVec 2))
(assert (= #b1 ((_ extract 0 0) x3_0.6)))
(assert (bvult ((_ sign_extend 85) x3_0.6) v!2))
(check-sat)
