package jinja

// ifStmt is {% if %} with its branches. It is not a scope: variables that it sets stay set.
type ifStmt struct {
	branches  []ifBranch
	otherwise []stmt
}

type ifBranch struct {
	test expr
	uses span
	body []stmt
}

func (s *ifStmt) declare(sc *scope) {
	for i := range s.branches {
		sc.declareAll(s.branches[i].uses)
		sc.branches++
		declareBody(s.branches[i].body, sc)
		sc.branches--
	}
	sc.branches++
	declareBody(s.otherwise, sc)
	sc.branches--
}

func (s *ifStmt) resolve(sc *scope) {
	for i := range s.branches {
		sc.resolveAll(s.branches[i].uses)
		resolveBody(s.branches[i].body, sc)
	}
	resolveBody(s.otherwise, sc)
}

func (s *ifStmt) exec(f *frame) error {
	for i := range s.branches {
		branch := &s.branches[i]
		test, err := branch.test.eval(f)
		if err != nil {
			return err
		}
		if test.Truth() {
			return f.exec(branch.body)
		}
	}
	return f.exec(s.otherwise)
}

func declareBody(body []stmt, sc *scope) {
	for _, s := range body {
		s.declare(sc)
	}
}

func resolveBody(body []stmt, sc *scope) {
	for _, s := range body {
		s.resolve(sc)
	}
}

// block is a body with its own scope.
type block struct {
	body  []stmt
	inits []slotInit
	slots []int32 // to forget at its end
}

// resolveIn declares and resolves the body in its scope, whose parameters are declared.
func (b *block) resolveIn(sc *scope) {
	declareBody(b.body, sc)
	b.finish(sc)
}

// finish resolves a body that is declared.
func (b *block) finish(sc *scope) {
	resolveBody(b.body, sc)
	b.inits, b.slots = sc.inits(), sc.ownSlots()
}
