package jinja

// loopExitError ends an iteration or a loop. It is passed up as an error until the loop receives it; the parser accepts the
// tags only inside a loop.
type loopExitError struct{ isBreak bool }

func (e loopExitError) Error() string {
	if e.isBreak {
		return "'break' outside loop"
	}
	return "'continue' outside loop"
}

// loopExitStmt is {% break %} or {% continue %}.
type loopExitStmt struct{ exit loopExitError }

func (*loopExitStmt) declare(*scope)        {}
func (*loopExitStmt) resolve(*scope)        {}
func (s *loopExitStmt) exec(_ *frame) error { return s.exit }

func (p *parser) parseLoopExit(tag token) (stmt, error) {
	if p.loops == 0 {
		return nil, p.failHint(tag.pos, quoted(tag.text)+" outside loop", "use it inside {% for %}; a macro and a call block are outside the loop around them")
	}
	return &loopExitStmt{loopExitError{isBreak: tag.text == "break"}}, nil
}
