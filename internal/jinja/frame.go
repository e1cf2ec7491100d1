package jinja

import "errors"

// frame contains the variables of one call of a function: the body of a template, a macro, a call block, a recursive
// loop or the condition of a loop. Blocks inside a function have their own slots in its frame, as in the Python code
// that Jinja2 generates from a template.
type frame struct {
	render *render
	part   *part
	// link maps each name of the part to its position among the root variables of the render.
	link   []int32
	slots  []Value // the zero Value is a variable that is not set
	parent *frame  // of the function around this one
	few    [4]Value
}

// newFrame returns a frame with a number of slots, in one allocation if they are few.
func newFrame(f frame, slots int) *frame {
	made := &f
	if slots <= len(made.few) {
		made.slots = made.few[:slots]
	} else {
		made.slots = make([]Value, slots)
	}
	return made
}

// inner returns the frame of a function inside this one.
func (f *frame) inner(slots int) *frame {
	return newFrame(frame{render: f.render, part: f.part, link: f.link, parent: f}, slots)
}

// expr is an expression.
type expr interface {
	eval(f *frame) (Value, error)
	// position is where messages point to.
	position() int
}

// stmt is a statement.
type stmt interface {
	exec(f *frame) error
	// declare notes the names that the statement reads and sets in the scope.
	declare(s *scope)
	// resolve assigns positions to the names, once everything in the scope is declared.
	resolve(s *scope)
}

func (f *frame) exec(body []stmt) error {
	for _, s := range body {
		if err := f.render.step(); err != nil {
			return f.locate(err, 0)
		}
		if err := s.exec(f); err != nil {
			return err
		}
	}
	return nil
}

// capture runs statements and returns their output.
func (f *frame) capture(body []stmt) (string, error) {
	start := len(f.render.out)
	err := f.exec(body)
	if err != nil {
		f.render.drop(start)
		return "", err
	}
	return f.render.cut(start), nil
}

// locate sets the position of an error, unless it has one. That of a return() is only noted.
func (f *frame) locate(err error, at int) error {
	e := asError(err)
	if e.Line > 0 {
		return e
	}
	if r, ok := errors.AsType[*returned](e.Cause); ok {
		if r.part == nil {
			r.part, r.at = f.part, at
		}
		return e
	}
	return f.setPosition(e, at)
}

func (f *frame) setPosition(e *Error, at int) *Error {
	located := *e
	located.Template = f.part.name
	located.Line, located.Column = lineAndColumn(f.part.text, at)
	return &located
}

// up returns the frame that many functions further out.
func (f *frame) up(depth int) *frame {
	for range depth {
		f = f.parent
	}
	return f
}
