package jinja

// macroDefinition is the common part of macros and call blocks: parameters and a body, in a separate function.
type macroDefinition struct {
	name       string // empty for a call block
	parameters []macroParameter
	names      span // of parameters and defaults
	bodyNames  span // all names in the body
	body       []stmt
	inits      []slotInit
	slots      int
	keepsFrame bool // as in functionScope
	// The slots of the special variables, or -1 when the body does not use them.
	caller, kwargs, varargs int32
	explicitCaller          bool // caller is one of the parameters
	pos                     int
}

type macroParameter struct {
	name      string
	slot      int32
	otherwise expr // nil when there is no default
	absent    absent
}

func (d *macroDefinition) resolve(sc *scope) {
	sc.fn.keepsFrame = true
	inner := sc.function()
	inner.declareAll(d.names)
	declareBody(d.body, inner)
	d.caller = d.special(inner, "caller")
	d.kwargs = d.special(inner, "kwargs")
	d.varargs = d.special(inner, "varargs")
	for i := range d.parameters {
		p := &d.parameters[i]
		p.slot = inner.param(sc.compilation.ids.of(p.name))
	}
	inner.resolveAll(d.names)
	resolveBody(d.body, inner)
	d.inits, d.slots, d.keepsFrame = inner.inits(), len(inner.fn.slots), inner.fn.keepsFrame
}

// special declares a special variable, if the body uses it and no parameter has its name.
func (d *macroDefinition) special(sc *scope, name string) int32 {
	for i := range d.parameters {
		if d.parameters[i].name == name {
			d.explicitCaller = d.explicitCaller || name == "caller"
			return -1
		}
	}
	id, used := sc.compilation.uses(d.bodyNames, name)
	if !used {
		return -1
	}
	return sc.param(id)
}

// macroStmt is {% macro name(parameters) %}…{% endmacro %}.
type macroStmt struct {
	target     *nameExpr
	targets    span
	definition macroDefinition
}

func (s *macroStmt) declare(sc *scope) { sc.declareAll(s.targets) }

func (s *macroStmt) resolve(sc *scope) {
	sc.resolveAll(s.targets)
	s.definition.resolve(sc)
}

func (s *macroStmt) exec(f *frame) error {
	defined := f.render.macros.take()
	defined.definition, defined.frame = &s.definition, f
	f.store(s.target, Value{ref: defined})
	return nil
}

// callStmt is {% call(parameters) callee(args) %}…{% endcall %}: the body becomes the macro caller of the callee.
type callStmt struct {
	call       *callExpr
	uses       span
	definition macroDefinition
}

func (s *callStmt) declare(sc *scope) { sc.declareAll(s.uses) }

func (s *callStmt) resolve(sc *scope) {
	sc.resolveAll(s.uses)
	s.definition.resolve(sc)
}

func (s *callStmt) exec(f *frame) error {
	body := NamedArgument{"caller", Value{ref: &macro{definition: &s.definition, frame: f}}}
	v, err := s.call.evalWith(f, &body)
	if err != nil {
		return err
	}
	if err := f.render.emit(v); err != nil {
		return f.locate(err, s.call.position())
	}
	return nil
}
