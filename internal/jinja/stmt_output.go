package jinja

// dataStmt is text between tags.
type dataStmt struct {
	text string
	pos  int
}

func (*dataStmt) declare(*scope) {}
func (*dataStmt) resolve(*scope) {}

func (s *dataStmt) exec(f *frame) error {
	f.render.trace.add(f, s.pos, len(s.text))
	if err := f.render.write(s.text); err != nil {
		return f.locate(err, s.pos)
	}
	return nil
}

// printStmt is {{ value }}.
type printStmt struct {
	value expr
	uses  span
}

func (s *printStmt) declare(sc *scope) { sc.declareAll(s.uses) }
func (s *printStmt) resolve(sc *scope) { sc.resolveAll(s.uses) }

func (s *printStmt) exec(f *frame) error { return f.print(s.value, s.value.position()) }

// doStmt is {% do value %}: it evaluates the expression for its effect.
type doStmt struct {
	value expr
	uses  span
}

func (s *doStmt) declare(sc *scope) { sc.declareAll(s.uses) }
func (s *doStmt) resolve(sc *scope) { sc.resolveAll(s.uses) }

func (s *doStmt) exec(f *frame) error {
	_, err := s.value.eval(f)
	return err
}
